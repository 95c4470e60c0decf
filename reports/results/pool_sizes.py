"""Quantiles of a pool, and of the pool by number of the hand."""

from __future__ import annotations

from collections.abc import Callable

from reports.page.document import Column, Row
from reports.stats.quantiles import Sizes
from simulate.books.kernel_books import MARKS

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def quantile_column(q: float) -> Column:
    """Return the column of a quantile of the pool: q05, q50."""
    return Column(f"q{round(100 * q):02d}", f"{q:.0%}", "amount", "chips",
                  f"{q:.0%} of the pools lie below")


def pools_by_hand(hands: int, at: Callable[[int], Sizes]) -> list[Row]:
    """Return quantiles of the pool at the start of play, by number of the hand from 1.

    ``hands``: of a session. ``at(mark)``: the pools at the hand of that place in ``MARKS``.
    """
    rows: list[Row] = []
    for mark, number in enumerate(MARKS.tolist()):
        if number < hands and (pools := at(mark)).hands:
            rows.append({"hand_number": number + 1, "sessions": pools.hands,
                         **{quantile_column(q).name: pools.quantile(q) for q in QUANTILES}})
    return rows
