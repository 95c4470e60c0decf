"""Runs: sessions cut into chunks, played by any number of workers, added up in order.

Where a block of sessions would take long, its sessions are played in pieces instead.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Protocol

from simulate.books.exact_sums import BLOCK
from simulate.books.tally import Chunk, Tally
from simulate.books.under_way import UnderWay, hands_under_way
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.checking import marked_blocks
from simulate.runs.chunk import compile_all, play_chunk, play_sessions
from simulate.runs.interrupting import interruptible
from simulate.runs.long_sessions import (
    added_up,
    begin,
    carried_by,
    play_in_pieces,
    side_by_side,
)
from simulate.runs.progress import Progress
from simulate.runs.run import Played, Run, count_jobs
from simulate.runs.workers import Crew, hire
from simulate.whole_numbers import whole

#: Hands that a chunk should have: long enough to keep a worker busy, short enough to stop.
_HANDS_A_CHUNK = 400_000
#: The most sessions of a chunk, each of which takes up to 1.5 KB where a study holds all of them.
_SESSIONS_A_CHUNK = 2**14
#: The same two where sessions are added up as they are played, and 16 take a few KB: so many that
#: what is done in Python for each chunk, where threads wait for each other, is little beside it.
_HANDS_ADDED_UP, _SESSIONS_ADDED_UP = 1_000_000, 2**16
#: The smallest of the last chunks is this part of the first ones.
_LAST_OF_CHUNK = 16
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
    run: Run, hands: int = _HANDS_A_CHUNK, most: int = _SESSIONS_A_CHUNK
) -> int:
    """Return the sessions of a chunk that a study holds, a multiple of the block.

    Parameters
    ----------
    run : Run
    hands : int
        That a chunk should have.
    most : int
        The most sessions.
    """
    wanted = max(1, round(hands / run.hands_a_session / BLOCK)) * BLOCK
    return min(wanted, most)


@dataclass(frozen=True)
class Pace:
    """How a run is cut up, so that it shows progress and can be kept; its result stays the same.

    Attributes
    ----------
    sessions : int
        Of a chunk.
    piece : int, optional
        Hands of a session that are played at a time, where a block would take long.
    tapers : bool
        Whether the last chunks are smaller.
    """

    sessions: int
    piece: int | None = None
    tapers: bool = True


def find_pace(run: Run) -> Pace:
    """Return chunks or pieces that take about a second here.

    So a run whose strategies think long can be stopped, kept and shared out like any other.
    """
    a_hand = _seconds_a_hand(run)
    if BLOCK * _expected_hands(run, a_hand) * a_hand > _SECONDS_A_BLOCK:
        if carried_by(run):
            return Pace(BLOCK, max(1, round(_SECONDS_A_CHUNK / a_hand)))
        _say_if_slow(run, a_hand)
    affordable = _SECONDS_A_CHUNK / a_hand / run.hands_a_session
    return Pace(min(chunk_size(run, _HANDS_ADDED_UP, _SESSIONS_ADDED_UP),
                    max(1, round(affordable / BLOCK)) * BLOCK))


def _hands_of(run: Run, most: int) -> list[int]:
    """Play the first block, of so many hands a session at most; return how many they had."""
    books = find_game(run.game).books
    rows = play_sessions(run, 0, BLOCK, min(run.hands, most))
    return [int(hands) for hands in rows.session[:, books.session.index("hands")]]


def _seconds_a_hand(run: Run) -> float:
    """Measure how long a hand takes here."""
    began = time.perf_counter()
    hands = sum(_hands_of(run, _HANDS_TO_TIME))
    return (time.perf_counter() - began) / max(1, hands)


def _expected_hands(run: Run, a_hand: float) -> float:
    """Return the hands to expect of a session; between some strategies games may never end."""
    if run.hands <= _ENDLESS or not find_game(run.game).plays_to_the_end(run.rules):
        return run.hands_a_session
    most = min(_ENDLESS, max(_HANDS_TO_TIME, round(_SECONDS_A_CHUNK / a_hand / BLOCK)))
    hands = _hands_of(run, most)
    return sum(run.hands if played == most else played for played in hands) / BLOCK


def _say_if_slow(run: Run, seconds_a_hand: float) -> None:
    """Say in the log for how long a run may show nothing, if that is long."""
    together = min(BLOCK, run.sessions)
    silent = together * run.hands_a_session * seconds_a_hand
    if silent > _LONG_SILENCE:
        log.warning(
            "nothing is shown or kept before %s of up to %s hands %s over, which may take %s here: "
            "more sessions of fewer hands show more, sooner",
            "the first session" if together == 1 else f"the first {together} sessions",
            f"{run.hands:,}", "is" if together == 1 else "are", _long_time(silent))


def _long_time(seconds: float) -> str:
    """Return minutes, hours or days as a person says them."""
    for unit, length in (("days", 86_400), ("hours", 3_600)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds / 60:,.0f} minutes"


def tapering(run: Run, size: int, first: int, workers: int) -> Iterator[tuple[int, int]]:
    """Yield chunks that get smaller towards the end, so that workers end at about the same time.

    Parameters
    ----------
    run : Run
    size : int
        Sessions of the first chunks, a multiple of ``BLOCK``.
    first : int
        Session to begin with, a multiple of ``BLOCK``.
    workers : int
    """
    smallest = max(1, size // _LAST_OF_CHUNK // BLOCK) * BLOCK
    while first < run.sessions:
        left = run.sessions - first
        fair = left // (2 * workers) // BLOCK * BLOCK
        sessions = min(left, size if workers == 1 else max(smallest, min(size, fair)))
        yield first, sessions
        first += sessions


def chunks(run: Run, size: int | None = None, first: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the first session and the number of sessions of each chunk.

    Parameters
    ----------
    run : Run
    size : int, optional
        Sessions a chunk.
    first : int
        Session to begin with, a multiple of ``BLOCK``.

    Raises
    ------
    BoneyardError
        If ``size`` is not a positive multiple of ``BLOCK``.
    """
    size = chunk_size(run) if size is None else size
    if size < 1 or size % BLOCK:
        raise BoneyardError(f"chunk {size} is not a positive multiple of {BLOCK} sessions")
    for start in range(first, run.sessions, size):
        yield start, min(size, run.sessions - start)


