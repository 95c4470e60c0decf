"""The declarations of Loo and Rounce in lanes, asked of the seats."""

from __future__ import annotations

from typing import Any

from simulate.games.loo.in_lanes.asked.asking import (
    ask_to_declare,
    ask_what_to_keep,
    offer_turn_up,
)
from simulate.games.loo.in_lanes.asked.seen import ANSWER
from simulate.games.loo.in_lanes.dealing import Deal
from simulate.games.loo.in_lanes.declaring import Declared
from simulate.games.loo.in_lanes.state import Places
from simulate.games.loo.legal import misses_in
from simulate.games.loo.row import AT
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.machine.compiling import helper, inlined
from simulate.machine.lanes import (
    Flags,
    Lanes,
    everywhere,
    load,
    populations,
    set_lanes,
    store,
    where,
)
from simulate.machine.table import BASE, Table
from simulate.machine.tuples import each

_misses_in = inlined(misses_in)


@inlined
def legal_declarations(
    seats: int, position: int, left: Lanes, stayed: Lanes, missed: Lanes, is_rounce: int
) -> Lanes:
    """Return the declarations allowed to a position, bit k for action k; see ``may_declare``."""
    always = 1 << PLAY | 1 << DROP if seats > 2 else 1 << PLAY
    legal = where(left > 0, always | 1 << MISS, always)
    if position < seats - 1:
        return legal
    if seats == 4 and not is_rounce:
        one_missed = (missed & (missed - 1)) == 0
        legal = where((left == 0) & (stayed == 0) & one_missed, legal | 1 << FOR_POOL, legal)
    return where((stayed | missed) == 0, 0, legal)


@inlined
def keep_of_miss(
    table: Table, seen: Any, position: int, misses: Flags, tiles: Lanes
) -> None:
    """Let a position keep five tiles where it takes the miss."""
    lanes = set_lanes(misses)
    if lanes:
        store(seen, AT.hand, tiles)
        ask_what_to_keep(table, seen, lanes)
        kept, held = load(seen, ANSWER), load(seen, AT.held + position)
        store(seen, AT.held + position, where(misses, kept, held))
        store(seen, AT.thrown + position, where(misses, tiles & ~kept, 0))


@inlined
def take_turn_up(table: Table, seen: Any, dealer: int, stays: Flags, turn_up: Lanes) -> None:
    """Let the dealer take the turn-up where he plays his dealt hand."""
    store(seen, ANSWER, everywhere(0))
    offer_turn_up(table, seen, set_lanes(stays))
    thrown, held = load(seen, ANSWER), load(seen, AT.held + dealer)
    taken = thrown != 0
    store(seen, AT.held + dealer, where(taken, held ^ thrown | turn_up, held))
    store(seen, AT.thrown + dealer, where(taken, thrown, load(seen, AT.thrown + dealer)))


@helper
def declare_at(
    table: Table, seen: Any, position: int, seats: int, alive: Flags, deal: Deal
) -> None:
    """Let a position declare; what those before it said is set."""
    stayed, missed, dropped = (
        load(seen, AT.stayed), load(seen, AT.missed), load(seen, AT.dropped))
    left = _misses_in(seats) - populations(missed)
    legal = legal_declarations(seats, position, left, stayed, missed, table[AT.rounce])
    hand = load(seen, AT.dealt + position)
    store(seen, BASE.seat, load(seen, AT.chair + position))
    store(seen, AT.hand, hand)
    store(seen, AT.legal, legal)
    store(seen, AT.position, everywhere(position))
    store(seen, AT.misses_left, left)
    store(seen, ANSWER, everywhere(0))
    ask_to_declare(table, seen, set_lanes((legal != 0) & alive))
    action = load(seen, ANSWER)
    store(seen, AT.action + position, action)
    stays, misses = (action == PLAY) | (action == FOR_POOL), action == MISS
    first, second = deal.misses
    keep_of_miss(table, seen, position, misses, where(missed == 0, first, second))
    if position == seats - 1:
        store(seen, AT.hand, hand)
        take_turn_up(table, seen, position, stays, deal.turn_up)
    bit = 1 << position
    drops = action == DROP
    store(seen, AT.stayed, stayed | where(stays, bit, 0))
    store(seen, AT.missed, missed | where(misses, bit, 0))
    store(seen, AT.dropped, dropped | where(drops, bit, 0))
    store(seen, AT.held + position, where(drops, 0, load(seen, AT.held + position)))


@inlined
def _action_at(place: int, seen: Any) -> Lanes:
    return load(seen, AT.action + place)


@inlined
def _held_at(place: int, seen: Any) -> Lanes:
    return load(seen, AT.held + place)


@inlined
def declare(table: Table, seen: Any, places: Places, alive: Flags, deal: Deal) -> Declared:
    """Let the positions declare one after the other."""
    none = everywhere(0)
    store(seen, AT.stayed, none)
    store(seen, AT.missed, none)
    store(seen, AT.dropped, none)
    # A number that the compiler does not know: so it compiles a turn once, and not once a seat.
    for position in range(table[AT.seats]):
        declare_at(table, seen, position, len(places), alive, deal)
    alone = (load(seen, AT.stayed) | load(seen, AT.missed)) == 0
    return Declared(each(_action_at, (places,), (seen,)), each(_held_at, (places,), (seen,)), alone)
