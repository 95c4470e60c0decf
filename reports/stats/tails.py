"""Tails: how fast large pools become rare, from their growth and from their sizes.

A pool that a hand multiplies by a random M and that dealers top up is a random recursion
X' = M X + Q.  Its tail is a power law P(X > x) ~ c x**-a, even where M and Q are bounded,
where a > 0 solves E[M**a] = 1 (Kesten, Acta Math. 131, 1973; Goldie, Ann. Appl. Probab. 1,
1991).  A mean exists for a > 1 only, a standard deviation for a > 2.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reports.stats.estimates import NOTHING, Estimate, around, jackknife, mean_of
from simulate.books.rows import BLOCK
from simulate.books.tally import GROUPS, Floats, Ints
from simulate.runs.follow import Paths

#: Exponents are looked for below this one; with a larger one there is hardly a tail.
_LARGEST_ROOT = 64.0
_HALVINGS = 60
#: A power law is fitted to at least this many sizes, and its threshold is one of this many steps.
_LEAST_SIZES = 100
_STEPS_AN_OCTAVE = 2


def group_of(paths: Paths) -> Ints:
    """Return the group of sessions that each hand belongs to: int64[hands]."""
    return (paths.first + paths.session) // BLOCK % GROUPS


def count_factors(paths: Paths, factors: Ints, seats: int, parts: int) -> Ints:
    """Count hands by group, dealer (an entry) and the factor that multiplies the pool, in parts:
    int64[GROUPS, seats, parts * seats + 1]; no factor exceeds the seats."""
    classes = parts * seats + 1
    at = (group_of(paths) * seats + paths["dealer"]) * classes + factors
    counts = np.bincount(at, minlength=GROUPS * seats * classes)
    return counts.reshape(GROUPS, seats, classes)


def _log_moment(shares: Floats, a: Floats, parts: int) -> Floats:
    """Return the sum over dealers of log E[M**a]: float64[...]."""
    classes = np.arange(1, shares.shape[-1])
    grown = (classes / parts) ** a[..., None, None]
    with np.errstate(divide="ignore"):
        return np.log((shares[..., 1:] * grown).sum(axis=-1)).sum(axis=-1)


def solve_root(counts: Floats, parts: int) -> Floats:
    """Solve E[M**a] = 1 for the positive root a. The deal goes round and the law of M may differ
    from dealer to dealer: over a round the pool grows by the product of all their M, so the
    logarithms of E[M**a] are added up over the dealers. Their sum is convex in a, and negative at 0
    where M can be 0. ``counts`` (float64[..., dealers, classes]): hands by dealer and by M in
    parts. ``parts``: how many parts make an M of one. Returns float64[...]: infinity where M never
    exceeds one for long (there is no power law), zero where no pool is ever won (it only grows)."""
    hands = counts.sum(axis=-1, keepdims=True)
    shares = np.divide(counts, hands, out=np.zeros_like(counts), where=hands > 0)
    # A dealer without hands does not count.
    shares[..., 0] = np.where(hands[..., 0] > 0, shares[..., 0], 0)
    shares[..., parts] = np.where(hands[..., 0] > 0, shares[..., parts], 1)
    low = np.zeros(counts.shape[:-2])
    high = np.full(counts.shape[:-2], _LARGEST_ROOT)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        grows = _log_moment(shares, middle, parts) > 0
        low, high = np.where(grows, low, middle), np.where(grows, middle, high)
    return np.where(_log_moment(shares, np.asarray(high), parts) > 0, high, math.inf)


def growth_root(counts: Ints, parts: int) -> Estimate:
    """Estimate the root of E[M**a] = 1 from int64[groups, dealers, classes]: hands by dealer and by
    M in parts. The interval is taken on a log scale."""
    groups, dealers, classes = counts.shape
    hands = counts.sum(axis=(1, 2))
    totals = np.column_stack([hands, counts.reshape(groups, -1)]).astype(float)
    if not hands.any():
        return NOTHING

    def log_root(numbers: Floats) -> Floats:
        return np.log(solve_root(
            numbers[..., 1:].reshape(*numbers.shape[:-1], dealers, classes), parts))

    with np.errstate(invalid="ignore"):
        logs = jackknife(totals, log_root)
    value = math.exp(logs.value)
    if math.isinf(value) or math.isnan(logs.se):
        return Estimate(value)
    return Estimate(value, value * logs.se, math.exp(logs.low), math.exp(logs.high))


class Sizes(NamedTuple):
    """Sizes that may have a power law."""

    size: Floats  #: float64[N]
    #: bool[N]: false where the size would have been larger still, had it been watched longer.
    complete: NDArray[np.bool_]
    cluster: Ints  #: int64[N]: the session of each; sizes of one session may depend on each other


class PowerLaw(NamedTuple):
    """A power law fitted to the sizes above a threshold."""

    exponent: Estimate
    threshold: float
    sizes: int  #: how many were above it
    share: float  #: of all sizes, the share above it


def hill(sizes: Sizes, threshold: float) -> Estimate:
    """Estimate the exponent of the sizes above a threshold: Hill's estimator (Ann. Statist. 3,
    1975), the number of sizes over the sum of their log excesses, in its form for sizes that were
    not seen to their end. Those count in the sum, but not in the number (the likelihood of a
    censored Pareto law; Beirlant et al., Extremes 10, 2007). It is a ratio of totals, and so its
    standard error can be clustered by session."""
    above = sizes.size > threshold
    number = sizes.complete[above].astype(float)
    excess = np.log(sizes.size[above] / threshold)
    _, cluster = np.unique(sizes.cluster[above], return_inverse=True)
    if not len(cluster):
        return NOTHING
    return mean_of(np.bincount(cluster, number), np.bincount(cluster, excess))


def hill_of_counts(floors: Ints, counts: Ints, threshold: float) -> Estimate:
    """Estimate the exponent of sizes above a threshold that are known by class only: Hill's
    estimator with every size in the middle of its class, on a log scale. ``floors``: the smallest
    size of each, rising. The error takes the sizes as independent (a / sqrt(n)); there is none of
    fewer than two."""
    above = np.flatnonzero(floors >= threshold)
    number = int(counts[above].sum())
    if number < 2:
        return NOTHING
    lowest = floors[above].astype(float)
    highest = np.append(floors[1:], floors[-1])[above].astype(float) - 1
    logs = (np.log(lowest) + np.log(np.maximum(highest, lowest))) / 2
    excess = float((counts[above] * (logs - math.log(threshold))).sum())
    if excess <= 0:
        return NOTHING
    value = number / excess
    return around(value, value / math.sqrt(number), number)


def _distance(sizes: Sizes, threshold: float, exponent: float) -> float:
    """Return the largest distance between the shares above each size and the power law's. Sizes
    that were not seen to their end must be few below the largest."""
    above = np.sort(sizes.size[sizes.size > threshold])
    law = (above / threshold) ** -exponent
    rank = np.arange(len(above), 0, -1) / len(above)
    complete = above < above[-1]
    if not complete.any():
        return math.inf
    return float(np.abs(rank - law)[complete].max())


def fit_power_law(sizes: Sizes, least: float) -> PowerLaw | None:
    """Fit a power law above the threshold of a geometric grid with the smallest Kolmogorov-Smirnov
    distance (Clauset, Shalizi and Newman, SIAM Review 51, 2009); None of too few sizes. Thresholds
    start at ``least``: below, what is added to a pool still counts beside what it is multiplied
    by."""
    ordered = np.sort(sizes.size)
    if len(ordered) < _LEAST_SIZES or ordered[-_LEAST_SIZES] <= least:
        return None
    high = ordered[-_LEAST_SIZES]
    steps = math.ceil(_STEPS_AN_OCTAVE * math.log2(high / least))
    fits = []
    for threshold in np.geomspace(least, high, steps + 1)[:-1].tolist():
        exponent = hill(sizes, threshold)
        if exponent.value > 0:
            fits.append((_distance(sizes, threshold, exponent.value), threshold, exponent))
    if not fits:
        return None
    _, threshold, exponent = min(fits)
    above = int((sizes.size > threshold).sum())
    return PowerLaw(exponent, threshold, above, above / len(ordered))
