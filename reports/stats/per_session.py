"""Estimates from arrays with a number a session: sessions are the independent unit."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from reports.stats.estimates import LEVEL, NOTHING, Estimate, Sums, mean, share
from reports.stats.quantiles import rank_interval


def sums_of(above: ArrayLike, below: ArrayLike) -> Sums:
    """Return the sums that a ratio of totals over sessions is estimated from.

    ``above``, ``below`` (float64[sessions]): the numbers above and below the line of the ratio.
    """
    a, b = np.broadcast_arrays(np.asarray(above, float), np.asarray(below, float))
    # Sums of products, not dot products, give the same bits on any number of cores.
    aa, ab, bb = (float((x * y).sum()) for x, y in ((a, a), (a, b), (b, b)))
    return Sums(float(a.sum()), float(b.sum()), aa, ab, bb, len(a))


def mean_of(above: ArrayLike, below: ArrayLike = 1.0) -> Estimate:
    """Estimate a mean: what the sessions have above over what they have below."""
    return mean(sums_of(above, below))


def share_of(above: ArrayLike, below: ArrayLike = 1.0) -> Estimate:
    """Estimate a share of what the sessions have below, with a Wilson interval."""
    return share(sums_of(above, below))


def quantile_of(values: ArrayLike, q: float, independent: int, level: float = LEVEL) -> Estimate:
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

    low, high = rank_interval(q, independent, level)
    return Estimate(float(ordered[max(1, math.ceil(q * size)) - 1]), low=at(low), high=at(high))
