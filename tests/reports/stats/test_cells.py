"""Means by cell against the formula for ratios of totals, session by session."""

import numpy as np
import pytest

from reports.stats.cells import into_cells


def test_means_are_ratios_clustered_by_session():
    numbers = np.random.default_rng(2)
    session = np.sort(numbers.integers(0, 200, 1000))
    value = numbers.normal(size=200)[session] + numbers.normal(size=1000)
    cell = numbers.integers(-1, 3, 1000)
    found = into_cells(session, cell, value, 3, 200)
    for k in range(3):
        a, b = (np.bincount(session[cell == k], weights=w[cell == k], minlength=200)
                for w in (value, np.ones(1000)))
        ratio = a.sum() / b.sum()
        error = np.sqrt(200 / 199 * ((a - ratio * b) ** 2).sum()) / b.sum()
        assert found.mean(k).value == pytest.approx(ratio)
        assert found.mean(k).se == pytest.approx(error)
        assert found.count(k) == (cell == k).sum()


def test_parts_add_up_and_a_cell_of_few_sessions_has_no_mean():
    session, value = np.arange(60), np.arange(60.0)
    cell = (session >= 50).astype(np.int64)
    whole = into_cells(session, cell, value, 2, 60)
    first, second = session < 31, session >= 31
    both = (into_cells(session[first], cell[first], value[first], 2, 31)
            + into_cells(session[second], cell[second], value[second], 2, 29))
    assert whole.mean(0) == both.mean(0) and whole.mean(0).value == 24.5
    assert np.isnan(whole.mean(1).value)  # ten sessions
    often = into_cells(session.repeat(5), cell.repeat(5), value.repeat(5), 2, 60)
    assert often.count(1) == 50 and np.isnan(often.mean(1).value)  # the same ten
