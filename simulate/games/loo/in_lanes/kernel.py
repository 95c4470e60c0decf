"""The session kernel of Loo and Rounce in lanes; see ``simulate.games.game.InLanes``.

The lanes remember their sessions in vectors that stand one after the other in small arrays.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from simulate.books.rows import MAGNITUDES, MARKS, OCTAVE_1, STEPS, Rows, insert
from simulate.domino.tile_sets import highest
from simulate.games.loo.in_lanes.hand import (
    and_one,
    by_seat,
    collect_antes,
    declare,
    game_over,
    play_tricks,
    settle,
)
from simulate.games.loo.in_lanes.tiles import deal
from simulate.games.loo.in_lanes.vectors import (
    LANES,
    Flags,
    Lanes,
    Places,
    each,
    everywhere,
    fold,
    larger,
    leading_zeros,
    load,
    reals,
    set_lanes,
    smaller,
    store,
    where,
)
from simulate.games.loo.kernel import (
    CREDITED,
    ESCALATED,
    GAMES_WON,
    HANDS,
    MAX_POOL,
    POOL_SUM,
    SEAT_SIZE,
    UNFINISHED,
    VALUE,
    WALKOVERS,
)
from simulate.games.loo.kernel import LEFT as LEFT_IN_POOL
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import AT, SEATS
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.layouts import copy_into, keep, lay_out, pointer
from simulate.machine.randomness import STEP, Word
from simulate.machine.table import BASE, DECISIONS_A_HAND, Table

#: Of the session that each lane plays.
LANE = lay_out(
    0,
    session=1,  # its row in the books
    alive=1,  # 0 where the hands count for nothing, since no session is left
    number=1,  # of the hand in its session
    dealer=1,  # seat
    pool_next=1, walkovers=1, pool_sum=1, max_pool=1,
    value=SEATS,  # by seat: made in the session so far
    score=SEATS,  # by seat: points, where they win the game
)
#: Floats: by seat the sums of squares, cubes and fourth powers.
POWERS = 3 * SEATS

#: What a hand leaves for its books.
LEFT = lay_out(
    0,
    count=SEATS,  # by position: the seat's count to add one to
    pool=1,  # class of its size
    value=SEATS,  # by seat
)

#: Between the seats' own randomness in a hand.
_SEAT_STEP = Word(DECISIONS_A_HAND * int(STEP) % 2**64)


@inlined
def seat_at(place: int, dealer: Lanes, seats: int) -> Lanes:
    """Return the seat of a position."""
    steps = dealer + (place + 1)
    return where(steps < seats, steps, steps - seats)


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
def add_points(seat: int, value: Lanes, states: Any) -> Lanes:
    """Add the points of the hand to a seat's score; return it."""
    score = load(states, LANE.score + seat) + value
    store(states, LANE.score + seat, score)
    return score


@inlined
def play_hands(
    table: Table, first: int, hands: int, places: Places, states: Any, powers: Any, left: Any
) -> Flags:
    """Play the next hand of every lane; tell which sessions end with it."""
    number, dealer = load(states, LANE.number), load(states, LANE.dealer)
    other_pays, dealer_pays, pool = collect_antes(
        table, load(states, LANE.pool_next), len(places))
    dealt = deal(Word(table[BASE.seed]), load(states, LANE.session) + first, number, places)
    seats = each(seat_at, (places,), (dealer, len(places)))
    keys = each(operator.add, (each(operator.mul, (seats,), (_SEAT_STEP,)),), (dealt.key,))
    declared = declare(dealt, keys, table[AT.rounce])
    tricks = play_tricks(table, declared.hands, keys, dealt.trumps)
    made = settle(table, declared, tricks, pool)
    others = each(operator.sub, (made[:-1],), (other_pays,))
    values = by_seat(dealer, (*others, made[-1] - dealer_pays))
    counts_from = load(states, LANE.session) * (len(seats) * SEAT_SIZE)
    each(note_count, (places, seats, declared.actions, tricks), (counts_from, left))
    plays = each(operator.ne, (declared.hands,), (everywhere(0),))
    players = fold(and_one, everywhere(0), (plays,), ())
    add_to(states, LANE.walkovers, where(players > 1, 0, 1))
    # The class of the pool; see ``rows.magnitude``.
    octave = 63 - OCTAVE_1 - leading_zeros(pool)
    shifted = pool >> larger(octave, everywhere(0))
    store(left, LEFT.pool, where(octave > 0, octave * STEPS + shifted, pool))
    add_to(states, LANE.pool_sum, pool)
    store(states, LANE.max_pool, larger(load(states, LANE.max_pool), pool))
    each(tally_seat, (places, values), (states, powers, left))
    store(states, LANE.number, number + 1)
    store(states, LANE.dealer, seats[0])
    last = number + 1 >= hands
    if table[AT.points_game]:
        return last | game_over(each(add_points, (places, values), (states,)))
    pool_next = pool - fold(operator.add, everywhere(0), (made,), ())
    store(states, LANE.pool_next, pool_next)
    return last | (pool_next > table[AT.escalation_limit])


#: By the number of a hand: 1 + the index of its mark, 0 for none.
_MARK_OF = np.zeros(int(MARKS[-1]) + 1, np.int64)
_MARK_OF[MARKS] = np.arange(1, len(MARKS) + 1)


@helper
def begin(
    table: Any, seats: int, states: Any, powers: Any, lane: int, first: int, session: int
) -> None:
    """Start a session in a lane."""
    states[: LANE.size, lane] = 0
    powers[:, lane] = 0.0
    states[LANE.session, lane] = session
    states[LANE.alive, lane] = 1
    states[LANE.dealer, lane] = (first + session) % seats
    states[LANE.pool_next, lane] = table[AT.opening_pool]


