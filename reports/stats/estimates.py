"""Numbers with their uncertainty: shares and means whose sessions are the independent unit.

A figure of a run is a ratio R = a / b of two numbers that are added up over sessions.  The
tally keeps a, b and the sums over sessions of a * a, a * b and b * b; nothing else is
needed for a standard error that is clustered by session.  It also deals its sessions out into
groups in turn and keeps the groups' totals: any smooth function of totals gets its standard error
from them, by leaving out one group at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from reports.later import special
from simulate.books.rows import magnitude_floors
from simulate.books.tally import CLEAR, Floats, Ints

#: Coverage of every interval.
LEVEL = 0.95
#: A figure of totals on the last axis: ``statistic(float64[..., numbers]) -> float64[...]``.
Statistic = Callable[[Floats], Floats]


class Estimate(NamedTuple):
    """A number, its standard error and its interval; NaN where there is none."""

    value: float
    se: float = math.nan
    low: float = math.nan
    high: float = math.nan

    def scaled(self, factor: float) -> Estimate:
        """Return the same number in a unit ``1 / factor`` (above 0) as large."""
        return Estimate(*(factor * number for number in self))

    def within(self, least: float, most: float = math.inf) -> Estimate:
        """Return the same number, its interval cut to what the number can be: of few sessions it
        reaches beyond."""
        return self._replace(low=max(self.low, least), high=min(self.high, most))

    @property
    def negative(self) -> Estimate:
        """The same number with its sign turned."""
        return Estimate(-self.value, self.se, -self.high, -self.low)

    @property
    def alone(self) -> Estimate:
        """The same number without an interval, for where no interval would hold."""
        return Estimate(self.value)

    def minus(self, other: Estimate) -> Estimate:
        """Return the difference to an independent number; it has no interval yet."""
        return Estimate(self.value - other.value, math.hypot(self.se, other.se))


class Sums(NamedTuple):
    """Totals over sessions of the two numbers of a ratio, above and below the line; integers are
    used exactly, whatever their size."""

    a: float
    b: float
    aa: float
    ab: float
    bb: float
    sessions: int


#: Sessions that must carry a count for its mean to have a normal interval.
FEW = 30

#: The estimate of a figure for which no hand was counted.
NOTHING = Estimate(math.nan)


def t_quantile(sessions: int) -> float:
    """Return the multiple of a standard error that an interval reaches to either side, with one
    degree of freedom fewer than sessions."""
    if sessions < 2:
        return math.nan
    return float(special.stdtrit(sessions - 1, (1 + LEVEL) / 2))


def ratio_error(sums: Sums) -> float:
    """Return the standard error of a / b, clustered by session.

    Linearization of a ratio of totals of S independent clusters (Cochran, Sampling
    Techniques, 1977, section 6.3 and 9A.2)::

        var(R) = S / (S - 1) * (aa - 2 R ab + R**2 bb) / b**2

    written over a common denominator, so that integers stay exact and nothing cancels.
    """
    a, b, aa, ab, bb, sessions = sums
    if b == 0 or sessions < 2:
        return math.nan
    scatter = aa * b * b - 2 * a * b * ab + a * a * bb
    return math.sqrt(max(0.0, scatter / b**4) * sessions / (sessions - 1))


def mean(sums: Sums) -> Estimate:
    """Estimate a / b with a Student interval on S - 1 degrees of freedom."""
    if sums.b == 0:
        return NOTHING
    return around(sums.a / sums.b, ratio_error(sums), sums.sessions)


def around(value: float, se: float, units: int) -> Estimate:
    """Return an estimate with a Student interval; its error came from so many independent units."""
    reach = t_quantile(units) * se
    return Estimate(value, se, value - reach, value + reach)


def of_deals(value: float, se: float) -> Estimate:
    """Return an estimate whose standard error was taken from hundreds of deals. Its interval leaves
    out zero where one answer is clearly better than another."""
    return Estimate(value, se, value - CLEAR * se, value + CLEAR * se)


def share(sums: Sums) -> Estimate:
    """Estimate a share a / b with a Wilson interval at its effective sample size p (1 - p) / se**2:
    the number of independent hands that would have the clustered standard error (Kish, Survey
    Sampling, 1965, section 8.2; Korn and Graubard, Survey Methodology 24, 1998, put it into
    intervals for shares). If all sessions have the same share there is no standard error; then the
    plain number of hands is used."""
    if sums.b == 0:
        return NOTHING
    p, se = sums.a / sums.b, ratio_error(sums)
    if math.isnan(se):
        return Estimate(p)
    size = p * (1 - p) / se**2 if se > 0 else float(sums.b)
    return Estimate(p, se, *wilson(p, size, t_quantile(sums.sessions)))


def share_of_trials(hits: float, trials: int) -> Estimate:
    """Estimate a share of independent trials, with a Wilson interval. Hits need not be whole
    where a trial stands for several."""
    if trials == 0:
        return NOTHING
    p = hits / trials
    if trials < 2:
        return Estimate(p)
    se = math.sqrt(p * (1 - p) / (trials - 1))
    return Estimate(p, se, *wilson(p, trials, t_quantile(trials)))


def mean_of_trials(values: ArrayLike, counts: ArrayLike = 1.0) -> Estimate:
    """Estimate the mean of independent trials from how often each value was seen. If all gave the
    same nothing shows how far others would scatter, so there is no interval. With ``counts`` the
    values are all that a trial can give, and no interval reaches beyond them."""
    seen = np.asarray(values, np.float64)
    times = np.broadcast_to(np.asarray(counts, np.float64), seen.shape)
    trials = int(times.sum())
    if trials == 0:
        return NOTHING
    value = float((seen * times).sum()) / trials
    scatter = float(((seen - value) ** 2 * times).sum())
    if trials < 2:
        return Estimate(value)
    if scatter == 0:
        return Estimate(value, 0.0)
    found = around(value, math.sqrt(scatter / (trials - 1) / trials), trials)
    return found.within(seen.min(), seen.max()) if np.ndim(counts) else found


def mean_of_counts(sums: Sums, largest: float = 1.0, few: float = FEW) -> Estimate:
    """Estimate a / b where a counts what is never below zero, however rare it is. If fewer than
    ``few`` sessions carry the count a normal interval is worthless: with none of them it would have
    no width at all. The interval is then Fay and Feuer's (Statistics in Medicine 16, 1997) for sums
    of rare events that count unequally: that of a Poisson number where all count the same, and up
    to 3.7 events where there was none. The carrying sessions are a * a / aa in number (Kish, 1965),
    each of the size aa / a. ``largest``: the largest count that one session may carry, if none that
    was seen is larger. ``few``: choose more where they count very unequally."""
    a, b, aa, _, _, sessions = sums
    plain = mean(sums)
    if b == 0 or sessions < 2 or a * a >= few * aa > 0:
        return plain
    size = max(largest, aa / a) if a else largest
    tail = (1 - LEVEL) / 2
    low = aa / a * special.gammaincinv(a * a / aa, tail) if a else 0.0
    grown, squares = a + size, aa + size**2
    high = squares / grown * special.gammainccinv(grown**2 / squares, tail)
    return Estimate(plain.value, plain.se, float(low) / b, float(high) / b)


def sums_of(above: ArrayLike, below: ArrayLike) -> Sums:
    """Return the sums of what sessions have above and below the line: float64[sessions] each."""
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


def wilson(p: float, size: float, z: float) -> tuple[float, float]:
    """Return the score interval of a share p of so many independent trials (Wilson, JASA 22, 1927);
    with none it is from 0 to 1. ``z``: quantile of the standard error's distribution."""
    if size <= 0:
        return 0.0, 1.0
    grown = 1 + z * z / size
    centre = (p + z * z / (2 * size)) / grown
    reach = z * math.sqrt(p * (1 - p) / size + z * z / (4 * size * size)) / grown
    # Exactly 0 and 1 where the formula gives them except for rounding.
    return (centre - reach if p > 0 else 0.0), (centre + reach if p < 1 else 1.0)


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
    """Estimate the standard deviation of a hand from groups' hands and sums of powers. The interval
    is taken on a log scale, where it cannot reach below zero."""
    twice = jackknife(totals, lambda sums: np.log(_central(sums)[0]))
    value, low, high = (math.exp(x / 2) for x in (twice.value, twice.low, twice.high))
    return Estimate(value, value * twice.se / 2, low, high)


