"""What one worker does: set a table, play sessions at it, add them up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

import numpy as np

from simulate.books.books import Books
from simulate.books.tally import (
    AT_ONCE,
    Chunk,
    ChunkSums,
    Floats,
    Ints,
    Rows,
    Tally,
    units_of,
)
from simulate.errors import BoneyardError, StrategyError
from simulate.games.game import Game, find_game
from simulate.machine.own_code import OwnCode
from simulate.machine.stop_flag import FLAG, StoppedThinking
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY
from simulate.runs.addresses import address_of, not_here
from simulate.runs.in_lanes import kernel_of
from simulate.runs.in_one_call import UNRECORDED, play_and_add
from simulate.runs.interrupting import note_stopped
from simulate.runs.player import Player
from simulate.runs.run import Run

#: Hands that are held in memory for a history.
_HANDS_A_PIECE = 4096
#: The most memory of the rows of sessions that are added up together, unless a few take more.
_BYTES_AT_ONCE = 2**20
#: In a new row: no seat has been asked for anything.
_NOBODY = -1


def reached_by(players: Sequence[Player]) -> list[str]:
    """Hash, by seat, the code and the values that decisions of a person's own reach."""
    return ["".join(OwnCode(function).fingerprint for function in player.decisions.values()
                    if function is not None) for player in players]


class _Same:
    """An array as part of a key: alike are two that are the same object.

    What is in it does not change: a strategy's own array is copied when it sits down.
    """

    def __init__(self, array: Floats | None) -> None:
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.array is other.array

    def __hash__(self) -> int:
        return id(self.array)


@lru_cache(maxsize=4)
def _one_after_the_other(values: tuple[float, ...], chart: _Same) -> Floats:
    """Return parameters, the length of a chart, and the chart: float64[...].

    A chart may have megabytes, and a table is set for every hand that is recorded.
    """
    behind = np.zeros(0) if chart.array is None else chart.array
    return np.concatenate([values, [float(len(behind))], behind])


def _entry(game: Game, player: Player) -> tuple[Ints, Floats]:
    """Return what the row holds of a player's seat, and the parameters that it points to."""
    parameters = _one_after_the_other(tuple(player.parameters.values()), _Same(player.chart))
    entry = np.zeros(SEAT_ENTRY, np.int64)
    entry[: len(game.decisions)] = [
        address_of(player, name, view) for name, view in game.decisions.items()]
    entry[MAX_DECISIONS] = parameters.ctypes.data
    return entry, parameters


def _seat_entries(game: Game, players: Sequence[Player]) -> tuple[Ints, list[Floats]]:
    """Return what the row holds of each seat, and the parameters that it points to.

    Seats with the same parameters and chart share them: they would compete for the cache.  Who has
    several seats is looked up once.
    """
    found = {number: _entry(game, player)
             for number, player in {id(player): player for player in players}.items()}
    entries, parameters = zip(*(found[id(player)] for player in players), strict=True)
    return np.stack(entries), list(parameters)


def set_table(run: Run, watched: bool) -> tuple[Ints, list[Floats]]:
    """Return a table's row, ready to play, and the arrays that it points to."""
    game = find_game(run.game)
    entries, parameters = _seat_entries(game, run.players)
    row = np.zeros(game.row_size, np.int64)
    row[BASE.seed] = run.seed
    row[BASE.hands] = 0 if game.plays_to_the_end(run.rules) else run.hands
    row[BASE.watched] = watched or entries[:, :MAX_DECISIONS].any()
    row[BASE.seat] = _NOBODY
    row[BASE.worst] = row[BASE.best] = np.iinfo(np.int64).max
    row[BASE.asks : BASE.asks + entries.size] = entries.ravel()
    game.lay_table(row, run.rules, len(run.players))
    return row, parameters


def _refused(run: Run, row: Ints, decision: str) -> str:
    """Say what a strategy answered against the rules, in tiles where its game has words."""
    game, answer = find_game(run.game), int(row[BASE.answer])
    if game.refused is None:
        return f"answered {answer}, which is not legal"
    seen = {name: int(row[entry]) for name, entry in game.decisions[decision].items()}
    return game.refused(decision, answer, seen)


def failure(run: Run, row: Ints, error: Exception) -> BoneyardError:
    """Say which strategy failed, where, and how to see the hand again.

    Before any strategy was asked it is the computer that failed, not a strategy.
    """
    if row[BASE.seat] == _NOBODY:
        return not_here(f"{find_game(run.game).title} cannot be played", error)
    seat, session, hand = int(row[BASE.seat]), int(row[BASE.session]), int(row[BASE.number])
    decision = list(find_game(run.game).decisions)[int(row[BASE.decision])]
    if isinstance(error, StoppedThinking):
        where = (f"strategy {run.players[seat].label!r} in seat {seat} was asked to {decision} in "
                 f"session {session}, hand {hand}, seed {run.seed}")
        note_stopped(where)
        return StrategyError(f"stopped while {where}")
    if "illegal choice" in str(error):
        what = _refused(run, row, decision)
    else:
        what = f"raised {type(error).__name__}: {error}"
    failure = StrategyError(
        f"strategy {run.players[seat].label!r} in seat {seat} {what}, when asked to {decision} "
        f"in session {session}, hand {hand}, seed {run.seed}"
    )
    failure.hand, failure.table = (session, hand), row.copy()
    return failure


