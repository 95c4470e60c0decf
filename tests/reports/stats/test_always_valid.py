"""Intervals that hold at every look, against published values and by simulation."""

import math

import numpy as np
import pytest

from reports.stats.comparisons import (
    always_valid,
    always_valid_p,
    first_look,
    mixing,
    reach_in_errors,
)
from reports.stats.estimates import Estimate, around


def test_the_boundary_is_that_of_confseq():
    """The values of its own tests: uniform_boundaries_unittest.cpp, v_opt 100 and alpha 0.05."""
    assert mixing(100) == pytest.approx(12.60056, abs=1e-5)
    # A sum whose variance is 100 after 100 sessions: 10 is its standard error.
    assert 10 * reach_in_errors(100, 100) == pytest.approx(30.35209, abs=1e-5)


@pytest.mark.parametrize("sessions", [10, 300, 20_000])
def test_the_p_value_is_a_twentieth_where_the_interval_ends(sessions):
    reach = reach_in_errors(sessions, 500)
    assert always_valid_p(Estimate(reach * 0.3, 0.3), sessions, 500) == pytest.approx(0.05)
    interval = always_valid(Estimate(1.0, 0.3), sessions, 500)
    assert interval.high - 1 == pytest.approx(0.3 * reach)
    assert interval.high > around(1.0, 0.3, sessions).high


def test_what_has_no_error_is_decided_or_is_none():
    assert always_valid_p(Estimate(1.0, 0.0), 9, 500) == 0
    assert always_valid_p(Estimate(1.0), 9, 500) == always_valid_p(Estimate(0.0, 0.0), 9, 500) == 1


def test_a_sequence_never_loses_the_mean_in_95_of_100_runs():
    rng = np.random.default_rng(5)
    looks = np.arange(64, 4000, 40)
    reach = np.array([reach_in_errors(int(n), 1000) for n in looks])
    lost = plain = 0
    for _ in range(400):
        x = rng.exponential(size=4000) - 1
        mean = np.cumsum(x)[looks - 1] / looks
        scatter = np.cumsum(x**2)[looks - 1] / looks - mean**2
        z = np.abs(mean) / np.sqrt(scatter / looks)
        lost += bool((z > reach).any())
        plain += bool((z > 1.96).any())
    assert lost / 400 < 0.05 + 2 * math.sqrt(0.05 * 0.95 / 400)
    assert plain / 400 > 0.25


def test_the_first_look_follows_the_skew():
    rng = np.random.default_rng(6)
    assert first_look(np.tile([1.0, -1.0], 50)) == 64
    # The exponential distribution has skew 2.
    assert first_look(rng.exponential(size=200_000)) == pytest.approx(400, rel=0.1)
    assert first_look(np.zeros(10)) == 64
