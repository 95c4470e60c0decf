"""Tails: how fast large pools become rare, from their growth and from their sizes.

A pool that a hand multiplies by a random M and that dealers top up is a random recursion
X' = M X + Q.  Its tail is a power law P(X > x) ~ c x**-a, even where M and Q are bounded,
where a > 0 solves E[M**a] = 1 (Kesten, Acta Math. 131, 1973; Goldie, Ann. Appl. Probab. 1,
1991).  A mean exists for a > 1 only, a standard deviation for a > 2.
"""

import math

import numpy as np

from reports.stats.estimates import NOTHING, Estimate, around, jackknife
from simulate.books.rows import BLOCK
from simulate.books.tally import GROUPS, Floats, Ints
from simulate.runs.follow import Paths

#: Exponents are looked for below this one; with a larger one there is hardly a tail.
_LARGEST_ROOT = 64.0
_HALVINGS = 60


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


def hill_of_counts(floors: Ints, counts: Ints, threshold: float) -> Estimate:
    """Estimate the exponent of sizes above a threshold that are known by class only, where no
    root can be had: Hill's estimator (Ann. Statist. 3, 1975), the number of sizes over the sum of
    their log excesses, with every size in the middle of its class, on a log scale. ``floors``: the
    smallest size of each, rising. The error takes the sizes as independent (a / sqrt(n)); there is
    none of fewer than two."""
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
