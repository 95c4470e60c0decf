"""Quantiles of pools counted by size, and intervals from order statistics."""

import math
from fractions import Fraction

import numpy as np
import pytest

from reports.stats.quantiles import Sizes, binomial_quantile, rank_interval
from simulate.books.kernel_books import MAGNITUDES, magnitude_floors


def counted(pools):
    """Pools counted by size, as the kernel does."""
    classes = np.searchsorted(magnitude_floors(), pools, side="right") - 1
    return np.bincount(classes, minlength=MAGNITUDES)


def exact_binomial_quantile(probability, trials, p):
    total = Fraction(0)
    for k in range(trials + 1):
        total += math.comb(trials, k) * p**k * (1 - p) ** (trials - k)
        if total >= probability:
            return k
    return trials


@pytest.mark.parametrize("trials", [1, 2, 7, 20, 55])
@pytest.mark.parametrize("p", [Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(19, 20)])
@pytest.mark.parametrize("tail", [Fraction(1, 40), Fraction(39, 40)])
def test_binomial_quantile_is_the_sum_written_out(trials, p, tail):
    found = binomial_quantile(float(tail), trials, float(p))
    assert found == exact_binomial_quantile(tail, trials, p)


def test_ranks_of_the_median_of_twenty():
    # X(6) to X(15) covers the median with 0.959 (David and Nagaraja 2003, section 7.1).
    assert rank_interval(0.5, 20) == (6, 15)


def test_small_pools_are_exact():
    pools = np.repeat([25, 30, 55], [50, 30, 20])
    sizes = Sizes(counted(pools), largest=55)
    assert [sizes.quantile(q).value for q in (0.05, 0.5, 0.51, 0.8, 0.81)] == [25, 25, 30, 30, 55]
    assert sizes.quantile(0.5)[2:] == (25, 30)


@pytest.mark.parametrize("pools", [[7], [3, 9], [1, 4, 6], [2, 2, 5, 8, 8, 9, 30], range(1, 60)])
def test_quantiles_of_small_pools_are_the_inverse_of_their_distribution(pools):
    """The smallest pool that a share q does not exceed, also where q of them is no whole number."""
    sizes = Sizes(counted(np.array(pools)), largest=max(pools))
    for q in (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99):
        assert sizes.quantile(q).value == np.quantile(pools, q, method="inverted_cdf"), q


def test_large_pools_are_bounded_by_their_class_and_by_the_largest():
    sizes = Sizes(counted(np.full(1000, 1_000_003)), largest=1_000_003)
    estimate = sizes.quantile(0.5)
    assert estimate.value == estimate.high == 1_000_003
    assert 0.97 * 1_000_003 < estimate.low <= 1_000_003


def test_sessions_that_escalated_before_are_above_all():
    sizes = Sizes(counted(np.full(90, 25)), largest=25, beyond=10)
    assert sizes.quantile(0.9).value == 25
    assert sizes.quantile(0.95).value == math.inf
    assert sizes.quantile(0.85).high == math.inf


def test_too_few_sessions_leave_a_bound_open():
    estimate = Sizes(counted(np.full(10, 25)), largest=25).quantile(0.95)
    assert estimate.value == 25
    assert math.isnan(estimate.high)


def test_no_hands():
    assert all(math.isnan(x) for x in Sizes(counted(np.array([], int)), largest=0).quantile(0.5))


def test_fewer_independent_hands_widen_the_interval():
    pools = np.arange(1, 61).repeat(100)
    wide = Sizes(counted(pools), 60, independent=60).quantile(0.5)
    narrow = Sizes(counted(pools), 60).quantile(0.5)
    assert wide.value == narrow.value == 30
    assert wide.low < narrow.low <= 30 <= narrow.high < wide.high


@pytest.mark.parametrize("q", [0.25, 0.5, 0.95])
def test_interval_covers_the_quantile(q):
    rng = np.random.default_rng(11)
    truth = math.exp(3 * {0.25: -0.6744898, 0.5: 0.0, 0.95: 1.6448536}[q] + 6)
    covered, runs = 0, 300
    for _ in range(runs):
        pools = np.exp(rng.normal(6, 3, 120)).astype(int)
        estimate = Sizes(counted(pools), int(pools.max())).quantile(q)
        covered += estimate.low <= truth <= estimate.high
    # At least 0.95 by construction; the binomial standard deviation is 0.013.
    assert covered / runs >= 0.92
