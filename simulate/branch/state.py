"""A hand of any game, decision by decision, on the kernel as it is: each step plays it again.

An open seat is played from outside.  In place of its strategy sits ``recall``: it repeats the
actions so far, keeps the row as it stands at the next decision, and leaves the rest of the hand to
the seat's own player.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from reprlib import Repr
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints, Rows
from simulate.errors import BoneyardError, names_arguments, unknown, whole
from simulate.games.game import History, find_game
from simulate.games.spot import Events, asking
from simulate.machine.compiling import inlined
from simulate.machine.table import (
    BASE,
    MAX_DECISIONS,
    MAX_SEATS,
    SEAT_ENTRY,
    Table,
    ask,
    decision_address,
    lay_out,
    step_address,
    whole_numbers,
)
from simulate.runs.agents import views_of
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.follow import history_of
from simulate.runs.run import MOST_SESSIONS, Run

_TRACE = lay_out(
    0,
    actions=1,  # address of the actions so far, and how many they are
    given=1,
    asked=1,  # decisions of open seats up to now
    width=1,  # of the row
    players=MAX_SEATS * SEAT_ENTRY,  # the open seats' own, as ``BASE.asks`` has them
    play_hand=1,  # address of what plays a hand
    number=1,  # of the hand that is played decision by decision
    began=1,  # address of the row as it stood before this hand
    again=1,  # whether that is known
    row=1,  # as it stands at the first decision that has no action
)
_brief = Repr()
_brief.maxlist = 30


@inlined
def _own(table: Table, trace: Any) -> int:
    own = _TRACE.players + SEAT_ENTRY * table[BASE.seat]
    return ask(trace[own + table[BASE.decision]], table, trace[own + MAX_DECISIONS])


def recall(table: Table, trace: Any) -> int:
    """Repeat the actions, then act as the seat's own player; keep the row in between."""
    n = trace[_TRACE.asked]
    trace[_TRACE.asked] = n + 1
    if n < trace[_TRACE.given]:
        return whole_numbers(trace[_TRACE.actions])[n]
    if n == trace[_TRACE.given]:
        for k in range(trace[_TRACE.width]):
            trace[_TRACE.row + k] = table[k]
    return _own(table, trace)


def by_own_player(table: Table, trace: Any) -> int:
    """Act as the seat's own player, at a decision that is not open."""
    return _own(table, trace)


def begin(table: Table, numbers: Any) -> int:
    """Play a hand; keep the row before the one that is looked for, or begin with it."""
    trace = whole_numbers(table[BASE.scripts])
    start = whole_numbers(trace[_TRACE.began])
    if trace[_TRACE.again]:
        for k in range(trace[_TRACE.width]):
            table[k] = start[k]
    elif table[BASE.number] == trace[_TRACE.number]:
        for k in range(trace[_TRACE.width]):
            start[k] = table[k]
    return ask(trace[_TRACE.play_hand], table, 0)


class _Seen(NamedTuple):
    """What open seats see at one of the decisions."""

    kind: Any  #: of the view
    entries: Ints  #: of the row that it shows
    observed: Ints  #: those but for ``word``


