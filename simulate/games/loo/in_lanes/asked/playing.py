"""The five tricks of Loo and Rounce in lanes, with tiles that the seats choose.

Positions come one after the other from the leader round, also those that are not in: they hold
nothing, so nothing is legal and nobody is asked.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.in_lanes import either, higher_end, number_showing, tile_of, winning
from simulate.domino.tile_sets import count
from simulate.domino.tiles import DOUBLES
from simulate.games.loo.in_lanes.asked.asking import ask_to_follow, ask_to_lead
from simulate.games.loo.in_lanes.asked.seen import ANSWER, one_of
from simulate.games.loo.in_lanes.declaring import Declared
from simulate.games.loo.in_lanes.playing import leads
from simulate.games.loo.in_lanes.state import Each, Places
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.views import FOR_POOL
from simulate.machine.compiling import helper, inlined
from simulate.machine.lanes import LANES, Flags, Lanes, everywhere, load, set_lanes, store, where
from simulate.machine.table import BASE, Table
from simulate.machine.tuples import each


@inlined
def show_start(seen: Any, seats: int, declared: Declared, turn_up: Lanes) -> None:
    """Set what all views of the tricks show; see ``playing.start_play``."""
    taken = (declared.hands[-1] & turn_up) != 0
    missed, none = load(seen, AT.missed), everywhere(0)
    store(seen, AT.turn_up_taken, where(taken, 1, 0))
    store(seen, AT.for_pool, where(declared.actions[-1] == FOR_POOL, 1, 0))
    store(seen, AT.voids, none)
    store(seen, AT.played, none)
    store(seen, AT.tricks, none)
    store(seen, AT.eldest_trumps, everywhere(TRICKS))
    face_up = where(taken, 0, turn_up)
    for p in range(seats):
        dealt = where((missed & 1 << p) != 0, load(seen, AT.dealt + p), 0)
        store(seen, AT.gone + p, load(seen, AT.thrown + p) | dealt | face_up)


@inlined
def show_turn(
    seen: Any, places: Places, position: Lanes, hand: Lanes, legal: Lanes, to_come: Lanes
) -> None:
    """Set what a seat's view of its turn shows."""
    store(seen, BASE.seat, one_of(position, places, seen, AT.chair))
    store(seen, AT.position, position)
    store(seen, AT.hand, hand)
    store(seen, AT.legal, legal)
    store(seen, AT.to_come, to_come)
    store(seen, AT.discarded, one_of(position, places, seen, AT.gone))


@inlined
def note_tile(
    seen: Any, seats: int, position: Lanes, eldest: Lanes, tile: Lanes, trumps: Lanes
) -> None:
    """Take a tile from its hand and lay it open."""
    store(seen, AT.played, load(seen, AT.played) | tile)
    for p in range(seats):
        his = where(position == p, tile, 0)
        store(seen, AT.laid_0 + p, load(seen, AT.laid_0 + p) | his)
        store(seen, AT.held + p, load(seen, AT.held + p) ^ his)
    fewer = (position == eldest) & ((tile & trumps) != 0)
    store(seen, AT.eldest_trumps, load(seen, AT.eldest_trumps) - where(fewer, 1, 0))


@inlined
def note_lead(table: Table, seen: Any, trick: int, leader: Lanes, is_plain: Flags) -> None:
    """Write down what a lead tells of the trumps that its seat holds; see ``playing.note_lead``."""
    if trick == 0:
        fewer = min(TRICKS, table[AT.lead_trump_min]) - 1
        store(seen, AT.eldest_trumps, where(is_plain, fewer, load(seen, AT.eldest_trumps)))
    else:
        void = everywhere(1) << load(seen, AT.trump) + leader * 8
        store(seen, AT.voids, load(seen, AT.voids) | where(is_plain, void, 0))


@helper
def lead(
    table: Table, seen: Any, places: Places, trick: int, leader: Lanes, eldest: Lanes,
    trumps: Lanes, to_come: Lanes, several: int,
) -> tuple[Lanes, Lanes]:
    """Play the first tile; return it as a set, and the number it is led as."""
    hand = one_of(leader, places, seen, AT.held)
    legal = leads(hand, trumps, table[AT.lead_trump_min] if trick == 0 else 1)
    tile = legal & -legal
    forced = (legal == tile) & ((tile & (trumps | DOUBLES)) != 0)
    number = where((tile & trumps) != 0, load(seen, AT.trump), higher_end(tile))
    store(seen, ANSWER, tile_of(tile) << 3 | number)
    asked = set_lanes(~forced) & several
    if asked:
        nothing = everywhere(-1)
        store(seen, AT.led, nothing)
        store(seen, AT.winning, nothing)
        store(seen, AT.winner, nothing)
        show_turn(seen, places, leader, hand, legal, to_come)
        ask_to_lead(table, seen, asked, trick)
    answer = load(seen, ANSWER)
    tile, number = everywhere(1) << (answer >> 3), answer & 7
    store(seen, AT.led, number)
    note_lead(table, seen, trick, leader, number != load(seen, AT.trump))
    note_tile(seen, len(places), leader, eldest, tile, trumps)
    return tile, number


