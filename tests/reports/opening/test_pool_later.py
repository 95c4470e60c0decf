"""Which tile to play in a later turn: the page of Pool plays deals out, as ``advise`` does."""

import json
import re
from functools import cache

import numpy as np
import pytest

from boneyard import simulate
from simulate.domino.tiles import parse
from simulate.games.pool.views import AT, NO_OPTION, RIGHT
from simulate.runs.replay import histories
from tests.reports.opening.priced import answered_as_advised
from tests.reports.opening.test_pool import page_of
from tests.reports.page.browser import found_in, told_at
from tests.sizes import HANDS_OF_PAGES, in_pieces


@pytest.fixture(scope="module")
def page():
    return page_of()


def option_of(play):
    if play.get("pass"):
        return NO_OPTION
    return parse(play["tile"]) + RIGHT * (play["end"] == "right")


def hands_of(lineup, many, seed, players=4):
    """Return recorded hands: dealt by position, turns, and what was allowed."""
    run = simulate("pool", lineup, players=players, sessions=many, hands=1, seed=seed, jobs=1).run
    for hand, row in histories(run, range(many), 0, 1):
        dealt = [[parse(tile) for tile in hand["dealt"][(hand["leader"] + p) % players]]
                 for p in range(players)]
        allowed = [int(row[AT.legal_of + k]).bit_count() for k in range(len(hand["plays"]))]
        yield dealt, [option_of(play) for play in hand["plays"]], allowed


PLAYS = """
found.asked = found.same = 0;
for (const [dealt, turns] of %s) {
  const table = emptyTable(4, 5), held = dealt.map(tileSet);
  turns.forEach((option, k) => {
    const options = optionsOf(held[k %% 4], table.left, table.right);
    if (options.length > 1) {
      found.asked += 1;
      const told = counterPlays(laterAsking.data.counter, table, held[k %% 4], k %% 4, options);
      found.same += told === option;
    }
    if ((options.length === 0) !== (option === PASSED)) throw new Error(`turn ${k}`);
    takeTurn(table, k %% 4, option);
    if (option !== PASSED) held[k %% 4] &= ~(1 << (option & 31));
  });
}
"""


def test_in_a_browser_the_page_plays_as_counter_does(page, tmp_path):
    hands = [(dealt, turns) for dealt, turns, _ in hands_of("counter", 60, 8)]
    found = found_in(page, tmp_path, PLAYS % json.dumps(hands))
    assert found["same"] == found["asked"] > 300


@cache
def positions(lineup, many, seed, players):
    """Return positions of hands with something to choose: turns before, and tiles held."""
    chance, found = np.random.default_rng(seed), []
    for dealt, turns, allowed in hands_of(lineup, 20 * many, seed, players):
        k = int(chance.integers(1, len(turns)))
        if allowed[k] > 1 and len(found) < many:
            gone = {option % RIGHT for option in turns[:k] if option != NO_OPTION}
            found.append((turns[:k], [tile for tile in dealt[k % players] if tile not in gone]))
    assert len(found) == many
    return found


TURNS = """(part, [turns, hand]) => {
  [part.turns, part.hand] = [turns, hand];
  return new LineBefore(part.data, turns, hand);
}"""


@in_pieces("players_and_many", (4, 3),
           *((players, HANDS_OF_PAGES) for players in (4, 3, 5, 6)))
@pytest.mark.parametrize("lineup", ["counter", "random"])
def test_in_a_browser_a_later_turn_is_answered_as_the_command_answers(
        lineup, players_and_many, tmp_path):
    """The turns that are taken as given are the same ones, and so are tile and end."""
    players, many = players_and_many
    asked = positions(lineup, many, 21, players)
    both = answered_as_advised(page_of(players), tmp_path, "laterAsking", asked, TURNS)
    # With others who play as they like, most of what they played says nothing of their tiles.
    assert any(one["given"] for _, one in both) or lineup == "counter"


CLICKS = """
const root = document.getElementById("later"), named = name => [...root.querySelectorAll("button")]
  .find(button => button.textContent === name);
const press = tile => root.querySelectorAll(".pick")[27 - tileNumber(tile)].click();
const said = () => root.querySelector(".verdict .head").textContent;
const legend = () => root.querySelector("legend").textContent;
found.first = [said(), laterAsking.turns.length > 4, laterAsking.turns.includes(PASSED)];
named("Clear the table").click();
found.cleared = [legend(), said(), named("The next one passes").disabled];
["5-5", "5-0"].forEach(press);
found.fits = [...root.querySelectorAll(".pick")].filter(button => !button.disabled).length;
named("The next one passes").click();
found.passed = [legend(), root.querySelector(".again").textContent];
press("5-4");
press("4-0");
found.leftEnd = laterAsking.turns.at(-1);
named("Put the last tile to the other end").click();
found.rightEnd = laterAsking.turns.at(-1);
named("Take the last turn back").click();
named("The tiles I hold").click();
found.hold = [legend(), said()];
["6-6", "3-2", "3-1", "2-2"].forEach(press);
found.nothing = said();
press("3-2"); press("4-3");
found.only = said();
press("3-1"); press("4-0");
found.choice = said();
found.line = root.querySelectorAll(".line-of-tiles .tile").length;
"""


def test_in_a_browser_turns_and_tiles_are_clicked(page, tmp_path):
    found = found_in(page, tmp_path, CLICKS, 390)
    assert found["overflow"] == 0
    assert found["first"][0].startswith("Play") and found["first"][1:] == [True, True]
    assert found["cleared"] == ["Click the tile that the leader plays, or say that it passes",
                                "5 more tiles that you hold.", True]
    assert found["fits"] == 11  # of the tiles with a five or a blank two are played
    assert found["passed"] == ["Click the tile that the fourth plays, or say that it passes",
                               "Played so far: leader 5-5, second 5-0, third passes."]
    assert (found["leftEnd"], found["rightEnd"]) == (parse("4-0"), parse("4-0") + RIGHT)
    assert found["hold"] == ["You are the leader: click the 4 tiles that you hold",
                             "4 more tiles that you hold."]
    assert found["nothing"] == "Nothing that you hold fits: you pass."
    assert found["only"] == "Play 4-3: nothing else fits."
    assert found["choice"] == "Playing it out …" and found["line"] == 3


def test_where_tiles_are_drawn_the_page_says_that_it_answers_the_first_tile_only(page):
    drawn = page_of(draw="may")
    assert 'id="later"' in page and "answers for the first tile only" not in page
    assert 'id="later"' not in drawn and "answers for the first tile only" in drawn
    assert "--rule draw=may --hand" in drawn


def test_in_a_browser_what_deals_that_are_played_out_say_stands_at_the_end(page, tmp_path):
    """The page opens with a question, and answers it by itself."""
    said = told_at(page, tmp_path, "", """(async () => {
const told = document.querySelector("#later .verdict");
const isOver = () => told.querySelector(".moves") && !told.textContent.includes("More deals are");
for (let tries = 0; tries < 600 && !isOver(); tries++) {
  if (told.textContent.startsWith("No hands were found")) break;
  await new Promise(later => setTimeout(later, 100));
}
await new Promise(later => setTimeout(later, 100));
return told.textContent;
})()""")
    assert re.match("Play [0-6]-[0-6]", said) and "More deals are" not in said
    assert "deals" in said
