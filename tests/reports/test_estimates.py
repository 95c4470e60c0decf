import math

import numpy as np
import pytest

from reports.estimates import Sums, mean, ratio_error, share, t_quantile, wilson

Z = 1.959963984540054


def sums(above, below):
    """The totals of sessions, as a tally keeps them."""
    a, b = (np.asarray(x).tolist() for x in (above, below))
    pairs = list(zip(a, b, strict=True))
    return Sums(
        sum(a), sum(b), sum(x * x for x in a), sum(x * y for x, y in pairs),
        sum(y * y for y in b), len(a),
    )


def test_equal_sessions_have_the_standard_error_of_a_mean():
    per_session = np.array([3, 5, 4, 8, 1])
    expected = per_session.std(ddof=1) / 10 / math.sqrt(5)
    assert ratio_error(sums(per_session, [10] * 5)) == pytest.approx(expected, rel=1e-12)


def test_unequal_sessions_agree_with_the_residuals_written_out():
    a, b = np.array([3, 9, 4, 20]), np.array([5, 12, 9, 30])
    residuals = a - a.sum() / b.sum() * b
    expected = math.sqrt(4 / 3 * (residuals**2).sum()) / b.sum()
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
        (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
    ],
)
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


def test_one_session_has_a_value_and_no_interval():
    for estimate in (share(sums([3], [10])), mean(sums([3], [10]))):
        assert estimate.value == 0.3
        assert all(math.isnan(x) for x in estimate[1:])


def test_nothing_is_known_of_no_hands():
    for estimate in (share(sums([0, 0], [0, 0])), mean(sums([0, 0], [0, 0]))):
        assert all(math.isnan(x) for x in estimate)


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
