"""What a report of Casino opens with: which tile to bet first, which the page plays out."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from boneyard import simulate
from reports.asking import ask
from reports.games.casino import plots, report
from reports.games.casino.report import best_tiles
from reports.opening.casino import cards
from reports.opening.casino.betting import betting_card, what_to_keep
from reports.opening.casino.cards import best_by_round, what_a_double_wins
from reports.opening.casino.first_bets import (
    DEALS,
    EXCHANGED,
    HANDS,
    alike,
    find_first_bets,
    how_many,
    kinds,
)
from reports.opening.casino.wall import ahead_by_kind, wall_figure, which_first
from reports.results.shared_sentences import amounts
from reports.stats.estimates import NOTHING, Estimate
from simulate.domino.tiles import name, parse
from tests.reports.opening.given import report_given
from tests.reports.opening.priced import advice_of, answered_as_advised
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, in_pieces, without_drawing


@cache
def bets(players=4):
    run = simulate("casino", "random", players=players, sessions=1, jobs=1).run
    return find_first_bets(run, 500 * DEALS[1] // 4, 1)


@cache
def page_of(players=4):
    result = simulate("casino", "random", players=players, sessions=40, jobs=1)
    with without_drawing():
        return report_given(result, cards, "find_first_bets", bets(players)).page()


@pytest.fixture
def page():
    return page_of()


def hand(words):
    return tuple(parse(word) for word in words.split())


def test_hands_are_of_43_kinds():
    assert len(kinds()) == 43 and sum(map(how_many, kinds())) == 28 * 27 * 26 // 6
    # Of two tiles with a blank and one with a number of each: any two of six, and their tile.
    assert how_many(hand("1-0 2-0 2-1")) == 15 and how_many(hand("0-0 1-0 1-1")) == 6


def test_tiles_that_can_change_places_are_alike():
    assert alike(hand("1-0 2-0 2-1")).tolist() == [0, 0, 2]
    assert alike(hand("1-0 2-0 3-1")).tolist() == [0, 1, 2]
    assert alike(hand("2-1 3-1 3-2")).tolist() == [0, 0, 0]
    assert alike(hand("2-1 3-1 4-2")).tolist() == [0, 1, 1]


def test_a_kind_is_priced_as_advice_prices_its_hands():
    own, apart, errors = bets(), [], []
    chance = np.random.default_rng(3)
    for number in range(12):
        kind = kinds()[3 * number]
        tiles = EXCHANGED[chance.integers(len(EXCHANGED)), list(kind)].tolist()
        prices = ask("casino", " ".join(map(name, tiles)), 0, players=4, deals=8192).prices
        one, other = (prices.answers.index(tiles[k]) for k in (0, 2))
        worth, noise = own.priced[kind].means.mean(0), own.priced[kind].noise[0, 2] / HANDS
        apart.append(100 * (prices.sums.mean[one] - prices.sums.mean[other])
                     - (worth[0] - worth[2]))
        errors.append(np.hypot(100 * prices.sums.error(one, other),
                               (noise + own.unlike**2 * (1 + 1 / HANDS))**0.5))
    z = np.array(apart) / errors
    assert 0.3 < np.sqrt(np.mean(z**2)) < 1.6 and abs(z.mean()) < 0.8


def test_what_is_found_does_not_depend_on_the_workers():
    run = simulate("casino", "random", sessions=1, jobs=1).run
    one, two = (find_first_bets(run, 0, jobs) for jobs in (1, 2))
    assert all((one.priced[kind].means == two.priced[kind].means).all() for kind in kinds())


BETS = "(part, hand) => { part.hand = hand; return part.before(hand); }"


def hands(many, seed=4):
    chance = np.random.default_rng(seed)
    return [chance.permutation(28)[:3].tolist() for _ in range(many)]


@in_pieces("players_and_many", (4, 3),
           *((players, HANDS_OF_PAGES) for players in (4, 2, 3, 5)))
def test_in_a_browser_a_first_bet_is_answered_as_the_command_answers(players_and_many, tmp_path):
    players, many = players_and_many
    answered_as_advised(page_of(players), tmp_path, "asking", hands(many), BETS)


@pytest.mark.parametrize("players", [2, 5])
def test_the_hand_that_is_shown_is_told_as_its_command_tells_it(players):
    card = betting_card(simulate("casino", "pot-chaser", players=players, sessions=1).run)
    tiles = " ".join(card.widget.data["hand"])
    advice = advice_of(f'{card.widget.data["advise"]} --hand "{tiles}" --position first',
                       deals=1 << 16)
    best, gap, second = re.match(
        r"The first round, and an empty pot\. With these tiles bet (\d-\d): among good players "
        r"that wins ([\d.]+) \(.*\) games of 100 more than (\d-\d)\.", card.answer[0]).groups()
    assert [name(advice.prices.answers[k]) for k in advice.prices.order[:2]] == [best, second]
    behind, _ = advice.prices.behind(advice.prices.order[1])
    assert float(gap) == pytest.approx(100 * behind, abs=0.06)


def test_what_to_keep_is_what_the_kinds_say():
    (said,) = what_to_keep(bets())
    assert re.match(r"Keep tiles with two different numbers for later\. Where a first hand has "
                    r"both, a double bet at once wins 1\.\d .* games of 100 more among good "
                    r"players, and a tile with one blank [01]\.\d .* more\.", said)
    two, doubles = (np.isin(range(28), tiles) for tiles in (hand("2-1 4-3"), hand("1-1 2-2")))
    # Of those tiles alone a hand has both in a few kinds; they count as often as they are dealt.
    total = gained = 0.0
    for kind in kinds():
        worth, held = bets().priced[kind].means.mean(0), np.array(kind)
        if doubles[held].any() and two[held].any():
            total += how_many(kind)
            gained += how_many(kind) * (worth[doubles[held]].mean() - worth[two[held]].mean())
    ahead = bets().ahead(doubles, two)
    assert ahead.value == pytest.approx(gained / total)
    assert ahead.low < ahead.value < ahead.high
    level = replace(bets(), priced={
        kind: replace(one, means=0 * one.means) for kind, one in bets().priced.items()})
    assert what_to_keep(level) == ()


def test_the_wall_says_what_advice_says():
    ahead = ahead_by_kind(bets())
    said = which_first(ahead)
    assert re.match("Of a first hand bet a double rather than .* two numbers", said)
    assert ahead["a double"]["a tile with two numbers"].low > 0
    for one, row in ahead.items():
        for other, gap in row.items():
            if one != other:
                assert gap.value == pytest.approx(-ahead[other][one].value)
    nothing = {one: dict.fromkeys(ahead, Estimate(0, 1, -1, 1)) for one in ahead}
    assert "too close to call" in which_first(nothing)
    assert len(wall_figure(ahead).axes[0].texts) == 12


def test_of_many_tiles_that_earn_the_same_none_is_called_the_best():
    said = best_tiles(simulate("casino", sessions=3000, jobs=1))
    assert re.match(r"\d+ tiles earn about the same when they are bet, too close to call: \d-\d, "
                    r"one of them, .* tiles\. Surely less is earned by .*the double blank\. "
                    r"0-0 earns the fewest, 0", said), said


def test_the_numbers_of_a_sentence_have_as_many_digits():
    fine, rough = Estimate(0.5284, 0.01, 0.52, 0.54), Estimate(0.74, 0.1, 0.54, 0.94)
    assert amounts(fine, rough) == ["0.53 (0.52 to 0.54)", "0.74 (0.54 to 0.94)"]
    said = what_a_double_wins([[fine, rough], [NOTHING] * 2, [fine, fine]])
    assert {len(digits) for digits in re.findall(r"\d\.(\d+)", said)} == {2}
    said = best_by_round([[fine, NOTHING], [NOTHING, rough], [NOTHING] * 2])
    assert "0.53 (0.52 to 0.54) tiles" in said and "0.74 (0.54 to 0.94) tiles" in said


def test_the_rarest_pots_do_not_stretch_the_axis(monkeypatch):
    result = simulate("casino", "random", sessions=400, jobs=1)
    pots = report.pots_by_size(report.counts_of(result))
    rounds = {size: pot["rounds"] for size, pot in pots.items()}
    assert 0 < rounds["20 to 28"] < report.FEWEST_DRAWN <= rounds["16 to 19"] * 2
    shown = [label.get_text() for label in plots.pot(result).axes[1].get_xticklabels()]
    assert shown == [size for size, number in rounds.items() if number >= report.FEWEST_DRAWN]
    few = simulate("casino", "random", sessions=3, jobs=1)
    assert len(plots.pot(few).axes[1].get_xticklabels()) > 3


PRACTISES = """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
root.replaceChildren(root.querySelector("summary"));
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
const game = new BetPractice(root, { ...asking.data, most: 8192 });
found.prompt = game.score.textContent;
let cost = 0, right = 0;
const press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
found.judged = [];
for (const piece of game.ahead(game.spot));
found.teaches = game.teaches(game.verdictOf(game.next));
const { next } = game;
game.deal();
found.isDealt = game.spot === next;
for (let hand = 0; hand < 12; hand++) {
  const verdict = game.verdictNow();
  const own = verdict.moves.map(move => costOf(asking.data, verdict, move.letter));
  const answer = hand % own.length;
  cost += own[answer]; right += own[answer] === 0;
  press(String(1 + answer));
  found.judged.push([own[answer], root.querySelector(".verdict .head").textContent]);
  root.querySelector(".controls button").click();
}
found.adds = Math.abs(game.cost - cost) < 1e-9 && game.right === right && cost > 0;
found.worst = game.worst.textContent; found.score = game.score.textContent;
"""


def test_in_a_browser_practice_prices_bets_and_keeps_score(page, tmp_path):
    found = found_in(page, tmp_path, PRACTISES, 390)
    assert found["adds"] and found["overflow"] == 0
    # While a person thinks a hand that teaches something is found, and it comes next.
    assert found["teaches"] and found["isDealt"]
    assert found["prompt"] == "A hand is dealt. Which tile do you bet first? " \
        "Keys 1 to 3 answer, too."
    for cost, judged in found["judged"]:
        assert judged.startswith("That costs ") == (cost > 0)
    assert {"Right.", "Nothing lost: it is too close to call."} >= {
        judged for cost, judged in found["judged"] if cost == 0}
    kind = "(the double blank|(a|another) (double|tile with one blank|tile with two numbers))"
    assert re.fullmatch(rf"Most is lost where you bet {kind} and should bet {kind}: "
                        r"(once|\d+ times), [\d.]+ games of 100\.",
                        found["worst"])
    assert re.fullmatch(r"12 hands, \d+ right; lost in all: [\d.]+ games of 100\.", found["score"])
