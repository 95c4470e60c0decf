"""What happens hand by hand: a few entries of the table's row, for every hand of a run.

An ordinary run adds sessions up and forgets their hands. Here the same kernel keeps the entries
asked for of its row after each hand. The books are the same to the last bit. Hands are handed on in
pieces, so that memory does not grow with the run.

Any hand of any run can be played again by its address (``histories``).
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar

import numpy as np

from simulate.books.rows import BLOCK
from simulate.books.tally import Chunk, Ints, Rows, Tally, digest
from simulate.domino.tiles import names
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import who
from simulate.machine.table import BASE
from simulate.runs.chunk import play_rows, record_sessions, set_table
from simulate.runs.play import chunk_size, chunks
from simulate.runs.run import MOST_SESSIONS, Played, Progress, Run, in_order

#: The longest session that is followed: its rows are held in memory.
MOST_HANDS = 50_000
#: Hands that are held before they are handed on.
_HANDS_A_PIECE = 100_000
#: How many of the worst and of the best hands are kept.
_EXTREMES = 10

#: Entries of a row by name: the first one and how many.
Entries = Mapping[str, tuple[int, int]]
T = TypeVar("T")


@dataclass(frozen=True)
class Paths:
    """Some sessions that follow one another, hand by hand."""

    first: int  #: index of the first session
    #: int64[sessions + 1]: the hands of session ``first + i`` end before ``starts[i + 1]``
    starts: Ints
    entries: Mapping[str, Ints]  #: int64[hands, size]: what the row held after each hand

    def __getitem__(self, name: str) -> Ints:
        """Return an entry of every hand: int64[hands], or int64[hands, size]."""
        found = self.entries[name]
        return found[:, 0] if found.shape[1] == 1 else found

    @property
    def sessions(self) -> int:
        """How many sessions there are."""
        return len(self.starts) - 1

    @property
    def lengths(self) -> Ints:
        """Hands of each session."""
        return np.diff(self.starts)

    @property
    def session(self) -> Ints:
        """The session of each hand, counted from 0."""
        return np.repeat(np.arange(self.sessions), self.lengths)

    @property
    def number(self) -> Ints:
        """The number of each hand in its session, from 0."""
        return np.arange(self.starts[-1]) - np.repeat(self.starts[:-1], self.lengths)

    def total(self, numbers: Ints) -> Ints:
        """Add up the numbers of the hands by session (the first axis); 0 if it has none."""
        upto = np.zeros((len(numbers) + 1, *numbers.shape[1:]), np.int64)
        np.cumsum(numbers, axis=0, out=upto[1:])
        return upto[self.starts[1:]] - upto[self.starts[:-1]]


@dataclass
class Followed(Generic[T]):
    """A run that was followed: its books, those of ``play``, and what was read of its hands."""

    played: Played
    pieces: list[T]  #: in the order of the sessions


def values_of(run: Run) -> Entries:
    """Return the entry of the seats' chips or points of a hand, as ``value``."""
    return {"value": (find_game(run.game).values, len(run.players))}


def _columns(entries: Entries) -> tuple[Ints, list[slice]]:
    """Return the columns of a row to keep, and where each entry is among them."""
    kept = [np.arange(start, start + size) for start, size in entries.values()]
    bounds = np.cumsum([0, *map(len, kept)]).tolist()
    return np.concatenate(kept), [slice(*ends) for ends in pairwise(bounds)]


