"""Copies of arrays within kernels."""

import numpy as np

from simulate.machine.arrays import copy_into


def test_the_beginning_is_replaced_and_the_rest_stays():
    to = np.arange(5)
    copy_into(to, np.array([7, 8]))
    assert to.tolist() == [7, 8, 2, 3, 4]
