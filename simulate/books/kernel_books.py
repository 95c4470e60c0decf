"""What kernels share in keeping books: sizes of pools, and the most extreme hands."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import highest
from simulate.machine.compiling import helper, inlined
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE, Table

# Chips are counted exactly below 64, then to 32 steps an octave (3% at most).
STEPS = 32
_EXACT = 2 * STEPS
OCTAVE_1 = 5
_OCTAVES = 62 - OCTAVE_1
MAGNITUDES = STEPS * _OCTAVES + _EXACT


@inlined
def magnitude(chips: int) -> int:
    """Return the class of a number of chips (0 or more): exact below 64, then within 3%."""
    octave = highest(chips) - OCTAVE_1
    return chips if octave <= 0 else STEPS * octave + (chips >> octave)


def magnitude_floors() -> np.ndarray:
    """Return the smallest number of chips of each class: int64[MAGNITUDES]."""
    classes = np.arange(MAGNITUDES, dtype=np.int64)
    octaves = np.maximum(classes // STEPS - 1, 0)
    return (classes - STEPS * octaves) << octaves


#: Hand numbers at which pools and walks are looked at.
MARKS = np.array([0, 1, 2, 3, 4, 5, 7, 9, 14, 19, 29, 49, 74, 99, 149, 199, 299, 499, 749, 999,
                  1499, 1999, 2999, 4999, 7499, 9999])

#: The key of an empty place. An extreme hand has four numbers: its key (the worst hands' value, or
#: the best hands' value with its sign turned, so that both lists rise), and where it is found, by
#: session, hand and seat.
NO_EXTREME = np.iinfo(np.int64).max


@helper
def insert(rows: Any, key: int, session: int, hand: int, seat: int) -> None:
    """Put a hand into a list sorted by key, if it belongs there.

    Equal hands stay in the order of sessions and hands, in whatever order they are played.
    """
    places, found = len(rows), pointer(rows)
    at = 4 * places
    while at > 0:
        before = at - 4
        if found[before] != key:
            comes_after = found[before] > key
        elif found[before + 1] != session:
            comes_after = found[before + 1] > session
        else:
            comes_after = found[before + 2] > hand or (
                found[before + 2] == hand and found[before + 3] > seat)
        if not comes_after:
            break
        if at < 4 * places:
            for field in range(4):
                found[at + field] = found[before + field]
        at = before
    if at < 4 * places:
        found[at], found[at + 1], found[at + 2], found[at + 3] = key, session, hand, seat


@helper
def note_extremes(table: Table, values: int, seats: int, extremes: Any) -> None:
    """Keep a hand if it is among the worst or the best of some seat.

    ``values`` is the entry of the table where the seats' chips or points of the hand are.
    """
    last = extremes.shape[1] - 1
    for seat in range(seats):
        key = table[values + seat]
        for side in range(2):
            if key < extremes[side, last, 0]:
                insert(extremes[side], key, table[BASE.session], table[BASE.number], seat)
            key = -key
    table[BASE.worst] = extremes[0, last, 0]
    table[BASE.best] = extremes[1, last, 0]


@inlined
def add_powers(powers: Any, seat: int, value: int) -> None:
    """Add the square, cube and fourth power of what a seat made of a hand to its sums."""
    x = np.float64(value)
    powers[3 * seat] += x * x
    powers[3 * seat + 1] += x * x * x
    powers[3 * seat + 2] += (x * x) * (x * x)


@inlined
def note_if_extreme(
    table: Table, values: int, seats: int, worst: int, best: int, extremes: Any
) -> None:
    """Keep a hand if its worst or its best value is among the most extreme so far."""
    if worst < table[BASE.worst] or -best < table[BASE.best]:
        note_extremes(table, values, seats, extremes)


@helper
def keep_row(row: Any, record: Any, at: int) -> None:
    """Copy a table's row into the record, if the record has the place ``at``.

    Number by number: an assignment of arrays takes seconds to compile.
    """
    if 0 <= at < len(record):
        for k in range(len(row)):
            record[at, k] = row[k]
