"""When sessions are played side by side, many at a time: the results are the same."""

from __future__ import annotations

from typing import Any

from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.runs.run import Run

#: Hands of a run for which it pays: compiling takes seconds, once on a machine.
LARGE = 25_000_000


def kernel_of(run: Run, row: Ints) -> tuple[Any, tuple[int, ...]]:
    """Return the kernel that plays at a table, and the places that one in lanes takes last.

    Sessions are played in lanes where the run is large and the game has such a kernel for what is
    written in the table's row.
    """
    game = find_game(run.game)
    large, in_lanes = run.sessions * run.hands_a_session >= LARGE, game.in_lanes
    if large and in_lanes is not None and in_lanes.suits(row):
        return in_lanes.by_lot, in_lanes.places(row)
    return game.kernel, ()
