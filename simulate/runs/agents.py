"""A player in plain Python: a compiled game calls it back, a few microseconds a decision.

``ask_agent`` takes the place of a compiled decision, and the address of a C function that calls
Python takes the place of parameters. So an agent sits wherever a strategy does.
"""

import ctypes
import threading
from collections import namedtuple
from collections.abc import Callable
from functools import cache, cached_property
from operator import index, itemgetter
from types import FunctionType
from typing import Any

import numpy as np

from simulate.errors import BoneyardError, StrategyError, brief
from simulate.games.game import find_game
from simulate.games.spot import Event, asking
from simulate.machine.compiling import instruction
from simulate.machine.table import BASE, Table

_call_back = instruction("call_back")
_callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
#: In place of an action, where an agent raised an error.
_FAILED = -(2**63)
#: The error that an agent raised in this thread.
_raised = threading.local()


class AgentFailed(Exception):
    """An agent raised an error, which ``raised_here`` returns."""


def ask_agent(table: Table, numbers: Any) -> int:
    """Ask the agent whose address stands first among its numbers."""
    action = _call_back(numbers[0], table)
    if action == _FAILED:
        raise AgentFailed("an agent failed")
    return action


def raised_here() -> BaseException:
    """Return the error that an agent raised in this thread."""
    error: BaseException = _raised.error
    return error


class View:
    """What a seat sees at a decision, beside the named tuple of its numbers."""

    decision: str
    _game: str
    _row: Any = None  #: of the table, while the decision is asked

    def legal_actions(self) -> list[int]:
        """Return the actions that the rules allow; a view of an earlier decision has none."""
        if self._row is None:
            raise BoneyardError(f"the decision to {self.decision} is over: ask its view for legal "
                                "actions before")
        asks, row = asking(self._game), np.asarray(self._row)
        asked = Event(int(row[BASE.seat]), self.decision, int(row[BASE.asked]), None, "")
        return asks.answers(asked, int(row[asks.legal[self.decision][0]]), row)


@cache
def views_of(game: str) -> list[tuple[Any, tuple[int, ...]]]:
    """Return by decision the class of its views and the entries of the row that they show."""
    return [(type(decision, (View, namedtuple(decision, view)),
                  {"decision": decision, "_game": game}), tuple(view.values()))
            for decision, view in find_game(game).decisions.items()]


class Agent:
    """A player of a game that takes each decision by ``act(view)``.

    ``entry`` of a line-up: that function, an object with this method, or a class of such objects.
    """

    def __init__(self, game: str, entry: Any) -> None:
        self.game, self.entry = game, entry
        found = entry() if isinstance(entry, type) else entry
        self.act: Callable[[Any], int] = getattr(found, "act", found)
        self._ways = [(kind._make, itemgetter(*entries)) for kind, entries in views_of(game)]
        self._table = ctypes.c_int64 * find_game(game).row_size

    def __reduce__(self) -> Any:
        return Agent, (self.game, self.entry)

    @property
    def has_state(self) -> bool:
        """Whether two of them may play differently: an object has fields of its own."""
        return not isinstance(self.entry, FunctionType | type)

    def _answer(self, row: int) -> int:
        try:
            table = self._table.from_address(row)
            made, shown = self._ways[table[BASE.decision]]
            view = made(shown(table))
            view._row = table
            try:
                return self._action(self.act(view))
            finally:
                del view._row
        except BaseException as error:  # none may pass through compiled code
            _raised.error = error
            return _FAILED

    def _action(self, answer: Any) -> int:
        try:
            action = index(answer)
        except TypeError:
            action = _FAILED
        if not _FAILED < action < -_FAILED:
            raise StrategyError(f"answered {brief(answer)}, which is no whole number")
        return action

    @cached_property
    def _called(self) -> Any:
        return _callback(self._answer)

    @property
    def address(self) -> int:
        """Where compiled code calls it, as long as this object lives."""
        return ctypes.cast(self._called, ctypes.c_void_p).value or 0
