"""``study miss``: its chart, the wall, other pools, and what strategies do wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.stats.move_values import is_clear
from reports.studies.miss.study import charts_at, study_miss
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DROP, PLAY
from simulate.runs.run import Run, silent
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
    run = table(LooRules(penalty="cap:20"), ["book", Poorer, Poorer, Poorer], sessions=200_000)
    study = study_miss(run, pool=25, jobs=1)
    pools = study.found["pools"]
    moved = {cell: action for cell in pools.own.margins
             for action, where in pools.others(cell).items() if max(pools.charts) in where}
    assert moved and all(action != pools.own.margins[cell][0] for cell, action in moved.items())
    (far, *_) = charts_at(replace(run, sessions=60_000), 1, silent, pool=max(pools.charts))
    there = {cell: best for cell, (best, _, margin) in far.margins.items() if is_clear(margin)}
    both = [there[cell] == action for cell, action in moved.items() if cell in there]
    assert both and np.mean(both) > 0.8
