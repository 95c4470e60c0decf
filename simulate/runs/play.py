"""Runs: sessions cut into chunks, played by any number of workers, added up in order.

Where a block of sessions would take long, its sessions are played in pieces instead: progress can
be shown, and totals kept, between two pieces.

The kernel goes on with a session from what its row carries from hand to hand, and adds to the books
that the session has so far; so the pieces change no bit of the result.  The sessions of a block, or
of a few, are played side by side, a piece each in turn, and added up when the last of them is over.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from simulate.books.exact_sums import BLOCK
from simulate.books.rows import Rows, UnderWay
from simulate.books.tally import Chunk, Tally, digest, merge_extremes
from simulate.errors import BoneyardError
from simulate.games.game import Carried, find_game
from simulate.machine.table import BASE
from simulate.runs.chunk import compile_all, play_chunk, play_rows, play_sessions, set_table
from simulate.runs.interrupting import interruptible
from simulate.runs.progress import Progress
from simulate.runs.replay import marked_blocks
from simulate.runs.run import Played, Run, count_jobs
from simulate.runs.safe_files import pack, unpack
from simulate.runs.workers import Crew, hire
from simulate.whole_numbers import whole


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
    """Play sessions side by side in pieces; yield them after each, and their sum at last."""
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
    """Return what ``pack_sessions`` packed; refuse what a kernel must not trust."""
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


#: Hands that a chunk should have: long enough to keep a worker busy, short enough to stop.
_HANDS_A_CHUNK = 400_000
#: The most sessions of a chunk, each of which takes up to 1.5 KB where a study holds all of them.
_SESSIONS_A_CHUNK = 2**14
#: The same two where sessions are added up as they are played, and 16 take a few KB: so many that
#: what is done in Python for each chunk, where threads wait for each other, is little beside it.
_HANDS_ADDED_UP, _SESSIONS_ADDED_UP = 1_000_000, 2**16
#: Every worker of several has so many chunks of a run, so that they end at about the same time.
_CHUNKS_A_WORKER = 8
#: The seconds that a chunk may take, however long a strategy thinks.
_SECONDS_A_CHUNK = 1.0
#: Seconds that a block may take before its sessions are played in pieces.
_SECONDS_A_BLOCK = 10.0
#: We tell a person before a run if it will show nothing for this many seconds.
_LONG_SILENCE = 120.0
#: Hands of each session by which we measure how long a hand takes.
_HANDS_TO_TIME = 20
#: A game that is not over after this many hands is expected to last as long as it may.
_ENDLESS = 10_000
#: The most of the worst and of the best hands that are kept; the kernel needs room for one.
MOST_EXTREMES = 1_000
#: How many worker processes may be killed one after the other before we give up.
_LIVES = 3

log = logging.getLogger("boneyard")


def chunk_size(
    run: Run, hands: float = _HANDS_A_CHUNK, most: int = _SESSIONS_A_CHUNK
) -> int:
    """Return the sessions of a chunk of so many hands: a multiple of the block up to ``most``."""
    return min(max(1, round(hands / run.hands_a_session / BLOCK)) * BLOCK, most)


def chunks(run: Run, size: int | None = None, first: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the first session and the number of sessions of each chunk, multiples of ``BLOCK``."""
    size = chunk_size(run) if size is None else size
    if size < 1 or size % BLOCK:
        raise BoneyardError(f"chunk {size} is not a positive multiple of {BLOCK} sessions")
    for start in range(first, run.sessions, size):
        yield start, min(size, run.sessions - start)


class Pace(NamedTuple):
    """How a run is cut up, so that it shows progress and can be kept; its result stays the same."""

    sessions: int  #: of a chunk
    #: Hands of a session that are played at a time where a block would take long; 0 where not.
    piece: int = 0


def find_pace(run: Run) -> Pace:
    """Return chunks or pieces that take about a second here, however long strategies think."""
    began = time.perf_counter()
    hands = sum(_lengths(run, _HANDS_TO_TIME))
    a_hand = (time.perf_counter() - began) / max(1, hands)
    a_session: float = run.hands_a_session
    if run.hands > _ENDLESS and find_game(run.game).plays_to_the_end(run.rules):
        # Between some strategies games never end.
        most = min(_ENDLESS, max(_HANDS_TO_TIME, round(_SECONDS_A_CHUNK / a_hand / BLOCK)))
        a_session = sum(run.hands if played == most else played
                        for played in _lengths(run, most)) / BLOCK
    a_block = min(BLOCK, run.sessions) * a_session * a_hand
    if BLOCK * a_session * a_hand > _SECONDS_A_BLOCK:
        if carried_by(run):
            return Pace(BLOCK, max(1, round(_SECONDS_A_CHUNK / a_hand)))
        if a_block > _LONG_SILENCE:
            log.warning(
                "nothing is shown or kept before the first %d sessions of up to %s hands are over, "
                "which may take %s minutes here: more sessions of fewer hands show more, sooner",
                min(BLOCK, run.sessions), f"{run.hands:,}", f"{a_block / 60:,.0f}")
    return Pace(chunk_size(
        run, min(_HANDS_ADDED_UP, _SECONDS_A_CHUNK / a_hand), _SESSIONS_ADDED_UP))


