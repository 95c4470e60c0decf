"""Four numbers taken as one: each comes out as it does by itself."""

import numpy as np
import pytest

from simulate.machine.compiling import kernel
from simulate.machine.pointers import numbers


@kernel
def mix(a, b, found, strategy):
    """Read, add, subtract, multiply and write at every place."""
    left, right, to = numbers(a, strategy), numbers(b, strategy), numbers(found, strategy)
    for i in range(len(a)):
        to[i] = left[i] * right[i] - right[i]
        to[i] += left[i] + right[i]
        to[i] *= left[i]
        to[i] -= right[i]


@pytest.mark.parametrize("games", [(), (4,)])
def test_numbers_are_added_and_multiplied_one_by_one(games):
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 7, *games))
    found = np.zeros((7, *games))
    mix(a, b, found, np.zeros((1, 1, 1, *games)))
    assert (found == (a * b - b + (a + b)) * a - b).all()


def test_arrays_of_whole_numbers_are_refused():
    whole = np.zeros(4, np.int64)
    with pytest.raises(Exception, match="numbers"):
        mix(whole, whole, whole, np.zeros((1, 1, 1)))
