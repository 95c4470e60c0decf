"""What a report of Casino opens with: which tile to bet first, by the kind of the hand."""

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from boneyard import simulate
from reports.asking import ask
from reports.games.casino import figures, plots
from reports.games.casino.sentences import best_tiles
from reports.opening.casino import cards
from reports.opening.casino.betting import _advice, betting_card, what_to_keep
from reports.opening.casino.cards import best_by_round, when_to_bet_a_double
from reports.opening.casino.first_bets import CLEAR, DEALS, HANDS, FirstBets, find_first_bets
from reports.opening.casino.first_hands import EXCHANGED, alike, how_many, kind_of, kinds
from reports.opening.casino.wall import ahead_by_kind, wall_figure, which_first
from reports.opening.margins import surely_best
from reports.results.shared_sentences import amounts
from reports.stats.estimates import NOTHING, Estimate
from scripts.casino.page_and_advice import compare
from simulate.domino.tiles import name, parse
from tests.reports.opening.given import report_given
from tests.reports.page.browser import found_in
from tests.sizes import in_pieces


@cache
def bets(players=4):
    run = simulate("casino", "random", players=players, sessions=1, jobs=1).run
    return find_first_bets(run, 500 * DEALS[1] // 4, 1)


@pytest.fixture(scope="module")
def report():
    result = simulate("casino", "random", sessions=400, jobs=1)
    return report_given(result, cards, "find_first_bets", bets())


@pytest.fixture(scope="module")
def page(report):
    return report.page()


def hand(words):
    return tuple(parse(word) for word in words.split())


def test_hands_are_of_43_kinds():
    dealt = Counter(kind_of(one)[0] for one in combinations(range(28), 3))
    assert set(dealt) == set(kinds()) and len(kinds()) == 43
    assert all(how_many(kind) == number for kind, number in dealt.items())
    # Of two tiles with a blank and one with a number of each: any two of six, and their tile.
    assert dealt[hand("1-0 2-0 2-1")] == 15 and dealt[hand("0-0 1-0 1-1")] == 6


def test_numbers_that_are_exchanged_leave_the_kind():
    chance = np.random.default_rng(2)
    for _ in range(100):
        tiles = chance.permutation(28)[:3].tolist()
        kind, became = kind_of(tuple(tiles))
        other = EXCHANGED[chance.integers(len(EXCHANGED)), tiles].tolist()
        assert kind_of(tuple(other))[0] == kind == tuple(sorted(became[tiles].tolist()))
    assert kind_of(hand("6-6 6-5 4-0"))[0] != kind_of(hand("6-6 5-4 3-0"))[0]


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
        said, asked = own.margins(tuple(tiles)), prices.answers
        one, other = (asked.index(tiles[k]) for k in (0, 2))
        apart.append(100 * (prices.sums.mean[one] - prices.sums.mean[other])
                     - (said[name(tiles[2])][0] - said[name(tiles[0])][0]))
        errors.append(np.hypot(100 * prices.sums.error(one, other),
                               max(error for _, error in said.values())))
    z = np.array(apart) / errors
    assert 0.3 < np.sqrt(np.mean(z**2)) < 1.6 and abs(z.mean()) < 0.8


def test_tiles_that_are_alike_are_worth_the_same():
    said = bets().margins(hand("6-6 5-5 4-3"))
    assert said["6-6"][0] == said["5-5"][0] == 0 < said["4-3"][0]
    assert surely_best(said) is None
    assert bets().margins(hand("6-1 3-3 2-2"))["6-1"] == said["4-3"]


def test_the_error_of_a_hand_knows_that_hands_of_a_kind_differ():
    own = bets()
    assert 0 < own.unlike < 1
    kind = hand("1-0 1-1 3-2")
    noise = own.priced[kind].noise[1, 2] / HANDS
    _, best, (gap, error) = own.of_kind(kind)
    assert best == (0, 0) and gap > CLEAR * error
    assert error**2 == pytest.approx(noise + own.unlike**2 * (1 + 1 / HANDS))
    surer = FirstBets(own.run, own.priced, 0.0)
    assert surer.of_kind(kind)[2][1] == pytest.approx(noise**0.5)


def test_a_hand_is_drawn_where_hands_of_a_kind_do_not_differ():
    (said,) = betting_card(replace(bets(), unlike=0.0)).answer
    assert "With these tiles bet" in said


def test_what_is_found_does_not_depend_on_the_workers():
    run = simulate("casino", "random", sessions=1, jobs=1).run
    one, two = (find_first_bets(run, 0, jobs) for jobs in (1, 2))
    assert [one.of_kind(kind) for kind in kinds()] == [two.of_kind(kind) for kind in kinds()]


def test_the_drawn_hand_teaches_a_sure_bet(report):
    card = report.opening.cards[0]
    assert (card.name, card.title) == ("betting", "Which tile should I bet first?")
    assert re.match(r"The first round, and an empty pot\. With these tiles bet \d-\d: among good "
                    r"players that wins .* games of 100 more than \d-\d( or \d-\d)?\.",
                    card.answer[0])


def test_all_tiles_that_are_too_close_to_call_are_named():
    assert _advice({"6-4": (1.5, 1.0), "2-2": (0.0, 0.0), "3-1": (1.6, 1.0)}).endswith(
        "Between 2-2, 6-4 and 3-1 it is too close to call.")
    assert _advice({"6-4": (1.5, 1.0), "2-2": (0.0, 0.0), "3-1": (9.0, 1.0)}).endswith(
        "Between 2-2 and 6-4 it is too close to call.")


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
    # The hand of which tiles won in a round said the wrong tile.
    assert bets().margins(hand("6-4 3-1 2-2"))["2-2"] == (0, 0)
    for one, row in ahead.items():
        for other, gap in row.items():
            if one != other:
                assert gap.value == pytest.approx(-ahead[other][one].value)
    nothing = {one: dict.fromkeys(ahead, Estimate(0, 1, -1, 1)) for one in ahead}
    assert "too close to call" in which_first(nothing)
    assert len(wall_figure(ahead).axes[0].texts) == 12


def test_the_page_says_that_more_games_decide_more(page):
    data = betting_card(bets()).widget.data
    assert 0 < data["close"] < 43 and data["more"] == 500 * DEALS[1]
    assert f"Of the 43 kinds of first hands {data['close']} have tiles between which" in page
    assert betting_card(replace(bets(), more_games=0)).widget.data["more"] == 0


def test_of_many_tiles_that_earn_the_same_none_is_called_the_best():
    said = best_tiles(simulate("casino", sessions=3000, jobs=1))
    assert re.match(r"\d+ tiles earn about the same when they are bet, too close to call: \d-\d, "
                    r"one of them, .* tiles\. Surely less is earned by .*the double blank\. "
                    r"0-0 earns the fewest, 0", said), said


def test_the_numbers_of_a_sentence_have_as_many_digits():
    fine, rough = Estimate(0.5284, 0.01, 0.52, 0.54), Estimate(0.74, 0.1, 0.54, 0.94)
    assert amounts(fine, rough) == ["0.53 (0.52 to 0.54)", "0.74 (0.54 to 0.94)"]
    said = when_to_bet_a_double([[fine, rough], [NOTHING] * 2, [fine, fine]])
    assert {len(digits) for digits in re.findall(r"\d\.(\d+)", said)} == {2}
    said = best_by_round([[fine, NOTHING], [NOTHING, rough], [NOTHING] * 2])
    assert "0.53 (0.52 to 0.54) tiles" in said and "0.74 (0.54 to 0.94) tiles" in said


def test_the_rarest_pots_do_not_stretch_the_axis(monkeypatch):
    result = simulate("casino", "random", sessions=400, jobs=1)
    counts = figures.counts_of(result)
    rounds = {figures.pot_name(*size): figures.pot_of_size(counts, *size).rounds
              for size in figures.POTS}
    assert 0 < rounds["20 to 28"] < figures.FEWEST_DRAWN <= rounds["16 to 19"] * 2
    shown = [label.get_text() for label in plots.pot(result).axes[1].get_xticklabels()]
    assert shown == [size for size, number in rounds.items() if number >= figures.FEWEST_DRAWN]
    few = simulate("casino", "random", sessions=3, jobs=1)
    assert len(plots.pot(few).axes[1].get_xticklabels()) > 3


@pytest.mark.slow
def test_the_page_and_advice_say_the_same():
    """Forty hands here, two hundred in ``make verify``."""
    found = compare(40, bets())
    assert found.sure >= 3 and found.same == found.sure and found.cost[0] < 0.005


CLICKS = """
const asked = %s;
const press = tile => document.querySelectorAll(".pick")[27 - tile].click();
const clear = [...document.querySelectorAll("#betting .controls button")]
  .find(button => button.textContent === "Clear the tiles");
const told = () => [...document.querySelectorAll("#betting > div:first-child > p")].filter(
  sentence => !sentence.hidden).length;
found.toldAtFirst = told(); found.legend = document.querySelector("#betting legend").textContent;
found.read = asked.map(held => {
  clear.click();
  held.forEach(press);
  return [
    [...document.querySelectorAll("#betting .verdict > p")].map(part => part.textContent),
    betVerdict(asking.data, asking.hand).moves.map(move => [move.letter, [move.behind, move.se]])];
});
press(asked[asked.length - 1][0]);
found.less = document.querySelector("#betting .verdict").textContent;
found.toldLater = told();
"""


@in_pieces("hands", 60, 160)
def test_in_a_browser_hands_are_answered_as_in_python(page, tmp_path, hands):
    chance = np.random.default_rng(4)
    asked = [list(kind) for kind in kinds()]
    asked += [chance.permutation(28)[:3].tolist() for _ in range(hands)]
    found = found_in(page, tmp_path, CLICKS % json.dumps(asked), 390)
    assert found["legend"] == "Click three tiles for your hand" and found["overflow"] == 0
    assert found["less"] == "1 more tile for your hand."
    assert (found["toldAtFirst"], found["toldLater"]) == (1, 0)
    heads = Counter()
    for tiles, ((head, why, command), moves) in zip(asked, found["read"], strict=True):
        said = bets().margins(tuple(tiles))
        for tile, (behind, error) in moves:
            assert (behind, error) == pytest.approx(said[tile], abs=0.001)
        sure, close = surely_best(said), "too close to call" in why
        same = [tile for tile, (behind, _) in said.items() if behind == 0]
        heads["sure" if sure else "alike" if len(same) == 3 else "close" if close else "two"] += 1
        if len(same) == 3:
            assert (head, why) == ("Bet any of them.", "To the dice these tiles are alike.")
        elif sure:
            assert head == f"Bet {sure}." and why.startswith("To bet ") and not close
        else:
            assert " or " in head and close != (" are alike." in why)
            # Practice leaves the head out.
            assert head[4:-1].replace(" or ", " and ") in why.split(".")[0]
        assert f'--hand "{" ".join(name(tile) for tile in tiles)}" --position first' in command
    assert all(heads[kind] >= 3 for kind in ("sure", "alike", "close", "two"))


def test_in_a_browser_a_close_bet_is_not_called_worse_where_one_nearer_is(page, tmp_path):
    """The third tile is further behind than the second, but told less precisely."""
    found = found_in(page, tmp_path, """
const moves = [["6-6", 0, 0], ["5-4", 1, 0.4], ["3-0", 1.1, 0.9]]
  .map(([letter, behind, se]) => ({ letter, behind, se }));
found.said = betSentences(asking.data, { moves });
""")
    assert found["said"] == [
        "Bet 6-6 or 3-0.", "Between 6-6 and 3-0 it is too close to call. To bet 5-4 wins 1.0 games "
        "of 100 less (95% interval 0.2 to 1.8 games of 100)."]


def test_in_a_browser_practice_deals_where_no_hand_teaches_anything(page, tmp_path):
    found = found_in(page, tmp_path, """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
const unsure = Object.fromEntries(Object.entries(asking.data.kinds).map(
  ([kind, tiles]) => [kind, tiles.map(([behind]) => [behind, 100])]));
const game = new BetPractice(root, { ...asking.data, kinds: unsure });
found.dealt = game.spot.hand.length;
""")
    assert found["dealt"] == 3


PRACTISES = """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
root.replaceChildren(root.querySelector("summary"));
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
const game = new BetPractice(root, asking.data);
found.prompt = game.score.textContent;
let cost = 0, right = 0;
const press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
found.taught = true; found.judged = [];
for (let hand = 0; hand < 40; hand++) {
  const verdict = game.verdictNow();
  const own = verdict.moves.map(move => costOf(asking.data, verdict, move.letter));
  found.taught &&= own.some(lost => lost > 0);
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
    assert found["adds"] and found["taught"] and found["overflow"] == 0
    assert found["prompt"] == "A hand is dealt. Which tile do you bet first? " \
        "Keys 1 to 3 answer, too."
    for cost, judged in found["judged"]:
        assert judged.startswith("That costs ") == (cost > 0)
    assert {"Right."} < {judged for cost, judged in found["judged"] if cost == 0}
    kind = "(the double blank|(a|another) (double|tile with one blank|tile with two numbers))"
    assert re.fullmatch(rf"Most is lost where you bet {kind} and should bet {kind}: "
                        r"(once|\d+ times), [\d.]+ games of 100\.",
                        found["worst"])
    assert re.fullmatch(r"40 hands, \d+ right; lost in all: [\d.]+ games of 100\.", found["score"])
