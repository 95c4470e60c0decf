"""Runs: sessions cut into chunks, played by any number of workers, added up in order.

A run hashes the sums of some of its blocks of sessions, drawn by its seed.  Any computer can
play those few sessions again, however long the run was.
"""

import logging
import random
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from simulate.books.rows import BLOCK
from simulate.books.tally import Chunk, Tally, block_mark
from simulate.errors import BoneyardError, whole
from simulate.games.game import find_game
from simulate.machine.interrupting import interruptible
from simulate.runs.chunk import compile_all, hands_under_way, play_chunk, play_sessions
from simulate.runs.run import Played, Progress, Run, count_jobs
from simulate.runs.workers import Executor, executor_for

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
#: We warn a person before a run if nothing of it will be kept for this many seconds.
_LONG = 120.0
#: Seconds between two looks at the hands of sessions under way.
_LOOK = 1.0
#: Hands of each session by which we measure how long a hand takes.
_HANDS_TO_TIME = 20
#: A game that is not over after this many hands is expected to last as long as it may.
_ENDLESS = 10_000
#: The most of the worst and of the best hands that are kept; the kernel needs room for one.
MOST_EXTREMES = 1_000
#: How many worker processes may be killed one after the other before we give up.
_LIVES = 3
#: Blocks of a run that are hashed.
_MARKED = 200

log = logging.getLogger("boneyard")


def chunk_size(run: Run, hands: float = _HANDS_A_CHUNK, most: int = _SESSIONS_A_CHUNK) -> int:
    """Return the sessions of a chunk of so many hands: a multiple of the block up to ``most``."""
    return min(max(1, round(hands / run.hands_a_session / BLOCK)) * BLOCK, most)


def chunks(run: Run, size: int | None = None, first: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the first session and the number of sessions of each chunk, multiples of ``BLOCK``."""
    size = chunk_size(run) if size is None else size
    if size < 1 or size % BLOCK:
        raise BoneyardError(f"chunk {size} is not a positive multiple of {BLOCK} sessions")
    for start in range(first, run.sessions, size):
        yield start, min(size, run.sessions - start)


def find_pace(run: Run) -> int:
    """Return the sessions of a chunk that takes about a second here, however long strategies think,
    or of a block, if that takes longer."""
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
    if a_block > _LONG:
        log.warning(
            "nothing is kept before the first %d sessions of up to %s hands are over, which may "
            "take %s minutes here: of more sessions of fewer hands the first are kept sooner",
            min(BLOCK, run.sessions), f"{run.hands:,}", f"{a_block / 60:,.0f}")
    return chunk_size(run, min(_HANDS_ADDED_UP, _SECONDS_A_CHUNK / a_hand), _SESSIONS_ADDED_UP)


def _lengths(run: Run, most: int) -> list[int]:
    """Play the first block, of so many hands a session at most; return how many they had."""
    rows = play_sessions(run, 0, BLOCK, min(run.hands, most))
    return rows.session[:, find_game(run.game).books.session.index("hands")].tolist()


def _parts(run: Run, executor: Executor, size: int, tally: Tally, extremes: int) -> Iterator[Chunk]:
    """Play what a tally lacks; yield the totals of each chunk, for the tally before the next. What
    was lost with a killed worker is played again."""
    lost = 0
    while tally.sessions < run.sessions:
        try:
            for part in executor((*part, extremes) for part in chunks(run, size, tally.sessions)):
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
    asked = None if jobs is None else count_jobs(jobs)
    # More workers than chunks would have nothing to do.
    workers = min(count_jobs(asked), -(-run.sessions // (chunk or BLOCK)))
    with interruptible(), executor_for(run, asked and workers, backend, address) as executor:
        # Compile before the workers start, and outside the time that is reported.
        compile_all(run)
        size = chunk or find_pace(run)
        if not chunk and workers > 1 and backend != "processes":  # those take seconds to start
            fair = run.sessions // (_CHUNKS_A_WORKER * workers * BLOCK) * BLOCK
            size = max(BLOCK, min(size, fair))
        began = time.perf_counter() - before
        with _showing(run, tally, progress):
            _add_up(tally, _parts(run, executor, size, tally, extremes), began, progress, keep)
    return Played(run, tally, time.perf_counter() - began, asked)


@contextmanager
def _showing(run: Run, tally: Tally, progress: Progress | None) -> Iterator[None]:
    """Report the hands of a block that takes long while its sessions are played here."""
    over = threading.Event()

    def show() -> None:
        before = tally.sessions
        while not over.wait(_LOOK):
            if progress and tally.sessions == before:
                progress(before, tally.session_total("hands") + hands_under_way(run))
            before = tally.sessions

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _add_up(
    tally: Tally, parts: Iterator[Chunk], began: float, progress: Progress | None, keep: Any,
) -> None:
    """Add all parts to a tally, and keep it from time to time and at the end."""
    is_whole = True
    try:
        for part in parts:
            is_whole = False
            tally.add(part)
            is_whole = True
            if keep:
                keep.save(tally, time.perf_counter() - began)
            if progress:
                progress(tally.sessions, tally.session_total("hands"))
    finally:
        # Keep what is there, whatever ended the run, except totals that an interruption left half
        # added.
        if keep and is_whole and tally.sessions:
            keep.save(tally, time.perf_counter() - began, last=True)


def marked_blocks(run: Run) -> list[int]:
    """Return the indices of the blocks of a run that are hashed, rising."""
    blocks = -(-run.sessions // BLOCK)
    return sorted(random.Random(f"{run.seed} {blocks}").sample(range(blocks), min(_MARKED, blocks)))


def digests(played: Played) -> dict[str, str]:
    """Return the hashes of a run's blocks by the first session of each."""
    tally = played.tally
    return {str(block * BLOCK): f"{int(mark):016x}"
            for block, mark in zip(tally.marked, tally.marks.tolist(), strict=True)}


def differing(run: Run, kept: Mapping[str, str], progress: Progress | None = None) -> list[int]:
    """Play the hashed blocks of a run again; return the first sessions of those that differ."""
    blocks = marked_blocks(run)
    if {str(block * BLOCK) for block in blocks} != kept.keys():
        raise BoneyardError("the digests are not those of the blocks that such a run hashes")
    wrong = []
    for done, block in enumerate(blocks, 1):
        first = block * BLOCK
        chunk = play_chunk(run, first, min(BLOCK, run.sessions - first), 1)
        if f"{block_mark(chunk, 0):016x}" != kept[str(first)]:
            wrong.append(first)
        if progress:
            progress(done, len(blocks))
    return wrong
