"""Solving the declarations of a table of Loo or Rounce on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from reports.studies.solution.locks import said
from reports.studies.solution.loo.columns import COLUMNS
from reports.studies.solution.loo.locked import study_locked
from reports.studies.solution.loo.study import study_solution
from reports.studies.solution.played import Counted, declaring_as, play_around, with_play
from reports.studies.solution.solved_table import Solution, Solving
from simulate.games.loo.rules import LooRules
from simulate.runs.player import Player
from simulate.theory.loo.chips import DEALS, ROUNDS, Chips, check, solution_of
from simulate.theory.loo.what_if_counts import plays_for_chips
from simulate.theory.table import solve
from strategies.loo.solved import Solved

#: Hands at most that measure a table around locks, and those of a session where what is left in
#: the pool counts.
_HANDS, _SESSION = 400_000, 20


class SolvingDeclarations(Solving):
    """A table whose declarations are to be solved."""

    usual_deals, usual_rounds, columns = DEALS, ROUNDS, COLUMNS

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table, its pool or its locks cannot be solved."""
        check(self.run, self.locks, self.pool)
        if self.locks:
            self._declaring(Solved())

    def solve(self, progress: Callable[[float, str], None] | None) -> Solution:
        """Solve the table, around its locked seats if it has any."""
        run = self.run
        table = solve(Chips(run, self.locks, self.deals, self.pool, self.this_hand, self.jobs,
                            progress), self.rounds, self.kept)
        found = table.solved()
        solution, tiles = solution_of(table, found), f"play their tiles as {run.labels[0]} does"
        if not self.locks:
            # The pool that was asked for comes first in the report.
            study = study_solution(
                table.parts[0], sorted(found[0], key=lambda one: one.pool != self.pool), self.jobs)
            return Solution(study, solution, f", who {tiles}")
        played = play_around(
            run, self.locks, self._declaring(Solved.holding(solution)),
            self._declaring(Solved()), self._counted(), self.jobs)
        study = with_play(study_locked(table, found, self.pool, self.jobs), played)
        return Solution(study, solution, f"; {said(self.locks)}; the others {tiles}")

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
