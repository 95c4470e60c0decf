"""Holm's rule: worked examples, rankings, and how often luck is called a difference."""

import math

import numpy as np
import pytest
from scipy import stats

from reports.stats.comparisons import holm, p_value, rivals, signs
from reports.stats.estimates import Estimate, around


def test_holm_of_a_worked_example():
    """Holm 1979 orders them: 4 x 0.005, 3 x 0.01, then 2 x 0.03 for both that follow."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == pytest.approx([1, 1])
    assert holm([0.04]) == pytest.approx([0.04])


def test_a_p_value_is_that_of_the_interval():
    found = around(2.0, 1.0, 12)
    t = float(stats.t.isf(0.025, 11))
    assert p_value(around(t, 1.0, 12), 12) == pytest.approx(0.05)
    assert (p_value(found, 12) < 0.05) == (found.low > 0)
    assert p_value(Estimate(0.0, 0.0), 9) == p_value(Estimate(3.0), 9) == 1
    assert p_value(Estimate(math.nan), 9) == 1


def test_differences_that_are_all_alike_are_judged_by_their_number():
    """The sign test: nine coins all fall to one side once in 256 times."""
    assert p_value(Estimate(3.0, 0.0), 9) == pytest.approx(stats.binomtest(9, 9).pvalue)
    assert p_value(Estimate(-3.0, 0.0), 2) == 0.5
    assert p_value(Estimate(3.0, 0.0), math.inf) == p_value(Estimate(3.0, 0.0), 10**6) == 0


def test_of_many_differences_that_are_luck_none_is_decided_in_95_of_100_families():
    rng = np.random.default_rng(4)
    plain = together = 0
    for _ in range(400):
        estimates = [around(value, 1.0, 1000) for value in rng.normal(size=15)]
        p = [p_value(estimate, 1000) for estimate in estimates]
        together += any(signs(estimates, p))
        plain += min(p) < 0.05
    assert together / 400 < 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / 400)
    assert plain / 400 > 0.4


def test_the_first_of_a_ranking_leads_those_whom_it_surely_leads():
    made = {"a": 10.0, "b": 9.0, "c": 0.0}

    def lead(one, other):
        return around(made[one] - made[other], 0.45, 1000)

    def p_of(found):
        return p_value(found, 1000)

    # The lead on b is 2.2 standard errors: enough alone, not beside one more that is open.
    assert rivals(["a", "b", "c"], lead, p_of) == []
    made["d"] = 8.9
    assert rivals(["a", "b", "d", "c"], lead, p_of) == ["b"]
    assert rivals(["a"], lead, p_of) == []
