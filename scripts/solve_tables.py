"""Solve the tables that the library carries: ``python -m scripts.solve_tables [GAME...]``.

For every number of players; those of all games when none is named. The same commit gives the same
files.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from simulate.games.game import find_game
from simulate.runs.run import Run, count_jobs
from simulate.theory.chips import ROUNDS, Chips, solution_of
from simulate.theory.declarations import Rollouts
from simulate.theory.declared import declared_at
from simulate.theory.euchre import calls
from simulate.theory.loo import race
from simulate.theory.stage import solve
from strategies.euchre.solved import SHIPPED as CALLS
from strategies.lineup import seat_players
from strategies.loo.solved import RACES, SHIPPED

GAMES = ("euchre", "loo", "rounce")
_SEED = 2026
_DEALS, _RACE_DEALS = 600_000, 240_000
_CALL_DEALS, _CALL_ROUNDS = 150_000, 3
#: Who plays the tiles: what this strategy declares or calls does not matter.
_TILES = {"euchre": "hoyle", "loo": "solved", "rounce": "solved"}


@dataclass(frozen=True)
class Carried:
    """A solved table that comes with the library: its file, and what writes it anew, and returns
    how good it is."""

    path: Path
    solve: Callable[[], str]


def tables(game: str) -> Iterator[Carried]:
    """Yield the tables of a game that the library carries."""
    fewest, most = find_game(game).seats
    for players in range(fewest, most + 1):
        if game == "euchre":
            yield Carried(CALLS / f"{game}-{players}.npz", partial(_solve_calls, game, players))
            continue
        for name in _rules(game, players):
            yield Carried(SHIPPED / f"{game}-{players}-{name}.npz",
                          partial(_solve, game, players, name))
        yield Carried(RACES / f"{game}-{players}.npz", partial(_solve_race, game, players))


def _rules(game: str, players: int) -> dict[str, dict[str, str]]:
    """Return the rule options of the tables at which a hand counts for itself, by name."""
    if game != "loo":
        return {"points": {}}
    return {
        "unlimited": {}, "cap10": {"penalty": f"cap:{10 * players}"},
        "cap20": {"penalty": f"cap:{20 * players}"},
        "fixed5": {"penalty": f"fixed:{5 * players}"}, "points": {"scoring": "points"}}


def _run(game: str, players: int, name: str = "points") -> Run:
    rules = find_game(game).rules_class(**_rules(game, players)[name])
    return Run(game, rules, seat_players(game, _TILES[game], players), 1, 1, _SEED)


@lru_cache(maxsize=1)
def _rolled(game: str, players: int) -> Rollouts:
    """Return deals played out, which the tables of a game and number of players share."""
    first, *_ = _rules(game, players)
    return declared_at(_run(game, players, first)).roll(_DEALS, count_jobs(None))


def _solve(game: str, players: int, name: str) -> str:
    jobs = count_jobs(None)
    table = solve(Chips(_run(game, players, name), jobs=jobs, rolled=_rolled(game, players)),
                  ROUNDS)
    (solved,) = found = table.solved()
    solution_of(table, found).save(SHIPPED / f"{game}-{players}-{name}.npz")
    return "; ".join(
        f"pool {one.pool}, best responses gain {one.gain.total / one.pool:.3%}, finer "
        f"{one.fine_gain.total / one.pool:.3%}" for one in solved)


def _solve_race(game: str, players: int) -> str:
    RACES.mkdir(exist_ok=True)
    solution = race.solution_of(solve(
        race.Race(_run(game, players), None, _RACE_DEALS, count_jobs(None)), race.ROUNDS))
    solution.save(RACES / f"{game}-{players}.npz")
    return f"the seats win {', '.join(f'{own:.1%}' for own in solution.about['win'])}"


def _solve_calls(game: str, players: int) -> str:
    solved = solve(calls.Calls(_run(game, players), None, _CALL_DEALS, jobs=count_jobs(None)),
                   _CALL_ROUNDS)
    calls.solution_of(solved).save(CALLS / f"{game}-{players}.npz")
    (gain,), (fine_gain,) = solved.gains
    return (f"best responses gain {gain.total:.3%} of games a hand, finer "
            f"{fine_gain.total:.3%}")


def main(games: Sequence[str]) -> None:
    """Solve and write the tables of some games; of all when none is named."""
    for game in games:
        if game not in GAMES:
            raise SystemExit(f"no tables of {game!r} are carried, only of {', '.join(GAMES)}")
    for game in games or GAMES:
        for table in tables(game):
            print(f"{table.path.name}: {table.solve()}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
