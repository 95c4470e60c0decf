"""What a report of Pool opens with: which tile to lead, by what can be counted in the hand."""

import json
import re
from functools import cache

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.find import opening_of
from reports.opening.pool import cards
from reports.opening.pool.lead_values import (
    CLEAR,
    DEALS,
    FACTS,
    HUNDRED,
    facts_of,
    find_lead_values,
)
from reports.studies.line.tables_of_hands import STAKE
from scripts.pool.page_and_advice import by_the_page, compare
from simulate.domino.tiles import mask, name
from simulate.games.pool.playing import HAND_SIZES
from simulate.games.pool.row import AT, SEATS
from simulate.rollout.forks import fork
from tests.reports.opening.given import report_given
from tests.reports.page.browser import found_in
from tests.sizes import in_pieces


@cache
def values(players=4):
    run = simulate("pool", "random", players=players, sessions=1, hands=1, jobs=1).run
    return find_lead_values(run, 100 * DEALS[0], 1)


@pytest.fixture(scope="module")
def report():
    result = simulate("pool", "random", sessions=20, hands=20, jobs=1)
    return report_given(result, cards, "find_lead_values", values())


@pytest.fixture(scope="module")
def page(report):
    return report.page()


def number(tile):
    high, low = map(int, tile.split("-"))
    return high * (high + 1) // 2 + low


def facts(hand, lead):
    held = mask(map(number, hand.split()))
    return facts_of(np.array([held]), np.array([number(lead)]))[0].tolist()


def test_what_is_counted_of_a_lead():
    # Of 6-5 6-4 4-4 0-0 the numbers 6, 5, 4, 0 are kept; three tiles follow the four, one the six.
    plain = facts("6-4 6-5 4-4 4-1 0-0", "6-4")
    assert plain[:6] == [10, 0, 5, 2, 1, 0] and plain.index(1, 6) == 6 + 2 * 3 + 1
    double = facts("6-4 6-5 4-4 4-1 0-0", "4-4")
    assert double[:6] == [8, 1, 5, 1, 0, 8] and double.index(1, 6) == 6 + 4 * 3 + 2
    assert sum(double[6:]) == sum(plain[6:]) == 1 and len(plain) == FACTS


def test_the_weights_are_those_of_least_squares_on_forked_leads():
    own = values()
    paid = tuple(range(AT.paid, AT.paid + SEATS))

    def read(forks):
        rows = []
        for k in np.flatnonzero(forks.noted["left"] < 0).tolist():
            many = int(forks.count[k])
            tiles = forks.answers[k, :many]
            held = np.full(many, forks.noted["hand"][k])
            worth = forks.outcomes[k, :many, forks.seat[k]] * HUNDRED / (4 * STAKE)
            told = facts_of(held, tiles)
            rows.append((told - told.mean(0), worth - worth.mean()))
        return rows

    state = {AT.seats_in: 15, AT.pool: 4 * STAKE}
    rows = [row for part in fork(own.run, "play", {"hand": AT.hand, "left": AT.left}, paid, read,
                                 state, seats=(0,), jobs=1) for row in part]
    assert len(rows) == DEALS[0], "every session forks a lead"
    told, worth = (np.concatenate([row[k] for row in rows]) for k in range(2))
    assert own.weights @ (told.T @ told + np.eye(FACTS)) == pytest.approx(told.T @ worth)


def test_the_drawn_hand_teaches_a_sure_lead(report):
    card = report.opening.cards[0]
    assert (card.name, card.title) == ("leading", "Which tile should I lead?")
    assert re.match(r"You lead\. With these tiles lead \d-\d: among good players that brings .*% "
                    r"of the pool more than \d-\d\.", card.answer[0])


def test_hundred_up_is_not_answered():
    hundred = simulate("pool", "random", rules={"score": "hundred_up"}, sessions=3, jobs=1)
    opening = opening_of(hundred, 1)
    assert all(card.name not in ("leading", "later") for card in opening.cards)
    assert "ask boneyard advise pool --rule score=hundred_up with what you hold" in opening.note
    assert "which tile to lead" not in opening.lead


def test_hundred_up_doubles_are_told_in_pips_for_a_hand_brings_no_chips():
    hundred = simulate("pool", "counter", players=4, rules={"score": "hundred_up"}, sessions=1000,
                       jobs=1)
    (card,) = (one for one in opening_of(hundred, 1).cards if one.name == "doubles")
    few, many = map(float, re.match(r"A hand with no doubles is left with ([\d.]+) .* pips on "
                                    r"average, one with \w+ doubles with ([\d.]+) ",
                                    card.answer[0]).groups())
    assert few < many - 3 and card.picture.figure.axes[0].get_ylabel() == "pips a hand"


