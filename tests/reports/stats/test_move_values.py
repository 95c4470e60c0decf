"""What moves are worth: errors of differences, which are clear, and cells that are added up."""

import numpy as np
import pytest

from reports.stats.move_values import Halves, MoveValues, is_clear
from simulate.branch.limits import CLEAR

LEAST = 30


def test_a_move_is_clearly_better_by_the_error_of_the_difference():
    rng, deals = np.random.default_rng(3), LEAST
    gaps = rng.normal(np.linspace(1, 3, 40) / deals**0.5, 1, (deals, 40))
    worth = rng.normal(0, 5, (deals, 1)) - np.column_stack([np.zeros(deals), gaps])
    values = MoveValues.of(np.full(deals, 3), worth, 5)
    found = values.worse(np.zeros(5, int), LEAST)[3, 1:]
    errors = gaps.std(axis=0, ddof=1) / deals**0.5
    assert found.tolist() == (gaps.mean(axis=0) > CLEAR * errors).tolist()
    assert set(found.tolist()) == {False, True}
    assert not values.worse(np.zeros(5, int), deals + 1).any()


def test_a_half_measures_what_the_other_chose_against_its_strongest_rival():
    learned, judged = (MoveValues.of(np.zeros(3, int), np.array(worth), 2) for worth in (
        [[3.0, 2.0, 0.0]] * 3, [[1.0, 0.0, 2.0], [2.0, 0.0, 4.0], [1.0, 1.0, 2.0]]))
    best, rival, margin = Halves(learned, judged).margin(0)
    assert (best, rival) == (0, 2) and margin.value == pytest.approx(-4 / 3)
    assert margin.se == pytest.approx(np.std([1, 2, 1], ddof=1) / 3**0.5)
    assert Halves(learned, judged).covered(3).tolist() == [0]
    assert Halves(learned, judged).covered(4).tolist() == []


def test_means_are_ratios_clustered_by_session():
    numbers = np.random.default_rng(2)
    session = np.sort(numbers.integers(0, 200, 1000))
    value = numbers.normal(size=200)[session] + numbers.normal(size=1000)
    cell = numbers.integers(-1, 3, 1000)
    found = MoveValues.of_sessions(session, cell, value, 3, 200)
    for k in range(3):
        a, b = (np.bincount(session[cell == k], weights=w[cell == k], minlength=200)
                for w in (value, np.ones(1000)))
        ratio = a.sum() / b.sum()
        error = np.sqrt(200 / 199 * ((a - ratio * b) ** 2).sum()) / b.sum()
        assert found.mean(k).value == pytest.approx(ratio)
        assert found.mean(k).se == pytest.approx(error)
        assert found.count[k] == (cell == k).sum()


def test_parts_add_up_and_a_cell_of_few_sessions_has_no_mean():
    session, value = np.arange(60), np.arange(60.0)
    cell = (session >= 50).astype(np.int64)
    whole = MoveValues.of_sessions(session, cell, value, 2, 60)
    first, second = session < 31, session >= 31
    both = (MoveValues.of_sessions(session[first], cell[first], value[first], 2, 31)
            + MoveValues.of_sessions(session[second], cell[second], value[second], 2, 29))
    assert whole.mean(0) == both.mean(0) and whole.mean(0).value == 24.5
    assert np.isnan(whole.mean(1).value)  # ten sessions
    often = MoveValues.of_sessions(session.repeat(5), cell.repeat(5), value.repeat(5), 2, 60)
    assert often.count[1] == 50 and np.isnan(often.mean(1).value)  # the same ten


@pytest.mark.parametrize(("worth", "clear"), [
    ([[1, 1]] * 3, True), ([[2, 1]] * 3, True), ([[1, 2]] * 3, False),
    ([[2, 0], [0, 1], [2, 1]], False), ([[9, 1], [8, 1], [9, 2]], True)])
def test_a_move_is_clear_that_is_two_errors_ahead_or_equal_in_every_deal(worth, clear):
    values = MoveValues.of(np.zeros(3, int), np.array(worth, float), 1)
    assert is_clear(values.margin(0, 0, 1)) == clear
