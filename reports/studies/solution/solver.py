"""What a game that can be solved offers, and where it is found.

Each package in this folder has the name of its game and an object ``SOLVER``; nothing lists the
packages. Another game has the solver of all games of declarations (``simulate.theory.declared``)
where its ``Game.solves`` names a module.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from simulate.errors import BoneyardError, listed
from simulate.games.game import ENTRY_POINTS, find_game
from simulate.installed import installed

if TYPE_CHECKING:
    from reports.studies.solution.exploiting import Responses
    from reports.studies.solution.solved_table import Way
    from simulate.runs.run import Run


@dataclass(frozen=True, kw_only=True)
class Solver:
    """How the tables of a game are solved, and its strategies exploited."""

    tiles: str  #: the strategy that plays the tiles of a solved table where a person names none
    way: Callable[[Run, bool], Way]  #: of a table, and whether one hand alone counts
    #: What best responses win at such a table, whose seats all play one strategy or are mixed; at a
    #: pool, None for that of a first hand. Raises ``BoneyardError`` if none can be found there.
    exploit: Callable[[Run, bool, int | None], Responses]
    #: Whether games won are counted unless one hand alone is asked for.
    in_games: Callable[[Run], bool] = lambda run: False


def check_no_pool(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if a pool is named where nobody plays for one."""
    if pool is not None:
        unit = find_game(run.game).unit(run.rules)
        raise BoneyardError(f"pool {pool}: there is none where {unit} are played for")


def solvable() -> tuple[str, ...]:
    """Return the names of the games that can be solved, in alphabetical order."""
    found = _with_package()
    for entry in installed(ENTRY_POINTS):
        with suppress(BoneyardError):  # it cannot be loaded
            if find_game(entry.name).solves is not None:
                found.add(entry.name)
    return tuple(sorted(found))


def _with_package() -> set[str]:
    package = import_module(__package__)
    return {module.name for module in iter_modules(package.__path__) if module.ispkg}


def solver_of(game: str, what: str, otherwise: str = "") -> Solver:
    """Return how a game is solved, for the command ``what``; refuse one that is not."""
    find_game(game)
    if game not in (able := solvable()):
        raise BoneyardError(f"{what} is for {listed(able)}, not {game!r}{otherwise}")
    if game not in _with_package():
        return import_module(f"{__package__}.declared").solver(game)
    return import_module(f"{__package__}.{game}").SOLVER