def play_sessions(run: Run, first: int, sessions: int, hands: int, extremes: int = 1) -> Rows:
    """Play sessions ``first`` and following and return their rows.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    row, _parameters = set_table(run, watched=False)
    rows = Rows.blank(find_game(run.game).books, sessions, len(run.players), extremes)
    kernel, places = kernel_of(run, row)
    with _failures_told(run, row):
        kernel(row, first, sessions, hands, rows, *((places,) if places else UNRECORDED))
    return rows


@contextmanager
def _failures_told(run: Run, row: Ints) -> Iterator[None]:
    """Say of an error in a kernel whose decision it was."""
    try:
        try:
            yield
        except Exception as error:
            raise failure(run, row, error) from error
    except KeyboardInterrupt:
        # Ctrl-C may be raised before the error of the decision that it stopped; we still say whose
        # decision that was.
        if FLAG[0] and row[BASE.seat] != _NOBODY:
            failure(run, row, StoppedThinking())
        raise


def play_rows(
    run: Run, row: Ints, first: int, sessions: int, hands: int, rows: Rows,
    record: Ints | None = None, record_from: int = 0,
) -> None:
    """Let the kernel play at a table and add to its books; see ``simulate.books.rows``.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    game = find_game(run.game)
    if record is None:
        record, record_from = UNRECORDED
    with _failures_told(run, row):
        game.kernel(row, first, sessions, hands, rows, record, record_from)


def _sessions_at_once(books: Books, seats: int) -> int:
    """Return how many sessions are played before they are added up."""
    a_session = 8 * Rows.numbers_a_session(books, seats)
    return max(1, _BYTES_AT_ONCE // a_session // AT_ONCE) * AT_ONCE


def play_chunk(run: Run, first: int, sessions: int, extremes: int) -> Chunk:
    """Play some sessions and add them up: what one worker does.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    return _play_chunk(run, first, sessions, run.hands, extremes)


def _play_chunk(run: Run, first: int, sessions: int, hands: int, extremes: int) -> Chunk:
    """Play sessions of so many hands and add them up."""
    game, seats = find_game(run.game), len(run.players)
    row, _parameters = set_table(run, watched=False)
    kernel, places = kernel_of(run, row)
    at_once = _sessions_at_once(game.books, seats)
    rows = Rows.blank(game.books, min(at_once, sessions), seats, extremes)
    sums = ChunkSums(game.books, units_of(run.labels), rows, first, sessions)
    done = np.zeros(1, np.int64)
    with _failures_told(run, row):
        play_and_add(kernel, places, row, first, sessions, hands, rows, sums.added, done)
    if done[0] < sessions:
        raise KeyboardInterrupt
    return sums.chunk()


def compile_all(run: Run) -> None:
    """Compile all that a run needs, by way of a single hand."""
    Tally(find_game(run.game).books, run.labels, 1).add(_play_chunk(run, 0, 1, 1, 1))


def record_sessions(
    run: Run, sessions: Iterable[int], first: int = 0, stop: int | None = None
) -> Iterator[Ints]:
    """Yield the table's row after each hand from ``first`` to before ``stop`` of some sessions.

    A session is played from its start, in pieces, so that any number of hands can be looked at; it
    may end before ``stop``, which is its end when not given. All sit at one table: to set it takes
    as long as some fifty hands.

    Yields
    ------
    int64[row size]

    Raises
    ------
    StrategyError
        If a strategy fails: after the hands that were finished before.
    """
    row, _parameters = set_table(run, watched=True)
    most = run.hands if stop is None else min(stop, run.hands)
    for session in sessions:
        yield from _record(run, row, session, first, most)


def _record(run: Run, row: Ints, session: int, first: int, stop: int) -> Iterator[Ints]:
    """Yield what hands of a session leave of a table's row."""
    game = find_game(run.game)
    hands = game.books.session.index("hands")
    while first < stop:
        piece = min(_HANDS_A_PIECE, stop - first)
        record = np.zeros((piece, game.row_size), np.int64)
        rows = Rows.blank(game.books, 1, len(run.players), 1)
        try:
            play_rows(run, row, session, 1, first + piece, rows, record, first)
        except StrategyError as error:
            yield from record[: max(error.hand[1] - first, 0) if error.hand else 0]
            raise
        played = int(rows.session[0, hands]) - first
        yield from record[: max(played, 0)]
        if played < piece:
            return
        first += piece


def record_hands(run: Run, session: int, first: int, stop: int) -> Iterator[Ints]:
    """Yield the table's row after each hand of one session; see ``record_sessions``."""
    return record_sessions(run, (session,), first, stop)
