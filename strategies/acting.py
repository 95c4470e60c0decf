"""Agents in a line-up: functions, objects and classes of plain Python that take every decision."""

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, ClassVar, Protocol

from simulate.games.game import find_game
from simulate.runs.agents import Agent
from simulate.runs.run import Player
from strategies.base import AtTable, Strategy
from strategies.naming import entry_of


class Acts(Protocol):
    """An object that takes decisions by a method."""

    def act(self, view: Any) -> int:
        """Return the action at a decision, ``view.decision``."""


def is_agent(entry: object) -> bool:
    """Return whether an entry of a line-up is a function, or has a method ``act``."""
    own = entry if inspect.isclass(entry) else type(entry)
    acts = hasattr(entry, "act") or (callable(entry) and not inspect.isclass(entry))
    return acts and not issubclass(own, Strategy)


class Acting(Strategy):
    """A strategy whose decisions an agent takes."""

    _entry: ClassVar[Any]

    def player(self, table: AtTable | None = None) -> Player:
        """Return the agent as the engine sees it."""
        agent = Agent(self.games[0], self._entry)
        return Player(self.name, dict.fromkeys(self.decisions, _function(agent.act)), agent=agent)

    @classmethod
    def named(cls) -> str:
        """Return how a line-up names it: an object has a state that only Python has."""
        entry = cls._entry
        is_named = isinstance(entry, FunctionType | type)
        return entry_of(entry if is_named else type(type(entry).__name__, (), {}), cls.name)


def acting(game: str, entry: Any) -> type[Acting]:
    """Return the strategy of a game that asks an agent."""
    own = getattr(entry, "name", None)
    name = own if isinstance(own, str) and own else getattr(
        entry, "__name__", type(entry).__name__)
    return type(name, (Acting,), {"name": name, "games": (game,), "_entry": staticmethod(entry),
                                  "decisions": tuple(find_game(game).decisions)})


def _function(act: Callable[[Any], int]) -> Callable[[Any, Any], int]:
    """Return the function of an agent, with its code and what it reaches."""
    found = inspect.unwrap(getattr(act, "__func__", act))
    if not isinstance(found, FunctionType):
        found = vars(type(found)).get("__call__")
    return found if isinstance(found, FunctionType) else lambda view, p: act(view)
