"""Dealing: tiles come in the same order however many are drawn at a time."""

import numpy as np
import pytest

from simulate.domino.deck import draw_all, draw_tiles, shuffle, shuffle_on
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.machine.compiling import kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE

ROW = BASE.size + TILES


@kernel
def draw_in_pieces(row, sizes, drawn):
    """Draw the whole deck in pieces of these sizes."""
    table = pointer(row)
    shuffle(table)
    start = 0
    for k in range(len(sizes)):
        drawn[k] = draw_tiles(table, start, sizes[k])
        start += sizes[k]


@kernel
def draw_one_by_one(row):
    """Draw the whole deck at once, into the entries behind the row."""
    table = pointer(row)
    shuffle(table)
    shuffle_on(table)
    draw_all(table, BASE.size)


def test_more_tiles_than_the_set_has_cannot_be_drawn():
    row = np.zeros(ROW, np.int64)
    with pytest.raises(ValueError, match="more tiles are drawn than the set has"):
        draw_in_pieces(row, np.array([20, 9]), np.zeros(2, np.int64))


def test_tiles_come_in_one_order_in_pieces_of_any_size():
    for number in range(20):
        row = np.zeros(ROW, np.int64)
        row[BASE.seed], row[BASE.number] = 3, number
        draw_one_by_one(row)
        order = row[BASE.size :].copy()
        assert np.bitwise_or.reduce(order) == ALL_TILES
        for sizes in ([1] * TILES, [5, 5, 5, 5, 1, 7], [2, 9, 17], [28]):
            drawn = np.zeros(len(sizes), np.int64)
            draw_in_pieces(row, np.array(sizes), drawn)
            ends = np.cumsum(sizes)
            assert drawn.tolist() == [
                order[end - size : end].sum() for size, end in zip(sizes, ends, strict=True)]
            assert row[BASE.boneyard] == 0