@inlined
def note_voids(
    seen: Any, position: Lanes, suit: Lanes, trumps: Lanes, tile: Lanes, must_trump: int
) -> None:
    """Write down what suits a tile shows its seat to be without; see ``playing.shown_voids``."""
    led = everywhere(1) << load(seen, AT.led)
    both = everywhere(must_trump) << load(seen, AT.trump) | led
    voids = where((tile & trumps) == 0, both, led)
    shown = where(((tile & suit) == 0) & (tile != 0), voids, 0)
    store(seen, AT.voids, load(seen, AT.voids) | shown << position * 8)


@helper
def follow(
    table: Table, seen: Any, places: Places, trick: int, position: Lanes, suit: Lanes,
    trumps: Lanes, to_come: Lanes, best: Lanes, winner: Lanes, eldest: Lanes,
    several: int,
) -> Lanes:
    """Play the tile of a position that follows; return it as a set."""
    hand, over = one_of(position, places, seen, AT.held), trumps & -table[AT.must_trump]
    legal = either(either(hand & suit, hand & over), hand)
    tile = legal & -legal
    asked = set_lanes(legal != tile) & several
    if asked:
        store(seen, ANSWER, tile_of(tile))
        store(seen, AT.winning, tile_of(best))
        store(seen, AT.winner, winner)
        show_turn(seen, places, position, hand, legal, to_come)
        ask_to_follow(table, seen, asked, trick)
        tile = where(legal != 0, everywhere(1) << load(seen, ANSWER), 0)
    note_tile(seen, len(places), position, eldest, tile, trumps)
    note_voids(seen, position, suit, trumps, tile, table[AT.must_trump])
    return tile


@inlined
def play_trick(
    table: Table, seen: Any, places: Places, trick: int, leader: Lanes, eldest: Lanes,
    trumps: Lanes, several: int,
) -> Lanes:
    """Play one trick and return the position that wins it."""
    seats = len(places)
    to_come = load(seen, AT.seats_in) & ~(everywhere(1) << leader)
    best, led = lead(table, seen, places, trick, leader, eldest, trumps, to_come, several)
    is_plain = led != load(seen, AT.trump)
    suit = where(is_plain, number_showing(led) & ~trumps, trumps)
    winner, laid = leader, best
    for turn in range(1, table[AT.seats]):
        position = leader + turn
        position = where(position < seats, position, position - seats)
        to_come = to_come & ~(everywhere(1) << position)
        tile = follow(table, seen, places, trick, position, suit, trumps, to_come, best, winner,
                      eldest, several)
        laid = laid | tile
        best = winning(laid, suit, trumps)
        winner = where((best & tile) != 0, position, winner)
    return winner


@inlined
def _tricks_at(place: int, tricks: Lanes) -> Lanes:
    return tricks >> 4 * place & 7


@inlined
def play_tricks(
    table: Table, seen: Any, places: Places, alive: Flags, declared: Declared, turn_up: Lanes,
    trumps: Lanes,
) -> Each:
    """Play the hands out; return the tricks that each position takes."""
    seats = len(places)
    stayed = load(seen, AT.stayed) | load(seen, AT.missed)
    seats_in = where(declared.alone, 1 << seats - 1, stayed)
    several = set_lanes(((seats_in & (seats_in - 1)) != 0) & alive)
    store(seen, AT.seats_in, seats_in)
    show_start(seen, seats, declared, turn_up)
    leader = tile_of(seats_in & -seats_in)
    eldest = leader
    # Numbers that the compiler does not know: so it compiles a trick once, and a turn once.
    for trick in range(count(seen[AT.dealt * LANES])):
        store(seen, AT.trick, everywhere(trick))
        leader = play_trick(table, seen, places, trick, leader, eldest, trumps, several)
        store(seen, AT.tricks, load(seen, AT.tricks) + (everywhere(1) << leader * 4))
    return each(_tricks_at, (places,), (load(seen, AT.tricks),))
