"""Solving the auction of a table of Euchre, on request and for the library."""

from __future__ import annotations

from functools import partial

from reports.studies.solution.euchre.study import study_calls
from reports.studies.solution.locked import Counted
from reports.studies.solution.solved_table import SolutionFile, Solving, Tell
from reports.studies.solution.solver import Carried
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Run, count_jobs
from simulate.theory.euchre.calls import DEALS, ROUNDS, Calls, check, solution_of
from simulate.theory.table import solve
from strategies.euchre.solved import SHIPPED, Solved
from strategies.lineup import seat_players

#: Games, or hands, at most that measure a table around locks.
_GAMES = 200_000


class SolvingCalls(Solving):
    """A table whose auction is to be solved; ``this_hand`` counts points, not games won."""

    usual_deals, usual_rounds, decision, strategy = DEALS, ROUNDS, "call", Solved

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table cannot be solved, or a pool is named."""
        check(self.run, self.locks)
        check_no_pool(self.run, self.pool)

    def table(self, tell: Tell | None) -> Calls:
        """Return the table."""
        return Calls(self.run, self.locks, self.deals, self.this_hand, self.jobs, tell)

    def told(self, table: Calls) -> tuple[Study, SolutionFile]:
        """Return what the auction says, and what its file keeps."""
        return study_calls(table), solution_of(table)

    def counted(self) -> Counted:
        """Return what is counted in plain play: whole games, or points."""
        most = min(_GAMES, self.deals)
        return Counted(False, 1, most) if self.this_hand else Counted.games(most)


def check_no_pool(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if a pool is named: nobody plays for one."""
    if pool is not None:
        raise BoneyardError(f"pool {pool}: there is none at {run.game}")


_SEED, _DEALS, _ROUNDS = 2026, 150_000, 3
#: Who plays the tiles: the calls of this strategy do not matter.
_TILES = "hoyle"


def _solve(game: str, players: int) -> str:
    run = Run(game, find_game(game).rules_class(), seat_players(game, _TILES, players), 1, 1,
              _SEED)
    solved = solve(Calls(run, None, _DEALS, jobs=count_jobs(None)), _ROUNDS)
    solution_of(solved).save(SHIPPED / f"{game}-{players}.npz")
    (gain,), (fine_gain,) = solved.gains
    return (f"best responses gain {gain.total:.3%} of games a hand, finer "
            f"{fine_gain.total:.3%}")


def carried(game: str, players: int) -> tuple[Carried, ...]:
    """Return the table for so many players."""
    return (Carried(SHIPPED / f"{game}-{players}.npz", partial(_solve, game, players)),)
