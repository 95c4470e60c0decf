"""Adding up what sessions left behind, compiled: a session can be as short as one game.

Sessions are read a stretch at a time, and their rows are turned into columns, one for each number;
columns are then added up and multiplied in wide registers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.machine.compiling import helper, kernel
from simulate.machine.layouts import pointer

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
def _turn(rows: Any, first: int, width: int, sessions: int, columns: Any) -> None:
    """Move the numbers of a stretch of sessions, the ``first`` of all rows and following, into
    columns, zeros behind, and add one of ones."""
    for i in range(width):
        for k in range(BLOCK):
            for j in range(_ABREAST):  # neighbours in a column are written together
                session = k + BLOCK * j
                columns[_COLUMN * i + _ABREAST * k + j] = (
                    rows[(first + session) * width + i] if session < sessions else 0)
    for k in range(_STRETCH):
        columns[_COLUMN * width + k % BLOCK * _ABREAST + k // BLOCK] = k < sessions
    for k in range(first * width, (first + sessions) * width):
        rows[k] = 0


@helper
def _add_exactly(columns: Any, pairs: Any, many: int, sums: Any) -> None:
    """Add the products of pairs of columns to exact sums of two parts."""
    for i in range(many):
        a, b = _COLUMN * pairs[2 * i], _COLUMN * pairs[2 * i + 1]
        total = bits = 0
        for k in range(_STRETCH):
            one, other = columns[a + k], columns[b + k]
            total += (one & _LOW) * (other & _LOW)  # of 32 bits, which registers multiply fast
            bits |= one | other
        if bits >> _SMALL:
            for k in range(_STRETCH):
                product = columns[a + k] * columns[b + k]
                sums[i] += product >> 32
                sums[many + i] += product & _LOW
        else:
            sums[i] += total >> 32
            sums[many + i] += total & _LOW


@helper
def _add_blocks(reals: Any, pairs: Any, many: int, sums: Any, block: int) -> None:
    """Set a row of sums for ``block`` and those that follow to the products of pairs of columns,
    added up."""
    to = block * many
    for i in range(many):
        a, b = _COLUMN * pairs[2 * i], _COLUMN * pairs[2 * i + 1]
        first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
        for k in range(0, _STRETCH, _ABREAST):
            first += reals[a + k] * reals[b + k]
            second += reals[a + k + 1] * reals[b + k + 1]
            third += reals[a + k + 2] * reals[b + k + 2]
            fourth += reals[a + k + 3] * reals[b + k + 3]
        sums[to + i], sums[to + many + i] = first, second
        sums[to + 2 * many + i], sums[to + 3 * many + i] = third, fourth


@kernel
def _add(
    rows: Any, columns: Any, reals: Any, parts: Any, exact: Any, sums: Any, real_columns: Any,
    real: Any, in_blocks: Any, powers: Any, powers_in_blocks: Any, block: int, sessions: int,
) -> None:
    """Add up the rows of some sessions, the first of which begins a block: see ``Sums.add``.

    ``rows`` (int64[sessions, numbers]): zero once they are added. ``columns``, ``reals``: room for
    the columns as whole numbers and as floats; column i has the i-th number of the rows, then come
    a column of ones, one of zeros, and the sums. ``parts`` (int64[P, 1 + _TERMS]): the column of a
    sum, and the columns of its terms, which come before it; a sum of more terms begins with what it
    is so far. ``exact`` (int64[E, 2]): pairs of columns that are multiplied as whole numbers and
    added to ``sums``, int64[2, E]: high parts, then low ones. ``real_columns``: columns that are
    multiplied as floats; ``real`` (int64[R, 2]): their pairs, whose sums in each block are set in
    ``in_blocks``, float64[blocks, R], a multiple of _ABREAST of them. ``powers`` (float64[sessions,
    N]): zero once they are added, in the order of sessions, to float64[blocks, N].
    """
    numbers, whole, floats = pointer(rows), pointer(columns), pointer(reals)
    terms, width = pointer(parts), rows.shape[1]
    for first in range(0, sessions, _STRETCH):
        _turn(numbers, first, width, min(sessions - first, _STRETCH), whole)
        for i in range(0, (1 + _TERMS) * len(parts), 1 + _TERMS):
            total, a, b = _COLUMN * terms[i], _COLUMN * terms[i + 1], _COLUMN * terms[i + 2]
            c, d = _COLUMN * terms[i + 3], _COLUMN * terms[i + 4]
            for k in range(_STRETCH):
                whole[total + k] = whole[a + k] + whole[b + k] + whole[c + k] + whole[d + k]
        _add_exactly(whole, pointer(exact), len(exact), pointer(sums))
        for column in real_columns:
            for k in range(_COLUMN * column, _COLUMN * column + _STRETCH):
                floats[k] = whole[k]
        _add_blocks(floats, pointer(real), len(real), pointer(in_blocks), block + first // BLOCK)
    many, own, into = powers.shape[1], pointer(powers), pointer(powers_in_blocks)
    for session in range(sessions):
        for i in range(many):
            into[(block + session // BLOCK) * many + i] += own[session * many + i]
            own[session * many + i] = 0.0


Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
#: Python integers.
Exact = NDArray[np.object_]
#: A number of a session's row, or a sum of several; sums of sums save additions.
Terms = int | tuple["Terms", ...]
Ratio = tuple[Terms, Terms]


class Folded(NamedTuple):
    """What is left of the rows of some sessions."""

    totals: Exact  #: [numbers]
    rates: Exact  #: [rates, 3]
    amounts: Floats  #: [blocks, amounts, 3]
    plain: Floats  #: [blocks, plain sums]


def _pairs(pairs: Collection[tuple[int, int]]) -> Ints:
    return np.array(list(pairs), np.int64).reshape(-1, 2)


class Plan:
    """Which sums are taken of the rows of sessions, each of so many numbers.

    Of ratios above * above, above * below and below * below are added up: those of ``rates``
    exactly, those of ``amounts`` in floating point by block, as ``plain`` sums are.
    """

    def __init__(
        self, numbers: int, rates: Sequence[Ratio], amounts: Sequence[Ratio],
        plain: Sequence[Terms],
    ) -> None:
        self.numbers = numbers
        self._column_of: dict[Terms, int] = {}
        self._parts: list[list[int]] = []
        self._zeros, self._next = numbers + 1, numbers + 2
        exact = {(i, numbers): i for i in range(numbers)}
        squares = self._squares(rates)
        self.rates = [exact.setdefault(pair, len(exact)) for pair in squares]
        real = self._squares(amounts) + [(self._column(terms), numbers) for terms in plain]
        self.amounts = 3 * len(amounts)
        self.columns, self.exact, self.real = self._next, _pairs(exact), _pairs(real)
        self.real_columns = np.unique(self.real)
        self.parts = np.array(self._parts, np.int64).reshape(-1, 1 + _TERMS)

    def _column(self, terms: Terms) -> int:
        """Return the column of a number or of a sum."""
        if isinstance(terms, int):
            return terms
        if len(terms) == 1:
            return self._column(terms[0])
        if terms not in self._column_of:
            left = [self._column(term) for term in terms]
            total, so_far = self._next, list[int]()
            while left:
                some = [*so_far, *left[: _TERMS - len(so_far)]]
                del left[: _TERMS - len(so_far)]
                self._parts.append([total, *some, *[self._zeros] * (_TERMS - len(some))])
                so_far = [total]
            self._column_of[terms] = total
            self._next += 1
        return self._column_of[terms]

    def _squares(self, ratios: Sequence[Ratio]) -> list[tuple[int, int]]:
        columns = [(self._column(above), self._column(below)) for above, below in ratios]
        return [pair for a, b in columns for pair in ((a, a), (a, b), (b, b))]


class Sums:
    """The sums of some sessions, whose rows are added up a few at a time, as a plan says.

    ``rows``, int64[sessions, numbers], have room for those that are added together, and so have
    ``powers``, float64[sessions, N], which are added up block by block.
    """

    def __init__(self, plan: Plan, rows: Ints, powers: Floats, blocks: int) -> None:
        self._plan, self._blocks = plan, blocks
        abreast = -(-blocks // _ABREAST) * _ABREAST
        size = plan.columns * _COLUMN
        self._exact = np.zeros((2, len(plan.exact)), np.int64)
        self._in_blocks = np.zeros((abreast, len(plan.real)))
        self.powers = np.zeros((blocks, powers.shape[1]))
        self._arrays = (
            rows, np.zeros(size, np.int64), np.zeros(size), plan.parts, plan.exact, self._exact,
            plan.real_columns, plan.real, self._in_blocks, powers, self.powers)

    def add(self, done: int, sessions: int) -> None:
        """Add the rows of some sessions, which are zero afterwards, to the ``done`` before them;
        only the last of all may be no multiple of ``AT_ONCE``."""
        _add(*self._arrays, done // BLOCK, sessions)

    def folded(self) -> Folded:
        """Return the sums, as their names have them."""
        plan, blocks = self._plan, self._blocks
        high, low = self._exact.astype(object)
        exact: Exact = high * 2**32 + low
        return Folded(
            exact[: plan.numbers],
            exact[plan.rates].reshape(-1, 3),
            self._in_blocks[:blocks, : plan.amounts].reshape(blocks, plan.amounts // 3, 3),
            self._in_blocks[:blocks, plan.amounts :],
        )


def add_blocks(blocks: Floats, first: int, totals: Floats) -> None:
    """Add blocks to totals in turn, each in their order: sums do not depend on chunks."""
    for i in range(min(len(blocks), len(totals))):
        total = (first + i) % len(totals)
        in_turn = np.concatenate([totals[total : total + 1], blocks[i :: len(totals)]])
        totals[total] = np.add.accumulate(in_turn)[-1]
