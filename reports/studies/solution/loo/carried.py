"""The solved tables of Loo and Rounce that come with the library.

For chips under the penalties that the sources suggest, for points, and once more as races, in which
the game is to be won.
"""

from __future__ import annotations

from functools import lru_cache, partial

from reports.studies.solution.solver import Carried
from simulate.games.game import find_game
from simulate.runs.run import Run, count_jobs
from simulate.theory.loo import race
from simulate.theory.loo.chips import ROUNDS, Chips, solution_of
from simulate.theory.loo.rolled import Rolled, roll
from simulate.theory.table import solve
from strategies.lineup import seat_players
from strategies.loo.racer import SHIPPED as RACES
from strategies.loo.solved import SHIPPED

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
