"""What a report of Pool opens with: which tile to lead, which the page plays out by itself."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from boneyard import simulate
from reports.games.pool.report import stakes
from reports.opening.find import opening_of
from reports.opening.pool.leading import good_table, leading_card
from reports.studies.advise.stakes import Table
from simulate.domino.tiles import name, parse
from simulate.games.pool.rules import hand_size
from tests.reports.opening.priced import advice_of, answered_as_advised
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, in_pieces, without_drawing

LEADS = "(part, hand) => { part.hand = hand; return part.before(hand); }"


@cache
def page_of(players=4, **rules):
    result = simulate("pool", "random", players=players, rules=rules, sessions=2, hands=2, jobs=1)
    with without_drawing():
        return replace(result.report(), opening=opening_of(result, 1)).page()


def hands(players, many, seed=4):
    chance = np.random.default_rng(seed)
    return [chance.permutation(28)[: hand_size(players)].tolist() for _ in range(many)]


@in_pieces("players_and_many", (4, 3),
           *((players, HANDS_OF_PAGES) for players in (4, 3, 5, 6)))
def test_in_a_browser_a_lead_is_answered_as_the_command_answers(players_and_many, tmp_path):
    players, many = players_and_many
    both = answered_as_advised(page_of(players), tmp_path, "asking", hands(players, many), LEADS)
    named = [len(re.findall(r"\d-\d", one["said"][0])) for _, one in both]
    # One tile is named of most hands, where four in ten were before.
    assert named.count(1) > 0.5 * many


@in_pieces("draw", "may", "must")
def test_in_a_browser_a_lead_is_answered_where_tiles_are_drawn(draw, tmp_path):
    answered_as_advised(page_of(draw=draw), tmp_path, "asking", hands(4, 2), LEADS)


def test_in_a_browser_the_stake_is_the_one_that_is_paid(tmp_path):
    """A tie of two divides three stakes of four, but not three of one."""
    page = page_of(3, contribution="4")
    ((advice, one),) = answered_as_advised(page, tmp_path, "asking", hands(3, 1), LEADS)
    assert "--rule contribution=4" in one["command"] and advice.run.rules.contribution == 4


def test_in_a_browser_a_hand_with_a_suit_is_led_from_its_double(tmp_path):
    """Four fives and the double six: what can be counted tile by tile named four of them."""
    asked = [[parse(tile) for tile in ["5-4", "5-0", "5-1", "5-5", "6-6"]]]
    ((_, one),) = answered_as_advised(page_of(), tmp_path, "asking", asked, LEADS)
    assert one["said"][0] == "Lead 6-6." and re.match("To lead 5-5 brings [89]", one["said"][1])


@pytest.mark.parametrize("rules", [{}, {"bankroll": "50", "leader": "rotate"}])
def test_the_hand_that_is_shown_is_told_as_its_command_tells_it(rules):
    result = simulate("pool", "random", rules=rules, sessions=2, hands=2, jobs=1)
    card = leading_card(good_table(result.run), asks_later=True)
    assert (card.name, card.title) == ("leading", "Which tile should I lead?")
    tiles = " ".join(card.widget.data["hand"])
    advice = advice_of(f'{card.widget.data["advise"]} --hand "{tiles}" --position leader')
    best, gap, interval, second = re.match(
        r"You lead\. With these tiles lead (\d-\d): among good players that brings ([\d.]+) "
        r"\((.*)\)% of the pool more than (\d-\d)\.", card.answer[0]).groups()
    assert [name(advice.prices.answers[k]) for k in advice.prices.order[:2]] == [best, second]
    behind, se = (25 * each for each in advice.prices.behind(advice.prices.order[1]))
    assert float(gap) == pytest.approx(behind, abs=0.06)
    low, high = map(float, interval.split(" to "))
    assert (low, high) == pytest.approx((behind - 2 * se, behind + 2 * se), abs=0.06)


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


def test_what_matters_is_a_share_of_the_stakes_where_no_pool_is_told():
    run = simulate("pool", "random", players=5, sessions=1, hands=1, jobs=1).run
    assert stakes(Table(run), 0, 0, 0, ()).matters == pytest.approx(0.005)
    assert stakes(Table(run), 0, 0, 8, ()).matters == pytest.approx(0.008)


CLICKS = """
const press = tile => document.querySelectorAll(".pick")[27 - tileNumber(tile)].click();
const clear = [...document.querySelectorAll("#leading .controls button")]
  .find(button => button.textContent === "Clear the tiles");
