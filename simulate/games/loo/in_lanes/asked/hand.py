"""A hand of every lane whose seats are asked."""

from __future__ import annotations

from typing import Any

from simulate.domino.in_lanes import higher_end, tile_of
from simulate.games.loo.in_lanes.asked.declaring import declare
from simulate.games.loo.in_lanes.asked.playing import play_tricks
from simulate.games.loo.in_lanes.asked.seen import seen_of, show_deal, show_rules, show_session
from simulate.games.loo.in_lanes.dealing import deal
from simulate.games.loo.in_lanes.hand import Played, book_hand, seat_at
from simulate.games.loo.in_lanes.settling import collect_antes
from simulate.games.loo.in_lanes.state import LANE, Places
from simulate.games.loo.row import AT
from simulate.machine.compiling import inlined
from simulate.machine.lanes import Flags, load, store
from simulate.machine.randomness import Word
from simulate.machine.table import BASE, Table
from simulate.machine.tuples import each


@inlined
def play_hands(
    table: Table, first: int, hands: int, places: Places, states: Any, powers: Any, left: Any
) -> Flags:
    """Play the next hand of every lane; tell which sessions end with it."""
    seen, alive = seen_of(states), load(states, LANE.alive) != 0
    number, dealer = load(states, LANE.number), load(states, LANE.dealer)
    antes = collect_antes(table, load(states, LANE.pool_next), len(places))
    dealt = deal(Word(table[BASE.seed]), load(states, LANE.session) + first, number, places)
    seats = each(seat_at, (places,), (dealer, len(places)))
    show_rules(table, seen, len(places))
    show_session(table, first, states, seen, places, seats)
    show_deal(table, seen, places, dealt, antes)
    store(seen, AT.turn_up, tile_of(dealt.turn_up))
    store(seen, AT.trump, higher_end(dealt.turn_up))
    declared = declare(table, seen, places, alive, dealt)
    tricks = play_tricks(table, seen, places, alive, declared, dealt.turn_up, dealt.trumps)
    return book_hand(
        table, hands, places, (states, powers, left), Played(seats, antes, declared, tricks))
