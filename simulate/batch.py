"""Runs: sessions cut into chunks, played by any number of workers, added up in order."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from simulate.backends import Crew, hire
from simulate.decisions import compile_decision
from simulate.errors import BoneyardError, StrategyError
from simulate.folding import BLOCK
from simulate.game import Game, find_game
from simulate.numbers import whole
from simulate.players import Player, labels
from simulate.rules import Rules
from simulate.table import BASE, MAX_DECISIONS, SEAT_ENTRY
from simulate.tally import Chunk, Floats, Ints, Rows, Tally, digest, units_of

#: Hands that a chunk should have: long enough to keep a worker busy, short enough to stop.
_HANDS_A_CHUNK = 400_000
#: And the seconds that it may take, however long a strategy thinks.
_SECONDS_A_CHUNK = 1.0
#: Hands to expect of a session that is one game.
_HANDS_A_GAME = 20
#: Hands that are held in memory for a history.
_HANDS_A_PIECE = 4096
_MOST_SESSIONS = 2**62
_MOST_HANDS = 2**31
_MOST_SEED = 2**63 - 1
#: Worker processes that may be killed one after the other with no chunk in between.
_LIVES = 3

log = logging.getLogger("boneyard")


@dataclass(frozen=True)
class Run:
    """What is to be simulated: every number of its result follows from these.

    Parameters
    ----------
    game : str
        Name of a game.
    rules : Rules
    players : sequence of Player
        One a seat.
    sessions : int
    hands : int
        The most hands of a session.
    seed : int
        From 0 to 2**63 - 1.

    Raises
    ------
    BoneyardError
        If the numbers do not go together.
    """

    game: str
    rules: Rules
    players: tuple[Player, ...]
    sessions: int
    hands: int
    seed: int = 0

    def __post_init__(self) -> None:
        game = find_game(self.game)
        game.check_players(len(self.players))
        checks = (
            ("sessions", 1, _MOST_SESSIONS), ("hands", 1, _MOST_HANDS), ("seed", 0, _MOST_SEED),
        )
        for name, least, most in checks:
            object.__setattr__(self, name, whole(getattr(self, name), name, least, most))
        self.rules.check_table(len(self.players), self.hands)

    @property
    def labels(self) -> list[str]:
        """Strategy of each seat."""
        return labels(self.players)


@dataclass
class Played:
    """A finished run.

    Attributes
    ----------
    run : Run
    tally : Tally
    seconds : float
        Simulation alone, without compiling.
    jobs : int, optional
        The workers that were asked for.
    """

    run: Run
    tally: Tally
    seconds: float
    jobs: int | None = None


def _address(player: Player, name: str, view: Mapping[str, int]) -> int:
    """Return the address of a player's compiled decision: 0 if it is left to chance."""
    function = player.decisions[name]
    if function is None:
        return 0
    seen = player.visible.get(name, tuple(player.parameters))
    entries = tuple((key, i) for i, key in enumerate(player.parameters) if key in seen)
    chart = None if player.chart is None else len(player.parameters)
    try:
        return compile_decision(function, tuple(view.items()), entries, chart)[1]
    except Exception as error:  # numba raises many kinds
        reason = " ".join(str(error).split())
        raise StrategyError(
            f"{name} of strategy {player.label!r} does not compile: {reason[:600]}"
        ) from error


def _seat_entries(game: Game, players: Sequence[Player]) -> tuple[Ints, list[Floats]]:
    """Return what the row holds of each seat, and the parameters that it points to."""
    entries = np.zeros((len(players), SEAT_ENTRY), np.int64)
    parameters = [
        np.concatenate([[*player.parameters.values()], [0.0] if player.chart is None
                        else player.chart])
        for player in players
    ]
    for seat, player in enumerate(players):
        for i, (name, view) in enumerate(game.decisions.items()):
            entries[seat, i] = _address(player, name, view)
        entries[seat, MAX_DECISIONS] = parameters[seat].ctypes.data
    return entries, parameters


