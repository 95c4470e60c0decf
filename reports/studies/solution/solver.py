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
    from reports.stats.estimates import Estimate
    from reports.studies.solution.solved_table import Way
    from reports.studies.study import Study
    from simulate.runs.run import Run


@dataclass(frozen=True)
class Losses:
    """What a table with one strategy in all seats loses to a best response, ``of(run, deals,
    jobs)``."""

    of: Callable[[Run, int, int | None], Estimate]
    unit: str  #: of ``scale`` times that
    scale: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Solver:
    """How the tables of a game are solved, and its strategies exploited."""

    tiles: str  #: the strategy that plays the tiles of a solved table where a person names none
    way: Callable[[Run, bool], Way]  #: of a table, and whether one hand alone counts
    #: Raises ``BoneyardError`` if nobody's best response can be found at a table, or no hand can
    #: have that pool; None for that of a first hand.
    check_exploit: Callable[[Run, int | None], None]
    #: Of a table, and whether one hand alone counts: ``(run, library_too, deals, jobs, progress)``,
    #: and ``pool`` where ``check_exploit`` admits one, answers what best responses win: from each
    #: strategy of the line-up and of the library at a table of its own kind, or without
    #: ``library_too`` from the line-up's own table.
    exploit: Callable[[Run, bool], Callable[..., Study]]
    #: Whether games won are counted unless one hand alone is asked for.
    in_games: Callable[[Run], bool] = lambda run: False
    #: What a table loses to a best response, for ``tune --against exploit``.
    loses: Callable[[Run], Losses] | None = None


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


def _solver(game: str) -> Solver:
    if game not in _with_package():
        return import_module(f"{__package__}.declared").solver(game)
    return import_module(f"{__package__}.{game}").SOLVER


def solver_of(game: str, what: str, can: Callable[[Solver], bool] | None = None) -> Solver:
    """Return how a game is solved, for the command ``what``; refuse one whose solver ``can``
    not."""
    find_game(game)
    able = [name for name in solvable() if can is None or can(_solver(name))]
    if game not in able:
        raise BoneyardError(f"{what} is for {listed(able)}, not {game!r}")
    return _solver(game)
