"""Quantiles of numbers, and of the pool from counts by size: intervals from order statistics."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from reports.later import special
from reports.stats.estimates import LEVEL, NOTHING, Estimate
from simulate.books.kernel_books import magnitude_floors
from simulate.books.tally import Ints


def binomial_quantile(probability: float, trials: int, p: float) -> int:
    """Return the smallest k with P(K <= k) >= probability, K binomial (trials, p)."""
    k = math.ceil(special.bdtrik(probability, trials, p))
    if k > 0 and special.bdtr(k - 1, trials, p) >= probability:
        k -= 1  # the inverse is found by search and may end just above a step
    return k


def rank_interval(q: float, size: int) -> tuple[int, int]:
    """Return the ranks, from 1, of the observations that enclose a quantile.

    Whatever the distribution, X(l) to X(u) covers the quantile with at least the
    probability of l <= K < u, K binomial (size, q) (David and Nagaraja, Order
    Statistics, 2003, section 7.1).  Rank 0 or size + 1 means that the sample is too small to bound
    the quantile on that side.
    """
    tail = (1 - LEVEL) / 2
    return binomial_quantile(tail, size, q), binomial_quantile(1 - tail, size, q) + 1


def quantile_of(values: ArrayLike, q: float, independent: int) -> Estimate:
    """Estimate the number that a share q of the values does not exceed.

    The interval comes from order statistics, at the ranks for the number of independent
    observations; it is rather wide where a session has several values.

    ``values`` (float64[N]): infinity where a value lies beyond all others. ``independent``: how
    many sessions the values are from.
    """
    ordered = np.sort(np.asarray(values, float))
    size = len(ordered)
    if not size:
        return NOTHING

    def at(rank: int) -> float:
        if not 1 <= rank <= independent:
            return math.nan
        return float(ordered[math.ceil(rank * size / independent) - 1])

    low, high = rank_interval(q, independent)
    return Estimate(float(ordered[max(1, math.ceil(q * size)) - 1]), low=at(low), high=at(high))


class Sizes:
    """A distribution of pools, as the engine counts them: exact below 64, then within 3%.

    ``counts`` (int64[classes]): hands by size of their pool. ``largest``: the largest pool of the
    run, which bounds the highest class. ``beyond``: sessions that are not counted because their
    pools had outgrown the limit before. ``independent``: how many of the hands may be taken as
    independent; all, when not given.
    """

    def __init__(
        self, counts: Ints, largest: int, beyond: int = 0, independent: int | None = None
    ) -> None:
        self._floors = floors = magnitude_floors()
        self._tops = np.minimum(np.append(floors[1:] - 1, floors[-1]), largest)
        self._upto = np.cumsum(counts)
        self.hands = int(self._upto[-1])
        self.size = self.hands + beyond
        self.independent = self.size if independent is None else independent

    def _class_at(self, rank: int) -> int | None:
        """Return the class of the hand of a rank from 1; None for those beyond."""
        return int(np.searchsorted(self._upto, rank)) if rank <= self.hands else None

    def _bound(self, rank: int, side: Ints) -> float:
        """Return the end of an interval at a rank of the independent observations."""
        if not 1 <= rank <= self.independent:
            return math.nan
        at = self._class_at(math.ceil(rank * self.size / self.independent))
        return math.inf if at is None else float(side[at])

    def quantile(self, q: float) -> Estimate:
        """Estimate the number of chips that a share q of the pools does not exceed.

        It is the upper end of its class.  Infinity stands for a pool beyond the limit.
        There is no standard error.
        """
        if not self.size:
            return NOTHING
        at = self._class_at(max(1, math.ceil(q * self.size)))
        value = math.inf if at is None else float(self._tops[at])
        low, high = rank_interval(q, self.independent)
        return Estimate(
            value, low=self._bound(low, self._floors), high=self._bound(high, self._tops))
