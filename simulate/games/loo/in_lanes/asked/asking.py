"""Asking the seats of some lanes, which are the bits of a number.

What a seat sees is set in all lanes before, and answers go where the next vector is read from.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tricks import is_legal_lead, is_legal_tile, plain, uniform_lead, uniform_tile
from simulate.games.loo.declaring import keep_uniformly
from simulate.games.loo.in_lanes.asked.seen import ANSWER
from simulate.games.loo.in_lanes.declaring import randomness
from simulate.games.loo.in_lanes.hand import key_of
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.views import (
    DECLARE,
    FIRST_TRICK,
    FOLLOW,
    KEEP_AFTER_MISS,
    LEAD,
    LEAVE,
    TAKE_TURN_UP,
)
from simulate.machine.compiling import helper, inlined
from simulate.machine.lanes import LANES, Lanes, at_lane, chosen, load, set_lanes, store, where
from simulate.machine.randomness import decision_word, pick
from simulate.machine.table import (
    BASE,
    DECISIONS_A_HAND,
    MAX_DECISIONS,
    SEAT_ENTRY,
    Table,
    ask,
    ask_lanes,
    is_uniform,
    refuse,
)

#: For fewer lanes it does not pay to answer in all of them.
_FEW = 4


@inlined
def word_of(seen: Any, lane: int, seat: int, number: int) -> int:
    """Return the randomness of a seat's decision in a lane."""
    return decision_word(seen[BASE.key * LANES + lane], seat * DECISIONS_A_HAND + number)


@inlined
def put(table: Table, seen: Any, lane: int, seat: int, decision: int, number: int) -> int:
    """Ask a seat's strategy; its view is the lane as it stands."""
    entry = BASE.asks + seat * SEAT_ENTRY
    seen[BASE.word * LANES + lane] = word_of(seen, lane, seat, number)
    table[BASE.session] = seen[BASE.session * LANES + lane]
    table[BASE.number] = seen[BASE.number * LANES + lane]
    table[BASE.seat] = seat
    table[BASE.decision] = decision
    return ask(table[entry + decision], at_lane(seen, lane), table[entry + MAX_DECISIONS])


@inlined
def at_once(table: Table, seat: int, decision: int) -> int:
    """Return the address of a seat's decision for all lanes, 0 where it has none."""
    return table[BASE.asks_lanes + seat * MAX_DECISIONS + decision]


@inlined
def are_one(table: Table, seat: int, other: int, decision: int) -> bool:
    """Tell whether two seats answer by the same function and numbers."""
    numbers = BASE.asks + MAX_DECISIONS
    return (at_once(table, seat, decision) == at_once(table, other, decision)
            and table[numbers + seat * SEAT_ENTRY] == table[numbers + other * SEAT_ENTRY])


@inlined
def lanes_of(table: Table, seats: Lanes, seat: int, decision: int) -> int:
    """Return the lanes in which a seat is asked, or another one that answers as it does.

    None if a seat before it answers so: then these lanes have their answers.
    """
    lanes = 0
    for other in range(table[AT.seats]):
        if are_one(table, seat, other, decision):
            if other < seat:
                return 0
            lanes |= set_lanes(seats == other)
    return lanes


@helper
def answered(table: Table, seen: Any, lanes: int, decision: int, number: int) -> int:
    """Let seats answer whose strategies do so in all lanes at once; return the other lanes."""
    if count(lanes) < _FEW:
        return lanes
    for seat in range(table[AT.seats]):
        function = at_once(table, seat, decision)
        if function == 0:
            continue
        seats = load(seen, BASE.seat)
        mine = lanes & lanes_of(table, seats, seat, decision)
        if count(mine) < _FEW:
            continue
        store(seen, BASE.word, randomness(key_of(seats, load(seen, BASE.key)), number))
        numbers = table[BASE.asks + seat * SEAT_ENTRY + MAX_DECISIONS]
        answers = ask_lanes(function, seen, numbers)
        store(seen, ANSWER, where(chosen(mine), answers, load(seen, ANSWER)))
        lanes ^= mine
    return lanes


