"""Solving the auction of a table of Euchre, on request and for the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from reports.studies.solution.euchre.locked import study_locked_calls
from reports.studies.solution.euchre.study import study_calls
from reports.studies.solution.locked import Counted, declaring_as, play_around, said, with_play
from reports.studies.solution.solved_table import Solution, Solving
from reports.studies.solution.solver import Carried
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.player import Player
from simulate.runs.run import Run, count_jobs
from simulate.theory.euchre.calls import DEALS, ROUNDS, Calls, check, solution_of
from simulate.theory.table import solve
from strategies.euchre.solved import SHIPPED, Solved
from strategies.lineup import seat_players

#: Games, or hands, at most that measure a table around locks; the share of the work until then.
_GAMES, _SHARE_OF_SOLVING = 200_000, 0.9


class SolvingCalls(Solving):
    """A table whose auction is to be solved; ``this_hand`` counts points, not games won."""

    usual_deals, usual_rounds = DEALS, ROUNDS

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
