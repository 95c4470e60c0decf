"""The session kernel of Loo and Rounce in lanes; see ``simulate.games.game.InLanes``.

The lanes remember their sessions in vectors that stand one after the other in small arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.rows import MAGNITUDES, MARKS, Rows, insert
from simulate.domino.tile_sets import highest
from simulate.games.loo import kernel as one_at_a_time
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import AT, SEATS
from simulate.machine.compiling import Compiled, helper, inlined, kernel
from simulate.machine.layouts import copy_into, keep, lay_out, pointer

#: How many sessions stand side by side: two registers of the widest processors a value, which keeps
#: them busy while one of the two waits for a result.
LANES = 16

#: Of the session that each lane plays.
LANE = lay_out(
    0,
    session=1,  # its row in the books
    number=1,  # of the hand in its session
    dealer=1,  # seat
    pool_next=1, walkovers=1, pool_sum=1, max_pool=1,
    value=SEATS,  # by seat: chips or points made in the session so far
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

#: Plays the next hand of every lane.
_play_next = Compiled("simulate.games.loo.in_lanes.hand", "play_next")

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
    states[LANE.dealer, lane] = (first + session) % seats
    states[LANE.pool_next, lane] = table[AT.opening_pool]


@helper
def winner_of(states: Any, seats: int, lane: int) -> int:
    """Return the seat that has won the game of a lane, or -1."""
    best, winner = GAME_POINTS - 1, -1
    for seat in range(seats):
        score = states[LANE.value + seat, lane]
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
    row[one_at_a_time.HANDS] = states[LANE.number, lane]
    row[one_at_a_time.WALKOVERS] = states[LANE.walkovers, lane]
    row[one_at_a_time.POOL_SUM] = states[LANE.pool_sum, lane]
    row[one_at_a_time.MAX_POOL] = states[LANE.max_pool, lane]
    row[one_at_a_time.LEFT] = left
    for seat in range(seats):
        value = states[LANE.value + seat, lane]
        seat_rows[session, seat, one_at_a_time.VALUE] = value
        seat_rows[session, seat, one_at_a_time.CREDITED] = seats * value + left
        for power in range(3):
            power_rows[session, seat, power] = powers[3 * seat + power, lane]
    if table[AT.points_game]:
        winner = winner_of(states, seats, lane)
        row[one_at_a_time.UNFINISHED] = winner < 0
        if winner >= 0:
            seat_rows[session, winner, one_at_a_time.GAMES_WON] += 1
    else:
        row[one_at_a_time.ESCALATED] = left > table[AT.escalation_limit]


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
    table: Any, first: int, sessions: int, hands: int, books: Rows, places: tuple[int, ...]
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
    worst, best = pointer(extremes[0, -1]), pointer(extremes[1, -1])
    for lane in range(LANES):
        begin(table, seats, states, powers, lane, first, lane)
    following = alive = min(LANES, sessions)
    while alive > 0:
        over, extreme = _play_next(
            row, first, hands, places, at, sums, outcome, worst, best)
        count_hands(row, seats, at, outcome, alive, seat_counts, counts)
        if extreme:
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
    keep(states, powers, left)
