"""The jackknife of groups against formulas, and how often its intervals hold."""

import math

import numpy as np
import pytest

from reports.stats.estimates import around, jackknife, skewness, spread


def totals(groups):
    """Hands and sums of powers 1 to 4 of each group of hands."""
    return np.array([[len(g), *(float((g**k).sum()) for k in range(1, 5))] for g in groups])


def test_mean_of_equal_groups_has_the_standard_error_of_a_mean():
    means = np.array([1.0, 4.0, 2.0, 7.0])
    groups = np.column_stack([np.full(4, 10), 10 * means])
    estimate = jackknife(groups, lambda t: t[..., 1] / t[..., 0])
    assert estimate == pytest.approx(around(3.5, means.std(ddof=1) / 2, 4), rel=1e-12)


def test_groups_without_hands_do_not_count():
    some = np.array([[10.0, 5.0], [10.0, 7.0]])
    padded = np.vstack([some, np.zeros((5, 2))])

    def ratio(t):
        return t[..., 1] / t[..., 0]

    assert jackknife(padded, ratio) == jackknife(some, ratio)


def test_one_group_has_a_value_and_no_interval():
    estimate = spread(totals([np.array([1.0, 3.0])]))
    assert estimate.value == pytest.approx(1)
    assert all(math.isnan(x) for x in estimate[1:])


def test_hands_that_are_all_equal_have_no_spread_and_no_skew():
    groups = totals([np.zeros(4)] * 3)
    assert spread(groups).value == 0
    assert math.isnan(spread(groups).low)
    assert math.isnan(skewness(groups).value)


def test_no_hands():
    assert math.isnan(spread(np.zeros((3, 5))).value)


@pytest.mark.parametrize(("figure", "truth"), [(spread, 1.0), (skewness, 2.0)])
def test_spread_and_skew_of_exponential_hands_are_covered(figure, truth):
    # The exponential distribution has standard deviation 1 and skew 2.
    rng = np.random.default_rng(7)
    runs = 150
    estimates = [figure(totals(rng.exponential(size=(64, 400)))) for _ in range(runs)]
    covered = sum(e.low <= truth <= e.high for e in estimates) / runs
    assert 0.87 <= covered <= 1
    # The intervals are no wider than the estimates scatter.
    scatter = np.std([e.value for e in estimates])
    assert np.mean([e.se for e in estimates]) == pytest.approx(scatter, rel=0.25)