const told = () => [...document.querySelectorAll("#leading > div:first-child > p")].filter(
  sentence => !sentence.hidden).length;
const said = () => document.querySelector("#leading .verdict").textContent;
found.told = [told()]; found.said = [said()];
found.legend = document.querySelector("#leading legend").textContent;
clear.click();
found.said.push(said());
"6-6 5-5 4-4 3-3 2-2".split(" ").forEach(press);
found.said.push(said());
press("6-6");
found.said.push(said()); found.told.push(told());
"""


def test_in_a_browser_a_hand_is_clicked(tmp_path):
    found = found_in(page_of(), tmp_path, CLICKS, 390)
    assert found["legend"] == "Click five tiles for your hand" and found["overflow"] == 0
    assert found["said"] == ["Playing it out …", "5 more tiles for your hand.",
                             "Playing it out …", "1 more tile for your hand."]
    assert found["told"] == [1, 0]


def test_in_a_browser_close_leads_are_told_within_what_they_are(tmp_path):
    """The third tile is further behind than the second, but told less precisely."""
    found = found_in(page_of(), tmp_path, """
const moves = [["6-6", 0, 0], ["5-4", 2, 0.4], ["3-0", 2.5, 2]]
  .map(([letter, behind, se]) => ({ letter, name: `lead ${letter}`, behind, se }));
const near = [["6-6", 0, 0], ["3-0", 0.02, 0.03]]
  .map(([letter, behind, se]) => ({ letter, behind, se }));
found.said = [playedSentences(asking.data, { moves }, "Lead"),
  playedSentences(asking.data, { moves: near }, "Lead")];
""")
    assert found["said"] == [
        ["Lead 6-6 or 3-0.", "Between 6-6 and 3-0 it is too close to call: 6.5% of the pool at "
         "most. To lead 5-4 brings 2.0% of the pool less (95% interval 1.2 to 2.8% of the pool)."],
        ["Lead 6-6 or 3-0.", "Between 6-6 and 3-0 it makes no difference."]]


def test_in_a_browser_the_best_lead_may_be_behind_on_the_deals_that_measure(tmp_path):
    found = found_in(page_of(), tmp_path, """
const moves = [["6-6", 0, 0], ["5-4", -0.3, 0.4], ["3-0", 2.5, 0.5]]
  .map(([letter, behind, se]) => ({ letter, name: `lead ${letter}`, behind, se }));
found.rows = [...movesTable(asking.data, { moves }).querySelectorAll("tbody tr")].map(
  row => row.textContent);
found.said = playedSentences(asking.data, { moves }, "Lead");
""")
    assert found["rows"] == [
        "lead 5-40.3 (95% interval −0.5 to 1.1% of the pool)", "lead 6-60",
        "lead 3-0−2.5 (95% interval −3.5 to −1.5% of the pool)"]
    assert "it is too close to call: 1.1% of the pool at most." in found["said"][1]


def test_in_a_browser_what_is_shown_meanwhile_comes_from_the_deals_that_choose(tmp_path):
    found = found_in(page_of(), tmp_path, """
const before = asking.before(["6-6", "5-4", "4-4", "3-0", "2-1"].map(tileNumber));
found.told = [...pricesInRounds({ ...asking.data, near: 100 }, before)].filter(Boolean).map(
  priced => [priced.drawn, priced.counted, saidOfDeals(before, priced)]);
""")
    assert found["told"] == [
        [2731, 2731, "2,731 deals were played out."],
        [8193, 5462, "5,462 deals were played out. 2,731 others chose the best."]]


PRACTISES = """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
root.replaceChildren(root.querySelector("summary"));
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
const game = new LeadPractice(root, { ...asking.data, most: 8192 });
found.prompt = game.score.textContent;
let cost = 0, right = 0;
const press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
for (let hand = 0; hand < 6; hand++) {
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


def test_in_a_browser_practice_prices_leads_and_keeps_score(tmp_path):
    found = found_in(page_of(), tmp_path, PRACTISES, 390)
    assert found["adds"] and found["overflow"] == 0
    assert found["prompt"].endswith("you lead. Which tile? Keys 1 to 5 answer, too.")
    assert re.fullmatch(r"Most is lost where you led a (double|heavy tile|light tile) and should "
                        r"lead .+: (once|\d+ times), [\d.,]+% of the pool\.", found["worst"])
    assert re.fullmatch(r"6 hands, \d right; lost in all: [\d.,]+% of the pool\.", found["score"])