def binomial_quantile(probability: float, trials: int, p: float) -> int:
    """Return the smallest k with P(K <= k) >= probability, K binomial (trials, p)."""
    k = math.ceil(special.bdtrik(probability, trials, p))
    if k > 0 and special.bdtr(k - 1, trials, p) >= probability:
        k -= 1  # the inverse is found by search and may end just above a step
    return k


def rank_interval(q: float, size: int) -> tuple[int, int]:
    """Return the ranks, from 1, of the observations that enclose a quantile. Whatever the
    distribution, X(l) to X(u) covers it with at least the probability of l <= K < u, K binomial
    (size, q) (David and Nagaraja, Order Statistics, 2003, section 7.1). Rank 0 or size + 1 means
    that the sample is too small to bound the quantile on that side."""
    tail = (1 - LEVEL) / 2
    return binomial_quantile(tail, size, q), binomial_quantile(1 - tail, size, q) + 1


#: The number of a rank, from 1, of all that were seen, the smallest first.
At = Callable[[int], float]


def _quantile(
    q: float, size: int, independent: int, value_at: At, low_at: At, high_at: At
) -> Estimate:
    """Estimate a quantile of so many numbers, ``independent`` as so many; ``low_at``, ``high_at``:
    where numbers are known by class, the ends of those."""
    def bound(rank: int, at: At) -> float:
        return at(math.ceil(rank * size / independent)) if 1 <= rank <= independent else math.nan

    low, high = rank_interval(q, independent)
    value = value_at(max(1, math.ceil(q * size)))
    # Of few sessions the rank may be beyond the quantile itself; min keeps a NaN that comes first.
    return Estimate(value, low=min(bound(low, low_at), value), high=bound(high, high_at))


