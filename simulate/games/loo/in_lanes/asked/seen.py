"""What seats may see, side by side: entry e of a table's row is the e-th vector.

A strategy's view is a window on a row.  On the entries of a lane it is the same window with wider
steps, so its decisions are compiled once more for lanes, and nothing is copied.
"""

from __future__ import annotations

from typing import Any

from simulate.games.loo.in_lanes.dealing import Deal
from simulate.games.loo.in_lanes.settling import Antes, penalty_of
from simulate.games.loo.in_lanes.state import LANE, Each, Places
from simulate.games.loo.row import AT
from simulate.machine.compiling import inlined
from simulate.machine.lanes import LANES, Lanes, at_lane, everywhere, load, store, where
from simulate.machine.table import BASE, Table
from simulate.machine.tuples import each, fold

#: Where answers stand, a vector that no view shows.
ANSWER = AT.tile_of
#: Entries that are the same in all hands of a run.
_RULES = (
    BASE.hands, AT.lead_trump_min, AT.must_trump, AT.points_game, AT.rounce, AT.seats,
)


@inlined
def seen_of(states: Any) -> Any:
    """Return where the entries begin: they stand behind what the lanes remember."""
    return at_lane(states, LANE.size * LANES)


@inlined
def _load_at(place: int, memory: Any, entry: int) -> Lanes:
    return load(memory, entry + place)


@inlined
def _choose(chosen: Lanes, place: int, value: Lanes, which: Lanes) -> Lanes:
    return where(which == place, value, chosen)


@inlined
def one_of(which: Lanes, places: Places, memory: Any, entry: int) -> Lanes:
    """Return what stands at an entry for a seat or position of each lane."""
    values = each(_load_at, (places,), (memory, entry))
    return fold(_choose, values[0], (places[1:], values[1:]), (which,))


@inlined
def show_rules(table: Table, seen: Any, seats: int) -> None:
    """Set what no hand changes."""
    for entry in _RULES:
        store(seen, entry, everywhere(table[entry]))
    store(seen, AT.players, everywhere(seats))
    limit = 0
    if not table[AT.points_game]:
        limit = table[AT.penalty_chips] + table[AT.penalty_a_seat] * seats
    store(seen, AT.penalty_limit, everywhere(limit))


@inlined
def _show_seat(place: int, seat: Lanes, seen: Any) -> None:
    store(seen, AT.chair + place, seat)


@inlined
def show_session(
    table: Table, first: int, states: Any, seen: Any, places: Places, seats: Each
) -> None:
    """Set what the hand finds: its number, who sits where, and the points."""
    store(seen, BASE.session, load(states, LANE.session) + first)
    store(seen, BASE.number, load(states, LANE.number))
    each(_show_seat, (places, seats), (seen,))
    if table[AT.points_game]:
        for position in range(len(places)):
            seat = load(seen, AT.chair + position)
            store(seen, AT.score_0 + position, one_of(seat, places, states, LANE.score))


@inlined
def _show_hand(place: int, hand: Lanes, seen: Any) -> None:
    none = everywhere(0)
    store(seen, AT.dealt + place, hand)
    store(seen, AT.held + place, hand)
    store(seen, AT.thrown + place, none)
    store(seen, AT.laid_0 + place, none)


@inlined
def show_deal(table: Table, seen: Any, places: Places, dealt: Deal, antes: Antes) -> None:
    """Set what the deal brings, and the pool."""
    store(seen, BASE.key, dealt.key)
    store(seen, AT.pool, antes.pool)
    store(seen, AT.penalty, penalty_of(table, antes.pool, len(places)))
    each(_show_hand, (places, dealt.hands), (seen,))
