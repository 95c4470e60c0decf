"""What a kernel writes, the interface of all kernels, and how sessions are added up.

A kernel is ``play_sessions(row, first, sessions, hands, books, record, record_from)``. It plays
whole sessions at one table and adds what happens to the books. It is compiled:

``row`` : int64[row size]
    The table, with the rules, the seed and the seats' decisions (``simulate.runs.chunk``).
``first, sessions, hands`` : int
    Index of the first session, how many they are, and the most hands of each.
``books`` : Rows
    What is counted; of every hand by ``add_powers`` for each seat, and by ``note_if_extreme``.
``record`` : int64[N, entries]
    Filled with entries of the row as each hand left it, from hand ``record_from`` of each session
    on, until it is full; with no rows, nothing is recorded. ``keep_row`` does it, which is called
    after every hand.
``record_from`` : int

A session can be as short as one game, so adding up is compiled too. Sessions are read some at a
time. Their rows are turned into columns, one for each number, with columns of sums behind them, and
columns are multiplied.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.books.books import Books
from simulate.domino.tile_sets import highest
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.interrupting import StoppedPlaying
from simulate.machine.table import BASE, Table, pointer, whole_numbers

#: Sessions whose floating-point sums are taken together.
BLOCK = 16
#: Sessions that make up a column: rows are added up so many at a time, or a multiple of it.
AT_ONCE = 4 * BLOCK
#: Exact sums are kept in two parts, of which this masks the lower one.
_LOW = 0xFFFFFFFF

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
#: Python integers.
Exact = NDArray[np.object_]
#: A number of a session's row, or a sum of several; sums of sums save additions.
Terms = int | tuple["Terms", ...]
Ratio = tuple[Terms, Terms]


@helper
def _fill(columns: Any, rows: Any, width: int, sessions: int, terms: Any, many: int) -> None:
    """Move the rows of some sessions into columns, zeros behind, and add ones and sums."""
    for i in range(width):
        for k in range(AT_ONCE):
            columns[AT_ONCE * i + k] = rows[k * width + i] if k < sessions else 0
    for k in range(AT_ONCE):
        columns[AT_ONCE * width + k] = k < sessions
    for i in range(many):
        total, term, goes_on = (AT_ONCE * terms[3 * i], AT_ONCE * terms[3 * i + 1],
                                terms[3 * i + 2])
        for k in range(AT_ONCE):
            columns[total + k] = columns[total + k] * goes_on + columns[term + k]
    for i in range(width * sessions):
        rows[i] = 0


@kernel
def _add(
    rows: Any, columns: Any, reals: Any, terms: Any, exact: Any, sums: Any, real_columns: Any,
    real: Any, in_blocks: Any, powers: Any, powers_in_blocks: Any, block: int, sessions: int,
) -> None:
    """Add up the rows of some sessions, the first of which begins a block: see ``RowSums.add``.

    ``rows`` (int64[sessions, numbers]) and ``powers`` (float64[sessions, N], added to
    float64[blocks, N]): zero once they are added. ``columns``, ``reals``: room for the columns,
    whole and as floats (``real_columns`` alone). ``terms`` (int64[T, 3]): the column of a sum, one
    to be added to it, and 0 if it is the first. ``exact``, ``real`` (int64[E, 2]): pairs of
    columns; the sums of their products are added to ``sums``, int64[2, E], high parts and low ones,
    and set in ``in_blocks``, float64[blocks, E].
    """
    width, whole, floats = rows.shape[1], pointer(columns), pointer(reals)
    for first in range(0, sessions, AT_ONCE):
        some = min(sessions - first, AT_ONCE)
        _fill(whole, pointer(rows[first]), width, some, pointer(terms), len(terms))
        for i in range(len(exact)):
            a, b = AT_ONCE * exact[i, 0], AT_ONCE * exact[i, 1]
            high = low = 0
            for k in range(AT_ONCE):
                product = whole[a + k] * whole[b + k]
                high += product >> 32
                low += product & _LOW
            sums[0, i] += high
            sums[1, i] += low
        for column in real_columns:
            for k in range(AT_ONCE * column, AT_ONCE * (column + 1)):
                floats[k] = whole[k]
        for i in range(len(real)):
            a, b = AT_ONCE * real[i, 0], AT_ONCE * real[i, 1]
            for k in range(0, some, BLOCK):
                total = 0.0
                for session in range(k, k + BLOCK):
                    total += floats[a + session] * floats[b + session]
                in_blocks[block + (first + k) // BLOCK, i] = total
    for session in range(sessions):
        for i in range(powers.shape[1]):
            powers_in_blocks[block + session // BLOCK, i] += powers[session, i]
            powers[session, i] = 0.0


class Folded(NamedTuple):
    """What is left of the rows of some sessions."""

    totals: Exact  #: [numbers]
    rates: Exact  #: [ratios, 3]: exact sums
    amounts: Floats  #: [blocks, ratios, 3]
    plain: Floats  #: [blocks, sums]


def _pairs(pairs: Collection[tuple[int, int]]) -> Ints:
    return np.array(list(pairs), np.int64).reshape(-1, 2)


class Plan:
    """Which sums are taken of the rows of sessions, each of so many numbers.

    Of ratios above * above, above * below and below * below are added up: those of ``rates``
    exactly, those of ``amounts`` in floating point by block, as ``plain`` sums are. Number
    ``numbers`` is 1 in every session.
    """

    def __init__(
        self, numbers: int, rates: Sequence[Ratio], amounts: Sequence[Ratio],
        plain: Sequence[Terms],
    ) -> None:
        self.numbers = numbers
        self._sums: dict[Terms, int] = {(): numbers + 1}  # a column of zeros
        self._terms: list[tuple[int, int, bool]] = []
        exact = {(i, numbers): i for i in range(numbers)}
        self.rates = [exact.setdefault(pair, len(exact)) for pair in self._squares(rates)]
        real = self._squares(amounts) + [(self._column(terms), numbers) for terms in plain]
        self.amounts = 3 * len(amounts)
        self.exact, self.real = _pairs(exact), _pairs(real)
        self.real_columns = np.unique(self.real)
        self.terms = np.array(self._terms, np.int64).reshape(-1, 3)
        self.columns = numbers + 1 + len(self._sums)

    def _column(self, terms: Terms) -> int:
        """Return the column of a number or of a sum."""
        if isinstance(terms, int):
            return terms
        if len(terms) == 1:
            return self._column(terms[0])
        if terms not in self._sums:
            parts = [self._column(term) for term in terms]
            total = self._sums[terms] = self.numbers + 1 + len(self._sums)
            self._terms += [(total, part, place > 0) for place, part in enumerate(parts)]
        return self._sums[terms]

    def _squares(self, ratios: Sequence[Ratio]) -> list[tuple[int, int]]:
        columns = [(self._column(above), self._column(below)) for above, below in ratios]
        return [pair for a, b in columns for pair in ((a, a), (a, b), (b, b))]


class RowSums:
    """The sums of some sessions, whose rows are added up a few at a time, by a plan.

    ``rows``, int64[sessions, numbers], have room for those that are added together, and so have
    ``powers``, float64[sessions, N], which are added up block by block.
    """

    def __init__(self, plan: Plan, rows: Ints, powers: Floats, blocks: int) -> None:
        size = AT_ONCE * plan.columns
        self._plan = plan
        self._exact = np.zeros((2, len(plan.exact)), np.int64)
        self._in_blocks = np.zeros((blocks, len(plan.real)))
        self.powers = np.zeros((blocks, powers.shape[1]))
        self._arrays = (rows, np.zeros(size, np.int64), np.zeros(size), plan.terms, plan.exact,
                        self._exact, plan.real_columns, plan.real, self._in_blocks, powers,
                        self.powers)

    def add(self, done: int, sessions: int) -> None:
        """Add the rows of some sessions, which are zero afterwards, to the ``done`` before them;
        only the last of all may be no multiple of ``AT_ONCE``."""
        _add(*self._arrays, done // BLOCK, sessions)

    def folded(self) -> Folded:
        """Return the sums, as their names have them."""
        plan, blocks = self._plan, len(self._in_blocks)
        high, low = self._exact.astype(object)
        exact: Exact = high * 2**32 + low
        return Folded(
            exact[: plan.numbers],
            exact[plan.rates].reshape(-1, 3),
            self._in_blocks[:, : plan.amounts].reshape(blocks, plan.amounts // 3, 3),
            self._in_blocks[:, plan.amounts :],
        )


def add_blocks(blocks: Floats, first: int, totals: Floats) -> None:
    """Add blocks to totals in turn, each in their order: sums do not depend on chunks."""
    for i in range(min(len(blocks), len(totals))):
        total = (first + i) % len(totals)
        in_turn = np.concatenate([totals[total : total + 1], blocks[i :: len(totals)]])
        totals[total] = np.add.accumulate(in_turn)[-1]


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

    def some(self, own: slice) -> "Rows":
        """Return the books of some sessions, whose counts and extremes are those of all."""
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
    """End a hand, and keep of the row what is asked for, unless ``at`` is below 0, which is before
    the hands to be recorded. Ctrl-C ends the session here."""
    if whole_numbers(row[BASE.stop])[0]:
        raise StoppedPlaying("stopped")
    kept = row[BASE.kept]
    if at >= 0 and kept < len(record):
        entries = whole_numbers(row[BASE.entries])
        for k in range(record.shape[1]):
            record[kept, k] = row[entries[k]]
        row[BASE.kept] = kept + 1
