"""Means by cell: numbers that fall into classes, several to a session, clustered by session.

A cell's mean is a ratio of totals: the sum of the numbers that fell into it, and how many did.
Sessions are the independent units (``reports.stats.estimates``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any, Self, TypeVar

import numpy as np

from reports.stats.estimates import Estimate, Sums, mean
from simulate.books.tally import Floats, Ints

M = TypeVar("M", bound="ManyCells")
#: Sessions that must have met a cell for its mean to be shown.
FEWEST = 30
#: Sums of a cell over the sessions: the numbers, how many, the squares and the product of both,
#: and the sessions that met it.
_SUMS = 6


@dataclass(frozen=True)
class Cells:
    """Sums over sessions of what fell into each cell.

    ``sums`` (float64[cells, 6]). ``sessions``: all that were played, including those that met no
    cell.
    """

    sums: Floats
    sessions: int

    def __add__(self, other: Cells) -> Cells:
        """Return the cells of both; they must come from different sessions."""
        return Cells(self.sums + other.sums, self.sessions + other.sessions)

    @property
    def emptied(self) -> Cells:
        """The same cells with nothing in them, of no sessions."""
        return Cells(np.zeros_like(self.sums), 0)

    def mean(self, cell: int) -> Estimate:
        """Return the mean of a cell; nothing where too few sessions met it."""
        a, b, aa, ab, bb, met = self.sums[cell]
        if met < FEWEST:
            return Estimate(np.nan)
        return mean(Sums(a, b, aa, ab, bb, self.sessions))

    def count(self, cell: int) -> int:
        """Return how many numbers fell into a cell."""
        return int(self.sums[cell, 1])


@dataclass(frozen=True)
class ManyCells:
    """Cells of one and the same sessions, each field of a subclass: singly, or by name."""

    def __add__(self, other: Self) -> Self:
        """Return the cells of both; they must come from different sessions."""
        return replace(self, **{name: _each(add, cells, getattr(other, name))
                                for name, cells in vars(self).items()})

    @property
    def emptied(self) -> Self:
        """The same cells with nothing in them, of no sessions."""
        return replace(self, **{name: _each(lambda one: one.emptied, cells)
                                for name, cells in vars(self).items()})


def _each(change: Callable[..., Cells], *cells: Any) -> Any:
    """Return what becomes of cells, or of those of each name."""
    if isinstance(cells[0], Cells):
        return change(*cells)
    return {name: change(*(one[name] for one in cells)) for name in cells[0]}


def halves(parts: Sequence[M]) -> tuple[M, M]:
    """Return the sum of every other part, and that of the rest.

    On the first the best can be chosen that is then measured on the second; one part alone leaves
    nothing for the second.
    """
    return reduce(add, parts[::2]), reduce(add, parts[1::2], parts[0].emptied)


def into_cells(session: Ints, cell: Ints, value: Floats, cells: int, sessions: int) -> Cells:
    """Add numbers up by cell.

    ``session``, ``cell`` (int64[N]): numbers of cell -1 are left out. ``value`` (float64[N]).
    """
    kept = cell >= 0
    session, cell, value = session[kept], cell[kept], value[kept]
    sums = np.zeros((cells, _SUMS))
    if len(cell):
        keys, at = np.unique(session * cells + cell, return_inverse=True)
        above = np.bincount(at, weights=value)
        below = np.bincount(at).astype(np.float64)
        own = keys % cells
        for k, part in enumerate((above, below, above**2, above * below, below**2,
                                  np.ones(len(keys)))):
            sums[:, k] = np.bincount(own, weights=part, minlength=cells)
    return Cells(sums, sessions)
