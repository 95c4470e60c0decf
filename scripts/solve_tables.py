"""Solve the tables that the library carries: ``python -m scripts.solve_tables [PART...]``.

Two, three and four players: Loo for chips under the penalties that the sources suggest,
Loo for points, and Rounce; these two once more as races, in which the game is to be won; and the
calls of Euchre.  The parts are ``loo``, ``rounce``, ``races`` and ``euchre``; all of them when none
is named.  The same commit gives the same files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from simulate.games.game import find_game
from simulate.runs.run import Run, count_jobs
from simulate.solving.euchre import solver as calls
from simulate.solving.loo.games import GAMES
from simulate.solving.loo.races.race_solver import solution_of as race_solution_of
from simulate.solving.loo.races.race_solver import solve_race
from simulate.solving.loo.rolled import Rolled, roll
from simulate.solving.loo.solve_table import ROUNDS, solution_of
from simulate.solving.loo.solver import Solver
from strategies.euchre import solved as calls_strategy
from strategies.lineup import seat_players
from strategies.loo.racer import SHIPPED as RACES
from strategies.loo.solved import SHIPPED

_SEED = 2026
_DEALS = 600_000
_RACE_DEALS = 240_000
#: Who plays the tiles: the declarations of this strategy do not matter.
_TILES = "book"
#: The same for Euchre, whose calls need fewer deals and rounds.
_CALL_DEALS, _CALL_ROUNDS, _CALLERS_TILES = 150_000, 3, "hoyle"


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


def _write_races(players: int) -> None:
    """Solve and write the races of all games that can be played for points."""
    RACES.mkdir(exist_ok=True)
    for game in GAMES:
        options = {} if game == "rounce" else {"scoring": "points"}
        run = Run(game, find_game(game).rules_class(**options),
                  seat_players(game, _TILES, players), 1, 1, _SEED)
        solution = race_solution_of(solve_race(run, _RACE_DEALS, jobs=count_jobs(None)))
        solution.save(RACES / f"{game}-{players}.npz")
        print(f"{game} {players} race: {solution.about['win']}", flush=True)


def _write_declarations(game: str, players: int) -> None:
    """Solve and write the tables of a game with declarations."""
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


def _write_calls(game: str, players: int) -> None:
    """Solve and write the table of calls."""
    run = Run(game, find_game(game).rules_class(), seat_players(game, _CALLERS_TILES, players),
              1, 1, _SEED)
    solved = calls.solve_calls(run, _CALL_DEALS, _CALL_ROUNDS, jobs=count_jobs(None))
    calls.solution_of(solved).save(calls_strategy.SHIPPED / f"{game}-{players}.npz")
    print(f"{game} {players}: best responses gain {solved.gain.total:.3%} of games a hand, finer "
          f"{solved.fine_gain.total:.3%}", flush=True)


_WRITE: Mapping[str, Callable[[int], None]] = {
    "loo": partial(_write_declarations, "loo"), "rounce": partial(_write_declarations, "rounce"),
    "races": _write_races, "euchre": partial(_write_calls, "euchre"),
}


def main(parts: Sequence[str]) -> None:
    """Solve and write some parts of the tables; all when none is named."""
    for part in parts:
        if part not in _WRITE:
            raise SystemExit(f"no tables of {part!r} are carried, only of {', '.join(_WRITE)}")
    for part in parts or _WRITE:
        for players in (2, 3, 4):
            _WRITE[part](players)


if __name__ == "__main__":
    main(sys.argv[1:])
