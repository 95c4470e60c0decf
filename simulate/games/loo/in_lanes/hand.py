"""A hand of every lane, and what it leaves for the books."""

from __future__ import annotations

from typing import Any

from simulate.books.kernel_books import magnitudes
from simulate.games.loo.in_lanes.dealing import deal
from simulate.games.loo.in_lanes.declaring import Declared, declare
from simulate.games.loo.in_lanes.playing import play_tricks
from simulate.games.loo.in_lanes.settling import (
    Antes,
    by_seat,
    collect_antes,
    game_over,
    settle,
)
from simulate.games.loo.in_lanes.state import LANE, LEFT, Four
from simulate.games.loo.kernel import SEAT_SIZE
from simulate.games.loo.row import AT, SEATS
from simulate.machine.compiling import inlined
from simulate.machine.lanes import Flags, Lanes, larger, load, reals, store, where
from simulate.machine.randomness import STEP, Word
from simulate.machine.table import BASE, DECISIONS_A_HAND, Table

#: Between the seats' own randomness in a hand.
_SEAT_STEP = Word(DECISIONS_A_HAND * int(STEP) % 2**64)


@inlined
def seats_of(dealer: Lanes) -> Four:
    """Return the seats of the positions, from the dealer's left round to the dealer."""
    last = SEATS - 1
    return dealer + 1 & last, dealer + 2 & last, dealer + 3 & last, dealer


@inlined
def keys_of(key: Lanes, seats: Four) -> Four:
    """Return the keys of the positions' own randomness."""
    return (key + seats[0] * _SEAT_STEP, key + seats[1] * _SEAT_STEP,
            key + seats[2] * _SEAT_STEP, key + seats[3] * _SEAT_STEP)


@inlined
def add_to(states: Any, entry: int, amount: Lanes) -> None:
    """Add to an entry of every lane."""
    store(states, entry, load(states, entry) + amount)


@inlined
def tally_seat(states: Any, powers: Any, left: Any, seat: int, value: Lanes) -> None:
    """Count what a seat made of the hand; the sums of powers are those of ``add_powers``."""
    store(left, LEFT.value + seat, value)
    add_to(states, LANE.value + seat, value)
    x = reals(value)
    square = x * x
    add_to(powers, 3 * seat, square)
    add_to(powers, 3 * seat + 1, square * x)
    add_to(powers, 3 * seat + 2, square * square)


@inlined
def count_tricks(
    states: Any, left: Any, seats: Four, declared: Declared, tricks: Four
) -> None:
    """Note which count of each seat grows, and whether the hand was a walkover."""
    first = load(states, LANE.session) * (SEATS * SEAT_SIZE)
    said = declared.actions
    store(left, LEFT.count, first + seats[0] * SEAT_SIZE + said[0] * 8 + tricks[0])
    store(left, LEFT.count + 1, first + seats[1] * SEAT_SIZE + said[1] * 8 + tricks[1])
    store(left, LEFT.count + 2, first + seats[2] * SEAT_SIZE + said[2] * 8 + tricks[2])
    store(left, LEFT.count + 3, first + seats[3] * SEAT_SIZE + said[3] * 8 + tricks[3])
    hands = declared.hands
    players = (where(hands[0] != 0, 1, 0) + where(hands[1] != 0, 1, 0)
               + where(hands[2] != 0, 1, 0) + where(hands[3] != 0, 1, 0))
    add_to(states, LANE.walkovers, where(players > 1, 0, 1))


@inlined
def count_pool(states: Any, left: Any, pool: Lanes) -> None:
    """Count the pool of the hand."""
    store(left, LEFT.pool, magnitudes(pool))
    add_to(states, LANE.pool_sum, pool)
    store(states, LANE.max_pool, larger(load(states, LANE.max_pool), pool))


@inlined
def finish_game(states: Any, values: Four) -> Flags:
    """Add the points of the hand to the scores; tell which games are won."""
    for seat in range(SEATS):
        add_to(states, LANE.score + seat, values[seat])
    return game_over((load(states, LANE.score), load(states, LANE.score + 1),
                      load(states, LANE.score + 2), load(states, LANE.score + 3)))


@inlined
def less_antes(made: Four, antes: Antes) -> Four:
    """Return what the positions have of the hand, their antes paid."""
    return (made[0] - antes.each, made[1] - antes.each, made[2] - antes.each,
            made[3] - antes.dealers)


@inlined
def play_hands(
    table: Table, first: int, hands: int, states: Any, powers: Any, left: Any
) -> Flags:
    """Play the next hand of every lane; tell which sessions end with it."""
    number, dealer = load(states, LANE.number), load(states, LANE.dealer)
    antes = collect_antes(table, load(states, LANE.pool_next))
    dealt = deal(Word(table[BASE.seed]), load(states, LANE.session) + first, number)
    seats = seats_of(dealer)
    keys = keys_of(dealt.key, seats)
    declared = declare(dealt, keys, table[AT.rounce])
    tricks = play_tricks(table, declared.hands, keys, dealt.trumps)
    made = settle(table, declared, tricks, antes.pool)
    values = by_seat(dealer, less_antes(made, antes))
    count_tricks(states, left, seats, declared, tricks)
    count_pool(states, left, antes.pool)
    for seat in range(SEATS):
        tally_seat(states, powers, left, seat, values[seat])
    store(states, LANE.number, number + 1)
    store(states, LANE.dealer, seats[0])
    last = number + 1 >= hands
    if table[AT.points_game]:
        return last | finish_game(states, values)
    pool_next = antes.pool - (made[0] + made[1] + made[2] + made[3])
    store(states, LANE.pool_next, pool_next)
    return last | (pool_next > table[AT.escalation_limit])
