"""Which differences are decided: many of them judged together, or one looked at many times.

Of twenty differences that are nothing but luck, one has a 95% interval that leaves out zero.
What a sentence calls decided is therefore judged by Holm's rule (Scand. J. Statist. 6, 1979):
the chance that any of the differences called decided is really zero is at most 5%, however many
there are and however they depend on each other.

A 95% interval holds for a number of sessions that was fixed before. A person who looks after every
batch, and stops when the interval leaves out zero, is wrong far more often.  A confidence sequence
holds at all numbers of sessions at once: with a probability of 95% it never loses the true value,
so whenever one stops the decision is wrong at most 5% of the time.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from reports.later import special
from reports.stats.estimates import LEVEL, NOTHING, Estimate
from simulate.books.tally import Floats

T = TypeVar("T", bound=Hashable)
#: Sessions below which no error of a mean is trusted, whatever the differences look like.
_LEAST_SESSIONS = 64
#: How many times the squared skew of their differences the number of sessions must be.
_TIMES_SQUARED_SKEW = 100
#: A tail is looked for in this share of the sessions, the most extreme.
_EXTREME = 0.01
#: There is one where they make so many times the squares of a bell curve.
_HEAVY = 2


def p_value(estimate: Estimate, units: float) -> float:
    """Return how often luck alone takes an estimate so far from zero (Student, so many independent
    units); 1 without an error. Where all units are alike the sign test takes its place, so that two
    games won by one player decide nothing."""
    value, se = estimate.value, estimate.se
    if math.isnan(value) or math.isnan(se) or units < 2 or value == 0:
        return 1.0
    if se == 0:
        return 2.0 ** (1 - units)
    return float(2 * special.stdtr(units - 1, -abs(value) / se))


def holm(p_values: Sequence[float]) -> Floats:
    """Return p-values adjusted by Holm's rule: the smallest times the number of comparisons, the
    next times one fewer, none below the one before. Those of at most 5% are decided together."""
    found = np.asarray(p_values, np.float64)
    order = np.argsort(found, kind="stable")
    steps = np.arange(len(found), 0, -1)
    adjusted = np.empty_like(found)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(found[order] * steps))
    return adjusted


def ranks(values: Sequence[float]) -> list[int]:
    """Return the place of each value, 1 for the largest; equal values share a place."""
    return [1 + sum(other > one for other in values) for one in values]


def rivals(
    order: Sequence[T], lead: Callable[[T, T], Estimate], p_of: Callable[[Estimate], float]
) -> list[T]:
    """Return those whom the first of a ranking does not surely lead, in its order. All leads
    between any two are judged together, because the first was not known before."""
    pairs = list(combinations(order, 2))
    leads = [lead(one, other) for one, other in pairs]
    found = dict(zip(pairs, signs(leads, [p_of(one) for one in leads]), strict=True))
    return [other for other in order[1:] if found[order[0], other] <= 0]


def signs(estimates: Sequence[Estimate], p_values: Sequence[float]) -> list[int]:
    """Return 1 or -1 for each difference that Holm's rule decides by its p-value, else 0."""
    sure = holm(p_values) <= 1 - LEVEL
    return [int(math.copysign(1, e.value)) if s else 0
            for e, s in zip(estimates, sure, strict=True)]


def mixing(sharpest: float) -> float:
    """Return the parameter that makes a sequence narrowest at some number of sessions (Howard,
    Ramdas, McAuliffe and Sekhon, Ann. Statist. 49, 2021, section 3.5, as in their ``confseq``)."""
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
    """Return a mean whose interval holds at every look, narrowest at ``sharpest`` sessions."""
    reach = reach_in_errors(sessions, sharpest) * estimate.se
    return Estimate(estimate.value, estimate.se, estimate.value - reach, estimate.value + reach)


def always_valid_p(estimate: Estimate, sessions: int, sharpest: float) -> float:
    """Return the p-value of zero that holds however often one looks: the least alpha whose
    sequence, with the same mixing parameter, leaves out zero."""
    value, se = estimate.value, estimate.se
    if math.isnan(value) or math.isnan(se) or sessions < 2 or value == 0:
        return 1.0
    if se == 0:
        return 0.0
    rho = mixing(sharpest)
    squared = (value / se) ** 2 / (1 + rho / sessions)
    return min(1.0, math.exp(0.5 * (math.log1p(sessions / rho) - squared)))


