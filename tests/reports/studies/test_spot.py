"""Advice on a class of hands: the words of the chart, and the numbers of the chart."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from reports.games.loo.typed import read_class
from reports.request import set_up
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import Table, read_question
from reports.studies.miss.study import charts_at
from reports.typed.query import Query
from simulate.branch.limits import Limits
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.runs.run import silent
from simulate.theory.loo.hands import HAND_KINDS, TURNED_UP, name_of_kind, situations


def ask(run, text, told, most=1 << 13, table=None):
    asked, among = read_question(run, told, text)
    return answers_to(run, *asked, table, Limits(most, most), among)


@pytest.fixture(scope="module")
def run():
    return set_up("loo", "book", 3, {"penalty": "cap:20"}, 1, 1, 5)


@pytest.fixture(scope="module")
def table(run):
    return Table(run)


@pytest.fixture(scope="module")
def cells(run, table):
    """What declarations are worth, whatever is turned up: [situations, kinds of hands]."""
    (chart,) = charts_at(replace(run, sessions=180_000), None, silent, table=table)
    return chart.cells.both.each(
        lambda sums: sums.reshape(-1, HAND_KINDS, TURNED_UP, *sums.shape[1:]).sum(2))


#: Cells of the chart that are compared, and the hands that one needs to have an error of its own.
CELLS, LEAST = 40, 150


def known_in(cells):
    """Return situations before the dealer and kinds of hands that the chart knows well."""
    words = {0: "drop", 1: "play", 2: "miss"}
    found = []
    for s, heard in enumerate(situations(3)):
        if heard.position > 1:
            continue
        before = words[heard.stayed + 2 * heard.missed] if heard.position else ""
        found += [(s, kind, Query("", str(heard.position), before=before))
                  for kind in range(HAND_KINDS) if cells.count[s, kind] >= LEAST]
    return found


@pytest.mark.slow
def test_the_chart_and_advice_on_a_class_agree(run, table, cells):
    """They share the rules and the worth of pools; the deals and how they are dealt differ."""
    known = known_in(cells)
    known = known[:: len(known) // CELLS][:CELLS]
    assert len(known) == CELLS
    off, actions = [], (PLAY, MISS, DROP, FOR_POOL)
    for s, kind, told in known:
        prices = ask(run, name_of_kind(kind), told, 1 << 11, table).prices
        moves = [actions.index(answer) for answer in prices.answers]
        for a, b in combinations(range(len(moves)), 2):
            margin = cells.margins[s, kind][moves[a], moves[b]]
            error = cells.errors[s, kind][moves[a], moves[b]]
            gap = prices.sums.mean[a] - prices.sums.mean[b] - margin
            off.append(gap / math.hypot(prices.sums.error(a, b), error))
    assert np.abs(off).max() < 4
    # Standardised differences of 40 cells, three in each that hang together.
    assert 0.7 < np.sqrt(np.mean(np.square(off))) < 1.3


def test_every_class_of_the_chart_has_a_name_that_is_read_back():
    for kind in range(HAND_KINDS):
        assert read_class(name_of_kind(kind))[kind]
    assert read_class("2 trumps with the BEST,1 double").sum() == 1
    assert read_class("2 trumps with the best").sum() == 3
