"""When sessions are played side by side, many at a time, and how a table is set for that."""

from __future__ import annotations

from typing import Any

from simulate.books.tally import Ints, Rows
from simulate.games.game import find_game
from simulate.machine.lanes import LANES
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY
from simulate.runs.addresses import address_of, lanes_address_of
from simulate.runs.run import Run

#: Hands of a run for which it pays: compiling takes seconds, once on a machine.
LARGE = 2_000_000
#: The same where seats are asked: their decisions are compiled for lanes as well, and gain less.
LARGE_ASKED = 5_000_000


def plays_in_lanes(run: Run, row: Ints) -> bool:
    """Tell whether sessions that begin at a table are played in lanes.

    The results are the same.  They are where the run is large, the game has such a kernel for the
    rules, and the processor has wide vectors.
    """
    in_lanes = find_game(run.game).in_lanes
    enough = LARGE_ASKED if row[BASE.watched] else LARGE
    if in_lanes is None or run.sessions * run.hands_a_session < enough:
        return False
    from simulate.machine.lane_types import lanes_pay

    return in_lanes.suits(row, len(run.players)) and lanes_pay()


def lay_for_lanes(run: Run, row: Ints) -> None:
    """Write into a table's row the decisions of its seats as lanes ask for them.

    In a lane entry e of the row stands ``e * LANES`` numbers from the first.
    """
    for seat, player in enumerate(run.players):
        for i, (name, view) in enumerate(find_game(run.game).decisions.items()):
            in_a_lane = {key: entry * LANES for key, entry in view.items()}
            row[BASE.asks + seat * SEAT_ENTRY + i] = address_of(player, name, in_a_lane)
            at_once = BASE.asks_lanes + seat * MAX_DECISIONS + i
            row[at_once] = lanes_address_of(player, name, view)


def laid_for_lanes(run: Run, row: Ints) -> bool:
    """Lay a table for lanes if its sessions are played so, and tell whether they are."""
    if not plays_in_lanes(run, row):
        return False
    lay_for_lanes(run, row)
    return True


def kernel_in_lanes(run: Run, row: Ints) -> tuple[Any, tuple[int, ...]]:
    """Return the kernel for a table that is laid for lanes, and the places that it takes last."""
    in_lanes = find_game(run.game).in_lanes
    assert in_lanes is not None
    return in_lanes.asking if row[BASE.watched] else in_lanes.by_lot, in_lanes.places(row)


def play_in_lanes(
    run: Run, row: Ints, first: int, sessions: int, hands: int, rows: Rows
) -> None:
    """Play sessions side by side at a table that is laid for lanes, and add to its books."""
    kernel, places = kernel_in_lanes(run, row)
    kernel(row, first, sessions, hands, rows, places)
