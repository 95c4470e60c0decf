"""A hand of every lane, and what it leaves for the books."""

from __future__ import annotations

from typing import Any

from simulate.books.kernel_books import OCTAVE_1, STEPS
from simulate.games.loo.in_lanes.dealing import deal
from simulate.games.loo.in_lanes.declaring import Declared, declare
from simulate.games.loo.in_lanes.playing import play_tricks
from simulate.games.loo.in_lanes.settling import (
    by_seat,
    collect_antes,
    game_over,
    settle,
)
from simulate.games.loo.in_lanes.state import LANE, LEFT, Each, Places
from simulate.games.loo.in_lanes.tuples import each, fold
from simulate.games.loo.in_lanes.vectors import (
    Flags,
    Lanes,
    everywhere,
    larger,
    leading_zeros,
    load,
    reals,
    store,
    where,
)
from simulate.games.loo.kernel import SEAT_SIZE
from simulate.games.loo.row import AT
from simulate.machine.compiling import inlined
from simulate.machine.randomness import STEP, Word
from simulate.machine.table import BASE, DECISIONS_A_HAND, Table

#: Between the seats' own randomness in a hand.
_SEAT_STEP = Word(DECISIONS_A_HAND * int(STEP) % 2**64)


@inlined
def seat_at(place: int, dealer: Lanes, seats: int) -> Lanes:
    """Return the seat of a position."""
    steps = dealer + (place + 1)
    return where(steps < seats, steps, steps - seats)


@inlined
def key_of(seat: Lanes, key: Lanes) -> Lanes:
    """Return the key of a seat's own randomness."""
    return key + seat * _SEAT_STEP


@inlined
def add_to(states: Any, entry: int, amount: Lanes) -> None:
    """Add to an entry of every lane."""
    store(states, entry, load(states, entry) + amount)


@inlined
def tally_seat(seat: int, value: Lanes, states: Any, powers: Any, left: Any) -> None:
    """Count what a seat made of the hand; the sums of powers are those of ``add_powers``."""
    store(left, LEFT.value + seat, value)
    add_to(states, LANE.value + seat, value)
    x = reals(value)
    square = x * x
    add_to(powers, 3 * seat, square)
    add_to(powers, 3 * seat + 1, square * x)
    add_to(powers, 3 * seat + 2, square * square)


@inlined
def note_count(
    place: int, seat: Lanes, action: Lanes, tricks: Lanes, first: Lanes, left: Any
) -> None:
    """Note which count of a position's seat grows."""
    store(left, LEFT.count + place, first + seat * SEAT_SIZE + action * 8 + tricks)


@inlined
def and_player(players: Lanes, hand: Lanes) -> Lanes:
    """Count a position that plays for the tricks."""
    return players + where(hand != 0, 1, 0)


@inlined
def count_tricks(
    states: Any, left: Any, places: Places, seats: Each, declared: Declared, tricks: Each
) -> None:
    """Note which count of each seat grows, and whether the hand was a walkover."""
    first = load(states, LANE.session) * (len(seats) * SEAT_SIZE)
    each(note_count, (places, seats, declared.actions, tricks), (first, left))
    players = fold(and_player, everywhere(0), (declared.hands,), ())
    add_to(states, LANE.walkovers, where(players > 1, 0, 1))


@inlined
def magnitudes(chips: Lanes) -> Lanes:
    """Return the class of a number of chips; see ``kernel_books.magnitude``."""
    octave = 63 - OCTAVE_1 - leading_zeros(chips)
    shifted = chips >> larger(octave, everywhere(0))
    return where(octave > 0, octave * STEPS + shifted, chips)


@inlined
def count_pool(states: Any, left: Any, pool: Lanes) -> None:
    """Count the pool of the hand."""
    store(left, LEFT.pool, magnitudes(pool))
    add_to(states, LANE.pool_sum, pool)
    store(states, LANE.max_pool, larger(load(states, LANE.max_pool), pool))


@inlined
def add_points(seat: int, value: Lanes, states: Any) -> Lanes:
    """Add the points of the hand to a seat's score; return it."""
    score = load(states, LANE.score + seat) + value
    store(states, LANE.score + seat, score)
    return score


@inlined
def less(made: Lanes, ante: Lanes) -> Lanes:
    """Return what a position has of the hand, its ante paid."""
    return made - ante


@inlined
def plus(a: Lanes, b: Lanes) -> Lanes:
    """Add two numbers."""
    return a + b


@inlined
def play_hands(
    table: Table, first: int, hands: int, places: Places, states: Any, powers: Any, left: Any
) -> Flags:
    """Play the next hand of every lane; tell which sessions end with it."""
    number, dealer = load(states, LANE.number), load(states, LANE.dealer)
    antes = collect_antes(table, load(states, LANE.pool_next), len(places))
    dealt = deal(Word(table[BASE.seed]), load(states, LANE.session) + first, number, places)
    seats = each(seat_at, (places,), (dealer, len(places)))
    keys = each(key_of, (seats,), (dealt.key,))
    declared = declare(dealt, keys, table[AT.rounce])
    tricks = play_tricks(table, declared.hands, keys, dealt.trumps)
    made = settle(table, declared, tricks, antes.pool)
    others = each(less, (made[:-1],), (antes.others,))
    values = by_seat(dealer, (*others, made[-1] - antes.dealers))
    count_tricks(states, left, places, seats, declared, tricks)
    count_pool(states, left, antes.pool)
    each(tally_seat, (places, values), (states, powers, left))
    store(states, LANE.number, number + 1)
    store(states, LANE.dealer, seats[0])
    last = number + 1 >= hands
    if table[AT.points_game]:
        return last | game_over(each(add_points, (places, values), (states,)))
    pool_next = antes.pool - fold(plus, everywhere(0), (made,), ())
    store(states, LANE.pool_next, pool_next)
    return last | (pool_next > table[AT.escalation_limit])