def _pieces(run: Run, first: int, rows: Rows, columns: Ints) -> Iterator[tuple[int, Ints, Ints]]:
    """Play some rows; yield a session, and lengths and hands of those that begin with it."""
    row, _parameters = set_table(run)  # any entry may be read
    at_once = max(1, _HANDS_A_PIECE // run.hands)
    length = find_game(run.game).books.session.index("hands")
    record = np.empty((min(at_once, len(rows.session)) * run.hands, len(columns)), np.int64)
    begin, held = 0, list[Ints]()
    for at in range(0, len(rows.session), at_once):
        own = rows.some(slice(at, at + at_once))
        play_rows(run, row, first + at, len(own.session), run.hands, own, record, 0, columns)
        held.append(record[: own.session[:, length].sum()].copy())
        end = at + len(own.session)
        if sum(map(len, held)) >= _HANDS_A_PIECE or end == len(rows.session):
            yield first + begin, rows.session[begin:end, length], np.concatenate(held)
            begin, held = end, []


def _follow_chunk(
    run: Run, first: int, sessions: int, entries: Entries, read: Callable[[Paths], T],
) -> tuple[Chunk, list[T]]:
    """Play some sessions, add them up and read their hands: what one worker does."""
    books = find_game(run.game).books
    rows = Rows.blank(books, sessions, len(run.players), _EXTREMES)
    columns, places = _columns(entries)
    found = []
    for begin, lengths, hands in _pieces(run, first, rows, columns):
        starts = np.concatenate([[0], np.cumsum(lengths)])
        named = {name: hands[:, at] for name, at in zip(entries, places, strict=True)}
        found.append(read(Paths(begin, starts, named)))
    return digest(books, run.labels, rows, first), found


def check_length(run: Run) -> None:
    """Raise ``BoneyardError`` if the sessions of a run are too long to be followed."""
    if run.hands > MOST_HANDS:
        raise BoneyardError(
            f"hands {run.hands}: a study that looks at every hand follows sessions of at "
            f"most {MOST_HANDS} hands"
        )


def follow(
    run: Run, entries: Entries, read: Callable[[Paths], T], jobs: int | None = None,
    progress: Progress | None = None,
) -> Followed[T]:
    """Play a run and read some entries of every hand.

    ``read(paths)`` condenses some whole sessions; it is called by the workers, which are threads.
    What is made of the pieces must not depend on where one ends and the next begins.
    """
    check_length(run)
    plan = list(chunks(run, max(BLOCK, chunk_size(run) // 4 // BLOCK * BLOCK)))
    tally = Tally(find_game(run.game).books, run.labels, _EXTREMES)
    # Compile before fanning out.
    _follow_chunk(Run(run.game, run.rules, run.players, 1, 1), 0, 1, entries, read)
    began = time.perf_counter()
    pieces: list[T] = []
    tasks = [(run, *part, entries, read) for part in plan]
    for done, found in in_order(_follow_chunk, tasks, jobs):
        tally.add(done)
        pieces += found
        if progress:
            progress(tally.sessions, tally.session_total("hands"))
    return Followed(Played(run, tally, time.perf_counter() - began), pieces)


def joined(parts: Sequence[Any]) -> Any:
    """Put the arrays of several named tuples one behind another, field by field."""
    return type(parts[0])(*(np.concatenate(field) for field in zip(*parts, strict=True)))


def histories(
    run: Run, sessions: range, first: int = 0, stop: int | None = None
) -> Iterator[tuple[dict[str, Any], Ints]]:
    """Yield the histories of some hands as ``docs/formats.md`` writes them, and the rows they left.

    Hands are ``first`` to before ``stop`` of each session, all to its end when that is None. If a
    strategy fails, in these hands or before, see ``tell_begun``.
    """
    if sessions.stop > MOST_SESSIONS:
        raise BoneyardError(f"session {sessions.stop - 1}: sessions are numbered from 0 to "
                            f"{MOST_SESSIONS - 1}")
    for row in record_sessions(run, sessions, first, stop):
        yield history_of(run, row), row


def history_of(run: Run, row: Ints) -> dict[str, Any]:
    """Return a hand as the exchange format has it, from the row that it left."""
    head, hand = _head(run, row), find_game(run.game).record(row, len(run.players))
    return head | hand | {"rules": head["rules"] | hand.get("rules", {})}


def tell_begun(run: Run, row: Ints) -> str:
    """Return what was played of a hand in which a strategy failed (``StrategyError.table``)."""
    game = find_game(run.game)
    seat, decision = int(row[BASE.seat]), list(game.decisions)[int(row[BASE.decision])]
    holds = "  ".join(names(row[game.decisions[decision]["hand"]]))
    head = _head(run, row)
    asked = who(head | game.begun(row, len(run.players)), seat)
    return (f"{game.tell_begun(head, row)}\nHere it stops\n"
            f"  {asked:<28} is asked to {decision.replace('_', ' ')}, holding {holds}")


def _head(run: Run, row: Ints) -> dict[str, Any]:
    """Return the keys that name the run."""
    return {
        "game": run.game, "seed": run.seed, "session": int(row[BASE.session]),
        "hand": int(row[BASE.number]), "players": len(run.players),
        "rules": run.rules.as_dict(), "lineup": run.labels,
    }
