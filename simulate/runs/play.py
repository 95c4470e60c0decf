"""Runs: sessions cut into chunks, played by any number of workers, added up in order.

Where a block of sessions would take long, its sessions are played in pieces instead.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple, Protocol

from simulate.books.exact_sums import BLOCK
from simulate.books.rows import UnderWay
from simulate.books.tally import Chunk, Tally
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.chunk import compile_all, play_chunk, play_sessions
from simulate.runs.interrupting import interruptible
from simulate.runs.long_sessions import begin, carried_by, play_in_pieces
from simulate.runs.progress import Progress
from simulate.runs.replay import marked_blocks
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
    """Yield the first session and the number of sessions of each chunk, from session ``first`` on.

    Raises ``BoneyardError`` if ``size`` is not a positive multiple of ``BLOCK``.
    """
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
    """Return chunks or pieces that take about a second here.

    So a run whose strategies think long can be stopped, kept and shared out like any other.
    """
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
    hands: list[int] = rows.session[:, find_game(run.game).books.session.index("hands")].tolist()
    return hands


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

    Whoever takes them adds them to the tally before asking for the next. What was lost with a
    killed worker is played again.
    """
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
    keep: Keeper | None = None, address: str | None = None,
) -> Played:
    """Play a run by some workers, all cores where ``jobs`` is not given.

    The result depends neither on them nor on the sessions of a ``chunk``, a multiple of 16.
    ``extremes``: how many of the worst and of the best hands to keep, 1 to 1,000. ``keep``: where
    the totals are kept, and those of an interrupted run are found. ``address``: of the cluster,
    for backends that have one.

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
        if not chunk and workers > 1:
            fair = run.sessions // (_CHUNKS_A_WORKER * workers * BLOCK) * BLOCK
            pace = pace._replace(sessions=max(BLOCK, min(pace.sessions, fair)))
        began = time.perf_counter() - before
        played = _parts(run, crew, pace, tally, extremes, workers)
        _add_up(run, tally, played, began, progress, keep)
    return Played(run, tally, time.perf_counter() - began, asked)


def _add_up(
    run: Run, tally: Tally, parts: Iterator[Chunk | list[UnderWay]], began: float,
    progress: Progress | None, keep: Keeper | None,
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
