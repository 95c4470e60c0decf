"""What moves are worth, from deals that were played out under each of them.

How surely one move is better than another follows from the squares of their differences, deal by
deal: moves share their deals, so a difference is far surer than either number. Where several
numbers fall into a cell in one session, sessions are independent: a mean is then a ratio of totals
(``reports.stats.estimates``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reports.stats.estimates import NOTHING, Estimate, Sums, around, mean
from simulate.books.tally import CLEAR, Floats, Ints

Flags = NDArray[np.bool_]
#: Sessions that must have met a cell for its mean to be shown, where they are the units.
FEWEST = 30


@dataclass(frozen=True)
class MoveValues:
    """Totals over deals of what the moves are worth, by cell."""

    count: Floats  #: float64[...]: deals
    totals: Floats  #: float64[..., K]: what each move is worth in all; NaN where it is not known
    #: float64[..., K, K]: of the difference between two moves, on the diagonal of what each is
    #: worth.
    squares: Floats
    #: float64[..., 3]: of one move, where the totals are those of sessions: their products with the
    #: sessions' counts, these squared, and how many sessions met the cell.
    clustered: Floats | None = None
    sessions: int = 0  #: all that were played, including those that met no cell

    @classmethod
    def of(cls, cells: Ints, worth: Floats, many: int) -> MoveValues:
        """Add deals up by cell (int64[deals]) of so many; ``worth``: float64[deals, K], by move."""
        moves = worth.shape[1]

        def added(values: Floats) -> Floats:
            return np.bincount(cells, values, minlength=many).astype(np.float64)

        squares = np.zeros((many, moves, moves))
        for i in range(moves):
            squares[:, i, i] = added(worth[:, i] ** 2)
            for j in range(i):
                squares[:, i, j] = squares[:, j, i] = added((worth[:, i] - worth[:, j]) ** 2)
        totals = np.stack([added(worth[:, i]) for i in range(moves)], axis=1)
        return cls(np.bincount(cells, minlength=many).astype(np.float64), totals, squares)

    @classmethod
    def of_sessions(
        cls, session: Ints, cell: Ints, value: Floats, many: int, sessions: int
    ) -> MoveValues:
        """Add numbers up by cell, of which there are so many, clustered by session. ``session``,
        ``cell`` (int64[N]): numbers of cell -1 are left out. ``value`` (float64[N])."""
        kept = cell >= 0
        keys, at = np.unique(session[kept] * many + cell[kept], return_inverse=True)
        above, below = np.bincount(at, value[kept]), np.bincount(at).astype(np.float64)
        count, totals, squares, *clustered = (
            np.bincount(keys % many, part, many).astype(np.float64) for part in (
                below, above, above**2, above * below, below**2, np.ones(len(keys))))
        return cls(count, totals[:, None], squares[:, None, None],
                   clustered=np.stack(clustered, axis=1), sessions=sessions)

    @property
    def _sums(self) -> dict[str, Any]:
        """All sums that there are, by name."""
        named = ((one.name, getattr(self, one.name)) for one in fields(self))
        return {name: sums for name, sums in named if isinstance(sums, np.ndarray)}

    def __add__(self, other: MoveValues) -> MoveValues:
        """Return the sums of both; they must come from different deals and sessions."""
        return replace(self, sessions=self.sessions + other.sessions, **{
            name: sums + getattr(other, name) for name, sums in self._sums.items()})

    def each(self, change: Callable[[Floats], Floats]) -> MoveValues:
        """Return the sums with all of them changed in the same way along their cells."""
        changed: dict[str, Any] = {name: change(sums) for name, sums in self._sums.items()}
        return replace(self, **changed)

    def over(self, *axes: int) -> MoveValues:
        """Return the cells added up along some axes."""
        return self.each(lambda sums: np.asarray(sums.sum(axes)))

    @cached_property
    def means(self) -> Floats:
        """What each move is worth: float64[..., K]."""
        return ratio(self.totals, self.count[..., None])

    @cached_property
    def margins(self) -> Floats:
        """What the one move is worth above the other: float64[..., K, K]."""
        return ratio(self.totals[..., :, None] - self.totals[..., None, :],
                     self.count[..., None, None])

    @cached_property
    def errors(self) -> Floats:
        """The standard errors of the margins: float64[..., K, K]."""
        return np.sqrt(self._variance(self.squares, self.margins))

    @cached_property
    def errors_of_means(self) -> Floats:
        """The standard errors of what the moves are worth: float64[..., K]."""
        return np.sqrt(self._variance(np.einsum("...kk->...k", self.squares), self.means))

    def _variance(self, squares: Floats, means: Floats) -> Floats:
        count = self.count.reshape(self.count.shape + (1,) * (squares.ndim - self.count.ndim))
        variance = (ratio(squares, count) - means**2).clip(min=0)
        return ratio(variance, count - 1)

    @property
    def best(self) -> Ints:
        """The move that is worth most: int64[...]."""
        return self.filled.argmax(axis=-1)

    @property
    def filled(self) -> Floats:
        """The totals, and less than any where a move is not known."""
        return np.where(np.isnan(self.totals), -np.inf, self.totals)

    def worse(self, best: Ints, least: int) -> Flags:
        """Return which moves are clearly worse than ``best``, with enough deals: bool[..., K]."""
        ahead, error = (np.take_along_axis(pairs, best[..., None, None], axis=-2)[..., 0, :]
                        for pairs in (self.margins, self.errors))
        return (ahead > CLEAR * error) & (self.count >= least)[..., None]

    def mean(self, cell: int, move: int = 0) -> Estimate:
        """Estimate what a move is worth in a cell; nothing where too few sessions met it."""
        if self.clustered is not None:
            crossed, sizes, met = self.clustered[cell]
            return NOTHING if met < FEWEST else mean(Sums(
                self.totals[cell, move], self.count[cell], self.squares[cell, move, move], crossed,
                sizes, self.sessions))
        return self._around(cell, self.means[cell, move], self.errors_of_means[cell, move])

    def margin(self, cell: int, move: int, other: int) -> Estimate:
        """Estimate what a move brings more than another in a cell."""
        return self._around(cell, self.margins[cell, move, other], self.errors[cell, move, other])

    def _around(self, cell: int, value: float, error: float) -> Estimate:
        """Return a number with its interval; equal deals do not show how others scatter."""
        return (around(float(value), float(error), int(self.count[cell])) if error > 0
                else Estimate(float(value)))


@dataclass(frozen=True)
class Halves:
    """The values on two halves of the deals: ``train`` chooses, and ``test`` measures, so that a
    move does not look better because luck chose it."""

    train: MoveValues
    test: MoveValues

    @cached_property
    def both(self) -> MoveValues:
        """The values on all deals."""
        return self.train + self.test

    def covered(self, least: int) -> Ints:
        """Return the cells that came often enough."""
        return np.flatnonzero((self.train.count >= least) & (self.test.count >= least))

    def margin(self, cell: int) -> tuple[int, int, Estimate]:
        """Return the best move of a cell, its strongest rival on the deals that measure, and by how
        much it is ahead: less than 0 where the rival is better there."""
        best = int(self.train.best[cell])
        second = next(move for move in
                      np.argsort(-self.test.filled[cell], kind="stable").tolist() if move != best)
        return best, second, self.test.margin(cell, best, second)


def is_clear(margin: Estimate) -> bool:
    """Return whether a best move is no accident: ahead by two standard errors, or in every deal by
    the same, nothing at all included, which has no error."""
    return bool(margin.value >= CLEAR * (0.0 if math.isnan(margin.se) else margin.se))


def ratio(above: Any, below: Any) -> Floats:
    """Divide; return NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below > 0, above / np.where(below > 0, below, 1), np.nan)
