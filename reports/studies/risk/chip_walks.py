"""Chips as a walk: how deep a seat sank, how far it fell from its best, when a bank was gone.

Every bank and every number of hands is answered by one pass over the hands: a bank of B is
gone when the total since the start of the session has reached -B at the end of some hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.machine.compiling import kernel


class Walks(NamedTuple):
    """The walks of the seats of some sessions.

    ``lowest`` (int64[sessions, seats, marks]): the least total, 0 at most, after no more hands than
    each mark. ``gone`` (int64[sessions, seats, banks]): hand, counted from 1, after which each bank
    was gone; 0 if it never was. ``total`` (int64[sessions, seats]): at the end of the session.
    ``drawdown`` (int64[sessions, seats]): the largest fall from a total, or from the start, to a
    later total. ``hands`` (int64[sessions]): hands of the session.
    """

    lowest: Ints
    gone: Ints
    total: Ints
    drawdown: Ints
    hands: Ints


@kernel
def _walk(
    values: Any, starts: Any, marks: Any, banks: Any, lowest: Any, gone: Any, total: Any,
    drawdown: Any,
) -> None:
    for i in range(len(starts) - 1):
        for seat in range(values.shape[1]):
            chips, low, high, fall, mark, bank = 0, 0, 0, 0, 0, 0
            for hand in range(starts[i], starts[i + 1]):
                chips += values[hand, seat]
                low, high = min(low, chips), max(high, chips)
                fall = max(fall, high - chips)
                number = hand - starts[i] + 1
                while bank < len(banks) and banks[bank] <= -low:
                    gone[i, seat, bank] = number
                    bank += 1
                if mark < len(marks) and number == marks[mark]:
                    lowest[i, seat, mark] = low
                    mark += 1
            lowest[i, seat, mark:] = low
            total[i, seat] = chips
            drawdown[i, seat] = fall


def walk(
    values: Ints, starts: Ints, marks: Sequence[int], banks: Sequence[int]
) -> Walks:
    """Follow the chips of every seat through some sessions.

    ``values`` (int64[hands, seats]): what each hand brought, one session after another. ``starts``
    (int64[sessions + 1]): where the sessions begin, and where the last one ends. ``marks``: numbers
    of hands, rising, at which the least total so far is told. A walk that ended before stays where
    it was. ``banks``: banks, rising, for which the hand that empties them is looked for.
    """
    sessions, seats = len(starts) - 1, values.shape[1]
    found = Walks(
        np.zeros((sessions, seats, len(marks)), np.int64),
        np.zeros((sessions, seats, len(banks)), np.int64),
        np.zeros((sessions, seats), np.int64), np.zeros((sessions, seats), np.int64),
        np.diff(starts),
    )
    _walk(
        np.ascontiguousarray(values), starts, np.array(marks, np.int64),
        np.array(banks, np.int64), *found[:4],
    )
    return found
