"""Squares of numbers are turned: rows become columns."""

import numpy as np

from simulate.machine.compiling import kernel
from simulate.machine.pointers import SQUARE, pointer, turn_square


@kernel
def turned(rows, at, apart, further, columns, to, distance):
    turn_square(pointer(rows), at, apart, further, pointer(columns), to, distance)


def test_rows_become_columns_and_nothing_else_is_written():
    width, distance = 21, 10
    rows = np.random.default_rng(1).integers(-(2**63), 2**63, (16, width))
    columns = np.full((SQUARE + 1, distance), 5)
    # Four rows from the second on, each three further, and four that begin in the row after.
    turned(rows, width + 11, 3 * width, width, columns, distance + 1, distance)
    expected = np.full_like(columns, 5)
    expected[1:, 1 : 1 + SQUARE] = rows[[1, 4, 7, 10, 2, 5, 8, 11], 11 : 11 + SQUARE].T
    np.testing.assert_array_equal(columns, expected)
