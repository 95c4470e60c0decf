"""Long sessions are played in pieces: progress can be shown, and totals kept, between two pieces.

The kernel goes on with a session from what its row carries from hand to hand, and adds to the books
that the session has so far; so the pieces change no bit of the result.  The sessions of a block, or
of a few, are played side by side, a piece each in turn, and added up when the last of them is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

import numpy as np

from simulate.books.exact_sums import BLOCK
from simulate.books.rows import Rows, UnderWay
from simulate.books.tally import Chunk, digest, merge_extremes
from simulate.games.game import Carried, find_game
from simulate.machine.table import BASE
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.run import Run
from simulate.runs.safe_files import pack, unpack
from simulate.runs.workers import Crew


def carried_by(run: Run) -> Sequence[Carried]:
    """Return what the row of a run's table carries from hand to hand; nothing if unknown."""
    carries = find_game(run.game).carries
    return () if carries is None else carries(len(run.players))


def begin(run: Run, first: int, sessions: int, extremes: int) -> list[UnderWay]:
    """Return some sessions before their first hand."""
    carried = sum(entry.size for entry in carried_by(run))
    books, seats = find_game(run.game).books, len(run.players)
    return [UnderWay(first + i, 0, False, np.zeros(carried, np.int64),
                     Rows.blank(books, 1, seats, extremes)) for i in range(sessions)]


def go_on(run: Run, begun: UnderWay, stop: int) -> UnderWay:
    """Play a session on, until it is over or has so many hands: what one worker does."""
    row, _parameters = set_table(run, watched=False)
    places = np.concatenate([np.arange(entry, entry + size)
                             for entry, size, _, _ in carried_by(run)])
    if begun.hands:
        row[places] = begun.carried
    row[BASE.session], row[BASE.begin] = begun.session, begun.hands
    row[BASE.worst], row[BASE.best] = begun.rows.extremes[:, -1, 0]
    rows = Rows._make(array.copy() for array in begun.rows)
    play_rows(run, row, begun.session, 1, stop, rows)
    return UnderWay(begun.session, _hands_in(run, rows), bool(row[BASE.over]), row[places], rows)


def _hands_in(run: Run, rows: Rows) -> int:
    """Return the hands of a session, by its books."""
    return int(rows.session[0, find_game(run.game).books.session.index("hands")])


def play_in_pieces(
    run: Run, crew: Crew, piece: int, begun: Sequence[UnderWay]
) -> Iterator[list[UnderWay] | Chunk]:
    """Play sessions that follow one another side by side, so many hands of each in turn.

    Yields them after every piece, and what they add up to when all are over.
    """
    sessions = list(begun)
    while left := [i for i, one in enumerate(sessions)
                   if not one.over and one.hands < run.hands]:
        tasks = ((sessions[i], min(sessions[i].hands + piece, run.hands)) for i in left)
        for i, played in zip(left, crew(go_on, tasks), strict=True):
            sessions[i] = played
            yield list(sessions)
    session, seat, powers, counts, extremes = zip(*(one.rows for one in sessions), strict=True)
    together = Rows(np.concatenate(session), np.concatenate(seat), np.concatenate(powers),
                    sum(counts), reduce(merge_extremes, extremes))
    yield digest(find_game(run.game).books, run.labels, together, sessions[0].session)


def pack_sessions(sessions: Sequence[UnderWay]) -> list[dict[str, Any]]:
    """Return sessions under way as JSON can hold them."""
    return [{"hands": one.hands, "over": one.over, "carried": pack(one.carried),
             "rows": {name: pack(array) for name, array in one.rows._asdict().items()}}
            for one in sessions]


def unpack_sessions(
    packed: Sequence[dict[str, Any]], run: Run, first: int, extremes: int
) -> list[UnderWay]:
    """Return the sessions from ``first`` on that ``pack_sessions`` packed, with so many extremes.

    Raises ``AttributeError``, ``KeyError``, ``TypeError``, ``ValueError`` or ``zlib.error`` if it
    cannot have them: they are refused, because the kernel trusts what the row carries.
    """
    left = run.sessions - first
    if packed and (not carried_by(run) or len(packed) > left or (
            len(packed) % BLOCK and len(packed) < left)):
        raise ValueError(f"{len(packed)} sessions under way after {first}")
    blank = begin(run, first, len(packed), extremes)
    return [_unpack_session(one, like, run) for one, like in zip(packed, blank, strict=True)]


def _unpack_session(packed: dict[str, Any], like: UnderWay, run: Run) -> UnderWay:
    """Return a session, if what its row carries is what a row can."""
    hands, over = packed["hands"], packed["over"]
    rows = Rows(**{name: unpack(packed["rows"][name], array)
                   for name, array in like.rows._asdict().items()})
    carried = unpack(packed["carried"], like.carried)
    if type(hands) is not int or type(over) is not bool or not 0 <= hands <= run.hands or (
            hands != _hands_in(run, rows)):
        raise ValueError(f"{hands} hands")
    at = 0
    for entry in carried_by(run):
        part = carried[at : at + entry.size]
        if hands and not over and not ((entry.least <= part) & (part <= entry.most)).all():
            raise ValueError(f"the row carries {part}")
        at += entry.size
    return UnderWay(like.session, hands, over, carried, rows)
