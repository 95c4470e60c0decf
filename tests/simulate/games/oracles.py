"""The oracles of the library's games, found by their names."""

from importlib import import_module
from types import ModuleType
from typing import Any

from simulate.games.game import find_game
from simulate.runs.run import Run


def oracle_of(game: str) -> ModuleType:
    """Return the module that seats strategies at the oracle's table of a game."""
    family = (find_game(game).strategies or game).rpartition(".")[2]  # Rounce's are Loo's
    return import_module(f"tests.simulate.games.{family}.at_the_oracle")


def by_oracle(run: Run, session: int) -> list[dict[str, Any]]:
    """Play a session without any of the kernel's code."""
    return oracle_of(run.game).by_oracle(run, session)