class Keeper(Protocol):
    """Keeps the totals of an unfinished run; see ``simulate.runs.resuming``."""

    def restore(self, tally: Tally) -> float:
        """Set a new tally to what is kept, and return the seconds that it took."""

    def save(self, tally: Tally, seconds: float, last: bool = False) -> None:
        """Keep a tally if it is time, or the last one."""


def _parts(
    run: Run, crew: Crew, pace: Pace, tally: Tally, extremes: int, workers: int
) -> Iterator[Chunk | list[UnderWay]]:
    """Play what a tally lacks; yield the totals of chunks, and sessions under way.

    Whoever takes them adds them to the tally before asking for the next.
    """
    while tally.sessions < run.sessions and (pace.piece or tally.under_way):
        together = min(side_by_side(workers), run.sessions - tally.sessions)
        tally.under_way = tally.under_way or begin(run, tally.sessions, together, extremes)
        yield from play_in_pieces(run, crew, pace.piece or _HANDS_A_CHUNK, tally.under_way)
        yield added_up(run, tally.under_way)
    if pace.tapers:
        plan = tapering(run, pace.sessions, tally.sessions, workers)
    else:
        plan = chunks(run, pace.sessions, tally.sessions)
    yield from crew(play_chunk, ((*part, extremes) for part in plan))


def _in_order(
    run: Run, crew: Crew, pace: Pace, tally: Tally, extremes: int, workers: int
) -> Iterator[Chunk | list[UnderWay]]:
    """Yield what a tally lacks; play again what was lost with a killed worker."""
    lost = 0
    while tally.sessions < run.sessions:
        try:
            for part in _parts(run, crew, pace, tally, extremes, workers):
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
    keep: Keeper | None = None, address: str | None = None,
) -> Played:
    """Play a run.

    Parameters
    ----------
    run : Run
    jobs : int, optional
        Workers; all cores when not given.  The result does not depend on it.
    backend : {"threads", "processes", "dask", "ray"}
        What the workers are.  The result does not depend on it.
    chunk : int, optional
        Sessions a chunk, a multiple of 16.  The result does not depend on it.
    extremes : int
        How many of the worst and of the best hands to keep, 1 to 1,000.
    progress : callable, optional
        Called with the sessions and the hands done so far.
    keep : Keeper, optional
        Where the totals are kept, and where those of an interrupted run are found.
    address : str, optional
        Of the cluster, for backends that have one.

    Raises
    ------
    BoneyardError
        If an argument is wrong, a cluster fails, or a strategy does (``StrategyError``).
    """
    extremes = whole(extremes, "extremes", 1, MOST_EXTREMES)
    tally = Tally(find_game(run.game).books, run.labels, extremes, marked_blocks(run))
    before = keep.restore(tally) if keep else 0.0
    workers = None if jobs is None else min(count_jobs(jobs), _most_tasks(run, chunk))
    with interruptible(), hire(run, workers, backend, address) as crew:
        # Compile before the workers start, and outside the time that is reported.
        compile_all(run)
        pace = Pace(chunk, tapers=False) if chunk else find_pace(run)
        began = time.perf_counter() - before
        played = _in_order(run, crew, pace, tally, extremes, count_jobs(workers))
        _add_up(run, tally, played, began, progress, keep)
    return Played(run, tally, time.perf_counter() - began,
                  None if jobs is None else count_jobs(jobs))


def _most_tasks(run: Run, chunk: int | None) -> int:
    """Return how many workers a run keeps busy: one a chunk, or one a session if they are long."""
    if chunk is None and BLOCK * run.hands_a_session >= _HANDS_A_CHUNK:
        return run.sessions
    return -(-run.sessions // (chunk or BLOCK))


def _add_up(
    run: Run, tally: Tally, played: Iterator[Chunk | list[UnderWay]], began: float,
    progress: Progress | None, keep: Keeper | None,
) -> None:
    """Add all chunks to a tally, and keep it from time to time and at the end."""
    whole_chunks = True
    try:
        for part in played:
            whole_chunks = False
            if isinstance(part, Chunk):
                tally.add(part)
            else:
                tally.under_way = part
            whole_chunks = True
            if keep:
                keep.save(tally, time.perf_counter() - began)
            if progress:
                progress(*_done(run, tally))
    finally:
        # Keep what is there, whatever ended the run, except totals that an interruption left half
        # added.
        if keep and whole_chunks and (tally.sessions or hands_under_way(tally.under_way)):
            keep.save(tally, time.perf_counter() - began, last=True)


def _done(run: Run, tally: Tally) -> tuple[float, int]:
    """Return the sessions done, with the shares of those under way, and the hands."""
    shares = sum(1 if one.over else one.hands / run.hands for one in tally.under_way)
    return tally.sessions + shares, (
        tally.session_total("hands") + hands_under_way(tally.under_way))