@pytest.mark.slow
def test_the_page_and_advice_say_the_same():
    """Twenty hands here, two hundred in ``make verify``."""
    found = compare(20, values())
    assert found.sure >= 6 and found.same >= found.sure - 1 and found.cost[0] < 0.01


CLICKS = """
const asked = %s;
const press = tile => document.querySelectorAll(".pick")[27 - tile].click();
const clear = [...document.querySelectorAll("#leading .controls button")]
  .find(button => button.textContent === "Clear the tiles");
const told = () => [...document.querySelectorAll("#leading > div:first-child > p")].filter(
  sentence => !sentence.hidden).length;
found.toldAtFirst = told(); found.legend = document.querySelector("#leading legend").textContent;
found.read = asked.map(held => {
  clear.click();
  found.empty = document.querySelector("#leading .verdict").textContent;
  held.forEach(press);
  return [
    [...document.querySelectorAll("#leading .verdict > p")].map(part => part.textContent),
    leadVerdict(asking.data, asking.hand).moves.map(move => [move.letter, move.behind])];
});
press(asked[asked.length - 1][0]);
found.less = document.querySelector("#leading .verdict").textContent;
found.toldLater = told();
found.rows = [...document.querySelectorAll("#leading .moves tbody tr")].length;
"""


@in_pieces("hands", 120, 300)
def test_in_a_browser_hands_are_answered_as_in_python(page, tmp_path, hands):
    chance, size = np.random.default_rng(4), int(HAND_SIZES[4])
    asked = [chance.permutation(28)[:size].tolist() for _ in range(hands)]
    found = found_in(page, tmp_path, CLICKS % json.dumps(asked), 390)
    assert found["legend"] == "Click five tiles for your hand" and found["overflow"] == 0
    assert found["empty"] == "5 more tiles for your hand."
    assert found["less"] == "1 more tile for your hand."
    assert (found["toldAtFirst"], found["toldLater"]) == (1, 0)
    sure = 0
    for tiles, ((head, why, command), moves) in zip(asked, found["read"], strict=True):
        said = by_the_page(values(), tiles)
        behind = {tile: far for tile, (far, _) in said.items()}
        assert dict(moves) == pytest.approx(behind, abs=0.05)
        order = sorted(said, key=lambda tile: said[tile][0])
        if said[order[1]][0] > CLEAR * values().error + 0.05:
            sure += 1
            assert head == f"Lead {order[0]}." and why.startswith(f" To lead {order[1]} brings ")
        assert head.startswith(f"Lead {order[0]}") or said[order[1]][0] < 0.05
        assert ("too close to call" in why) == (" or " in head)
        assert f'--hand "{" ".join(name(tile) for tile in tiles)}" --position leader' in command
    assert sure > 0.2 * hands


def test_in_a_browser_a_close_lead_is_not_called_worse_where_one_nearer_is(page, tmp_path):
    """The third tile is further behind than the second, but told less precisely."""
    found = found_in(page, tmp_path, """
const moves = [["6-6", 0, 0], ["5-4", 2, 0.4], ["3-0", 2.5, 2]]
  .map(([letter, behind, se]) => ({ letter, name: `lead ${letter}`, behind, se }));
found.said = leadSentences(asking.data, { moves });
""")
    assert found["said"] == [
        "Lead 6-6 or 3-0.", "Between 6-6 and 3-0 it is too close to call. To lead 5-4 brings 2.0% "
        "of the pool less (95% interval 1.2 to 2.8% of the pool)."]


PRACTISES = """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
root.replaceChildren(root.querySelector("summary"));
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
const game = new LeadPractice(root, asking.data);
found.prompt = game.score.textContent;
let cost = 0, right = 0;
const press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
for (let hand = 0; hand < 40; hand++) {
  const verdict = game.verdictNow();
  const own = verdict.moves.map(move => costOf(asking.data, verdict, move.letter));
  const answer = hand % own.length;
  cost += own[answer]; right += own[answer] === 0;
  press(String(1 + answer));
  root.querySelector(".controls button").click();
}
found.adds = Math.abs(game.cost - cost) < 1e-9 && game.right === right && cost > 0;
found.worst = game.worst.textContent; found.score = game.score.textContent;
"""


def test_in_a_browser_practice_prices_leads_and_keeps_score(page, tmp_path):
    found = found_in(page, tmp_path, PRACTISES, 390)
    assert found["adds"] and found["overflow"] == 0
    assert found["prompt"].endswith("you lead. Which tile? Keys 1 to 5 answer, too.")
    assert re.fullmatch(r"Most is lost where you led a (double|heavy tile|light tile) and should "
                        r"lead .+: (once|\d+ times), [\d.,]+% of the pool\.", found["worst"])
    assert re.fullmatch(r"40 hands, \d+ right; lost in all: [\d.,]+% of the pool\.", found["score"])
