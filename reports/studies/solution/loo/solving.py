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
from simulate.theory.loo import race
from simulate.theory.loo.chips import DEALS, ROUNDS, Chips, check, solution_of
from simulate.theory.loo.rolled import Rolled, roll
from simulate.theory.loo.what_if_counts import plays_for_chips
from simulate.theory.table import solve
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
    table = solve(Chips(run, jobs=jobs, rolled=_rolled(game, players)), ROUNDS)
    (solved,) = found = table.solved()
    solution_of(table, found).save(SHIPPED / f"{game}-{players}-{name}.npz")
    return "; ".join(
        f"pool {one.pool}, best responses gain {one.gain.total / one.pool:.3%}, finer "
        f"{one.fine_gain.total / one.pool:.3%}" for one in solved)


def _solve_race(game: str, players: int) -> str:
    RACES.mkdir(exist_ok=True)
    run = _run(game, players, _points(game))
    solution = race.solution_of(
        solve(race.Race(run, None, _RACE_DEALS, count_jobs(None)), race.ROUNDS))
    solution.save(RACES / f"{game}-{players}.npz")
    return f"the seats win {', '.join(f'{own:.1%}' for own in solution.about['win'])}"


def carried(game: str, players: int) -> tuple[Carried, ...]:
    """Return the tables for so many players."""
    hands = (Carried(SHIPPED / f"{game}-{players}-{name}.npz",
                     partial(_solve, game, players, name)) for name in _tables(game, players))
    race = Carried(RACES / f"{game}-{players}.npz", partial(_solve_race, game, players))
    return (*hands, race)
