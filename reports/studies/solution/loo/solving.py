"""Solving the declarations of Loo or Rounce, on request and for the library."""

from __future__ import annotations

from functools import lru_cache, partial

from reports.studies.solution import exploiting as shared
from reports.studies.solution.declared import (
    HANDS,
    SolvingInChips,
    check_exploit,
    counted_in_chips,
    study_declared,
)
from reports.studies.solution.loo.chips import LooPool
from reports.studies.solution.loo.race import exploit_race, study_exploit_games, study_race_solution
from reports.studies.solution.solved_table import Counted, Solving, Tell
from reports.studies.solution.solver import Carried, Losses, Solver
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run, count_jobs
from simulate.theory.chips import ROUNDS, Chips
from simulate.theory.declarations import Rolled
from simulate.theory.declared import declared_at
from simulate.theory.loo import race
from simulate.theory.loo.declarations import plays_for_chips
from simulate.theory.loo.declared import solution_of
from simulate.theory.solution_file import SolutionFile
from simulate.theory.stage import solve
from strategies.lineup import seat_players
from strategies.loo.racer import SHIPPED as RACES
from strategies.loo.racer import Racer
from strategies.loo.solved import SHIPPED, Solved

#: Games at most that measure a game for points, in each seat.
_GAMES = 200_000


class SolvingDeclarations(SolvingInChips):
    """A table whose declarations are to be solved."""

    strategy = Solved

    def told(self, table: Chips) -> tuple[Study, SolutionFile]:
        """Return what the table says, and what its file keeps."""
        found = table.solved()
        return study_declared(table, found, self.pool, LooPool), solution_of(table, found)

    def counted(self) -> Counted:
        """Return what is counted in plain play: single hands where this hand alone counts."""
        rules = self.run.rules
        if isinstance(rules, LooRules) and plays_for_chips(self.run):
            return counted_in_chips(self, rules.first_pool(len(self.run.players)))
        return Counted(False, 1, min(HANDS, 2 * self.deals))


class SolvingGames(Solving):
    """A game for points whose declarations are to be solved at every score."""

    usual_deals, usual_rounds, decision, strategy = race.DEALS, race.ROUNDS, "declare", Racer

    def check(self) -> None:
        """Raise ``BoneyardError`` if the game cannot be solved, or a pool is named."""
        race.check(self.run, self.locks)
        if self.pool is not None:
            raise BoneyardError(f"pool {self.pool}: there is none where points are played for")

    def table(self, tell: Tell | None) -> race.Race:
        """Return the game."""
        return race.Race(self.run, self.locks, self.deals, self.jobs, tell)

    def told(self, table: race.Race) -> tuple[Study, SolutionFile]:
        """Return what the game says, and what its file keeps."""
        solution = race.solution_of(table)
        return study_race_solution(table, solution, min(_GAMES, self.deals)), solution

    def counted(self) -> Counted:
        """Return that whole games are counted."""
        return Counted.games(min(_GAMES, self.deals))


_SEED = 2026
_DEALS, _RACE_DEALS = 600_000, 240_000
#: Who plays the tiles: the declarations of this strategy do not matter.
_TILES = Solved.name
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
    return declared_at(_run(game, players, first)).roll(_DEALS, count_jobs(None))


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
    return (*hands, Carried(RACES / f"{game}-{players}.npz", partial(_solve_race, game, players)))


SOLVER = Solver(
    tiles=_TILES, check_exploit=check_exploit,
    exploit=lambda run, library_too, deals, pool, jobs, progress, this_hand: (
        shared.study_exploit(run, library_too, deals, pool, jobs, progress)
        if this_hand or plays_for_chips(run)
        else study_exploit_games(run, library_too, deals, jobs, progress)),
    solving=lambda run, this_hand: (
        SolvingDeclarations if this_hand or plays_for_chips(run) else SolvingGames),
    in_games=lambda run: not plays_for_chips(run), carried=carried,
    loses=lambda run: Losses(
        lambda run, deals, jobs: shared.exploit(run, deals, jobs=jobs)[0].of_pool(),
        "% of the pool", 100.0) if plays_for_chips(run) else Losses(
        lambda run, deals, jobs: exploit_race(run, deals, jobs).gain,
        "of 100 games", 100.0))
