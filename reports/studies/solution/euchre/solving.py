"""Solving the auction of a table of Euchre on request."""

from __future__ import annotations

from collections.abc import Callable

from reports.studies.solution.euchre.columns import COLUMNS
from reports.studies.solution.euchre.study import study_calls
from reports.studies.solution.solved_table import Solution, Solving
from simulate.errors import BoneyardError
from simulate.solving.euchre.solver import DEALS, ROUNDS, check, solution_of, solve_calls


class SolvingCalls(Solving):
    """A table whose auction is to be solved; ``this_hand`` counts points, not games won."""

    usual_deals, usual_rounds, columns = DEALS, ROUNDS, COLUMNS

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table cannot be solved, or a pool is named."""
        check(self.run)
        if self.pool is not None:
            raise BoneyardError(f"pool {self.pool}: there is none at {self.run.game}")

    def solve(self, progress: Callable[[float, str], None] | None) -> Solution:
        """Solve the auction, for every score unless points are counted."""
        solved = solve_calls(
            self.run, self.deals, self.rounds, self.this_hand, self.jobs, progress, self.kept)
        return Solution(
            study_calls(solved), solution_of(solved),
            f", who play their tiles as {self.run.labels[0]} does")
