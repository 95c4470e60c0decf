"""What a kernel writes, the interface of all kernels, and what they share in keeping books.

A kernel is ``play_sessions(row, first, sessions, hands, books, record, record_from)``. It plays
whole sessions at one table and adds what happens to the books. It is compiled:

``row`` : int64[row size]
    The table, with the rules, the seed and the seats' decisions (``simulate.runs.chunk``).
``first, sessions, hands`` : int
    Index of the first session, how many they are, and the most hands of each.
``books`` : Rows
    What is counted; of every hand by ``add_powers`` for each seat, and by ``note_if_extreme``.
``record`` : int64[N, row size]
    Filled with the row as hand ``record_from`` and the following N - 1 of a session left it; with
    no rows, nothing is recorded. ``keep_row`` does it, which is called after every hand.
``record_from`` : int
"""

from typing import Any, NamedTuple

import numpy as np

from simulate.books.books import Books
from simulate.domino.tile_sets import highest
from simulate.machine.compiling import helper, inlined
from simulate.machine.interrupting import StoppedPlaying
from simulate.machine.table import BASE, Table, pointer, whole_numbers

#: Sums of squares, cubes and fourth powers.
_POWERS = 3


class Rows(NamedTuple):
    """The books of a chunk of sessions, as a kernel writes them."""

    session: Any  #: int64[sessions, fields]
    seat: Any  #: int64[sessions, seats, fields]
    #: float64[sessions, seats, 3]: sums over hands of the squares, cubes and fourth powers of the
    #: value.
    powers: Any
    counts: Any  #: int64[counts]: of all sessions together
    #: int64[2, N, 4]: the worst and the best hands so far (``insert``).
    extremes: Any

    @classmethod
    def blank(cls, books: Books, sessions: int, seats: int, extremes: int) -> "Rows":
        """Return rows for a chunk before its first hand."""
        return cls(
            np.zeros((sessions, len(books.session)), np.int64),
            np.zeros((sessions, seats, len(books.seat)), np.int64),
            np.zeros((sessions, seats, _POWERS)),
            np.zeros(books.counts, np.int64),
            np.full((2, extremes, 4), np.iinfo(np.int64).max),
        )

    def one(self, session: int) -> "Rows":
        """Return the books of one session, whose counts and extremes are those of all."""
        own = slice(session, session + 1)
        return Rows(self.session[own], self.seat[own], self.powers[own], self.counts, self.extremes)


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
    """Put a hand into a list sorted by key, session and hand, if it belongs there."""
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
    """Keep a hand if it is among the worst or the best of some seat, by ``values`` of the row."""
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
    """End a hand: copy the table's row into the record's place ``at``, if it has that, number by
    number (an assignment of arrays takes seconds to compile). Ctrl-C ends the session here."""
    if whole_numbers(row[BASE.stop])[0]:
        raise StoppedPlaying("stopped")
    if 0 <= at < len(record):
        for k in range(len(row)):
            record[at, k] = row[k]
