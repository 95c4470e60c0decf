"""A mean whose interval holds whenever one looks: after each value, and where one stops by choice.

Two gamblers bet on every value before it is seen: that it is above a mean m, or below. Neither may
lose all that they have. If m is the mean they gain nothing on average, and the capital of one ever
reaches 40 times what it was with a chance of 1 in 40 at most (Ville's inequality). The interval
holds every m at which neither has come so far: the hedged capital of Waudby-Smith and Ramdas,
"Estimating means of bounded random variables by betting", JRSS B 86 (2024), section 4.

It needs to know between which ends a value lies, and holds from the first one on. The interval of
``reports.stats.comparisons`` needs no ends, but a hundred values times their squared skew: a hand's
cost is mostly nothing and now and then a pool, so that thousands of hands were too few for it.
"""

from __future__ import annotations

import math

import numpy as np

from reports.stats.estimates import LEVEL
from simulate.books.tally import Floats

#: What one of the gamblers must have made of a unit.
_REACHED = 2 / (1 - LEVEL)
#: The most of its capital that a bet can lose.
_MOST_LOST = 0.75
#: Means that are tried; and the spread that is taken for granted at first, of the first range.
_MEANS, _FIRST_SPREAD = 800, 1 / 9
_SMALL = 1e-12


def looks(values: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """Return the ends of the interval after each value, float64[values] each. Every value lies for
    certain between ``low`` (below 0) and ``high``, and the mean is taken not to be below zero. Ends
    are told to a four-hundredth of ``high`` or finer, to the outer side."""
    many = np.arange(1, len(values) + 1)
    spread = np.cumsum((values - np.cumsum(values) / (many + 1)) ** 2)
    first = (_FIRST_SPREAD * (high - low)) ** 2
    before = (first + np.append(0.0, spread[:-1])) / many
    bets = np.sqrt(2 * math.log(_REACHED) / (before * many * np.log1p(many)))
    tried = high * np.linspace(0, 1, _MEANS) ** 2
    least, most = np.full(len(values), np.nan), np.full(len(values), tried[-1])
    for below, mean, above in zip([0.0, *tried], tried, [*tried[1:], tried[-1]], strict=False):
        gain = values - mean
        # A bet is never so large that a value could take more of the capital.
        on_more = np.minimum(bets, _MOST_LOST / (mean - low))
        on_less = np.minimum(bets, _MOST_LOST / max(high - mean, _SMALL))
        made = np.maximum(np.log1p(on_more * gain).cumsum(), np.log1p(-on_less * gain).cumsum())
        inside = made < math.log(_REACHED)
        least = np.where(inside & np.isnan(least), below, least)
        most = np.where(inside, above, most)
    return least, most