def quantile_of(values: ArrayLike, q: float, independent: int) -> Estimate:
    """Estimate the number that a share q of the values (float64[N], perhaps infinite) does not
    exceed, with the interval of order statistics at the ranks of the independent observations."""
    ordered = np.sort(np.asarray(values, float))

    def at(rank: int) -> float:
        return float(ordered[rank - 1])

    return _quantile(q, len(ordered), independent, at, at, at) if len(ordered) else NOTHING


class Sizes:
    """A distribution of pools, as the engine counts them: exact below 64, then within 3%.
    ``counts``: int64[classes]. ``largest``: bounds the highest class. ``beyond``: sessions that are
    not counted because their pools had outgrown the limit before. ``independent``: so many of the
    hands; all, when not given."""

    def __init__(
        self, counts: Ints, largest: int, beyond: int = 0, independent: int | None = None
    ) -> None:
        self._floors = floors = magnitude_floors()
        self._tops = np.minimum(np.append(floors[1:] - 1, floors[-1]), largest)
        self._upto = np.cumsum(counts)
        self.hands = int(self._upto[-1])
        self.size = self.hands + beyond
        self.independent = self.size if independent is None else independent

    def quantile(self, q: float) -> Estimate:
        """Estimate the number of chips that a share q of the pools does not exceed: the upper end
        of its class, infinity for a pool beyond the limit, without standard error."""
        def at(side: Ints) -> At:
            return lambda rank: (float(side[np.searchsorted(self._upto, rank)])
                                 if rank <= self.hands else math.inf)

        return _quantile(q, self.size, self.independent, at(self._tops), at(self._floors),
                         at(self._tops)) if self.size else NOTHING
