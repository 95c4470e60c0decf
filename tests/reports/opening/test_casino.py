"""What a report of Casino opens with: the page plays first and later bets out by itself."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from boneyard import advise, simulate
from reports.opening import casino
from reports.stats.estimates import Estimate
from simulate.domino.tiles import name, parse
from simulate.runs.replay import histories
from strategies.casino.odds import PotChaser
from tests.reports.opening.pages import (
    answered_as_advised,
    bare_page,
    bets,
    hands,
    page_of,
)
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, in_pieces


def hand(words):
    return tuple(parse(word) for word in words.split())


def test_hands_are_of_43_kinds():
    kinds = casino.kinds()
    assert len(kinds) == 43 and sum(map(casino.how_many, kinds)) == 28 * 27 * 26 // 6
    # Of two tiles with a blank and one with a number of each: any two of six, and their tile.
    assert casino.how_many(hand("1-0 2-0 2-1")) == 15 and casino.how_many(hand("0-0 1-0 1-1")) == 6


def test_tiles_that_can_change_places_are_alike():
    assert casino.alike(hand("1-0 2-0 2-1")).tolist() == [0, 0, 2]
    assert casino.alike(hand("1-0 2-0 3-1")).tolist() == [0, 1, 2]
    assert casino.alike(hand("2-1 3-1 3-2")).tolist() == [0, 0, 0]
    assert casino.alike(hand("2-1 3-1 4-2")).tolist() == [0, 1, 1]


def test_a_kind_is_priced_as_advice_prices_its_hands():
    own, apart, errors = bets(), [], []
    chance = np.random.default_rng(3)
    for number in range(12):
        kind = casino.kinds()[3 * number]
        tiles = casino.EXCHANGED[chance.integers(len(casino.EXCHANGED)), list(kind)].tolist()
        prices = advise("casino", " ".join(map(name, tiles)), "", 0, players=4, deals=8192).prices
        one, other = (prices.answers.index(tiles[k]) for k in (0, 2))
        worth, noise = own.priced[kind].means.mean(0), own.priced[kind].noise[0, 2] / casino.HANDS
        apart.append(100 * (prices.sums.mean[one] - prices.sums.mean[other])
                     - (worth[0] - worth[2]))
        errors.append(np.hypot(100 * prices.sums.error(one, other),
                               (noise + own.unlike**2 * (1 + 1 / casino.HANDS))**0.5))
    z = np.array(apart) / errors
    assert 0.3 < np.sqrt(np.mean(z**2)) < 1.6 and abs(z.mean()) < 0.8


@pytest.mark.slow
def test_what_is_found_does_not_depend_on_the_workers():
    run = simulate("casino", "random", sessions=1, jobs=1).run
    one, two = (casino.find_first_bets(run, 0, jobs) for jobs in (1, 2))
    assert all((one.priced[kind].means == two.priced[kind].means).all() for kind in casino.kinds())


def test_what_to_keep_is_what_the_kinds_say():
    (said,) = casino.what_to_keep(casino.ahead_by_kind(bets()))
    assert re.match(r"Keep tiles with two different numbers\. From a first hand a double bet at "
                    r"once wins 1\.\d .* more games of 100\.", said)
    two, doubles = (np.isin(range(28), tiles) for tiles in (hand("2-1 4-3"), hand("1-1 2-2")))
    # Of those tiles alone a hand has both in a few kinds; they count as often as they are dealt.
    total = gained = 0.0
    for kind in casino.kinds():
        worth, held = bets().priced[kind].means.mean(0), np.array(kind)
        if doubles[held].any() and two[held].any():
            total += casino.how_many(kind)
            more = worth[doubles[held]].mean() - worth[two[held]].mean()
            gained += casino.how_many(kind) * more
    ahead = bets().ahead(doubles, two)
    assert ahead.value == pytest.approx(gained / total)
    assert ahead.low < ahead.value < ahead.high
    level = replace(bets(), priced={
        kind: one._replace(means=0 * one.means) for kind, one in bets().priced.items()})
    assert casino.what_to_keep(casino.ahead_by_kind(level)) == ()


def test_the_wall_says_what_advice_says():
    ahead = casino.ahead_by_kind(bets())
    said = casino.which_first(ahead)
    assert re.match("Of a first hand bet a double rather than .* two numbers", said)
    assert ahead["a double"]["a tile with two numbers"].low > 0
    for one, row in ahead.items():
        for other, gap in row.items():
            if one != other:
                assert gap.value == pytest.approx(-ahead[other][one].value)
    nothing = {one: dict.fromkeys(ahead, Estimate(0, 1, -1, 1)) for one in ahead}
    assert "too close to call" in casino.which_first(nothing)
    assert len(casino.wall_figure(ahead)().axes[0].texts) == 12


def test_what_kinds_of_tiles_earn_is_what_the_histories_say():
    result = simulate("casino", sessions=400, jobs=1)
    earned, rounds, tiles = casino.what_kinds_earn(result)
    won, bets, of_round, of_tile = {}, {}, {}, {}
    for game, _ in histories(result.run, range(result.run.sessions)):
        before = 0
        for number, one in enumerate(game["rounds"]):
            for tile, gained in zip(one["bets"], one["won"], strict=True):
                kind = 0 if tile[0] == tile[2] else 1 if tile[2] == "0" else 2
                if tile != "0-0":
                    at = (kind, 0 if before == 0 else 1 if before < 7 else 2 if before < 13 else 3)
                    won[at], bets[at] = won.get(at, 0) + len(gained), bets.get(at, 0) + 1
                    of_round.setdefault((kind, number), []).append(len(gained))
                    for column in (at[1], 4 + number):
                        of_tile.setdefault((tile, column), []).append(len(gained))
            before = len(one["pot"])
    for (kind, size), number in bets.items():
        estimate = earned[kind][size]
        if number >= 100:
            assert estimate.value == pytest.approx(won[kind, size] / number)
            assert estimate.low <= estimate.value <= estimate.high
        else:
            assert np.isnan(estimate.value)
    assert len(tiles) == 27 and "0-0" not in casino.BY_TILE
    for (tile, column), gained in of_tile.items():
        known = pytest.approx(np.mean(gained)) if len(gained) >= 100 else pytest.approx(
            np.nan, nan_ok=True)
        assert tiles[casino.BY_TILE.index(tile)][column].value == known
    assert "With the fewest tiles in the pot a double wins" in casino.what_a_double_wins(earned)
    assert {number for _, number in of_round} == set(range(7)) and len(rounds[0]) == 7
    for (kind, number), tiles in of_round.items():
        known = pytest.approx(np.mean(tiles)) if len(tiles) >= 100 else pytest.approx(
            np.nan, nan_ok=True)
        assert rounds[kind][number].value == known
    assert casino.best_by_round(rounds).startswith("In the first round ")


def games_of(lineup, many, seed, players=4):
    """Yield games: places, bets and dice of the rounds from the first roller on, the history."""
    run = simulate("casino", lineup, players=players, sessions=many, seed=seed, jobs=1).run
    for game, _ in histories(run, range(many)):
        chairs = [(game["first_roller"] + place) % players for place in range(players)]
        rounds = [{"bets": [parse(one["bets"][seat]) for seat in chairs], "dice": one["dice"]}
                  for one in game["rounds"]]
        yield chairs, rounds, game


SETTLES = """
found.settled = %s.map(rounds => {
  const stashes = [0, 0, 0, 0];
  let pot = 0;
  return rounds.map(({ bets, dice }) => {
    pot = settleRound(bets.map(tile => 1 << tile), pot, dice, stashes);
    return [countTiles(pot), ...stashes];
  });
});
"""


def test_in_a_browser_rounds_are_settled_as_in_the_engine(tmp_path):
    games = list(games_of("random", 200, 6))
    found = found_in(bare_page("casino"), tmp_path,
                     SETTLES % json.dumps([rounds for _, rounds, _ in games]))
    rules = set()
    for (chairs, _, game), settled in zip(games, found["settled"], strict=True):
        stashes = [0] * 4
        for one, told in zip(game["rounds"], settled, strict=True):
            stashes = [tiles + len(one["won"][seat])
                       for tiles, seat in zip(stashes, chairs, strict=True)]
            rules.add(one["rule"])
            assert told == [len(one["pot"]), *stashes]
    assert rules == {"double_double", "double_blank", "double", "matches"}


CHASES = """
found.same = %s.every(([hand, pot, bet]) =>
  chaserBets(data.fat, tileSet(hand), pot) === 1 << bet);
