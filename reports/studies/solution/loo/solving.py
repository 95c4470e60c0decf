"""Solving the declarations of a table of Loo or Rounce, on request and for the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from reports.studies.solution.locked import Counted, declaring_as, play_around, said, with_play
from reports.studies.solution.loo.locked import study_locked
from reports.studies.solution.loo.study import study_solution
from reports.studies.solution.solved_table import Solution, Solving
from reports.studies.solution.solver import Carried
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.runs.player import Player
from simulate.runs.run import Run, count_jobs
from simulate.solving.loo.locked_table import check_locks, locked_solution, solve_around
from simulate.solving.loo.races.race_solver import solution_of as race_of
from simulate.solving.loo.races.solve_race import solve_race
from simulate.solving.loo.rolled import Rolled, roll
from simulate.solving.loo.solve_table import DEALS, ROUNDS, solution_of, solve
from simulate.solving.loo.solver import Solver
from simulate.solving.loo.what_if_counts import plays_for_chips
from strategies.lineup import seat_players
from strategies.loo.racer import SHIPPED as RACES
from strategies.loo.solved import SHIPPED, Solved

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


_SEED = 2026
_DEALS, _RACE_DEALS = 600_000, 240_000
#: Who plays the tiles: the declarations of this strategy do not matter.
_TILES = "book"
_Options = dict[str, str]


def _points(game: str) -> _Options:
    """Return the rule options with which points win a game."""
    named = {entry.name for entry, _ in find_game(game).rules_class.options()}
    return {"scoring": "points"} if "scoring" in named else {}


def _tables(game: str, players: int) -> dict[str, _Options]:
    """Return the tables at which a hand counts for itself: their rule options by name."""
    points = _points(game)
    if not points:  # it has no other scoring
        return {"points": points}
    return {
        "unlimited": {}, "cap10": {"penalty": f"cap:{10 * players}"},
        "cap20": {"penalty": f"cap:{20 * players}"},
        "fixed5": {"penalty": f"fixed:{5 * players}"}, "points": points,
    }


def _run(game: str, players: int, options: _Options) -> Run:
    rules = find_game(game).rules_class(**options)
    return Run(game, rules, seat_players(game, _TILES, players), 1, 1, _SEED)


@lru_cache(maxsize=1)
def _rolled(game: str, players: int) -> Rolled:
    """Return deals played out, which the tables of a game and number of players share."""
    first, *_ = _tables(game, players).values()
    return roll(_run(game, players, first), _DEALS, count_jobs(None))


def _solve(game: str, players: int, name: str) -> str:
    jobs = count_jobs(None)
    run = _run(game, players, _tables(game, players)[name])
    solver = Solver(run, _rolled(game, players))
    for _ in range(ROUNDS):
        solver.go_round(jobs)
    solved = solver.solved(jobs)
    solution_of(solver, solved).save(SHIPPED / f"{game}-{players}-{name}.npz")
    return "; ".join(
        f"pool {one.pool}, best responses gain {one.gain.total / one.pool:.3%}, finer "
        f"{one.fine_gain.total / one.pool:.3%}" for one in solved)


def _solve_race(game: str, players: int) -> str:
    RACES.mkdir(exist_ok=True)
    run = _run(game, players, _points(game))
    solution = race_of(solve_race(run, _RACE_DEALS, jobs=count_jobs(None)))
    solution.save(RACES / f"{game}-{players}.npz")
    return f"the seats win {', '.join(f'{own:.1%}' for own in solution.about['win'])}"


def carried(game: str, players: int) -> tuple[Carried, ...]:
    """Return the tables for so many players."""
    hands = (Carried(SHIPPED / f"{game}-{players}-{name}.npz",
                     partial(_solve, game, players, name)) for name in _tables(game, players))
    race = Carried(RACES / f"{game}-{players}.npz", partial(_solve_race, game, players))
    return (*hands, race)
