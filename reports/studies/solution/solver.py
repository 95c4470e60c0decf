"""What a game that can be solved offers, and where it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from reports.studies.library import SOLVERS, solvable
from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.theory.stage import Locks, check_table

if TYPE_CHECKING:
    from reports.studies.solution.pages import Responses
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


def check_games(run: Run, locks: Locks, pool: int | None) -> None:
    """Raise ``BoneyardError`` if games of a table cannot be solved, or a pool is named."""
    check_table(run, locks)
    check_no_pool(run, pool)


def check_no_pool(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if a pool is named where nobody plays for one."""
    if pool is not None:
        unit = find_game(run.game).unit(run.rules)
        raise BoneyardError(f"pool {pool}: there is none where {unit} are played for")


def solver_of(game: str, what: str, otherwise: str = "") -> Solver:
    """Return how a game is solved, for the command ``what``; refuse one that is not."""
    find_game(game)
    if game not in (able := solvable()):
        raise BoneyardError(f"{what} is for {listed(able)}, not {game!r}{otherwise}")
    module = import_module(f"{__package__}.{SOLVERS.get(game, 'declared')}")
    found: Solver = module.SOLVER if game in SOLVERS else module.solver(game)
    return found