@helper
def ask_to_declare(table: Table, seen: Any, lanes: int) -> None:
    """Let a position of some lanes declare."""
    lanes = answered(table, seen, lanes, DECLARE, DECLARE)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - 1
        seat, legal = seen[BASE.seat * LANES + lane], seen[AT.legal * LANES + lane]
        if is_uniform(table, seat, DECLARE):
            action = nth(legal, pick(word_of(seen, lane, seat, DECLARE), count(legal)))
        else:
            action = put(table, seen, lane, seat, DECLARE, DECLARE)
            if action < 0 or action > 63 or not legal >> action & 1:
                refuse(table, action)
        seen[ANSWER * LANES + lane] = action


@helper
def ask_what_to_keep(table: Table, seen: Any, lanes: int) -> None:
    """Let a position of some lanes keep five of the tiles of its miss."""
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - 1
        seat, tiles = seen[BASE.seat * LANES + lane], seen[AT.hand * LANES + lane]
        if is_uniform(table, seat, KEEP_AFTER_MISS):
            kept = keep_uniformly(tiles, word_of(seen, lane, seat, KEEP_AFTER_MISS))
        else:
            kept = put(table, seen, lane, seat, KEEP_AFTER_MISS, KEEP_AFTER_MISS)
            if kept & ~tiles or count(kept) != TRICKS:
                refuse(table, kept)
        seen[ANSWER * LANES + lane] = kept


@helper
def offer_turn_up(table: Table, seen: Any, lanes: int) -> None:
    """Let the dealers of some lanes take the turn-up for one of the five tiles dealt."""
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - 1
        seat, hand = seen[BASE.seat * LANES + lane], seen[AT.hand * LANES + lane]
        if is_uniform(table, seat, TAKE_TURN_UP):
            word = word_of(seen, lane, seat, TAKE_TURN_UP)
            tile = uniform_tile(hand, word) if word & 1 else int(LEAVE)
        else:
            tile = put(table, seen, lane, seat, TAKE_TURN_UP, TAKE_TURN_UP)
            if tile != LEAVE and not is_legal_tile(hand, tile):
                refuse(table, tile)
        seen[ANSWER * LANES + lane] = 0 if tile == LEAVE else 1 << tile


@helper
def ask_to_lead(table: Table, seen: Any, lanes: int, trick: int) -> None:
    """Let the leaders of some lanes announce a tile."""
    lanes = answered(table, seen, lanes, LEAD, FIRST_TRICK + trick)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - 1
        seat, legal = seen[BASE.seat * LANES + lane], seen[AT.legal * LANES + lane]
        order = plain(seen[AT.trump * LANES + lane])
        if is_uniform(table, seat, LEAD):
            answer = uniform_lead(order, legal, word_of(seen, lane, seat, FIRST_TRICK + trick))
        else:
            answer = put(table, seen, lane, seat, LEAD, FIRST_TRICK + trick)
            if not is_legal_lead(order, legal, answer):
                refuse(table, answer)
        seen[ANSWER * LANES + lane] = answer


@helper
def ask_to_follow(table: Table, seen: Any, lanes: int, trick: int) -> None:
    """Let a follower of some lanes choose a tile."""
    lanes = answered(table, seen, lanes, FOLLOW, FIRST_TRICK + trick)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - 1
        seat, legal = seen[BASE.seat * LANES + lane], seen[AT.legal * LANES + lane]
        if is_uniform(table, seat, FOLLOW):
            tile = uniform_tile(legal, word_of(seen, lane, seat, FIRST_TRICK + trick))
        else:
            tile = put(table, seen, lane, seat, FOLLOW, FIRST_TRICK + trick)
            if not is_legal_tile(legal, tile):
                refuse(table, tile)
        seen[ANSWER * LANES + lane] = tile
