"""Decisions of a run, each answered in every way on its own deal.

A hand is played as it is; then, for each decision of one seat, once more for every answer that
the rules allow there, all else being equal: deals, dice, and what everybody does before.  After
the answer all seats go on as their strategies, the seat itself included.  So the differences
between the answers are those of plain forced play, and their noise is small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.games.scripts import WHOLE
from simulate.games.spot import asking
from simulate.machine.arrays import copy_into
from simulate.machine.compiling import helper, kernel
from simulate.machine.decisions import ask, compile_decision, compile_step
from simulate.machine.layouts import lay_out
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, Table
from simulate.rollout.laid_table import LaidTable
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: The most decisions of a seat in one hand, and the most answers to one of them.
_MOST_ASKED, MOST_ANSWERS = 80, 16
#: Entries of the row that can be noted when a decision is asked.
_MOST_NOTED = 32
#: Before the entries noted: the decision's number, the answers allowed, and the answer given.
_ABOUT = 3
#: No decision has this number.
_NONE = -1
_HANDS_A_CHUNK = 1024

#: The numbers that a forked seat has in place of its parameters.
FORK = lay_out(
    0,
    parameters=1,  # address of the strategy's own
    goes_on=MAX_DECISIONS,  # address of the strategy's decision
    legal=MAX_DECISIONS,  # entry of the row with the set of what may be chosen
    shift=MAX_DECISIONS,  # bits below the chosen one in an answer
    wanted=1,  # the decision that is forked
    number=1,  # of the decision that is forced, or _NONE
    answer=1,
    asked=1,  # decisions noted
    noted=1,  # how many entries are noted of each
    entries=_MOST_NOTED,
    notes=_MOST_ASKED * (_ABOUT + _MOST_NOTED),
)

T = TypeVar("T")


@dataclass(frozen=True)
class Forks:
    """Decisions and what came of each of their answers, in the order of the sessions.

    Attributes
    ----------
    session, seat : int64[decisions]
    number : int64[decisions]
        Of the decision within its seat's hand.
    told : int64[decisions]
        Which of the answers the strategy gives.
    count : int64[decisions]
        Answers allowed, two or more.
    answers : int64[decisions, MOST_ANSWERS]
    noted : mapping of str to int64[decisions]
        Entries of the row as they were when the decision was asked.
    outcomes : int64[decisions, MOST_ANSWERS, kept]
        Entries of the row after the hand.
    sessions : int
        Those that were played.
    """

    session: Ints
    seat: Ints
    number: Ints
    told: Ints
    count: Ints
    answers: Ints
    noted: Mapping[str, Ints]
    outcomes: Ints
    sessions: int


def fork_step(table: Table, script: Any) -> int:
    """Give the answer that is forced, or that of the strategy, and note what was asked."""
    number, decision = table[BASE.asked], table[BASE.decision]
    if number == script[FORK.number]:
        return int(script[FORK.answer])
    legal = table[script[FORK.legal + decision]]
    room = script[FORK.number] == _NONE and script[FORK.asked] < _MOST_ASKED
    at = FORK.notes + script[FORK.asked] * (_ABOUT + _MOST_NOTED)
    if room and decision == script[FORK.wanted]:
        script[at] = number
        script[at + 1] = legal
        for k in range(script[FORK.noted]):
            script[at + _ABOUT + k] = table[script[FORK.entries + k]]
        script[FORK.asked] += 1
    told = ask(script[FORK.goes_on + decision], table, script[FORK.parameters])
    if room and decision == script[FORK.wanted]:
        script[at + 2] = told
    return told


@helper
def _begin(row: Any, start: Any, session: int, scripted: Any, seat: int) -> None:
    """Set the table for a hand, with the seat's script in place of its strategy."""
    copy_into(row, start)
    row[BASE.session] = session
    at = BASE.asks + seat * SEAT_ENTRY
    copy_into(row[at:], scripted[seat])


@helper
def _answers_of(legal: int, shift: int, answers: Any) -> int:
    """Write down the answers that are allowed; return how many."""
    found = 0
    for bit in range(63):
        if legal >> bit & 1 and found < len(answers):
            answers[found] = bit << shift
            found += 1
    return found


class _Asked(NamedTuple):
    """Whose decisions are forked, and what is read of them.

    Attributes
    ----------
    scripts : int64[seats, FORK.size]
    scripted : int64[seats, SEAT_ENTRY]
        The seats' entries that read from the scripts.
    turns : int64[...]
        The seats that are forked, a session each.
    kept : int64[K]
        Entries of the row that are read after a hand.
    """

    scripts: Any
    scripted: Any
    turns: Any
    kept: Any


class _Room(NamedTuple):
    """Where decisions are written down.

    Attributes
    ----------
    about : int64[room, 5]
        Session, seat, number, which answer is told, how many there are.
    answers : int64[room, MOST_ANSWERS]
    noted : int64[room, entries noted]
    outcomes : int64[room, MOST_ANSWERS, kept]
    """

    about: Any
    answers: Any
    noted: Any
    outcomes: Any


