"""Standard errors from replicas."""

import numpy as np
import pytest

from simulate.books.jackknife import standard_error


def test_the_error_of_a_mean_is_that_of_the_textbook():
    numbers = np.random.default_rng(1).normal(size=(12, 2))
    without = [np.delete(numbers, part, axis=0).mean(axis=0) for part in range(12)]
    found = standard_error(np.array([numbers.mean(axis=0), *without]))
    assert found == pytest.approx(numbers.std(axis=0, ddof=1) / 12**0.5)


def test_a_figure_without_other_replicas_is_exact():
    assert standard_error(np.array([[1.0, 2.0]])).tolist() == [0, 0]
