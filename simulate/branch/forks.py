"""Decisions of a run, each answered in every way on its own deal.

A hand is played as it is; then, for each decision of one seat, once more for every answer that
the rules allow there, all else being equal: deals, dice, and what everybody does before.  After
the answer all seats go on as their strategies, the seat itself included.  So the differences
between the answers are those of plain forced play, and their noise is small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from simulate.books.tally import Ints
from simulate.branch.kernel import AS_IT_IS, BRANCH, Branching, Steps
from simulate.branch.rolling import write_script
from simulate.games.game import find_game
from simulate.games.scripts import SCRIPT, WHOLE
from simulate.games.spot import asking
from simulate.machine.compiling import helper
from simulate.machine.layouts import lay_out, whole_numbers
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, Table, ask, step_address
from simulate.runs.in_order import in_pieces
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: The most decisions of a seat in one hand, and the most answers to one of them.
_MOST_ASKED, MOST_ANSWERS = 80, 16
#: Entries of the row that can be noted when a decision is asked.
_MOST_NOTED = 32
#: No decision has this number.
_NONE = -1
_HANDS_A_CHUNK = 1024

#: The numbers that a forked seat has in place of its parameters, behind what all scripts hold.
FORK = lay_out(
    SCRIPT.hand,
    wanted=1,  # the decision that is forked
    number=1,  # of the decision that is forced, or _NONE
    answer=1,
    asked=1,  # decisions noted, and the address of the first one's row
    rows=1,
    noted=1,  # how many entries are noted of each
    entries=_MOST_NOTED,
)

#: What is written down of each decision.
ROW = lay_out(0, session=1, seat=1, number=1, told=1, count=1, legal=1, answers=MOST_ANSWERS,
              noted=_MOST_NOTED)
#: What the steps share.
_FORKING = lay_out(
    BRANCH.size,
    turns=1,  # address of the seats that are forked, a session each, and how many there are
    many=1,
    entries=1,  # address of the seats' entries that read from their scripts
    seat=1,  # whose turn it is, and the address of its script
    script=1,
    rows=1,  # address of the decisions' rows, and how many there are so far
    found=1,
    forks=1 + _MOST_ASKED * MOST_ANSWERS,  # of the hand: decision * MOST_ANSWERS + answer
)

T = TypeVar("T")


@dataclass(frozen=True)
class Forks:
    """Decisions and what came of each of their answers, in the order of the sessions."""

    session: Ints  #: int64[decisions]
    seat: Ints  #: int64[decisions]
    number: Ints  #: int64[decisions]: of the decision within its seat's hand
    told: Ints  #: int64[decisions]: which of the answers the strategy gives
    count: Ints  #: int64[decisions]: answers allowed, two or more
    answers: Ints  #: int64[decisions, MOST_ANSWERS]
    noted: Mapping[str, Ints]  #: int64[decisions] by name: entries of the row when it was asked
    outcomes: Ints  #: int64[decisions, MOST_ANSWERS, kept]: entries of the row after the hand
    sessions: int  #: those that were played


def fork_step(table: Table, script: Any) -> int:
    """Give the answer that is forced, or that of the strategy, and note what was asked."""
    number, decision = table[BASE.asked], table[BASE.decision]
    if number == script[FORK.number]:
        return int(script[FORK.answer])
    told = ask(script[SCRIPT.goes_on + decision], table, script[SCRIPT.parameters])
    room = script[FORK.number] == _NONE and script[FORK.asked] < _MOST_ASKED
    if room and decision == script[FORK.wanted]:
        row = whole_numbers(script[FORK.rows] + 8 * ROW.size * script[FORK.asked])
        row[ROW.number], row[ROW.told] = number, told
        row[ROW.legal] = table[script[SCRIPT.legal + decision]]
        for k in range(script[FORK.noted]):
            row[ROW.noted + k] = table[script[FORK.entries + k]]
        script[FORK.asked] += 1
    return told


@helper
def _row(memory: Any, decision: int) -> Any:
    """Return the row of a decision."""
    return whole_numbers(memory[_FORKING.rows] + 8 * ROW.size * decision)


def _take_turn(table: Table, memory: Any) -> int:
    """Let the seat whose turn it is answer from its script in the first hand of a session."""
    table[BASE.session] = memory[BRANCH.deal]
    turns, entries = whole_numbers(memory[_FORKING.turns]), whole_numbers(memory[_FORKING.entries])
    seat = turns[memory[BRANCH.deal] % memory[_FORKING.many]]
    for k in range(SEAT_ENTRY):
        table[BASE.asks + seat * SEAT_ENTRY + k] = entries[seat * SEAT_ENTRY + k]
    memory[_FORKING.seat], memory[_FORKING.script] = seat, entries[
        seat * SEAT_ENTRY + MAX_DECISIONS]
    script = whole_numbers(memory[_FORKING.script])
    script[FORK.number], script[FORK.asked] = _NONE, 0
    script[FORK.rows] = memory[_FORKING.rows] + 8 * ROW.size * memory[_FORKING.found]
    return 0


def _force_answer(table: Table, memory: Any) -> int:
    """Let the seat give the answer of a fork."""
    if memory[BRANCH.fork]:
        script = whole_numbers(memory[_FORKING.script])
        label = memory[BRANCH.label] = memory[_FORKING.forks + memory[BRANCH.fork]]
        row = _row(memory, label // MOST_ANSWERS)
        script[FORK.number] = row[ROW.number]
        script[FORK.answer] = row[ROW.answers + label % MOST_ANSWERS]
    return 0


@helper
def _list_answers(memory: Any, row: Any, shift: int, forks: int) -> int:
    """List the answers to a decision; all but the one given are forks, after ``forks`` others."""
    told, many = row[ROW.told], 0
    row[ROW.told] = 0
    for k in range(MOST_ANSWERS):
        row[ROW.answers + k] = -1
    for bit in range(63):
        if row[ROW.legal] >> bit & 1 and many < MOST_ANSWERS:
            row[ROW.answers + many] = bit << shift
            many += 1
    row[ROW.count] = many
    for k in range(many if many > 1 else 0):
        if row[ROW.answers + k] == told:
            row[ROW.told] = k
        else:
            memory[_FORKING.forks + forks] = memory[_FORKING.found] * MOST_ANSWERS + k
            forks += 1
    return forks


def _which_answers(table: Table, memory: Any) -> int:
    """Fork every decision that was asked and had several answers; leave out the rows of others."""
    script, first, forks = whole_numbers(memory[_FORKING.script]), memory[_FORKING.found], 1
    for j in range(script[FORK.asked]):
        asked, row = _row(memory, first + j), _row(memory, memory[_FORKING.found])
        for k in range(ROW.size):
            row[k] = asked[k]
        forks = _list_answers(memory, row, script[SCRIPT.shift + script[FORK.wanted]], forks)
        row[ROW.session], row[ROW.seat] = memory[BRANCH.deal], memory[_FORKING.seat]
        memory[_FORKING.found] += int(row[ROW.count] > 1)
    return forks


class _Forking(Branching):
    """A table whose decisions are forked by one thread."""

    def __init__(
        self, run: Run, decision: str, noted: Mapping[str, int], kept: Sequence[int],
        state: Mapping[int, int], turns: Sequence[int],
    ) -> None:
        game, about, seats = find_game(run.game), asking(run.game), len(run.players)
        steps = Steps(_take_turn, _force_answer, about.opens(), _which_answers, None)
        super().__init__(run, steps, _FORKING.size, kept, state, scratch=max(1, about.scratch))
        self._noted = noted
        self.memory[_FORKING.many] = len(turns)
        self.share(_FORKING.turns, np.array(turns))
        scripts = self.share(_FORKING.script, np.zeros((seats, FORK.size), np.int64))
        entries = self.share(
            _FORKING.entries,
            self.start[BASE.asks :][: seats * SEAT_ENTRY].copy().reshape(seats, -1))
        for script, entry in zip(scripts, entries, strict=True):
            write_script(script, entry, game, about)
            script[FORK.wanted] = list(game.decisions).index(decision)
            script[FORK.noted] = len(noted)
            script[FORK.entries : FORK.entries + len(noted)] = list(noted.values())
            assert script[SCRIPT.shift + script[FORK.wanted]] != WHOLE, "an answer is one thing"
            entry[: len(game.decisions)] = step_address(fork_step)
            entry[MAX_DECISIONS] = script.ctypes.data

    def fork(self, first: int, sessions: int) -> Forks:
        """Fork the decisions of sessions ``first`` and following."""
        rows = self.share(
            _FORKING.rows, np.zeros((sessions * _MOST_ASKED, ROW.size), np.int64))
        hands, came = self.play(first, sessions, 1 + _MOST_ASKED * MOST_ANSWERS)
        rows = rows[: self.memory[_FORKING.found]].copy()
        session, seat, number, told, count = rows[:, : ROW.legal].T.copy()
        outcomes = np.zeros((len(rows), MOST_ANSWERS, came.shape[1]), np.int64)
        forced = hands[:, 1] != AS_IT_IS
        outcomes.reshape(-1, came.shape[1])[hands[forced, 1]] = came[forced]
        # What the strategy answers has been played in the hand as it is.
        outcomes[np.arange(len(rows)), told] = came[~forced][session - first]
        noted = {name: rows[:, ROW.noted + k].copy() for k, name in enumerate(self._noted)}
        return Forks(session, seat, number, told, count, rows[:, ROW.answers : ROW.noted].copy(),
                     noted, outcomes, sessions)


def fork(
    run: Run, decision: str, noted: Mapping[str, int], kept: Sequence[int],
    read: Callable[[Forks], T], state: Mapping[int, int] | None = None,
    seats: Sequence[int] | None = None, jobs: int | None = None,
    progress: Progress | None = None, first: int = 0,
) -> list[T]:
    """Fork the decisions of one seat in each session's first hand, the seats taking turns.

    ``decision``: its answer must be one thing of a set. ``noted``, ``kept``: entries of the row to
    be noted when a decision is asked, and to be read after the hand. ``read(forks)`` condenses some
    sessions in a thread; results come in their order. ``state``: entries of the row before a hand,
    where the deal does not set them. ``first``: session from which those of the run are counted.
    """
    turns = range(len(run.players)) if seats is None else seats

    def work(at: int, sessions: int) -> T:
        return read(_Forking(run, decision, noted, kept, state or {}, turns).fork(at, sessions))

    work(first, 1)  # compile before fanning out
    return list(in_pieces(work, first, run.sessions, _HANDS_A_CHUNK, jobs, progress and (
        lambda played: progress(played / run.sessions, played))))
