"""What one worker does: set a table, play sessions at it, add them up."""

import dis
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NoReturn

import numpy as np

from simulate.books.tally import AT_ONCE, Chunk, ChunkSums, Floats, Ints, Rows, Tally
from simulate.errors import BoneyardError, StrategyError
from simulate.games.game import find_game
from simulate.machine.interrupting import FLAG, StoppedPlaying, StoppedThinking, stopped
from simulate.machine.own_code import OwnCode, why
from simulate.machine.sources import folder_in_use, is_ours
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, decision_address, step_address
from simulate.runs.agents import AgentFailed, ask_agent, raised_here
from simulate.runs.run import Decision, Player, Run

#: Hands that are held in memory for a history.
_HANDS_A_PIECE = 4096
#: The most memory of the rows of sessions that are added up together, so that they stay in the
#: processor's cache; more if a few sessions need it.
_BYTES_AT_ONCE = 2**20
#: The counts of the sessions that this process plays at the moment.
_under_way: list[Rows] = []
#: In a new row: no seat has been asked for anything.
_NOBODY = -1
#: In place of the rows that hands leave: none is kept.
_NO_RECORD = np.zeros((0, 0), np.int64)


def reached_by(players: Sequence[Player]) -> list[str]:
    """Hash, by seat, the code and the values that decisions of a person's own reach."""
    return ["".join(OwnCode(function).fingerprint for function in player.decisions.values()
                    if function is not None) for player in players]


@cache
def _reads_parameters(function: Decision) -> bool:
    """Return whether a decision names its second argument: one that does not is compiled once for
    all strategies that inherit it."""
    second = function.__code__.co_varnames[1]
    named = (one.argval for one in dis.get_instructions(function))
    return any(second in (one if isinstance(one, tuple) else (one,)) for one in named)


def address_of(player: Player, name: str, view: Mapping[str, int]) -> int:
    """Return the address of a player's compiled decision: 0 if it is left to chance."""
    function = player.decisions[name]
    if function is None:
        return 0
    decision = f"{name} of strategy {player.label!r}"
    reached = OwnCode(function)
    if reached.chance:
        raise StrategyError(
            f"{decision} uses {reached.chance}, so that no hand could be played again: take chance "
            "from view.word, a new number for every decision")
    if player.agent is not None:
        return step_address(ask_agent)
    entries, chart = tuple((key, i) for i, key in enumerate(player.parameters)), None
    if not _reads_parameters(function):
        entries = ()
    elif player.chart is not None:
        chart = len(entries)
    try:
        return decision_address(function, tuple(view.items()), entries, chart, reached.fingerprint)
    except Exception as error:  # numba raises many kinds
        # What is ours compiles elsewhere.
        if is_ours(function) or isinstance(error, MemoryError | OSError):
            raise not_here(f"{decision} cannot be compiled", error) from error
        raise StrategyError(f"{decision} does not compile: {why(error)}") from None


def not_here(what: str, error: BaseException) -> BoneyardError:
    """Return the error for something that this computer cannot do; the strategy may be sound."""
    reason = getattr(error, "strerror", None) or str(error) or "out of memory"
    return BoneyardError(f"{what} on this computer ({type(error).__name__}: {reason}); compiled "
                         f"code is kept in {str(folder_in_use())!r}")


def set_table(run: Run) -> tuple[Ints, list[Floats]]:
    """Return a table's row, ready to play, and the arrays that it points to.

    Seats of one player share them: they would compete for the cache.
    """
    game, laid = find_game(run.game), dict[int, tuple[Ints, Floats]]()
    for player in run.players:
        if id(player) not in laid:
            entry = np.zeros(SEAT_ENTRY, np.int64)
            entry[: len(game.decisions)] = [
                address_of(player, name, view) for name, view in game.decisions.items()]
            entry[MAX_DECISIONS] = player.numbers.ctypes.data
            laid[id(player)] = entry, player.numbers
    entries, parameters = zip(*(laid[id(player)] for player in run.players), strict=True)
    asks = np.stack(entries)
    row = np.zeros(game.row_size, np.int64)
    row[BASE.seed] = run.seed
    row[BASE.hands] = 0 if game.plays_to_the_end(run.rules) else run.hands
    row[BASE.stop] = FLAG.ctypes.data
    row[BASE.seat] = _NOBODY
    row[BASE.worst] = row[BASE.best] = np.iinfo(np.int64).max
    row[BASE.asks : BASE.asks + asks.size] = asks.ravel()
    game.lay_table(row, run.rules, len(run.players))
    return row, list(parameters)


def failure(run: Run, row: Ints, error: BaseException) -> BoneyardError:
    """Return an error with the strategy that failed, if one was asked, and where."""
    game, answer = find_game(run.game), int(row[BASE.answer])
    if row[BASE.seat] == _NOBODY:
        if type(error).__module__.startswith("numba") and not is_ours(game.kernel.py_func):
            return BoneyardError(f"a function of {game.title} does not compile: {why(error)}")
        return not_here(f"{game.title} cannot be played", error)
    seat, session, hand = int(row[BASE.seat]), int(row[BASE.session]), int(row[BASE.number])
    decision = list(game.decisions)[int(row[BASE.decision])]
    if isinstance(error, StoppedThinking):
        where = (f"strategy {run.players[seat].label!r} in seat {seat} was asked to {decision} in "
                 f"session {session}, hand {hand}, seed {run.seed}")
        stopped.append(where)
        return StrategyError(f"stopped while {where}")
    if isinstance(error, StrategyError):
        what = str(error)
    elif "illegal choice" not in str(error):
        what = f"raised {type(error).__name__}: {error}"
    elif game.refused is None:
        what = f"answered {answer}, which is not legal"
    else:  # in tiles where the game has words
        seen = {name: int(row[entry]) for name, entry in game.decisions[decision].items()}
        what = game.refused(decision, answer, seen)
    failure = StrategyError(
        f"strategy {run.players[seat].label!r} in seat {seat} {what}, when asked to {decision} "
        f"in session {session}, hand {hand}, seed {run.seed}"
    )
    failure.hand, failure.table = (session, hand), row.copy()
    return failure


