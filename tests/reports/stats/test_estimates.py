"""Shares and means: known answers, clustering by session, and how often intervals hold."""

import math
from fractions import Fraction

import numpy as np
import pytest

from reports.stats.estimates import (
    Sizes,
    Sums,
    binomial_quantile,
    mean,
    mean_of_counts,
    mean_of_trials,
    of_deals,
    rank_interval,
    ratio_error,
    share,
    t_quantile,
    wilson,
)
from simulate.books.rows import MAGNITUDES, magnitude_floors
from simulate.books.tally import CLEAR

Z = 1.959963984540054


@pytest.mark.parametrize(("value", "clear"), [(1.25, True), (0.75, False)])
def test_what_hundreds_of_deals_tell_leaves_out_zero_where_it_is_clear(value, clear):
    found = of_deals(value, 0.5)
    assert (found.low > 0) is clear and found.high - value == value - found.low == CLEAR * 0.5


def sums(above, below):
    """The totals of sessions, as a tally keeps them."""
    a, b = (np.asarray(x).tolist() for x in (above, below))
    pairs = list(zip(a, b, strict=True))
    return Sums(
        sum(a), sum(b), sum(x * x for x in a), sum(x * y for x, y in pairs),
        sum(y * y for y in b), len(a))


@pytest.mark.parametrize(("above", "below"), [
    ([3, 5, 4, 8, 1], [10] * 5), ([3, 9, 4, 20], [5, 12, 9, 30])])
def test_a_ratio_has_the_error_of_its_residuals_for_equal_sessions_that_of_a_mean(above, below):
    a, b = np.array(above), np.array(below)
    residuals = a - a.sum() / b.sum() * b
    expected = residuals.std(ddof=1) * math.sqrt(len(a)) / b.sum()
    assert ratio_error(sums(a, b)) == pytest.approx(expected, rel=1e-12)


def test_integers_beyond_floating_point_cancel_exactly():
    huge = 10**20
    same = Sums(4 * huge, 4, 4 * huge**2, 4 * huge, 4, 4)
    assert ratio_error(same) == 0
    above = [huge, huge, huge, huge + 6]
    assert ratio_error(sums_of_integers(above)) == pytest.approx(1.5, rel=1e-9)


def sums_of_integers(above):
    return Sums(sum(above), len(above), sum(x * x for x in above), sum(above), len(above), 4)


def test_mean_has_a_student_interval():
    estimate = mean(sums([2, 4, 9], [1, 1, 1]))
    se = math.sqrt(13 / 3)
    # Student's 0.975 quantile on 2 degrees of freedom is 4.3027 (any table).
    assert estimate == pytest.approx((5, se, 5 - 4.302653 * se, 5 + 4.302653 * se), rel=1e-6)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)])
def test_wilson_of_newcombe_1998_table_1(hits, trials, low, high):
    assert wilson(hits / trials, trials, Z) == pytest.approx((low, high), abs=5e-5)


def test_independent_hands_have_the_plain_wilson_interval():
    hits = [1] * 300 + [0] * 700
    estimate = share(sums(hits, [1] * 1000))
    plain = wilson(0.3, 999, t_quantile(1000))  # S - 1 in place of S
    assert (estimate.low, estimate.high) == pytest.approx(plain, rel=1e-9)


def test_a_share_of_none_or_all_keeps_an_interval_of_its_hands():
    z = t_quantile(4)
    none, every = share(sums([0] * 4, [50] * 4)), share(sums([50] * 4, [50] * 4))
    assert (none.low, none.high) == (0, wilson(0, 200, z)[1])
    assert (every.low, every.high) == (wilson(1, 200, z)[0], 1)
    assert 0 < none.high < 0.1 and 0.9 < every.low < 1


def test_interval_covers_when_sessions_cluster_and_the_plain_one_does_not():
    # Rates that differ from session to session: Beta(2, 3), mean 0.4.
    rng = np.random.default_rng(20240501)
    sessions, hands, runs = 60, 40, 600
    covered, covered_plain = 0, 0
    for _ in range(runs):
        hits = rng.binomial(hands, rng.beta(2, 3, sessions))
        estimate = share(sums(hits, [hands] * sessions))
        covered += estimate.low <= 0.4 <= estimate.high
        low, high = wilson(hits.sum() / (sessions * hands), sessions * hands, Z)
        covered_plain += low <= 0.4 <= high
    # Binomial standard deviation of a coverage of 0.95 in 600 runs: 0.009.
    assert 0.92 <= covered / runs <= 0.98
    assert covered_plain / runs < 0.6


def test_mean_of_trials_is_that_of_the_trials_written_out():
    trials = np.repeat([-2, 1, 4], [3, 5, 2])
    found = mean_of_trials([-2, 1, 4], [3, 5, 2])
    se = trials.std(ddof=1) / math.sqrt(10)
    assert found[:2] == pytest.approx((trials.mean(), se))
    assert found.high - found.value == pytest.approx(t_quantile(10) * se)


@pytest.mark.parametrize(("events", "low", "high"), [
    (0, 0, 3.6889), (1, 0.0253, 5.5716), (10, 4.7954, 18.3904), (20, 12.2165, 30.8884)])
def test_rare_events_have_the_exact_interval_of_a_poisson_number(events, low, high):
    """Garwood (Biometrika 28, 1936), as in any table of Poisson limits."""
    found = mean_of_counts(sums([1] * events + [0] * (500 - events), [1] * 500))
    assert found.value == events / 500
    assert (500 * found.low, 500 * found.high) == pytest.approx((low, high), abs=1e-3)


def test_rare_counts_of_unequal_size_have_the_interval_of_fay_and_feuer():
    """Three counts of 1 and one of 3 are three events of size 2: chi-square tables give the rest.

    The lower end is that of 6 degrees of freedom, the upper one, with one event more, of 8.
    """
    found = mean_of_counts(sums([1, 1, 1, 3] + [0] * 496, [1] * 500))
    assert (500 * found.low, 500 * found.high) == pytest.approx((1.2373, 17.5345), abs=1e-3)


def test_counts_that_most_sessions_carry_have_the_interval_of_a_mean():
    rng = np.random.default_rng(2)
    counts = rng.poisson(3, 200)
    assert mean_of_counts(sums(counts, [1] * 200)) == mean(sums(counts, [1] * 200))
    assert math.isnan(mean_of_counts(sums([5], [1])).low)


def test_the_mean_of_rare_counts_is_covered_and_by_a_normal_interval_it_is_not():
    rng = np.random.default_rng(3)
    chips = np.array([0, 1, 3])
    chances = [0.996, 0.003, 0.001]
    covered = covered_plain = 0
    for _ in range(400):
        found = sums(rng.choice(chips, 500, p=chances), [1] * 500)
        covered += mean_of_counts(found).low <= 0.006 <= mean_of_counts(found).high
        covered_plain += mean(found).low <= 0.006 <= mean(found).high
    assert covered / 400 > 0.93
    assert covered_plain / 400 < 0.9


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