def first_look(differences: ArrayLike) -> float:
    """Return the sessions that are needed before the error of their mean can be trusted. For a
    number of sessions fixed before, Cochran's rule (Sampling Techniques, 1977, section 2.15) is 25
    times the squared skew. A run that stops when the interval is narrow stops where the largest
    sessions are still to come; with four times as many the intervals hold far better
    (docs/coverage.md). At least 64 are needed. Where a few sessions carry everything the skew grows
    with their number, and the first look is put off. ``differences`` (float64[sessions]): what each
    session does to the mean."""
    found = np.asarray(differences, np.float64)
    spread = float(found.std())
    if not spread:
        return _LEAST_SESSIONS
    skew = float(((found - found.mean()) ** 3).mean()) / spread**3
    return max(_LEAST_SESSIONS, _TIMES_SQUARED_SKEW * skew**2)


class Carried(NamedTuple):
    """How far a few sessions decide a figure."""

    part: float  #: of the squares of what sessions do to it, that of the most extreme
    usual: float  #: what as many have of a bell curve

    @property
    def is_heavy(self) -> bool:
        """Whether there is a tail; none is known of where sessions do not differ."""
        return self.part > _HEAVY * self.usual


def carried(influences: ArrayLike) -> Carried:
    """Return the share of the variance in the most extreme hundredth of the sessions: far more than
    of a bell curve makes intervals too narrow. ``influences``: float64[sessions]."""
    squares = np.sort(np.asarray(influences, np.float64) ** 2)
    total, most = float(squares.sum()), max(1, math.ceil(_EXTREME * len(squares)))
    among = most / len(squares)
    if among == 1 or not total:
        return Carried(math.nan, math.nan)
    z = -float(special.ndtri(among / 2))
    usual = among + 2 * z * math.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
    return Carried(float(squares[-most:].sum()) / total, usual)


# How long until the better of two players is ahead: over independent sessions their difference
# grows with the number of sessions, its scatter only with the root of that number. So the better
# one is ahead after n sessions with a chance of about Phi(edge * sqrt(n)), where the edge is the
# mean difference of a session over its standard deviation.

#: The chance to be ahead that is asked for.
_SURE = 0.95
def sessions_needed(edge: Estimate) -> Estimate:
    """Return the sessions until the one is ahead with a chance of 95% (normal approximation):
    infinity if the edge may be zero, nothing without an interval."""
    z = float(special.ndtri(_SURE))

    def needed(value: float) -> float:
        return (z / value) ** 2 if value > 0 else math.inf

    if math.isnan(edge.low):
        return NOTHING
    return Estimate(needed(edge.value), low=needed(edge.high), high=needed(edge.low))


#: What one of the gamblers must have made of a unit.
_REACHED = 2 / (1 - LEVEL)
#: The most of its capital that a bet can lose.
_MOST_LOST = 0.75
#: Means that are tried; and the spread that is taken for granted at first, of the first range.
_MEANS, _FIRST_SPREAD = 800, 1 / 9
#: So many values are worked out at once.
_AT_ONCE = 1 << 16
_SMALL = 1e-12


def looks(values: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """Return the ends of the interval after each value, float64[values]. Values lie between ``low``
    (below 0) and ``high``, their mean not below zero; ends are known to 1/400 of ``high``."""
    many = np.arange(1, len(values) + 1)
    spread = np.cumsum((values - np.cumsum(values) / (many + 1)) ** 2)
    first = (_FIRST_SPREAD * (high - low)) ** 2
    before = (first + np.append(0.0, spread[:-1])) / many
    bets = np.sqrt(2 * math.log(_REACHED) / (before * many * np.log1p(many)))
    tried = high * np.linspace(0, 1, _MEANS) ** 2
    least, most = np.full(len(values), np.nan), np.full(len(values), tried[-1])
    ends, rows = np.concatenate([[0.0], tried, tried[-1:]]), 1 + _AT_ONCE // max(len(values), 1)
    for row in range(0, _MEANS, rows):
        mean = tried[row : row + rows, None]
        gain = values - mean
        # A bet is never so large that a value could take more of the capital.
        on_more = np.minimum(bets, _MOST_LOST / (mean - low))
        on_less = np.minimum(bets, _MOST_LOST / np.maximum(high - mean, _SMALL))
        made = np.maximum(np.log1p(on_more * gain).cumsum(1), np.log1p(-on_less * gain).cumsum(1))
        inside = made < math.log(_REACHED)
        some, last = inside.any(0), row + len(mean) - 1 - inside[::-1].argmax(0)
        least = np.where(some & np.isnan(least), ends[row + inside.argmax(0)], least)
        most = np.where(some, ends[last + 2], most)
    return least, most
