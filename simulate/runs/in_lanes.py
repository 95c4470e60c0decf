"""When sessions are played side by side, many at a time, by a kernel that knows no strategies."""

from __future__ import annotations

from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.machine.table import BASE
from simulate.runs.run import Run

#: Hands of a run for which it pays: compiling takes seconds, once on a machine.
LARGE = 2_000_000


def plays_in_lanes(run: Run, row: Ints) -> bool:
    """Tell whether sessions that begin at a table are played in lanes.

    The results are the same.  They are where every decision is left to chance, the run is large,
    the game has such a kernel for the rules, and the processor has wide vectors.
    """
    in_lanes = find_game(run.game).in_lanes
    if in_lanes is None or row[BASE.watched] or run.sessions * run.hands_a_session < LARGE:
        return False
    from simulate.machine.lane_types import lanes_pay

    return in_lanes.suits(row, len(run.players)) and lanes_pay()
