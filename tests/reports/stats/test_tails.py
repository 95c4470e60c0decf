"""Tail exponents and power laws, on samples whose exponent is known."""

import math

import numpy as np
import pytest

from reports.stats.tails import hill_of_counts
from simulate.books.kernel_books import MAGNITUDES, magnitude_floors


def counted(sizes):
    classes = np.searchsorted(magnitude_floors(), sizes, side="right") - 1
    return np.bincount(classes, minlength=MAGNITUDES)


@pytest.mark.parametrize("exponent", [0.5, 1.5, 4.0])
def test_the_exponent_of_sizes_counted_by_class(exponent):
    """A Pareto law has its exponent above any threshold."""
    sizes = 10 * np.random.default_rng(4).random(200_000) ** (-1 / exponent)
    sizes = np.minimum(sizes, 1e17).astype(np.int64)
    above = int((sizes >= 64).sum())
    found = hill_of_counts(magnitude_floors(), counted(sizes), 64)
    assert found.se == pytest.approx(found.value / math.sqrt(above))
    assert abs(found.value - exponent) < 4 * found.se + 0.02 * exponent


def test_sizes_that_are_known_exactly_have_the_exponent_of_hill():
    found = hill_of_counts(magnitude_floors(), counted([20, 20, 20, 40, 5]), 10)
    assert found.value == pytest.approx(4 / (3 * math.log(2) + math.log(4)))


def test_sizes_that_are_all_at_the_threshold_say_nothing():
    assert math.isnan(hill_of_counts(magnitude_floors(), counted([20, 20, 20]), 20).value)


def test_one_size_says_nothing():
    floors = magnitude_floors()
    assert math.isnan(hill_of_counts(floors, counted([5, 70]), 64).value)
    assert math.isnan(hill_of_counts(floors, counted([]), 64).value)
