"""``study call``: the chart of calls, the score, and what strategies do wrong."""

import numpy as np
import pytest

from reports.charts import Chart
from reports.games.euchre.decisions import calls
from reports.request import set_up
from simulate.games.euchre.views import make
from simulate.theory.euchre.auctions import Auctions, nodes, point_worth, seen_at
from simulate.theory.euchre.forked_deals import (
    CELLS,
    calls_at,
    fork_deals,
    kind_number,
    sides,
    thumb_order,
)

PASS, CALL, ALONE = range(3)


def cell(trumps, bowers, doubles, double_up=0):
    return 2 * kind_number(trumps, bowers, doubles) + double_up


@pytest.fixture(scope="module")
def chart():
    run = set_up("euchre", "hoyle", 4, None, sessions=80_000, hands=1000, seed=3)
    return Chart.each(run, calls(run), 1)[0]


def test_the_chart_calls_with_what_everybody_calls_with(chart):
    best = chart.cells.train.best.reshape(-1, CELLS)
    assert best[0, cell(1, 0, 1)] == PASS
    assert best[3, cell(3, 0, 0)] == CALL
    assert best[3, cell(4, 2, 0)] == ALONE


def test_calls_are_worth_what_deals_forked_under_every_call_bring(chart):
    """The auction of ``solve`` counts the same points, on its own deals and in its own way."""
    run = chart.run
    forked, start = fork_deals(run, 20_000, 10**6, jobs=1), (0,) * sides(4)
    auctions = Auctions(forked, calls_at(forked, start, jobs=1), point_worth(2))
    cells = chart.cells.both.each(lambda sums: sums.reshape(-1, CELLS, *sums.shape[1:]))
    off = []
    for node in nodes(4):
        at = auctions.open[node.index]
        suits, own = (each[at] for each in seen_at(auctions.deals, node, thumb_order()))
        worths = np.stack([auctions.passed(node, at), *(
            auctions.made_worth(node, at, make(suits, alone)) for alone in range(2))], axis=1)
        for of in np.flatnonzero(np.bincount(own, minlength=CELLS) >= 200).tolist():
            worth = worths[own == of]
            for k in (CALL, ALONE):
                gap = worth[:, k] - worth[:, PASS]
                error = np.hypot(gap.std() / len(gap)**0.5, cells.errors[node.index, of, k, PASS])
                off.append((cells.margins[node.index, of, k, PASS] - gap.mean()) / error)
    assert len(off) > 100 and np.abs(off).max() < 4.5
    assert 0.8 < np.sqrt(np.mean(np.square(off))) < 1.2


def test_a_dealer_who_passes_too_much_loses_by_it():
    run = set_up("euchre", "hoyle(take_of_two=7)", 2, None, sessions=40_000, hands=1000)
    (chart,) = Chart.each(run, calls(run), 1)
    assert chart.lost.low > 10
    assert chart.habits and "dealer" in chart.loses
