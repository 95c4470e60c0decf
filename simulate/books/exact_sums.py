"""Adding up what sessions left behind, compiled: a session can be as short as one game.

Sessions are read a stretch at a time, and their rows are turned into columns, one for each number;
columns are then added up and multiplied in wide registers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.machine.compiling import helper, kernel
from simulate.machine.pointers import keep, pointer

#: Sessions whose floating-point sums are taken together.
BLOCK = 16
#: Blocks that are read together.
_ABREAST = 4
#: Sessions that are read together and make up a column.  The sessions of the blocks take turns
#: in it, so that the sums of all blocks grow at once, each in the order of its sessions.
_STRETCH = _ABREAST * BLOCK
#: Rows may be added up a few at a time: so many sessions, or a multiple of it.
AT_ONCE = _STRETCH
#: Distance of columns: not a power of two, which would crowd them into a corner of the cache.
_COLUMN = _STRETCH + 8
#: How many columns are added up at a time.
_TERMS = 4
#: Exact sums are kept in two parts, of which this masks the lower one.
_LOW = 0xFFFFFFFF
#: Products of numbers of so many bits cannot overflow when a whole stretch of them is added up.
_SMALL = 28


@helper
def _turn_rest(rows: Any, first: int, sessions: int, columns: Any) -> None:
    """Move the numbers of the last sessions into columns, and write zeros after them."""
    width = rows.shape[1]
    for k in range(_STRETCH):
        cell = k % BLOCK * _ABREAST + k // BLOCK
        for i in range(width):
            columns[_COLUMN * i + cell] = rows[first + k, i] if k < sessions else 0
            if k < sessions:
                rows[first + k, i] = 0
        columns[_COLUMN * width + cell] = k < sessions


@helper
def _turn(rows: Any, first: int, sessions: int, columns: Any) -> None:
    """Move the numbers of a stretch of sessions into columns, then write a column of ones."""
    if sessions < _STRETCH:
        _turn_rest(rows, first, sessions, columns)
        return
    width, numbers = rows.shape[1], pointer(rows)
    for i in range(width):
        for k in range(BLOCK):
            # Neighbours in a column are fetched and written together.
            at, cell = (first + k) * width + i, _COLUMN * i + _ABREAST * k
            columns[cell] = numbers[at]
            columns[cell + 1] = numbers[at + BLOCK * width]
            columns[cell + 2] = numbers[at + 2 * BLOCK * width]
            columns[cell + 3] = numbers[at + 3 * BLOCK * width]
    for k in range(first * width, (first + _STRETCH) * width):
        numbers[k] = 0
    for cell in range(_STRETCH):
        columns[_COLUMN * width + cell] = 1


@helper
def _add_columns(columns: Any, parts: Any) -> None:
    """Make each column (first entry of a part) the sum of the others."""
    for i in range(len(parts)):
        total, a, b = _COLUMN * parts[i, 0], _COLUMN * parts[i, 1], _COLUMN * parts[i, 2]
        c, d = _COLUMN * parts[i, 3], _COLUMN * parts[i, 4]
        for k in range(_STRETCH):
            columns[total + k] = (
                columns[a + k] + columns[b + k] + columns[c + k] + columns[d + k])


@helper
def _add_exactly(columns: Any, pairs: Any, sums: Any) -> None:
    """Add the products of pairs of columns to exact sums of two parts."""
    for i in range(len(pairs)):
        a, b = _COLUMN * pairs[i, 0], _COLUMN * pairs[i, 1]
        total = bits = 0
        for k in range(_STRETCH):
            one, other = columns[a + k], columns[b + k]
            total += (one & _LOW) * (other & _LOW)  # of 32 bits, which registers multiply fast
            bits |= one | other
        if bits >> _SMALL:
            for k in range(_STRETCH):
                product = columns[a + k] * columns[b + k]
                sums[0, i] += product >> 32
                sums[1, i] += product & _LOW
        else:
            sums[0, i] += total >> 32
            sums[1, i] += total & _LOW


@helper
def _add_blocks(columns: Any, real_columns: Any, reals: Any, pairs: Any, sums: Any) -> None:
    """Set a row of sums for each block to the products of pairs of columns, added up."""
    for i in range(len(real_columns)):
        column = _COLUMN * real_columns[i]
        for k in range(_STRETCH):
            reals[column + k] = columns[column + k]
    size = len(pairs)
    for i in range(size):
        a, b = _COLUMN * pairs[i, 0], _COLUMN * pairs[i, 1]
        first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
        for k in range(0, _STRETCH, _ABREAST):
            first += reals[a + k] * reals[b + k]
            second += reals[a + k + 1] * reals[b + k + 1]
            third += reals[a + k + 2] * reals[b + k + 2]
            fourth += reals[a + k + 3] * reals[b + k + 3]
        sums[i], sums[size + i] = first, second
        sums[2 * size + i], sums[3 * size + i] = third, fourth


@helper
def _add_products(
    sessions: int, block: int, rows: Any, columns: int, parts: Any, exact: Any, real_columns: Any,
    real: Any, sums: Any, in_blocks: Any,
) -> None:
    """Add up products of numbers of the sessions, whose rows are zero afterwards.

    Column i has the i-th number of the rows; then comes a column of ones, a column of zeros, then
    the sums.

    Parameters
    ----------
    sessions, block : int
        How many rows are added up, and the number of their first block.
    rows : int64[at least sessions, numbers]
    columns : int
        How many there are.
    parts : int64[P, 1 + _TERMS]
        Sums of columns: the column of a sum, and the columns of its terms, which come before it. A
        sum of more terms begins with what it is so far.
    exact : int64[E, 2]
        Pairs of columns that are multiplied as whole numbers.
    real_columns, real : int64[C], int64[R, 2]
        Columns that are multiplied as floating-point numbers, and their pairs.
    sums : int64[2, E]
        The exact products are added to these: high parts, then low ones.
    in_blocks : float64[blocks, R]
        Set to the sums of the real products in each block; the number of blocks is a
        multiple of ``_ABREAST``.
    """
    whole, floating = np.zeros(columns * _COLUMN, np.int64), np.zeros(columns * _COLUMN)
    cells, reals = pointer(whole), pointer(floating)
    for first in range(0, sessions, _STRETCH):
        _turn(rows, first, sessions - first, cells)
        _add_columns(cells, parts)
        _add_exactly(cells, exact, sums)
        _add_blocks(cells, real_columns, reals, real, pointer(in_blocks[block + first // BLOCK]))
    keep(whole, floating)


@helper
def _add_in_blocks(sessions: int, block: int, rows: Any, in_blocks: Any) -> None:
    """Move float64[sessions, numbers] into float64[blocks, numbers], in the order of sessions."""
    for session in range(sessions):
        for i in range(rows.shape[1]):
            in_blocks[block + session // BLOCK, i] += rows[session, i]
            rows[session, i] = 0.0


@helper
def _note_maxima(sessions: int, rows: Any, fields: Any, most: Any) -> None:
    """Note the largest number of some fields of the sessions."""
    for i in range(len(fields)):
        found, field = most[i], fields[i]
        for session in range(sessions):
            found = max(found, rows[session, field])
        most[i] = found


@kernel
def take(added: Any, block: int, sessions: int) -> None:
    """Add up the rows of some sessions, which are zero afterwards.

    Only the last sessions of all may be fewer than ``AT_ONCE``, or no multiple of it.

    Parameters
    ----------
    added : Added
    block : int
        Number of the first block.
    sessions : int
        How many of the rows are added up.
    """
    seats, own, powers, in_blocks, fields, most = added
    _note_maxima(sessions, own[0], fields, most)
    _add_products(sessions, block, *seats)
    _add_products(sessions, block, *own)
    _add_in_blocks(sessions, block, powers, in_blocks)


@kernel
def _add_in_order(blocks: Any, first: int, totals: Any) -> None:
    """Add float64[blocks, numbers] to float64[totals, numbers] in turn, from ``first`` on."""
    for block in range(len(blocks)):
        total = totals[(first + block) % len(totals)]
        for i in range(blocks.shape[1]):
            total[i] += blocks[block, i]


Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
#: Python integers.
Exact = NDArray[np.object_]
#: A number of a session's row, or a sum of several; sums of sums save additions.
Terms = int | tuple["Terms", ...]
Ratio = tuple[Terms, Terms]


class Sums(NamedTuple):
    """What the rows of some sessions have been added up to so far."""

    exact: Ints  #: [2, pairs], high parts and low ones
    in_blocks: Floats  #: [blocks, pairs]; the number of blocks is a multiple of ``_ABREAST``


class Folded(NamedTuple):
    """What is left of the rows of some sessions."""

    totals: Exact  #: [numbers]
    rates: Exact  #: [rates, 3]
    amounts: Floats  #: [blocks, amounts, 3]
    plain: Floats  #: [blocks, plain sums]


#: Rows, the plan of their sums, and the sums: the last arguments of ``_add_products``.
_Planned = tuple[Any, ...]
#: What ``take`` adds up, and to what: seats' rows and sessions' own as ``Plan.added_to`` has them,
#: float64[sessions, powers], the float64[blocks, powers] that they are added to, int64[fields] of
#: the sessions' own rows, and the largest numbers in them, int64[fields].
Added = tuple[_Planned, _Planned, Floats, Floats, Ints, Ints]


def _pairs(pairs: Collection[tuple[int, int]]) -> Ints:
    return np.array(list(pairs), np.int64).reshape(-1, 2)


def _sums_of_numbers(terms: Terms) -> Iterator[tuple[Terms, ...]]:
    """Yield the sums of plain numbers in a sum."""
    if isinstance(terms, int):
        return
    if all(isinstance(term, int) for term in terms):
        yield terms
        return
    for term in terms:
        yield from _sums_of_numbers(term)


class Plan:
    """Which sums are taken of the rows of sessions.

    Parameters
    ----------
    numbers : int
        How many a row has.
    rates, amounts : sequence of (terms, terms)
        Ratios whose products (above * above, above * below, below * below) are added up:
        those of rates exactly, those of amounts as floating-point numbers in each block.
    plain : sequence of terms
        Sums that are added up as floating-point numbers in each block.
    """

    def __init__(
        self, numbers: int, rates: Sequence[Ratio], amounts: Sequence[Ratio],
        plain: Sequence[Terms],
    ) -> None:
        self._numbers = numbers
        self._columns: dict[Terms, int] = {}
        self._parts: list[list[int]] = []
        self._zeros, self._next = numbers + 1, numbers + 2
        # A sum that several rates need is added up once, and so is one that is part of others.
        needed = [terms for ratio in (*rates, *amounts, plain) for terms in ratio]
        for terms in sorted({one for some in needed for one in _sums_of_numbers(some)}, key=len):
            self._column(terms)
        exact = {(i, numbers): i for i in range(numbers)}
        squares = self._squares(rates)
        self._rates = [exact.setdefault(pair, len(exact)) for pair in squares]
        real = self._squares(amounts) + [(self._column(terms), numbers) for terms in plain]
        self._amounts = 3 * len(amounts)
        self._exact, self._real = _pairs(exact), _pairs(real)
        self._real_columns = np.unique(self._real)
        self._all_parts = np.array(self._parts, np.int64).reshape(-1, 1 + _TERMS)

    def _column(self, terms: Terms) -> int:
        """Return the column of a number or of a sum."""
        if isinstance(terms, int):
            return terms
        if len(terms) == 1:
            return self._column(terms[0])
        if terms not in self._columns:
            left = [self._column(term) for term in self._split(terms)]
            total, so_far = self._next, list[int]()
            while left:
                some = [*so_far, *left[: _TERMS - len(so_far)]]
                del left[: _TERMS - len(so_far)]
                self._parts.append([total, *some, *[self._zeros] * (_TERMS - len(some))])
                so_far = [total]
            self._columns[terms] = total
            self._next += 1
        return self._columns[terms]

    def _split(self, terms: tuple[Terms, ...]) -> list[Terms]:
        """Split a sum of numbers into sums that there are already, and the numbers left."""
        left, parts = set(terms), list[Terms]()
        if len(left) < len(terms) or not all(isinstance(term, int) for term in terms):
            return list(terms)
        for known in reversed(self._columns):  # the longest first
            if isinstance(known, tuple) and 1 < len(known) == len(left.intersection(known)):
                parts.append(known)
                left.difference_update(known)
        return [*parts, *left]

    def _squares(self, ratios: Sequence[Ratio]) -> list[tuple[int, int]]:
        columns = [(self._column(above), self._column(below)) for above, below in ratios]
        return [pair for a, b in columns for pair in ((a, a), (a, b), (b, b))]

    def begin(self, blocks: int) -> Sums:
        """Return sums of so many blocks before their first session."""
        abreast = -(-blocks // _ABREAST) * _ABREAST
        return Sums(np.zeros((2, len(self._exact)), np.int64), np.zeros((abreast, len(self._real))))

    def added_to(self, sums: Sums, rows: Ints) -> _Planned:
        """Return what ``take`` adds int64[sessions, numbers] to sums with."""
        return (rows, self._next, self._all_parts, self._exact, self._real_columns, self._real,
                *sums)

    def folded(self, sums: Sums, blocks: int) -> Folded:
        """Return the sums of so many blocks, as their names have them."""
        high, low = sums.exact.astype(object)
        exact: Exact = high * 2**32 + low
        return Folded(
            exact[: self._numbers],
            exact[self._rates].reshape(-1, 3),
            sums.in_blocks[:blocks, : self._amounts].reshape(blocks, self._amounts // 3, 3),
            sums.in_blocks[:blocks, self._amounts :],
        )


def add_blocks(blocks: Floats, first: int, totals: Floats) -> None:
    """Add blocks to totals in turn, beginning with total number ``first``."""
    size = blocks[0].size
    _add_in_order(
        blocks.reshape(len(blocks), size), first, totals.reshape(len(totals), size))
