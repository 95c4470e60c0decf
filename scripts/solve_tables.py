"""Solve the tables that the library carries: ``python -m scripts.solve_tables``.

Two, three and four players: Loo for chips under the penalties that the sources suggest,
Loo for points, and Rounce; and these two once more as races, in which the game is to be won.  With
``races`` behind it, only those.  The same commit gives the same files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from simulate.games.game import find_game
from simulate.runs.run import Run, count_jobs
from simulate.solving.loo.games import GAMES
from simulate.solving.loo.races.race_solver import solution_of as race_solution_of
from simulate.solving.loo.races.race_solver import solve_race
from simulate.solving.loo.rolled import Rolled, roll
from simulate.solving.loo.solver import ROUNDS, Solver, solution_of
from strategies.lineup import seat_players
from strategies.loo.racer import SHIPPED as RACES
from strategies.loo.solved import SHIPPED

_SEED = 2026
_DEALS = 600_000
_RACE_DEALS = 240_000
#: Who plays the tiles: the declarations of this strategy do not matter.
_TILES = "book"


def _rules(game: str, players: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the names of the tables of a game, and their rule options."""
    if game == "rounce":
        yield "points", {}
        return
    yield "unlimited", {}
    yield "cap10", {"penalty": f"cap:{10 * players}"}
    yield "cap20", {"penalty": f"cap:{20 * players}"}
    yield "fixed5", {"penalty": f"fixed:{5 * players}"}
    yield "points", {"scoring": "points"}


def _solve(game: str, players: int, rolled: Rolled | None, options: dict[str, str]) -> Solver:
    run = Run(game, find_game(game).rules_class(**options), seat_players(game, _TILES, players),
              1, 1, _SEED)
    jobs = count_jobs(None)
    solver = Solver(run, rolled or roll(run, _DEALS, jobs))
    for _ in range(ROUNDS):
        solver.go_round(jobs)
    return solver


def _solve_races(games: Sequence[str]) -> None:
    """Solve and write the races of some games."""
    RACES.mkdir(exist_ok=True)
    for game in games:
        options = {} if game == "rounce" else {"scoring": "points"}
        for players in (2, 3, 4):
            run = Run(game, find_game(game).rules_class(**options),
                      seat_players(game, _TILES, players), 1, 1, _SEED)
            solution = race_solution_of(solve_race(run, _RACE_DEALS, jobs=count_jobs(None)))
            solution.save(RACES / f"{game}-{players}.npz")
            print(f"{game} {players} race: {solution.about['win']}", flush=True)


def main() -> None:
    """Solve and write every table."""
    asked = sys.argv[1:]
    if "races" not in asked:
        _solve_tables()
    _solve_races([game for game in GAMES if game in asked] or GAMES)


def _solve_tables() -> None:
    """Solve and write the tables that count a hand for itself."""
    SHIPPED.mkdir(exist_ok=True)
    for game in ("loo", "rounce"):
        for players in (2, 3, 4):
            rolled = None
            for name, options in _rules(game, players):
                solver = _solve(game, players, rolled, options)
                rolled = solver.rolled
                solved = solver.solved(count_jobs(None))
                solution_of(solver, solved).save(SHIPPED / f"{game}-{players}-{name}.npz")
                for one in solved:
                    gain, fine = one.gain.total / one.pool, one.fine_gain.total / one.pool
                    print(f"{game} {players} {name}: pool {one.pool}, best responses gain "
                          f"{gain:.3%}, finer {fine:.3%}", flush=True)


if __name__ == "__main__":
    main()
