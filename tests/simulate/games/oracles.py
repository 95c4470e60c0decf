"""The oracles of the library's games, found by their names."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from simulate.games.game import find_game
from simulate.runs.run import Run


def oracle_of(game: str) -> ModuleType:
    """Return the module that seats strategies at the oracle's table of a game."""
    return import_module(f"tests.simulate.games.{_family(game)}.at_the_oracle")


def referee_of(game: str) -> Callable[[list[dict[str, Any]]], None]:
    """Return the oracle's referee of a game."""
    return import_module(f"tests.oracle.{_family(game)}").referee


def _family(game: str) -> str:
    """Return the game whose strategies a game has: Rounce's are Loo's."""
    return (find_game(game).strategies or game).rpartition(".")[2]


def by_oracle(run: Run, session: int) -> list[dict[str, Any]]:
    """Play a session without any of the kernel's code."""
    return oracle_of(run.game).by_oracle(run, session)
