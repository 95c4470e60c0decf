"""What a report of Pool opens with: the page plays leads and later turns out by itself."""

import json
from functools import cache

import numpy as np
import pytest

from boneyard import simulate
from reports.games.pool.report import stakes
from reports.opening.pool import best_option
from reports.results.game_report import ValuedTable
from reports.stats.move_values import MoveValues
from simulate.domino.tiles import parse
from simulate.games.pool.views import AT, NO_OPTION, RIGHT
from simulate.runs.follow import histories
from tests.reports.opening.pages import answered_as_advised, hands, page_of, report_of
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, in_pieces


@in_pieces("draw", "may", "must")
def test_in_a_browser_a_lead_is_answered_where_tiles_are_drawn(draw, tmp_path):
    answered_as_advised(page_of("pool", draw=draw), tmp_path, "asking", hands(5, 2))


def test_hundred_up_is_not_answered():
    report = report_of("pool", score="hundred_up")
    opening, pages = report.opening, report.pages()
    assert [card.name for card in opening.first] == ["extreme_hands"]
    assert "ask boneyard advise pool --rule score=hundred_up with --hand, " in opening.lead
    assert opening.lead in pages["index.html"] and len(pages) == 2


def test_what_matters_is_a_share_of_the_stakes_where_no_pool_is_told():
    run = simulate("pool", "random", players=5, sessions=1, hands=1, jobs=1).run
    assert stakes(ValuedTable(run), 0, 0, 0, ()).matters == pytest.approx(0.005)
    assert stakes(ValuedTable(run), 0, 0, 8, ()).matters == pytest.approx(0.008)


@pytest.mark.parametrize(("gain", "said"), [(0.3, "no sort of tile"), (0.5, "play a double")])
def test_the_best_of_several_sorts_is_sure_where_all_are_judged_together(gain, said):
    sort, luck = np.repeat(range(4), 60), np.resize([1.0, -1.0], 240)
    found = MoveValues.of_sessions(
        np.resize(np.arange(60), 240), sort, luck + gain * (sort == 0), 4, 60)
    assert found.mean(0).low > 0
    assert said in best_option(found, "four")


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


@cache
def positions(lineup, many, seed, players):
    """Return questions about positions with something to choose."""
    chance, found = np.random.default_rng(seed), []
    for dealt, turns, allowed in hands_of(lineup, 20 * many, seed, players):
        k = int(chance.integers(1, len(turns)))
        if allowed[k] > 1 and len(found) < many:
            gone = {option % RIGHT for option in turns[:k] if option != NO_OPTION}
            found.append({"history": turns[:k],
                          "hand": [tile for tile in dealt[k % players] if tile not in gone]})
    assert len(found) == many
    return found


@in_pieces("sits", {"players": 3, "draw": "must"}, {"players": 5}, {"players": 6, "draw": "may"})
def test_in_a_browser_the_chosen_table_is_answered_as_its_command_answers(sits, tmp_path):
    players, page = sits["players"], page_of("pool")
    asked = [one | {"sits": sits} for one in hands(9 - players, HANDS_OF_PAGES)]
    for advice, _ in answered_as_advised(page, tmp_path, "asking", asked):
        assert len(advice.run.players) == players
        assert advice.run.rules.draw == sits.get("draw", "no")
    later = [one | {"sits": sits} for one in positions("counter", HANDS_OF_PAGES, 21,
                                                          players)]
    for advice, _ in answered_as_advised(page, tmp_path, "laterAsking", later):
        assert (len(advice.run.players), advice.run.rules.draw) == (players, "no")


PLAYS = """
found.asked = found.same = 0;
for (const [dealt, turns] of %s) {
  const table = emptyTable(4, 5), held = dealt.map(tileSet);
  turns.forEach((option, k) => {
    const options = optionsOf(held[k %% 4], table);
    if (options.length > 1) {
      found.asked += 1;
      const told = counterPlays(asking.data.counter, table, held[k %% 4], k %% 4, options);
      found.same += told === option;
    }
    if ((options.length === 0) !== (option === PASSED)) throw new Error(`turn ${k}`);
    takeTurn(table, k %% 4, option);
    if (option !== PASSED) held[k %% 4] &= ~(1 << (option & 31));
  });
}
"""


def test_in_a_browser_the_page_plays_as_counter_does(tmp_path):
    asked = [(dealt, turns) for dealt, turns, _ in hands_of("counter", 60, 8)]
    found = found_in(page_of("pool"), tmp_path, PLAYS % json.dumps(asked))
    assert found["same"] == found["asked"] > 300


CLICKS = """
const root = document.getElementById("later"), said = [];
const named = name => [...root.querySelectorAll("button")].find(one => one.textContent === name);
const press = (...tiles) => {
  for (const tile of tiles) root.querySelectorAll(".pick")[27 - tileNumber(tile)].click();
  said.push(root.querySelector(".verdict .head").textContent);
};
named("Clear the table").click();
press("5-5", "5-0");
found.fits = root.querySelectorAll(".pick:not(:disabled)").length;
named("The next one passes").click();
press("5-4", "4-0");
named("Put the last tile to the other end").click();
found.told = laterAsking.history.slice(2);
named("Take the last turn back").click();
named("The tiles I hold").click();
for (const tiles of [["6-6", "3-2", "3-1", "2-2"], ["4-3"], ["3-2"], ["3-1", "4-0"]]) {
  press(...tiles);
}
found.said = said.slice(2);
found.line = root.querySelectorAll(".line-of-tiles .tile").length;
"""


def test_in_a_browser_turns_and_tiles_are_clicked(tmp_path):
    found = found_in(page_of("pool"), tmp_path, CLICKS, 390)
    assert found["overflow"] == 0 and found["line"] == 3
    assert found["fits"] == 11  # of the tiles with a five or a blank two are played
    assert found["told"][::2] == [NO_OPTION, parse("4-0") + RIGHT]
    assert found["said"] == [
        "Nothing that you hold fits: you pass.", "You hold 1 too many: your hand has 4 now.",
        "Play 4-3: nothing else fits.", "Playing it out …"]
