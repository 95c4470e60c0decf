"""What a kernel writes, and the interface of all kernels.

A kernel is ``play_sessions(row, first, sessions, hands, books, record, record_from)``. It plays
whole sessions at one table and adds what happens to the books. It is compiled:

``row`` : int64[row size]
    The table, with the rules, the seed and the seats' decisions (``simulate.runs.chunk``).
``first, sessions, hands`` : int
    Index of the first session, how many they are, and the most hands of each.
``books`` : Rows
    What is counted.
``record`` : int64[N, row size]
    Filled with the row as hand ``record_from`` and the following N - 1 of a session left it; with
    no rows, nothing is recorded.
``record_from`` : int
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from simulate.books.books import Books

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
    #: int64[2, N, 4]: the worst and the best hands so far (``simulate.books.kernel_books``).
    extremes: Any

    @classmethod
    def blank(cls, books: Books, sessions: int, seats: int, extremes: int) -> Rows:
        """Return rows for a chunk before its first hand."""
        return cls(
            np.zeros((sessions, len(books.session)), np.int64),
            np.zeros((sessions, seats, len(books.seat)), np.int64),
            np.zeros((sessions, seats, _POWERS)),
            np.zeros(books.counts, np.int64),
            np.full((2, extremes, 4), np.iinfo(np.int64).max),
        )

    @staticmethod
    def numbers_a_session(books: Books, seats: int) -> int:
        """Return how many numbers of 8 bytes a session has."""
        return len(books.session) + seats * (len(books.seat) + _POWERS)

    def one(self, session: int) -> Rows:
        """Return the books of one session, whose counts and extremes are those of all."""
        own = slice(session, session + 1)
        return Rows(self.session[own], self.seat[own], self.powers[own], self.counts,
                    self.extremes)


@dataclass(frozen=True)
class UnderWay:
    """A session as far as it has been played."""

    session: int  #: its index
    hands: int  #: played so far
    over: bool  #: whether it ended by itself
    #: int64[numbers]: what the table's row carries to the next hand (``Game.carries``)
    carried: Any
    rows: Rows  #: its books, with counts and extremes of its own