def _lengths(run: Run, most: int) -> list[int]:
    """Play the first block, of so many hands a session at most; return how many they had."""
    rows = play_sessions(run, 0, BLOCK, min(run.hands, most))
    return rows.session[:, find_game(run.game).books.session.index("hands")].tolist()


def _parts(
    run: Run, crew: Crew, pace: Pace, tally: Tally, extremes: int, workers: int
) -> Iterator[Chunk | list[UnderWay]]:
    """Play what a tally lacks; yield the totals of chunks, and sessions under way, for the tally
    before the next. What was lost with a killed worker is played again."""
    lost = 0
    while tally.sessions < run.sessions:
        left = run.sessions - tally.sessions
        try:
            if pace.piece or tally.under_way:
                # Side by side are blocks that keep all workers busy.
                begun = tally.under_way or begin(
                    run, tally.sessions, min(-(-workers // BLOCK) * BLOCK, left), extremes)
                parts = play_in_pieces(run, crew, pace.piece or _HANDS_A_CHUNK, begun)
            else:
                parts = crew(play_chunk, ((*part, extremes) for part in chunks(
                    run, pace.sessions, tally.sessions)))
            for part in parts:
                yield part
                lost = 0
        except BrokenProcessPool as error:
            lost += 1
            if lost > _LIVES:
                raise BoneyardError(
                    f"worker processes were killed {lost} times at session {tally.sessions}: is "
                    "there memory enough? fewer --jobs need less"
                ) from error
            log.warning("a worker process was killed: its part is played again, "
                        "from session %d", tally.sessions)


def play(
    run: Run, jobs: int | str | None = None, backend: str = "threads", chunk: int | None = None,
    extremes: int = 10, progress: Progress | None = None,
    keep: Any = None, address: str | None = None,
) -> Played:
    """Play a run by some workers, all cores where ``jobs`` is not given.

    The result depends neither on them nor on the sessions of a ``chunk``, a multiple of 16.
    ``extremes``: how many of the worst and of the best hands to keep, 1 to 1,000. ``keep``: a
    ``resuming.Checkpoint``, where the totals are kept, and those of an interrupted run are found.

    Raises ``BoneyardError`` if an argument is wrong, a cluster fails, or a strategy does
    (``StrategyError``).
    """
    extremes = whole(extremes, "extremes", 1, MOST_EXTREMES)
    tally = Tally(find_game(run.game).books, run.labels, extremes, marked_blocks(run))
    before = keep.restore(tally) if keep else 0.0
    # More workers than parts, chunks or long sessions, would have nothing to do.
    parts = run.sessions
    if chunk or BLOCK * run.hands_a_session < _HANDS_A_CHUNK:
        parts = -(-run.sessions // (chunk or BLOCK))
    asked = None if jobs is None else count_jobs(jobs)
    workers = min(count_jobs(asked), parts)
    with interruptible(), hire(run, asked and workers, backend, address) as crew:
        # Compile before the workers start, and outside the time that is reported.
        compile_all(run)
        pace = Pace(chunk) if chunk else find_pace(run)
        if not chunk and workers > 1 and backend != "processes":  # those take seconds to start
            fair = run.sessions // (_CHUNKS_A_WORKER * workers * BLOCK) * BLOCK
            pace = pace._replace(sessions=max(BLOCK, min(pace.sessions, fair)))
        began = time.perf_counter() - before
        played = _parts(run, crew, pace, tally, extremes, workers)
        _add_up(run, tally, played, began, progress, keep)
    return Played(run, tally, time.perf_counter() - began, asked)


def _add_up(
    run: Run, tally: Tally, parts: Iterator[Chunk | list[UnderWay]], began: float,
    progress: Progress | None, keep: Any,
) -> None:
    """Add all parts to a tally, and keep it from time to time and at the end."""
    is_whole = True
    try:
        for part in parts:
            is_whole = False
            if isinstance(part, Chunk):
                tally.add(part)
            else:
                tally.under_way = part
            is_whole = True
            if keep:
                keep.save(tally, time.perf_counter() - began)
            if progress:
                begun = tally.under_way
                shares = sum(1 if one.over else one.hands / run.hands for one in begun)
                progress(tally.sessions + shares,
                         tally.session_total("hands") + sum(one.hands for one in begun))
    finally:
        # Keep what is there, whatever ended the run, except totals that an interruption left half
        # added.
        if keep and is_whole and (tally.sessions or any(one.hands for one in tally.under_way)):
            keep.save(tally, time.perf_counter() - began, last=True)