"""


def test_in_a_browser_the_page_bets_as_pot_chaser_does(tmp_path):
    asked = []
    for _, _, game in games_of("pot-chaser", 60, 8):
        pot, held = 0, [set() for _ in range(4)]
        for one in game["rounds"]:
            for seat, bet in enumerate(one["bets"]):
                held[seat].update(one["drawn"][seat])
                asked.append(([parse(tile) for tile in held[seat]], pot, parse(bet)))
                held[seat].remove(bet)
            pot = len(one["pot"])
    assert len(asked) == 60 * 28
    fat = PotChaser.parameters["fat"].default
    assert found_in(bare_page("casino", {"fat": fat}), tmp_path, CHASES % json.dumps(asked))["same"]


def positions(lineup, many, seed, players):
    """Yield questions about rounds: what was told before, the tiles held, and who is asked."""
    chance = np.random.default_rng(seed)
    for chairs, rounds, game in games_of(lineup, many, seed, players):
        number, me = int(chance.integers(0, 28 // players - 1)), int(chance.integers(0, players))
        held = {tile for one in game["rounds"][: number + 1] for tile in one["drawn"][chairs[me]]}
        gone = {one["bets"][chairs[me]] for one in game["rounds"][:number]}
        told = [entry for one in rounds[:number] for entry in (*one["bets"], *one["dice"])]
        yield {"told": told, "hand": [parse(tile) for tile in sorted(held - gone)], "at": me}


@in_pieces("players", 3, 2, 5)
def test_in_a_browser_the_chosen_table_is_answered_as_its_command_answers(players, tmp_path):
    page, sits = page_of("casino"), {"sits": {"players": players}}
    for part, asked in (("asking", hands(3, HANDS_OF_PAGES)),
                        ("laterAsking", positions("pot-chaser", HANDS_OF_PAGES, 21, players))):
        both = answered_as_advised(page, tmp_path, part, [one | sits for one in asked])
        assert all(len(advice.run.players) == players for advice, _ in both)


@pytest.mark.parametrize("players", casino.OPENS_WITH)
def test_the_card_opens_where_one_tile_is_surely_best(players):
    rounds, hand = casino.OPENS_WITH[players]
    prices = advise("casino", hand, position="first", seen=rounds, players=players,
                    lineup="pot-chaser").prices
    assert prices.clear and prices.behind(prices.order[1])[0] > 0.03


CLICKS = """
const root = document.getElementById("later"), named = name => [...root.querySelectorAll("button")]
  .find(button => button.textContent === name);