@names_arguments
class OpenTable:
    """A table with open seats; ``boneyard.table`` makes one.

    Examples
    --------
    >>> import boneyard
    >>> table = boneyard.table("casino", ["random", None])
    >>> table.seats, table.new_hand(3)
    ((1,), Session 3, hand 0: seat 1 is asked to bet)
    """

    def __init__(
        self, run: Run, seats: Iterable[int], decisions: Collection[str] | None = None,
    ) -> None:
        self.run, self.seats = run, tuple(seats)
        self.game, self.asking = find_game(run.game), asking(run.game)
        self.decisions = tuple(self.game.decisions if decisions is None else decisions)
        for wrong in {*self.decisions} - {*self.game.decisions}:
            raise unknown(f"decision of {run.game}:", wrong, self.game.decisions)
        self._row, self._parameters = set_table(run)
        self._hands = self.game.books.session.index("hands")
        self._rows = Rows.blank(self.game.books, 1, len(run.players), 1)
        self._left = np.zeros((1, self.game.row_size), np.int64)
        self._trace = np.zeros(_TRACE.row + self.game.row_size, np.int64)
        self._trace[_TRACE.width] = self.game.row_size
        for seat in self.seats:
            self._open(seat)
        self._start = np.zeros(self.game.row_size, np.int64)
        if self.game.hand is not None:
            self._trace[_TRACE.play_hand] = step_address(self.game.hand)
            self._trace[_TRACE.began] = self._start.ctypes.data
            self._row[BASE.scripts] = self._trace.ctypes.data
            self._row[BASE.play_hand] = step_address(begin)
        self.views = [_Seen(kind, np.array(entries), np.array(
            [entry for name, entry in zip(kind._fields, entries, strict=True) if name != "word"]))
            for kind, entries in views_of(run.game)]

    def _open(self, seat: int) -> None:
        at, own = BASE.asks + SEAT_ENTRY * seat, _TRACE.players + SEAT_ENTRY * seat
        self._trace[own : own + SEAT_ENTRY] = self._row[at : at + SEAT_ENTRY]
        for k, (decision, view) in enumerate(self.game.decisions.items()):
            self._trace[own + k] = self._row[at + k] or decision_address(
                self.asking.by_lot[decision], tuple(view.items()), ())
            self._row[at + k] = step_address(
                recall if decision in self.decisions else by_own_player)
        self._row[at + MAX_DECISIONS] = self._trace.ctypes.data

    def __deepcopy__(self, memory: Any) -> OpenTable:
        return self  # states share it: it remembers nothing

    def __reduce__(self) -> Any:
        return OpenTable, (self.run, self.seats, self.decisions)

    @property
    def seed(self) -> int:
        """The seed of its sessions."""
        return self.run.seed

    def __repr__(self) -> str:
        seats = ", ".join(f"{seat} {label}" for seat, label in enumerate(self.run.labels))
        rules = "".join(f", {name}={value}" for name, value in self.run.rules.given().items())
        return f"{self.game.title}, seed {self.seed}{rules}: seats {seats}"

    def new_hand(self, session: int = 0) -> State:
        """Return the first hand of a session."""
        return State(self, whole(session, "session", 0, MOST_SESSIONS - 1))

    def play(self, session: int, hand: int, before: Sequence[int], log: Sequence[Taken],
             start: Ints | None) -> tuple[Ints, Ints, bool, Ints | None]:
        """Play a hand of a session, after the actions of open seats before it and in it, from its
        ``start`` where that is known. Return its row at the first decision without an action (or as
        the hand left it), as it left it, whether there is such a decision, and the start. The rows
        are empty where the session ended before."""
        trace, given = self._trace, array("q", [one.action for one in log])
        if start is None:
            given = array("q", before) + given
        else:
            self._start[:] = start
        trace[_TRACE.actions], trace[_TRACE.given] = given.buffer_info()
        trace[_TRACE.asked], trace[_TRACE.number] = 0, hand
        trace[_TRACE.again] = start is not None
        number = hand if start is None else 0
        self._rows.session[:], self._rows.seat[:] = 0, 0
        play_rows(self.run, self._row, session, 1, number + 1, self._rows, self._left, number)
        if self._rows.session[0, self._hands] <= number:
            return self._left[0, :0], self._left[0, :0], False, None
        if start is None and self.game.hand is not None:
            start = self._start.copy()
        left, is_asked = self._left[0].copy(), bool(trace[_TRACE.asked] > len(given))
        return trace[_TRACE.row :].copy() if is_asked else left, left, is_asked, start


class Taken(NamedTuple):
    """A decision of an open seat: what the seat saw, without its random ``word``, and did."""

    seat: int
    decision: str
    observation: tuple[int, ...]
    action: int


