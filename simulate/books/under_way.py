"""A session that has begun and is not over: what it carries to its next hand, and its books."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.books.books import Books
from simulate.books.rows import Rows


@dataclass(frozen=True)
class UnderWay:
    """A session as far as it has been played.

    Parameters
    ----------
    session : int
        Its index.
    hands : int
        Played so far.
    over : bool
        Whether it ended by itself.
    carried : int64[numbers]
        What the table's row carries to the next hand (``Game.carries``).
    rows : Rows
        Its books, with counts and extremes of its own.
    """

    session: int
    hands: int
    over: bool
    carried: Any
    rows: Rows

    @classmethod
    def blank(cls, session: int, carried: int, books: Books, seats: int, extremes: int) -> UnderWay:
        """Return a session before its first hand, whose row carries so many numbers."""
        return cls(session, 0, False, np.zeros(carried, np.int64),
                   Rows.blank(books, 1, seats, extremes))


def hands_under_way(sessions: Iterable[UnderWay]) -> int:
    """Add up the hands of sessions."""
    return sum(session.hands for session in sessions)
