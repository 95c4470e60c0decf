"""Intervals that may be looked at as often as one likes, and when the first look may be.

A 95% interval holds for a number of sessions that was fixed before. A person who looks after every
batch, and stops when the interval leaves out zero, is wrong far more often.  A confidence sequence
holds at all numbers of sessions at once: with a probability of 95% it never loses the true value,
so whenever one stops the decision is wrong at most 5% of the time.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from reports.stats.estimates import LEVEL, Estimate

#: Sessions below which no error of a mean is trusted, whatever the differences look like.
_LEAST_SESSIONS = 64
#: How many times the squared skew of their differences the number of sessions must be.
_TIMES_SQUARED_SKEW = 100


def mixing(sharpest: float) -> float:
    """Return the parameter that makes a sequence narrowest at some number of sessions.

    Howard, Ramdas, McAuliffe and Sekhon (Ann. Statist. 49, 2021), section 3.5, as their package
    ``confseq`` has it.
    """
    twice = -2 * math.log(1 - LEVEL)
    return sharpest / (twice + math.log1p(twice))


def reach_in_errors(sessions: int, sharpest: float) -> float:
    """Return the multiple of a standard error that a sequence reaches to either side.

    The two-sided normal mixture of Howard et al. (2021, equation 14)::

        |S| <= sqrt((v + rho) * log((v + rho) / (alpha**2 * rho)))   at all times

    for a sum S with variance v, written for a mean over ``sessions`` whose variance is taken
    from the sessions themselves.  With that it is asymptotic, as any interval of a mean here
    (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Ann. Statist. 52, 2024): the first look
    must not come too soon, see ``first_look``.

    ``sharpest``: the number of sessions at which the sequence is to be narrowest.
    """
    if sessions < 2:
        return math.nan
    rho = mixing(sharpest)
    grown = 1 + rho / sessions
    return math.sqrt(grown * math.log((1 + sessions / rho) / (1 - LEVEL) ** 2))


def always_valid(estimate: Estimate, sessions: int, sharpest: float) -> Estimate:
    """Return an estimate with an interval that holds however often one looks.

    ``estimate``: a mean over sessions and its standard error. ``sharpest``: the number of sessions
    at which the sequence is to be narrowest.
    """
    reach = reach_in_errors(sessions, sharpest) * estimate.se
    return Estimate(estimate.value, estimate.se, estimate.value - reach, estimate.value + reach)


def always_valid_p(estimate: Estimate, sessions: int, sharpest: float) -> float:
    """Return the p-value of zero that holds however often one looks.

    It is the least alpha whose sequence, with the same mixing parameter, leaves out zero.
    """
    value, se = estimate.value, estimate.se
    if math.isnan(value) or math.isnan(se) or sessions < 2 or value == 0:
        return 1.0
    if se == 0:
        return 0.0
    rho = mixing(sharpest)
    squared = (value / se) ** 2 / (1 + rho / sessions)
    return min(1.0, math.exp(0.5 * (math.log1p(sessions / rho) - squared)))


def first_look(differences: ArrayLike) -> float:
    """Return the sessions that are needed before the error of their mean can be trusted.

    For a number of sessions fixed before, Cochran's rule (Sampling Techniques, 1977, section
    2.15) is 25 times the squared skew.  A run that stops when the interval is narrow stops where
    the largest sessions are still to come; with four times as many sessions the intervals hold far
    better (docs/coverage.md). At least 64 sessions are needed. Where a few sessions carry
    everything the skew grows with the number of sessions, and the first look is put off.

    ``differences`` (float64[sessions]): what each session does to the mean.
    """
    found = np.asarray(differences, np.float64)
    spread = float(found.std())
    if not spread:
        return _LEAST_SESSIONS
    skew = float(((found - found.mean()) ** 3).mean()) / spread**3
    return max(_LEAST_SESSIONS, _TIMES_SQUARED_SKEW * skew**2)
