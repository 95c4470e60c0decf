"""Adding up what sessions left behind, compiled: a session can be as short as one game.

Sessions are read some at a time. Their rows are turned into columns, one for each number, with
columns of sums behind them, and columns are multiplied.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.machine.compiling import helper, kernel
from simulate.machine.table import pointer

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
    """Add up the rows of some sessions, the first of which begins a block: see ``Sums.add``.

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


class Sums:
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