def set_table(run: Run, watched: bool) -> tuple[Ints, list[Floats]]:
    """Return a table's row, ready to play, and the arrays that it points to."""
    game = find_game(run.game)
    entries, parameters = _seat_entries(game, run.players)
    row = np.zeros(game.row_size, np.int64)
    row[BASE.seed] = run.seed
    row[BASE.watched] = watched or entries[:, :MAX_DECISIONS].any()
    row[BASE.worst] = row[BASE.best] = np.iinfo(np.int64).max
    row[BASE.asks : BASE.asks + entries.size] = entries.ravel()
    game.lay_table(row, run.rules, len(run.players))
    return row, parameters


def failure(run: Run, row: Ints, error: Exception) -> StrategyError:
    """Say which strategy failed, where, and how to see the hand again."""
    seat, session, hand = int(row[BASE.seat]), int(row[BASE.session]), int(row[BASE.number])
    decision = list(find_game(run.game).decisions)[int(row[BASE.decision])]
    if "illegal choice" in str(error):
        what = f"answered {int(row[BASE.answer])}, which is not legal"
    else:
        what = f"raised {type(error).__name__}: {error}"
    failure = StrategyError(
        f"strategy {run.players[seat].label!r} in seat {seat} {what}, when asked to {decision} "
        f"in session {session}, hand {hand}, seed {run.seed}"
    )
    failure.hand, failure.table = (session, hand), row.copy()
    return failure