const press = tile => root.querySelectorAll(".pick")[27 - tileNumber(tile)].click();
const said = () => root.querySelector(".verdict .head").textContent;
const legend = () => root.querySelector("legend").textContent;
found.first = [said(), laterAsking.told.length, laterAsking.hand.length];
named("Clear the table").click();
found.cleared = [legend(), said(), named("4").disabled];
["6-5", "0-0", "3-2", "4-4"].forEach(press);
found.dice = [legend(), said(), root.querySelectorAll(".pick:not(:disabled)").length];
named("4").click(); named("4").click();
found.next = [legend(), root.querySelector("ol.again").textContent];
named("The tiles I hold").click();
found.hold = [legend(), said()];
["6-6", "5-0", "2-1"].forEach(press);
found.asks = said();
found.told = laterAsking.onTheTable(laterAsking.before(laterAsking))[0].textContent;
named("The tiles bet").click(); press("1-1");
found.half = said();
named("Take the last click back").click();
found.asksAgain = said();
found.command = laterAsking.command();
"""


def test_in_a_browser_rounds_and_tiles_are_clicked(tmp_path):
    found = found_in(page_of("casino"), tmp_path, CLICKS, 390)
    assert found["overflow"] == 0
    assert found["first"] == ["Playing it out …", 18, 3]
    assert found["cleared"] == ["Round 1: click the tile that the first roller bets",
                                "3 more tiles that you hold.", True]
    assert found["dice"] == ["Say what the dice show", "Round 1 is not whole: click its bets and "
                             "the dice, or take them back.", 0]
    assert found["next"] == ["Round 2: click the tile that the first roller bets",
                             "6-5 0-0 3-2 4-4 / 4 4"]
    assert found["hold"] == ["Click the 3 tiles you hold", "3 more tiles that you hold."]
    assert found["asks"] == found["asksAgain"] == "Playing it out …"
    # The double takes all, the double blank notwithstanding.
    assert found["told"] == "In the pot: 0. In the stashes: you 0, second 0, third 0, fourth 4."
    assert found["half"].startswith("Round 2 is not whole: ")
    assert found["command"].endswith(
        '--hand "6-6 5-0 2-1" --seen "6-5 0-0 3-2 4-4 / 4 4" --position first')
