"""Intervals are counted as given and as holding, and the page says which do not."""

import math

from reports.stats.estimates import Estimate
from tests.proofs.coverage import Table, covered, failures, page
from tests.proofs.covering.figures import of_lines
from tests.proofs.covering.kept import Kept, kept


def counted(*shares):
    """Return figures of one kind, of whose 100 intervals so many held."""
    return {"shares": {f"figure {i}": Kept(100, held, 100) for i, held in enumerate(shares)}}


def test_an_interval_holds_what_lies_in_it_and_an_open_end_is_far_away():
    found = Kept()
    for low, high in ((1, 3), (2, 2), (3, 4), (math.nan, 5), (math.nan, 1), (math.nan, math.nan)):
        found.count(Estimate(2.0, 1.0, low, high), 2.0)
    assert (found.repetitions, found.given, found.held) == (6, 5, 3)
    assert found.share == 0.6


def test_a_small_table_is_counted_figure_by_figure():
    table = Table("Domino Pool", "pool", "random,random,random", 4, read=of_lines, large=200)
    kinds = covered(table, 3, 32)
    assert {"chips a hand", "standard deviation", "positions", "the table's means"} <= set(kinds)
    assert all(one.repetitions == 3 for figures in kinds.values() for one in figures.values())


def test_the_page_names_what_is_too_narrow_and_what_is_withheld():
    kinds = counted(95, 80, 100)
    kept(kinds, "skew", "skew").repetitions = 100
    table = Table("Domino Loo", "loo", "random,stay", 20)
    text = page([(table, kinds)], counted(94), counted(96), counted(95), 100, 400, 12)
    assert failures([kinds]) == 1 and "| shares | 91.7% (80.0–100.0%) |" in text
    assert "- Domino Loo, shares: figure 1 80.0%\n" in text and "| skew | withheld |" in text
    assert "Figures: 1." in text and "line-up random, stay, 20 hands a session." in text