def play_sessions(
    run: Run, first: int, sessions: int, hands: int, extremes: int = 1,
    record: Ints | None = None, record_from: int = 0,
) -> Rows:
    """Play sessions ``first`` and following and return their rows.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    game = find_game(run.game)
    row, _parameters = set_table(run, watched=record is not None)
    rows = Rows.blank(game.books, sessions, len(run.players), extremes)
    if record is None:
        record = np.zeros((0, game.row_size), np.int64)
    try:
        game.kernel(
            row, first, sessions, hands, rows.session, rows.seat, rows.powers, rows.counts,
            rows.extremes, record, record_from,
        )
    except Exception as error:
        raise failure(run, row, error) from error
    return rows


def play_chunk(run: Run, first: int, sessions: int, extremes: int) -> Chunk:
    """Play some sessions and add them up: what one worker does."""
    rows = play_sessions(run, first, sessions, run.hands, extremes)
    return digest(find_game(run.game).books, units_of(run.labels), rows, first)


def compile_all(run: Run) -> None:
    """Compile all that a run needs, by way of a single hand."""
    books = find_game(run.game).books
    rows = play_sessions(run, 0, 1, 1)
    Tally(books, run.labels, 1).add(digest(books, units_of(run.labels), rows, 0))


def _hands_a_session(run: Run) -> int:
    """Return the hands to expect of a session, or the most that it can have."""
    to_the_end = find_game(run.game).plays_to_the_end(run.rules)
    return min(run.hands, _HANDS_A_GAME) if to_the_end else run.hands


def chunk_size(run: Run) -> int:
    """Return the sessions of a chunk: a multiple of the block, whoever the workers are."""
    return max(1, round(_HANDS_A_CHUNK / _hands_a_session(run) / BLOCK)) * BLOCK


def quick_chunk_size(run: Run) -> int:
    """Return the sessions of a chunk that takes a second or less here, if a block does.

    A strategy that thinks long is to be stopped, kept and shared out as well as any other;
    results do not depend on the size.
    """
    began = time.perf_counter()
    rows = play_sessions(run, 0, BLOCK, min(run.hands, _HANDS_A_GAME))
    spent = time.perf_counter() - began
    books = find_game(run.game).books
    a_hand = spent / max(1, int(rows.session[:, books.session.index("hands")].sum()))
    affordable = _SECONDS_A_CHUNK / a_hand / _hands_a_session(run)
    return min(chunk_size(run), max(1, round(affordable / BLOCK)) * BLOCK)


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


def count_jobs(jobs: object) -> int:
    """Return how many workers: all cores for None.

    Raises
    ------
    BoneyardError
        If it is not a positive whole number.
    """
    return os.cpu_count() or 1 if jobs is None else whole(jobs, "jobs", 1, 4096)


class Keeper(Protocol):
    """Keeps the totals of an unfinished run; see ``simulate.checkpoint``."""

    def restore(self, tally: Tally) -> float:
        """Set a new tally to what is kept, and return the seconds that it took."""

    def save(self, tally: Tally, seconds: float, last: bool = False) -> None:
        """Keep a tally if it is time, or the last one."""


def _in_order(run: Run, crew: Crew, size: int | None, first: int) -> Iterator[Chunk]:
    """Yield the totals of all chunks; those lost with a killed worker are played again."""
    lost = 0
    while first < run.sessions:
        try:
            for chunk in crew(chunks(run, size, first)):
                yield chunk
                first += chunk.sessions
                lost = 0
        except BrokenProcessPool as error:
            lost += 1
            if lost > _LIVES:
                raise BoneyardError(
                    f"worker processes were killed {lost} times at session {first}: is there "
                    "memory enough? fewer --jobs need less"
                ) from error
            log.warning("a worker process was killed: its chunk is played again, "
                        "from session %d", first)


def play(
    run: Run, jobs: int | str | None = None, backend: str = "threads", chunk: int | None = None,
    extremes: int = 10, progress: Callable[[int, int], None] | None = None,
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
        How many of the worst and of the best hands to keep.
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
    tally = Tally(find_game(run.game).books, run.labels, extremes)
    before = keep.restore(tally) if keep else 0.0
    most = -(-run.sessions // (chunk or BLOCK))
    workers = None if jobs is None else min(count_jobs(jobs), most)
    with hire(run, extremes, workers, backend, address) as crew:
        # Before fanning out, and outside the time that is reported.
        compile_all(run)
        size = chunk or quick_chunk_size(run)
        began = time.perf_counter() - before
        _add_up(tally, _in_order(run, crew, size, tally.sessions), began, progress, keep)
    return Played(run, tally, time.perf_counter() - began,
                  None if jobs is None else count_jobs(jobs))


def _add_up(
    tally: Tally, played: Iterator[Chunk], began: float,
    progress: Callable[[int, int], None] | None, keep: Keeper | None,
) -> None:
    """Add all chunks to a tally, and keep it from time to time and at the end."""
    whole_chunks = True
    try:
        for done in played:
            whole_chunks = False
            tally.add(done)
            whole_chunks = True
            if keep:
                keep.save(tally, time.perf_counter() - began)
            if progress:
                progress(tally.sessions, tally.session_total("hands"))
    finally:
        # Whatever ended the run, except an interruption in the midst of an addition.
        if keep and whole_chunks and tally.sessions:
            keep.save(tally, time.perf_counter() - began, last=True)


def record_hands(run: Run, session: int, first: int, stop: int) -> Iterator[Ints]:
    """Yield the table's row after each hand from ``first`` to before ``stop`` of a session.

    The session is played from its start, in pieces, so that any number of hands can be
    looked at; it may end before ``stop``.

    Yields
    ------
    int64[row size]

    Raises
    ------
    StrategyError
        If a strategy fails: after the hands that were finished before.
    """
    game = find_game(run.game)
    hands = game.books.session.index("hands")
    while first < min(stop, run.hands):
        piece = min(_HANDS_A_PIECE, stop - first, run.hands - first)
        record = np.zeros((piece, game.row_size), np.int64)
        try:
            rows = play_sessions(run, session, 1, first + piece, 1, record, first)
        except StrategyError as error:
            yield from record[: max(error.hand[1] - first, 0) if error.hand else 0]
            raise
        played = int(rows.session[0, hands]) - first
        yield from record[: max(played, 0)]
        if played < piece:
            return
        first += piece
