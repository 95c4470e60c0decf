"""What moves are worth: errors of differences, which are clear, and cells that are added up."""

import numpy as np
import pytest

from reports.moves import Halves, MoveValues
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


def test_deals_that_were_not_played_out_add_to_the_errors_by_the_square_of_the_deals():
    """Ten deals, in each of which the moves are worth 3 and 1: only what was left out varies."""
    alike = MoveValues(
        np.array(10.0), np.array([30.0, 10.0]), np.array([[90.0, 40.0], [40.0, 10.0]]),
        left_out=np.array([[9.0, 4.0], [4.0, 1.0]]))
    assert alike.margins[0, 1] == 2
    assert alike.errors[0, 1] == pytest.approx(4**0.5 / 10)
    assert alike.errors_of_means == pytest.approx([9**0.5 / 10, 1 / 10])


def test_a_half_measures_what_the_other_chose_against_its_strongest_rival():
    learned, judged = (MoveValues.of(np.zeros(3, int), np.array(worth), 2) for worth in (
        [[3.0, 2.0, 0.0]] * 3, [[1.0, 0.0, 2.0], [2.0, 0.0, 4.0], [1.0, 1.0, 2.0]]))
    best, rival, margin = Halves(learned, judged).margin(0)
    assert (best, rival) == (0, 2) and margin.value == pytest.approx(-4 / 3)
    assert margin.se == pytest.approx(np.std([1, 2, 1], ddof=1) / 3**0.5)
    assert Halves(learned, judged).covered(3).tolist() == [0]
    assert Halves(learned, judged).covered(4).tolist() == []


def test_a_move_that_brings_the_same_in_every_deal_is_not_worse():
    values = MoveValues.of(np.zeros(40, int), np.ones((40, 2)), 1)
    assert not values.worse(values.best, LEAST).any()