@kernel
def _fork(laid: LaidTable, asked: _Asked, first: int, sessions: int, room: _Room) -> int:
    """Fork the decisions of some sessions, a hand each; return how many there are."""
    # Taken out once: every access to a bundle within the loop would count references anew.
    row, start, play, _, scratch = laid
    scripts, scripted, turns, kept = asked
    about, answers, noted, outcomes = room
    table, found = pointer(row), 0
    as_it_is = np.zeros(len(kept), np.int64)
    for session in range(first, first + sessions):
        seat = turns[session % len(turns)]
        script = scripts[seat]
        script[FORK.number], script[FORK.asked] = _NONE, 0
        _begin(row, start, session, scripted, seat)
        ask(play, table, scratch)
        for k in range(len(kept)):
            as_it_is[k] = row[kept[k]]
        for j in range(script[FORK.asked]):
            at = FORK.notes + j * (_ABOUT + _MOST_NOTED)
            many = _answers_of(
                script[at + 1], script[FORK.shift + script[FORK.wanted]], answers[found])
            if many < 2:
                continue
            about[found, 0], about[found, 1], about[found, 2] = session, seat, script[at]
            about[found, 4] = many
            for k in range(noted.shape[1]):
                noted[found, k] = script[at + _ABOUT + k]
            script[FORK.number] = script[at]
            for a in range(many):
                if answers[found, a] == script[at + 2]:
                    # What the strategy answers has been played already.
                    about[found, 3] = a
                    copy_into(outcomes[found, a], as_it_is)
                    continue
                script[FORK.answer] = answers[found, a]
                _begin(row, start, session, scripted, seat)
                ask(play, table, scratch)
                for k in range(len(kept)):
                    outcomes[found, a, k] = row[kept[k]]
            found += 1
    return found


class _Forking:
    """A table whose decisions are forked by one thread."""

    def __init__(
        self, run: Run, decision: str, noted: Mapping[str, int], kept: Sequence[int],
        state: Mapping[int, int], turns: Sequence[int],
    ) -> None:
        game, ask_about = find_game(run.game), asking(run.game)
        seats = len(run.players)
        self.run, self._noted = run, noted
        self._start, self._parameters = set_table(run, watched=True)
        for entry, value in state.items():
            self._start[entry] = value
        self._row = np.zeros_like(self._start)
        self._scratch = np.zeros(max(1, ask_about.scratch), np.int64)
        self._laid = LaidTable(self._row, self._start, compile_step(ask_about.opens())[1], 0,
                               self._scratch.ctypes.data)
        self._asked = _Asked(
            np.zeros((seats, FORK.size), np.int64), np.zeros((seats, SEAT_ENTRY), np.int64),
            np.array(turns, np.int64), np.array(kept, np.int64))
        for seat, script in enumerate(self._asked.scripts):
            at = BASE.asks + seat * SEAT_ENTRY
            entries = self._start[at : at + SEAT_ENTRY]
            script[FORK.parameters] = entries[MAX_DECISIONS]
            script[FORK.wanted] = list(game.decisions).index(decision)
            script[FORK.noted] = len(noted)
            script[FORK.entries : FORK.entries + len(noted)] = list(noted.values())
            for i, (name, view) in enumerate(game.decisions.items()):
                script[FORK.goes_on + i] = entries[i] or compile_decision(
                    ask_about.by_lot[name], tuple(view.items()), ())[1]
                script[FORK.legal + i], script[FORK.shift + i] = ask_about.legal[name]
            assert script[FORK.shift + script[FORK.wanted]] != WHOLE, "an answer is one thing"
            scripted = self._asked.scripted[seat]
            scripted[: len(game.decisions)] = compile_step(fork_step)[1]
            scripted[MAX_DECISIONS] = script.ctypes.data

    def fork(self, first: int, sessions: int) -> Forks:
        """Fork the decisions of sessions ``first`` and following."""
        most = sessions * _MOST_ASKED
        room = _Room(
            np.zeros((most, 5), np.int64), np.full((most, MOST_ANSWERS), -1),
            np.zeros((most, len(self._noted)), np.int64),
            np.zeros((most, MOST_ANSWERS, len(self._asked.kept)), np.int64))
        try:
            found = _fork(self._laid, self._asked, first, sessions, room)
        except Exception as error:
            raise failure(self.run, self._row, error) from error
        named = {name: room.noted[:found, k].copy() for k, name in enumerate(self._noted)}
        session, seat, number, told, count = room.about[:found].T.copy()
        return Forks(session, seat, number, told, count, room.answers[:found].copy(), named,
                     room.outcomes[:found].copy(), sessions)


def fork(
    run: Run, decision: str, noted: Mapping[str, int], kept: Sequence[int],
    read: Callable[[Forks], T], state: Mapping[int, int] | None = None,
    seats: Sequence[int] | None = None, jobs: int | None = None,
    progress: Progress | None = None, first: int = 0,
) -> list[T]:
    """Fork the decisions of one seat in each session's first hand, the seats taking turns.

    Parameters
    ----------
    run : Run
        Its sessions are played, a hand each.
    decision : str
        The decision that is forked; its answer must be one thing of a set.
    noted : mapping of str to int
        Entries of the row to be noted when a decision is asked.
    kept : sequence of int
        Entries of the row to be read after the hand.
    read : callable
        ``read(forks)`` condenses some sessions; it is called by the workers, which are threads.
    state : mapping of int to int, optional
        Entries of the row as they are before a hand, where the deal does not set them.
    seats : sequence of int, optional
        Whose decisions are forked, a session each in turn; everybody's when not given.
    jobs : int, optional
        Workers; all cores when not given.  The result does not depend on it.
    progress : callable, optional
        Called with the share of the work done, and the sessions played.
    first : int
        The first session: other sessions are other deals.

    Returns
    -------
    list
        What was read, in the order of the sessions.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """

    turns = range(len(run.players)) if seats is None else seats

    def work(at: int, sessions: int) -> T:
        return read(_Forking(run, decision, noted, kept, state or {}, turns).fork(at, sessions))

    work(first, 1)  # compile before fanning out
    tasks = [(first + at, min(_HANDS_A_CHUNK, run.sessions - at))
             for at in range(0, run.sessions, _HANDS_A_CHUNK)]
    found: list[T] = []
    for part in in_order(work, tasks, jobs):
        found.append(part)
        if progress:
            played = min(len(found) * _HANDS_A_CHUNK, run.sessions)
            progress(played / run.sessions, played)
    return found
