"""Standard errors without a formula: leave out one group of sessions at a time.

The tally deals its sessions out into groups in turn and keeps the groups' totals; any
smooth function of totals gets its standard error from them.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from reports.stats.estimates import NOTHING, Estimate, around
from simulate.books.tally import Floats

#: A figure of totals on the last axis: ``statistic(float64[..., numbers]) -> float64[...]``.
Statistic = Callable[[Floats], Floats]


def jackknife(totals: Floats, statistic: Statistic) -> Estimate:
    """Estimate a figure of totals from groups of sessions.

    The delete-a-group jackknife (Wolter, Introduction to Variance Estimation, 2007,
    chapter 4)::

        var = (G - 1) / G * sum over groups g of (t without g - their mean)**2

    with a Student interval on G - 1 degrees of freedom.

    ``totals`` (float64[groups, numbers]): the first number is how many hands a group has; groups
    without hands are left out.
    """
    groups = totals[totals[:, 0] > 0]
    if not len(groups):
        return NOTHING
    total = groups.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(statistic(total))
        if len(groups) < 2:
            return Estimate(value)
        without = statistic(total - groups)
        scatter = float(((without - without.mean()) ** 2).sum())
    se = math.sqrt(scatter * (len(groups) - 1) / len(groups))
    return around(value, se, len(groups))


def _central(totals: Floats) -> tuple[Floats, Floats]:
    """Return the second and third central moments from hands and sums of powers."""
    hands, first, second, third = (totals[..., i] for i in range(4))
    m = first / hands
    return second / hands - m**2, third / hands - 3 * m * second / hands + 2 * m**3


def skewness(totals: Floats) -> Estimate:
    """Estimate the skew of a hand from groups' hands and sums of powers 1 to 3."""

    def statistic(sums: Floats) -> Floats:
        variance, third = _central(sums)
        return third / variance**1.5

    return jackknife(totals, statistic)


def spread(totals: Floats) -> Estimate:
    """Estimate the standard deviation of a hand from groups' hands and sums of powers.

    The interval is taken on a log scale, where it cannot reach below zero.
    """
    twice = jackknife(totals, lambda sums: np.log(_central(sums)[0]))
    value, low, high = (math.exp(x / 2) for x in (twice.value, twice.low, twice.high))
    return Estimate(value, value * twice.se / 2, low, high)
