"""The oracles of the library's games, found by their names."""

from importlib import import_module
from typing import Any

from simulate.games.game import find_game
from simulate.runs.run import Run


def by_oracle(run: Run, session: int) -> list[dict[str, Any]]:
    """Play a session without any of the kernel's code."""
    family = (find_game(run.game).strategies or run.game).rpartition(".")[2]  # Rounce's are Loo's
    oracle = import_module(f"tests.simulate.games.{family}.at_the_oracle")
    return oracle.by_oracle(run, session)