@helper
def winner_of(states: Any, seats: int, lane: int) -> int:
    """Return the seat that has won the game of a lane, or -1."""
    best, winner = GAME_POINTS - 1, -1
    for seat in range(seats):
        score = states[LANE.score + seat, lane]
        if score > best:
            best, winner = score, seat
        elif score == best:
            winner = -1
    return winner


@helper
def finish(table: Any, states: Any, powers: Any, lane: int, books: Any) -> None:
    """Write the session of a lane into the books."""
    session_rows, seat_rows, power_rows = books
    seats = seat_rows.shape[1]
    session = states[LANE.session, lane]
    row, left = session_rows[session], states[LANE.pool_next, lane]
    row[HANDS] = states[LANE.number, lane]
    row[WALKOVERS] = states[LANE.walkovers, lane]
    row[POOL_SUM] = states[LANE.pool_sum, lane]
    row[MAX_POOL] = states[LANE.max_pool, lane]
    row[LEFT_IN_POOL] = left
    for seat in range(seats):
        value = states[LANE.value + seat, lane]
        seat_rows[session, seat, VALUE] = value
        seat_rows[session, seat, CREDITED] = seats * value + left
        for power in range(3):
            power_rows[session, seat, power] = powers[3 * seat + power, lane]
    if table[AT.points_game]:
        winner = winner_of(states, seats, lane)
        row[UNFINISHED] = winner < 0
        if winner >= 0:
            seat_rows[session, winner, GAMES_WON] += 1
    else:
        row[ESCALATED] = left > table[AT.escalation_limit]


@inlined
def count_hands(
    table: Any, seats: int, states: Any, left: Any, alive: int, seat_counts: Any, counts: Any
) -> None:
    """Add the hands of some lanes to the counts of their seats, and their pools to the run's."""
    for lane in range(alive):
        for position in range(seats):
            seat_counts[left[(LEFT.count + position) * LANES + lane]] += 1
    if table[AT.points_game]:
        return
    for lane in range(alive):
        size, number = left[LEFT.pool * LANES + lane], states[LANE.number * LANES + lane] - 1
        counts[size] += 1
        if number < len(_MARK_OF) and _MARK_OF[number]:
            counts[_MARK_OF[number] * MAGNITUDES + size] += 1


@inlined
def is_extreme(value: Lanes, session: Lanes, last: Any) -> Flags:
    """Tell where a value belongs into a list with this last hand; equal hands go by session."""
    return (value < last[0]) | ((value == last[0]) & (session < last[1]))


@inlined
def value_of(seat: int, left: Any) -> Lanes:
    """Return what a seat made of the hand."""
    return load(left, LEFT.value + seat)


@inlined
def some_extreme(places: Places, states: Any, left: Any, first: int, extremes: Any) -> int:
    """Return the lanes with a hand that is among the worst or the best, as bits."""
    values = each(value_of, (places,), (left,))
    worst = fold(smaller, values[0], (values[1:],), ())
    best = fold(larger, values[0], (values[1:],), ())
    session = load(states, LANE.session) + first
    return set_lanes(is_extreme(worst, session, extremes[0, -1])
                     | is_extreme(-best, session, extremes[1, -1]))


@helper
def note_extremes(
    seats: int, states: Any, left: Any, alive: int, first: int, extremes: Any
) -> None:
    """Keep hands among the worst or the best, of equal ones those of the first sessions."""
    for lane in range(alive):
        session = first + states[LANE.session * LANES + lane]
        number = states[LANE.number * LANES + lane] - 1
        for seat in range(seats):
            value = left[(LEFT.value + seat) * LANES + lane]
            insert(extremes[0], value, session, number, seat)
            insert(extremes[1], -value, session, number, seat)


@kernel
def play_by_lot(
    table: Any, first: int, sessions: int, hands: int, books: Rows, places: Places
) -> None:
    """Play whole sessions in which every decision is left to chance, as many as there are lanes.

    A lane whose session ends takes the next one. When there is none left, the last of the lanes
    still alive moves there: those from ``alive`` on play hands that nobody counts.
    """
    session_rows, seat_rows, power_rows, counts, extremes = books
    seats = len(places)
    states = np.zeros((LANE.size, LANES), np.int64)
    powers = np.zeros((POWERS, LANES), np.float64)
    left = np.zeros((LEFT.size, LANES), np.int64)
    at, sums, outcome = pointer(states), pointer(powers), pointer(left)
    row, seat_counts = pointer(table), pointer(seat_rows)
    for lane in range(LANES):
        begin(table, seats, states, powers, lane, first, lane)
    following = alive = min(LANES, sessions)
    states[LANE.alive, alive:] = 0
    while alive > 0:
        over = set_lanes(play_hands(row, first, hands, places, at, sums, outcome))
        count_hands(row, seats, at, outcome, alive, seat_counts, counts)
        if some_extreme(places, at, outcome, first, extremes):
            note_extremes(seats, at, outcome, alive, first, extremes)
        while over:
            lane = highest(over)
            over ^= 1 << lane
            if lane >= alive:
                continue
            finish(table, states, powers, lane, (session_rows, seat_rows, power_rows))
            if following < sessions:
                begin(table, seats, states, powers, lane, first, following)
                following += 1
            else:
                alive -= 1
                copy_into(states[:, lane], states[:, alive])
                copy_into(powers[:, lane], powers[:, alive])
                states[LANE.alive, alive] = 0
    keep(states, powers, left)
