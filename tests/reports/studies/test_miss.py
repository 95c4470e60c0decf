"""``study miss``: its chart, the wall, other pools, and what strategies do wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.games.loo.wall import parts_of_cell
from reports.request import set_up
from reports.stats.move_values import is_clear
from reports.studies.miss.study import charts_at, study_miss
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import DROP, PLAY
from simulate.runs.progress import silent
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy


def table(rules=None, lineup="random", players=4, game="loo", sessions=40_000):
    lineup = lineup if isinstance(lineup, list) else [lineup]
    return Run(game, rules or LooRules(), seat_players(game, lineup, players), sessions, 1, 5)


@pytest.fixture(scope="module")
def good():
    return study_miss(table(lineup="solved", sessions=200_000), jobs=1)


def test_the_chart_tells_a_double_turned_up(good):
    """The eldest hand without a trump drops if a double is turned up, and else takes the miss."""
    frame = good.sections[0].tables[0].frame.xs(
        ("eldest hand", "nothing", "no trump", "2+ doubles"),
        level=("place", "before", "hand", "doubles"))
    assert frame.loc["another tile", "best"] == "miss" and frame.loc["another tile", "clear"]
    assert frame.loc["a double", "best"] == "drop" and frame.loc["a double", "clear"]
    # A trump is turned up in each deal, and the seven doubles are a quarter of the tiles.
    assert frame.loc["a double", "deals"] / frame["deals"].sum() == pytest.approx(1 / 4, abs=0.05)


def test_a_double_turned_up_stands_in_the_lower_part_of_a_cell(good):
    (axes,) = good.sections[0].pictures[0].figure.axes
    row = 2  # no trump, 2+ doubles
    cell = sorted((text.get_position()[1], text.get_text(), text.get_fontsize())
                  for text in axes.texts if text.get_position()[0] == 0.5
                  and row < text.get_position()[1] < row + 1)
    assert [(text, size) for _y, text, size in cell] == [("M", 8.5), ("D", 6.5)]
    assert min(one.get_window_extent().x0 for one in axes.texts) > 0  # no name is cut off


@pytest.mark.parametrize(("known", "dealt", "alike", "parts"), [
    ((True, True), (True, True), True, [None]), ((True, True), (True, True), False, [0, 1]),
    ((True, False), (True, True), True, [0]), ((True, False), (True, False), False, [None])])
def test_a_cell_has_two_parts_if_a_double_turned_up_changes_it(known, dealt, alike, parts):
    found = parts_of_cell(np.array(known), np.array(dealt), alike)
    assert [part.turned_up for part in found] == parts


class Poorer(LooStrategy):
    """Misses or drops while the pool is small, and else plays; so rivals see the pool."""

    name = "poorer"
    summary = looks_at = "the pool"

    @staticmethod
    def declare(view, parameters):
        if view.pool >= 60:
            return PLAY
        return DROP if view.legal >> DROP & 1 else PLAY


def test_another_action_takes_over_at_a_pool_that_rivals_see():
    """Told from a pool of 25, at which the rivals drop, what is best where they play."""
    run = table(LooRules(penalty="cap:20"), ["book", Poorer, Poorer, Poorer], sessions=320_000)
    study = study_miss(run, pool=25, jobs=1)
    frame = study.sections[0].tables[0].frame.reset_index()
    moved = frame[frame["pool_grows"].notna()]
    assert len(moved) and (moved["if_pool_grows"] != moved["best"]).all()
    assert (moved["pool_grows"] > 25).all() and (moved["pool_grows"] <= 200).all()
    (far, *_) = charts_at(replace(run, sessions=60_000), 1, silent, pool=200)
    there = {tuple(far.words(cell).values()): far.sets.actions[best]
             for cell, (best, _, margin) in far.margins.items() if is_clear(margin)}
    words = frame[list(far.words(0))].apply(tuple, axis=1)
    both = [(there[words[k]], frame.loc[k, "if_pool_grows"]) for k in moved.index
            if words[k] in there]
    assert both and np.mean([one == other for one, other in both]) > 0.8


@pytest.mark.parametrize(("game", "rules", "players"), [
    ("loo", LooRules(scoring="points"), 2), ("loo", LooRules(), 3),
    pytest.param("rounce", RounceRules(), 4, marks=pytest.mark.slow)])
def test_every_game_with_a_miss_has_a_chart(game, rules, players):
    study = study_miss(table(rules, "random", players, game), jobs=1)
    frame = study.sections[0].tables[0].frame
    assert set(frame.index.get_level_values("place")) <= set(
        find_game(game).position_names(players))
    assert frame["often"].groupby(level=["place"]).sum().max() <= 1.05


def test_too_few_deals_name_the_option_that_asks_for_more():
    with pytest.raises(BoneyardError, match=r"1,000 deals are too few .* with --sessions$"):
        study_miss(replace(set_up("loo", "book", 2), sessions=1_000), jobs=1)
