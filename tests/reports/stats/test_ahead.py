"""Skill against luck, on differences whose edge is known."""

import numpy as np
import pytest
from scipy import special

from reports.stats.ahead import chance_ahead, edge, sessions_needed, share_ahead
from reports.stats.estimates import share_of_trials


def drawn(mean, sessions=20_000, pairs=2, seed=3):
    return np.random.default_rng(seed).normal(mean, 2.0, (pairs, sessions))


def test_the_edge_is_the_mean_over_the_standard_deviation():
    found = edge(drawn(0.5))
    assert found.low < 0.25 < found.high
    assert found.value == pytest.approx(0.25, abs=0.02)
    assert 0.003 < found.se < 0.008  # 1 over the root of 40,000


def test_equal_players_have_no_edge_and_are_never_surely_ahead():
    found = edge(drawn(0.0))
    assert found.low < 0 < found.high
    assert sessions_needed(found).high == np.inf
    level = edge(np.zeros((1, 50)))
    assert level.value == 0 and sessions_needed(level).value == np.inf


def test_sessions_until_ahead_are_confirmed_by_play():
    needed = sessions_needed(edge(drawn(0.5)))
    assert needed.low < (special.ndtri(0.95) / 0.25) ** 2 < needed.high
    sessions = round(needed.value)
    ahead = share_ahead(drawn(0.5), sessions)
    assert chance_ahead(0.25, sessions) == pytest.approx(0.95, abs=0.01)
    assert ahead.low < 0.95 < ahead.high


def test_level_blocks_count_half():
    assert share_ahead(np.array([[1.0, -1.0, 2.0, 0.0]]), 2).value == 0.75


def test_blocks_are_the_trials_and_sessions_left_over_do_not_count():
    """Of ten blocks of three seven end ahead; the last session is in no block."""
    blocks = np.repeat([1.0] * 7 + [-1.0] * 3, 3)
    found = share_ahead(np.append(blocks, -1.0)[None], 3)
    assert found[:2] == pytest.approx(share_of_trials(7, 10)[:2])


def test_few_blocks_that_all_end_alike_leave_doubt():
    every = share_ahead(np.ones((2, 20)), 1)
    assert every.value == 1 and every.low == pytest.approx(0.82, abs=0.02) and every.high == 1
    halves = share_ahead(np.array([[1.0] * 20, [-1.0] * 20]), 1)
    assert halves.value == 0.5 and halves.low < 0.35 and halves.high > 0.65
