"""What a report of Casino opens with: the page plays first and later bets out by itself."""

import json

import numpy as np
import pytest

from boneyard import advise, simulate
from reports.opening import casino
from simulate.domino.tiles import parse
from simulate.runs.follow import histories
from strategies.casino.odds import PotChaser
from tests.reports.opening.pages import (
    DEALS,
    answered_as_advised,
    bare_page,
    hands,
    page_of,
)
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, in_pieces


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
        yield {"history": told, "hand": [parse(tile) for tile in sorted(held - gone)], "me": me}


@in_pieces("players", 3, 2, 5)
def test_in_a_browser_the_chosen_table_is_answered_as_its_command_answers(players, tmp_path):
    page, sits = page_of("casino"), {"sits": {"players": players}}
    for part, asked in (
            ("asking", hands(3, HANDS_OF_PAGES)),
            ("laterAsking", positions("pot-chaser", HANDS_OF_PAGES, 21, players))):
        both = answered_as_advised(page, tmp_path, part, [one | sits for one in asked], DEALS)
        assert all(len(advice.run.players) == players for advice, _ in both)


@pytest.mark.parametrize("players", casino.OPENS_WITH)
def test_the_card_opens_where_one_tile_is_surely_best(players):
    rounds, hand = casino.OPENS_WITH[players]
    prices = advise("casino", hand, position="first", seen=rounds, players=players,
                    lineup="pot-chaser").prices
    assert prices.clear and prices.behind(prices.order[1])[0] > 0.03


CLICKS = """
const root = document.getElementById("later");
const named = name => [...root.querySelectorAll("button")].find(one => one.textContent === name);
const press = (...tiles) => {
  for (const tile of tiles) root.querySelectorAll(".pick")[27 - tileNumber(tile)].click();
  return root.querySelector(".verdict .head").textContent;
};
named("Clear the table").click();
found.half = press("6-5", "0-0", "3-2", "4-4");
named("4").click(); named("4").click();
named("The tiles I hold").click();
found.asks = press("6-6", "5-0", "2-1");
found.told = laterAsking.onTheTable(laterAsking.before(laterAsking))[0].textContent;
named("The tiles bet").click();
found.again = press("1-1");
named("Take the last click back").click();
found.command = laterAsking.command();
"""


def test_in_a_browser_rounds_and_tiles_are_clicked(tmp_path):
    found = found_in(page_of("casino"), tmp_path, CLICKS, 390)
    assert found["overflow"] == 0 and found["asks"] == "Playing it out …"
    assert found["half"].startswith("Round 1 is not whole: ")
    assert found["again"].startswith("Round 2 is not whole: ")
    # The double takes all, the double blank notwithstanding.
    assert found["told"] == "In the pot: 0. In the stashes: you 0, second 0, third 0, fourth 4."
    assert found["command"].endswith(
        '--hand "6-6 5-0 2-1" --seen "6-5 0-0 3-2 4-4 / 4 4" --position first')
