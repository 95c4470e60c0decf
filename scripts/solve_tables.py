"""Solve the tables that the library carries: ``python -m scripts.solve_tables [GAME...]``.

Each game's solver says which they are, for every number of players; all games that are solved when
none is named.  The same commit gives the same files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from reports.studies.solution.solver import Carried, solvers
from simulate.games.game import find_game


def tables(game: str) -> Iterator[Carried]:
    """Yield the tables of a game that the library carries."""
    fewest, most = find_game(game).seats
    for players in range(fewest, most + 1):
        yield from solvers()[game].carried(game, players)


def main(games: Sequence[str]) -> None:
    """Solve and write the tables of some games; of all when none is named."""
    for game in games:
        if game not in solvers():
            raise SystemExit(f"no tables of {game!r} are carried, only of {', '.join(solvers())}")
    for game in games or solvers():
        for table in tables(game):
            print(f"{table.path.name}: {table.solve()}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
