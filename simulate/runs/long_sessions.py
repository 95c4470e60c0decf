"""Long sessions are played in pieces: progress can be shown, and totals kept, between two pieces.

The kernel goes on with a session from what its row carries from hand to hand, and adds to the books
that the session has so far; so the pieces change no bit of the result.  The sessions of a block, or
of a few, are played side by side, a piece each in turn, and added up when the last of them is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from simulate.books.exact_sums import BLOCK
from simulate.books.rows import Rows
from simulate.books.tally import Chunk, Ints, digest, merge_extremes
from simulate.books.under_way import UnderWay
from simulate.games.game import Carried, find_game
from simulate.machine.table import BASE
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.run import Run
from simulate.runs.workers import Crew


def carried_by(run: Run) -> Sequence[Carried]:
    """Return what the row of a run's table carries from hand to hand; nothing if unknown."""
    carries = find_game(run.game).carries
    return () if carries is None else carries(len(run.players))


def _places(run: Run) -> Ints:
    """Return the entries of the row that are carried."""
    return np.concatenate([np.arange(entry, entry + size)
                           for entry, size, _, _ in carried_by(run)])


def begin(run: Run, first: int, sessions: int, extremes: int) -> list[UnderWay]:
    """Return some sessions before their first hand."""
    carried = sum(entry.size for entry in carried_by(run))
    books, seats = find_game(run.game).books, len(run.players)
    return [UnderWay.blank(first + i, carried, books, seats, extremes) for i in range(sessions)]


def go_on(run: Run, begun: UnderWay, stop: int) -> UnderWay:
    """Play a session on, until it is over or has so many hands: what one worker does.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    books = find_game(run.game).books
    row, _parameters = set_table(run, watched=False)
    places = _places(run)
    if begun.hands:
        row[places] = begun.carried
    row[BASE.session], row[BASE.begin] = begun.session, begun.hands
    row[BASE.worst], row[BASE.best] = begun.rows.extremes[:, -1, 0]
    rows = Rows._make(array.copy() for array in begun.rows)
    play_rows(run, row, begun.session, 1, stop, rows)
    played = int(rows.session[0, books.session.index("hands")])
    return UnderWay(begun.session, played, bool(row[BASE.over]), row[places], rows)


def added_up(run: Run, played: Sequence[UnderWay]) -> Chunk:
    """Add up sessions that are over and follow one another."""
    session, seat, powers, counts, extremes = zip(*(one.rows for one in played), strict=True)
    together = Rows(np.concatenate(session), np.concatenate(seat), np.concatenate(powers),
                    sum(counts), reduce(merge_extremes, extremes))
    return digest(find_game(run.game).books, run.labels, together, played[0].session)


def play_in_pieces(
    run: Run, crew: Crew, piece: int, begun: Sequence[UnderWay]
) -> Iterator[list[UnderWay]]:
    """Play sessions side by side, so many hands of each in turn; yield them after every piece."""
    sessions = list(begun)
    while left := [i for i, one in enumerate(sessions)
                   if not one.over and one.hands < run.hands]:
        tasks = ((sessions[i], min(sessions[i].hands + piece, run.hands)) for i in left)
        for i, played in zip(left, crew(go_on, tasks), strict=True):
            sessions[i] = played
            yield list(sessions)


def side_by_side(workers: int) -> int:
    """Return how many sessions are played side by side: blocks that keep all workers busy."""
    return -(-workers // BLOCK) * BLOCK