@names_arguments
class State:
    """A hand at a table with open seats, as it stands.

    Copies and pickles go on alike, in any process.  All states of a table share its memory, so one
    thread steps through them.

    Examples
    --------
    >>> import boneyard
    >>> state = boneyard.table("casino", ["random", None]).new_hand()
    >>> while not state.is_terminal():
    ...     state.apply(state.legal_actions()[0])
    >>> sum(state.returns()) <= 28, len(state.log())
    (True, 13)
    """

    def __init__(self, table: OpenTable, session: int, hand: int = 0, before: tuple[int, ...] = (),
                 log: tuple[Taken, ...] = (), start: Ints | None = None) -> None:
        self.table, self.session, self.hand = table, session, hand
        self._before, self._log, self._start = before, log, start
        self._play()

    def _play(self) -> None:
        self._row, self.left, self._is_asked, self._start = self.table.play(
            self.session, self.hand, self._before, self._log, self._start)
        self._legal = self.view().legal_actions() if self._is_asked else []

    def __reduce__(self) -> Any:
        return State, (self.table, self.session, self.hand, self._before, self._log)

    def __repr__(self) -> str:
        stands = (f"seat {self.current_player()} is asked to {self.decision().replace('_', ' ')}"
                  if self._is_asked else "over")
        return f"{self._name()}: {stands}"

    def _name(self) -> str:
        return f"Session {self.session}, hand {self.hand}"

    def _check(self, is_over: bool) -> None:
        if self._is_asked == is_over:
            raise BoneyardError(f"{self._name()} is {'not over' if is_over else 'over'}")

    def is_terminal(self) -> bool:
        """Return whether the hand is over."""
        return not self._is_asked

    def current_player(self) -> int | None:
        """Return the open seat that is to act; None if the hand is over."""
        return int(self._row[BASE.seat]) if self._is_asked else None

    def decision(self) -> str:
        """Return the name of the decision to be taken."""
        self._check(is_over=False)
        return self.table.views[self._row[BASE.decision]].kind.decision

    def view(self) -> Any:
        """Return what a strategy would see now: a named tuple of whole numbers."""
        self._check(is_over=False)
        seen = self.table.views[self._row[BASE.decision]]
        view = seen.kind._make(self._row[seen.entries].tolist())
        view._row = self._row
        return view

    def legal_actions(self) -> list[int]:
        """Return the actions that the rules allow; none if the hand is over."""
        return list(self._legal)

    def _observed(self) -> tuple[int, ...]:
        return tuple(self._row[self.table.views[self._row[BASE.decision]].observed].tolist())

    def information_state(self, seat: int) -> tuple[Any, ...]:
        """Return all that an open seat saw and did at its decisions of this hand, in order."""
        if seat not in self.table.seats:
            raise BoneyardError(f"seat {seat!r} is not open: open are "
                                f"{', '.join(map(str, self.table.seats)) or 'none'}")
        taken = [part for one in self._log if one.seat == seat for part in one[1:]]
        now = [self.decision(), self._observed()] if self.current_player() == seat else []
        return (*taken, *now)

    def apply(self, action: int) -> None:
        """Take the decision, and play on to the next one of an open seat."""
        decision, seat = self.decision(), int(self._row[BASE.seat])
        if getattr(action, "ndim", 0) or action not in self._legal:
            raise BoneyardError(f"action {action!r} is not legal: seat {seat} is asked to "
                                f"{decision}, one of {_brief.repr(self._legal)}")
        action = int(action)
        self._log = (*self._log, Taken(seat, decision, self._observed(), action))
        self._play()

    def returns(self) -> list[int]:
        """Return what the hand brought each seat, in the game's unit; zeros before its end."""
        players, value = len(self.table.run.players), self.table.game.values
        return [0] * players if self._is_asked else self.left[value : value + players].tolist()

    def log(self) -> list[Taken]:
        """Return the decisions of open seats in this hand."""
        return list(self._log)

    def history(self) -> History:
        """Return the hand as ``replay`` has it, once it is over."""
        self._check(is_over=True)
        return history_of(self.table.run, self.left)

    def clone(self) -> State:
        """Return a state that goes on by itself."""
        return State(self.table, self.session, self.hand, self._before, self._log, self._start)

    def next_hand(self) -> State | None:
        """Return the next hand of the session; None if this was the last."""
        self._check(is_over=True)
        if self.hand + 1 == self.table.run.hands:
            return None
        before = (*self._before, *(one.action for one in self._log))
        after = State(self.table, self.session, self.hand + 1, before)
        return after if len(after.left) else None

    def question(self) -> tuple[History, Events, int]:
        """Take the decisions without a choice. Return the hand as the seats' own players would end
        it, its decisions, and the index of the one to be taken, or their number."""
        while len(self._legal) == 1:
            self.apply(*self._legal)
        table, hand = self.table, history_of(self.table.run, self.left)
        events = table.asking.events(hand, table.run.rules)
        asked = (self.current_player(), self._is_asked and self.decision(),
                 int(self._row[BASE.asked]))
        return hand, events, next((k for k, one in enumerate(events) if asked == (
            one.seat, one.decision, one.number)), len(events))
