"""Solving the auction of a table of Euchre on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from reports.studies.solution.euchre.columns import COLUMNS
from reports.studies.solution.euchre.locked import study_locked_calls
from reports.studies.solution.euchre.study import study_calls
from reports.studies.solution.locks import said
from reports.studies.solution.played import Counted, declaring_as, play_around, with_play
from reports.studies.solution.solved_table import Solution, Solving
from simulate.errors import BoneyardError
from simulate.runs.player import Player
from simulate.theory.euchre.calls import DEALS, ROUNDS, Calls, check, solution_of
from simulate.theory.table import solve
from strategies.euchre.solved import Solved

#: Games, or hands, at most that measure a table around locks; the share of the work until then.
_GAMES, _SHARE_OF_SOLVING = 200_000, 0.9


class SolvingCalls(Solving):
    """A table whose auction is to be solved; ``this_hand`` counts points, not games won."""

    usual_deals, usual_rounds, columns = DEALS, ROUNDS, COLUMNS

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table cannot be solved, or a pool is named."""
        check(self.run, self.locks)
        if self.pool is not None:
            raise BoneyardError(f"pool {self.pool}: there is none at {self.run.game}")
        if self.locks:
            self._calling(Solved())

    def solve(self, progress: Callable[[float, str], None] | None) -> Solution:
        """Solve the auction, for every score unless points are counted; around locked seats play.
        """
        run, most = self.run, min(_GAMES, self.deals)
        tell = progress if not self.locks else progress and (
            lambda done, words: progress(_SHARE_OF_SOLVING * done, words))
        table = solve(Calls(run, self.locks, self.deals, self.this_hand, self.jobs, tell),
                      self.rounds, self.kept)
        solution, tiles = solution_of(table), f"play their tiles as {run.labels[0]} does"
        if not self.locks:
            return Solution(study_calls(table), solution, f", who {tiles}")
        played = play_around(
            run, self.locks, self._calling(Solved.holding(solution)),
            self._calling(Solved()), Counted(False, 1, most) if self.this_hand
            else Counted.games(most), self.jobs)
        return Solution(with_play(study_locked_calls(table), played), solution,
                        f"; {said(self.locks)}; the others {tiles}")

    def _calling(self, solved: Solved) -> Player:
        """Return who calls by a table, and plays the tiles as the line-up does."""
        player = declaring_as(self.run.players[0], "call", solved.player())
        return replace(player, label=solved.name)
