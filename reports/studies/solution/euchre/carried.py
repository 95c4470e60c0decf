"""The solved tables of Euchre's calls that come with the library."""

from __future__ import annotations

from functools import partial

from reports.studies.solution.solver import Carried
from simulate.games.game import find_game
from simulate.runs.run import Run, count_jobs
from simulate.theory.euchre.calls import Calls, solution_of
from simulate.theory.table import solve
from strategies.euchre.solved import SHIPPED
from strategies.lineup import seat_players

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
