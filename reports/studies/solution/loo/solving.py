"""Solving the declarations of a table of Loo or Rounce on request."""

from __future__ import annotations

from collections.abc import Callable

from reports.studies.solution.locks import said
from reports.studies.solution.loo.columns import COLUMNS
from reports.studies.solution.loo.locked import study_locked
from reports.studies.solution.loo.study import study_solution
from reports.studies.solution.solved_table import Solution, Solving
from simulate.solving.loo.locked_table import check_locks, locked_solution, solve_around
from simulate.solving.loo.solve_table import DEALS, ROUNDS, solution_of, solve


class SolvingDeclarations(Solving):
    """A table whose declarations are to be solved."""

    usual_deals, usual_rounds, columns = DEALS, ROUNDS, COLUMNS

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table, its pool or its locks cannot be solved."""
        check_locks(self.run, self.locks, self.pool)

    def solve(self, progress: Callable[[float, str], None] | None) -> Solution:
        """Solve the table, around its locked seats if it has any."""
        run = self.run
        if self.locks:
            return self._around_locks(progress)
        solver = solve(run, self.deals, self.pool, self.this_hand, self.rounds, self.jobs,
                       self.kept, progress)
        found = solver.solved(self.jobs)
        # The pool that was asked for comes first in the report.
        study = study_solution(solver, sorted(found, key=lambda one: one.pool != self.pool),
                               self.jobs)
        return Solution(
            study, solution_of(solver, found), f", who play their tiles as {run.labels[0]} does")

    def _around_locks(self, progress: Callable[[float, str], None] | None) -> Solution:
        """Solve the seats that are not locked."""
        table = solve_around(self.run, self.locks, self.deals, self.pool, self.this_hand,
                             self.rounds, self.jobs, self.kept, progress)
        found = table.solved(self.jobs)
        study = study_locked(table, found, self.pool, self.jobs)
        return Solution(
            study, locked_solution(table, found),
            f"; {said(self.locks)}; the others play their tiles as {self.run.labels[0]} does")