def fail(run: Run, row: Ints, error: Exception) -> NoReturn:
    """Raise the error of a hand that failed; of an agent its own error is the cause."""
    cause = raised_here() if isinstance(error, AgentFailed) else error
    if isinstance(cause, KeyboardInterrupt):
        raise cause from None
    raise failure(run, row, cause) from cause


@cache
def _all_entries(size: int) -> Ints:
    """Return all entries of a row; a row that is kept for later points to them."""
    return np.arange(size)


def play_rows(
    run: Run, row: Ints, first: int, sessions: int, hands: int, rows: Rows,
    record: Ints | None = None, record_from: int = 0, entries: Ints | None = None,
) -> None:
    """Let the kernel play at a table and add to its books; see ``simulate.books.rows``. The record
    gets these entries of the row; all when not given."""
    game = find_game(run.game)
    asked = _all_entries(game.row_size) if entries is None else entries
    row[BASE.kept], row[BASE.entries] = 0, asked.ctypes.data
    try:
        try:
            if game.hand is not None and not row[BASE.play_hand]:
                row[BASE.play_hand] = step_address(game.hand)
            game.kernel(row, first, sessions, hands, rows, _NO_RECORD if record is None else record,
                        record_from)
        except StoppedPlaying as error:
            raise KeyboardInterrupt from error
        except Exception as error:
            fail(run, row, error)
    except KeyboardInterrupt:
        # Ctrl-C may be raised before the error of the decision that it stopped; that decision is
        # named all the same.
        if FLAG[0] and row[BASE.seat] != _NOBODY:
            failure(run, row, StoppedThinking())
        raise


def play_sessions(run: Run, first: int, sessions: int, hands: int, extremes: int = 1) -> Rows:
    """Play sessions ``first`` and following and return their rows."""
    row, _parameters = set_table(run)
    rows = Rows.blank(find_game(run.game).books, sessions, len(run.players), extremes)
    play_rows(run, row, first, sessions, hands, rows)
    return rows


def play_chunk(
    run: Run, first: int, sessions: int, extremes: int, hands: int | None = None
) -> Chunk:
    """Play some sessions and add them up, a few at a time; stop with ``KeyboardInterrupt``."""
    books, seats = find_game(run.game).books, len(run.players)
    row, _parameters = set_table(run)
    a_session = sum(part.nbytes for part in Rows.blank(books, 1, seats, extremes)[:3])
    at_once = max(1, _BYTES_AT_ONCE // a_session // AT_ONCE) * AT_ONCE
    rows = Rows.blank(books, min(at_once, sessions), seats, extremes)
    sums = ChunkSums(books, run.labels, rows, first, sessions)
    _under_way.append(rows)
    try:
        for done in range(0, sessions, at_once):
            some = min(at_once, sessions - done)
            play_rows(run, row, first + done, some, hands or run.hands, rows)
            sums.add(done, some)
    finally:
        _under_way[:] = [other for other in _under_way if other is not rows]
    return sums.chunk()


def hands_under_way(run: Run) -> int:
    """Return the hands that this process has played of sessions that are not added up."""
    hands = find_game(run.game).books.session.index("hands")
    return sum(int(rows.session[:, hands].sum()) for rows in list(_under_way))


def compile_all(run: Run) -> None:
    """Compile all that a run needs, by way of a single hand."""
    Tally(find_game(run.game).books, run.labels, 1).add(play_chunk(run, 0, 1, 1, hands=1))


def record_sessions(
    run: Run, sessions: Iterable[int], first: int = 0, stop: int | None = None
) -> Iterator[Ints]:
    """Yield the table's row after each hand from ``first`` to before ``stop`` of some sessions.

    A session is played from its start, in pieces, so that any number of hands can be looked at; it
    may end before ``stop``, which is its end when not given. If a strategy fails, the hands before
    come first.
    """
    game, (row, _parameters) = find_game(run.game), set_table(run)
    most = run.hands if stop is None else min(stop, run.hands)
    for session in sessions:
        for start in range(first, most, _HANDS_A_PIECE):
            piece = min(_HANDS_A_PIECE, most - start)
            record = np.zeros((piece, game.row_size), np.int64)
            rows = Rows.blank(game.books, 1, len(run.players), 1)
            try:
                play_rows(run, row, session, 1, start + piece, rows, record, start)
            except StrategyError as error:
                yield from record[: max(error.hand[1] - start, 0) if error.hand else 0]
                raise
            played = int(rows.session[0, game.books.session.index("hands")]) - start
            yield from record[: max(played, 0)]
            if played < piece:
                break
