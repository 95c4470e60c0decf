"""Solving the declarations of a table of Loo or Rounce on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from reports.studies.solution.locks import said
from reports.studies.solution.loo.locked import study_locked
from reports.studies.solution.loo.study import study_solution
from reports.studies.solution.played import Counted, declaring_as, play_around, with_play
from reports.studies.solution.solved_table import Solution, Solving
from simulate.games.loo.rules import LooRules
from simulate.runs.player import Player
from simulate.solving.loo.locked_table import check_locks, locked_solution, solve_around
from simulate.solving.loo.solve_table import DEALS, ROUNDS, solution_of, solve
from simulate.solving.loo.what_if_counts import plays_for_chips
from strategies.loo.solved import Solved

#: Hands at most that measure a table around locks, and those of a session where what is left in
#: the pool counts.
_HANDS, _SESSION = 400_000, 20


class SolvingDeclarations(Solving):
    """A table whose declarations are to be solved."""

    usual_deals, usual_rounds = DEALS, ROUNDS

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table, its pool or its locks cannot be solved."""
        check_locks(self.run, self.locks, self.pool)
        if self.locks:
            self._declaring(Solved())

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
        solution = locked_solution(table, found)
        played = play_around(
            self.run, self.locks, self._declaring(Solved.holding(solution)),
            self._declaring(Solved()), self._counted(), self.jobs)
        study = with_play(study_locked(table, found, self.pool, self.jobs), played)
        return Solution(
            study, solution,
            f"; {said(self.locks)}; the others play their tiles as {self.run.labels[0]} does")

    def _declaring(self, solved: Solved) -> Player:
        """Return who declares by a table, and plays the tiles as the line-up does."""
        player = declaring_as(self.run.players[0], "declare", solved.player())
        return replace(player, label=solved.name)

    def _counted(self) -> Counted:
        """Return what is counted in plain play: single hands where this hand alone counts."""
        rules, hands = self.run.rules, min(_HANDS, 2 * self.deals)
        pool = rules.first_pool(len(self.run.players)) \
            if isinstance(rules, LooRules) and plays_for_chips(self.run) else None
        if self.this_hand or pool is None:
            return Counted(False, 1, hands, pool)
        return Counted(False, _SESSION, hands // _SESSION, pool, later=True)
