"""The session kernel of Domino Pool, and what a run counts beside the figures of each seat."""

from typing import Any, NamedTuple

import numpy as np

from simulate.books.rows import MAGNITUDES, Rows, add_powers, keep_row, magnitude, note_if_extreme
from simulate.books.tally import Ints
from simulate.domino.deck import shuffle
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import PIPS as TILE_PIPS
from simulate.games.pool.playing import deal, play_out
from simulate.games.pool.settling import collect, find_winners, settle_game, settle_hand
from simulate.games.pool.views import AT, MOST_TURNS, SEATS
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.randomness import pick
from simulate.machine.table import BASE, Table, ask, chance, pointer

#: Sets of positions, and numbers of pips that a hand can hold.
SETS = 1 << SEATS
MOST_PIPS = int(TILE_PIPS.sum()) + 1
_TABLES = SEATS + 1

WINNERS = 0
TURNS = WINNERS + _TABLES * 2 * SETS
PIPS_LEFT = TURNS + _TABLES * 2 * MOST_TURNS
GAME_LENGTHS = PIPS_LEFT + _TABLES * SEATS * MOST_PIPS
COUNTS = GAME_LENGTHS + MAGNITUDES


class Counts(NamedTuple):
    """The counts of a run as arrays; positions count from the leader, and the first index is the
    number of seats dealt in. A hand won by several positions counts for each of them."""

    hands: Ints  #: [seats, blocked]: hands that ended by domino (0) or blocked (1)
    winners: Ints  #: [seats, blocked, number of winners]: hands
    won: Ints  #: [seats, blocked, position]: hands that the position won
    turns: Ints  #: [seats, blocked, turns]: hands that had so many turns
    pips: Ints  #: [seats, position, pips]: hands that left the position so many pips
    game_lengths: Ints  #: [class]: games that ended, by hands (simulate.books.rows)


def decode(counts: Ints) -> Counts:
    """Return the counts of a run, int64[COUNTS], as arrays with names."""
    by_set = counts[WINNERS:TURNS].reshape(_TABLES, 2, SETS)
    members = np.arange(SETS)[:, None] >> np.arange(SEATS) & 1
    sizes = members.sum(1)
    return Counts(
        hands=by_set.sum(-1),
        winners=by_set @ (sizes[:, None] == np.arange(_TABLES)).astype(np.int64),
        won=by_set @ members,
        turns=counts[TURNS:PIPS_LEFT].reshape(_TABLES, 2, MOST_TURNS),
        pips=counts[PIPS_LEFT:GAME_LENGTHS].reshape(_TABLES, SEATS, MOST_PIPS),
        game_lengths=counts[GAME_LENGTHS:],
    )


#: A seat's hands are counted by position and outcome, at 4 * position + outcome: 0 lost,
#: 1 won after a block, 2 won by domino; then its chips and its pips by position; then its
#: games; and its chips with an equal share of what a session leaves in the pool, times the
#: seats.
DOMINO = 2
OUTCOMES = 4 * SEATS
VALUE = OUTCOMES
PIPS = VALUE + SEATS
GAMES = PIPS + SEATS
GAMES_WON = GAMES + 1
CREDITED = GAMES_WON + 1
SEAT_SIZE = CREDITED + 1

SESSION_FIELDS = ("hands", "blocked", "turns", "unfinished", "left")
HANDS, BLOCKED, ALL_TURNS, UNFINISHED, LEFT = range(len(SESSION_FIELDS))

BROKE, PLAYED, ENDED = range(3)


@helper
def sit_down(table: Table, session: int) -> None:
    """Start a session: everybody is in, with chips and no pips; and the first to lead."""
    seats = table[AT.seats]
    table[BASE.session] = session
    table[AT.leader] = session % seats
    table[AT.seats_in] = (1 << seats) - 1
    table[AT.pool_next] = table[AT.stars] = 0
    for seat in range(seats):
        table[AT.chips + seat] = table[AT.bankroll]
        table[AT.score + seat] = 0


@inlined
def next_seat(seats_in: int, seat: int) -> int:
    """Return the first of the seats in to the left of a seat, itself last."""
    ahead = seats_in & (-2 << seat)
    return lowest(ahead if ahead != 0 else seats_in)


@helper
def seat_from_leader(table: Table) -> None:
    """Seat those still in, from the leader round to the left."""
    seats_in, seat = table[AT.seats_in], table[AT.leader]
    table[AT.players] = count(seats_in)
    for p in range(table[AT.players]):
        table[AT.chair + p] = seat
        seat = next_seat(seats_in, seat)


@helper
def take_chairs(table: Table) -> None:
    """Find the leader, and seat those still in from there round to the left."""
    if not table[AT.rotate]:
        # The lot is the first decision of a seat that no table has.
        seats_in = table[AT.seats_in]
        table[AT.leader] = nth(seats_in, pick(chance(table, SEATS, 0), count(seats_in)))
    seat_from_leader(table)


@inlined
def settle(table: Table) -> None:
    """Settle a hand that has ended."""
    find_winners(table)
    if table[AT.hundred_up]:
        settle_game(table)
    else:
        settle_hand(table)


def play_dealt(table: Table, numbers: Any) -> int:
    """Deal, play and settle a hand whose seats sit, and have paid the stakes; see ``Game.hand``."""
    deal(table)
    play_out(table)
    settle(table)
    return 0


@helper
def play_hand(table: Table) -> int:
    """Play the hand whose number is set; return what became of the session."""
    if table[AT.seats_in] & (table[AT.seats_in] - 1) == 0:
        return BROKE
    shuffle(table)
    take_chairs(table)
    collect(table)
    ask(table[BASE.play_hand], table, 0)
    return ENDED if table[AT.hundred_up] and table[AT.game_over] else PLAYED


@helper
def count_hand(table: Table, session_row: Any, seat_row: Any, powers: Any, extremes: Any) -> None:
    """Add one hand to the tallies of its session."""
    session_row[HANDS] += 1
    session_row[BLOCKED] += table[AT.blocked]
    session_row[ALL_TURNS] += table[AT.turns]
    won = DOMINO - table[AT.blocked]
    worst, best = 0, 0
    for p in range(table[AT.players]):
        seat = table[AT.chair + p]
        own = seat * SEAT_SIZE + p
        outcome = won & -(table[AT.winning] >> p & 1)
        value = table[AT.value + seat]
        seat_row[own + 3 * p + outcome] += 1
        seat_row[own + VALUE] += value
        seat_row[own + PIPS] += table[AT.pips_left + p]
        add_powers(powers, seat, value)
        worst, best = min(worst, value), max(best, value)
    note_if_extreme(table, AT.value, table[AT.seats], worst, best, extremes)


@helper
def pass_lead(table: Table) -> None:
    """Move the lead to the left, and the scores on to the next hand."""
    if table[AT.hundred_up]:
        for seat in range(table[AT.seats]):
            table[AT.score + seat] = table[AT.score_after + seat]
    if table[AT.rotate]:
        table[AT.leader] = next_seat(table[AT.seats_in], table[AT.leader])


@helper
def end_session(table: Table, session_row: Any, seat_row: Any, counts: Any, fate: int) -> None:
    """Close the books of a session after its last hand."""
    game, left = table[AT.hundred_up], table[AT.pool_next]
    winners = table[AT.game_winners] if fate == ENDED else 0
    for seat in range(table[AT.seats]):
        own, value = seat * SEAT_SIZE, 0
        for p in range(SEATS):
            value += seat_row[own + VALUE + p]
        seat_row[own + CREDITED] = table[AT.seats] * value + left
        seat_row[own + GAMES], seat_row[own + GAMES_WON] = game, winners >> seat & 1
    session_row[LEFT], session_row[UNFINISHED] = left, game and fate == PLAYED
    if fate == ENDED:
        counts[GAME_LENGTHS + magnitude(session_row[HANDS])] += 1


@kernel
def play_sessions(
    row: Any, first: int, sessions: int, hands: int, books: Rows, record: Any, record_from: int
) -> None:
    """Play whole sessions at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    # Taken out once: every access to the bundle within the loop would count references anew.
    session_rows, seat_rows, powers, counts, extremes = books
    all_counts = pointer(counts)
    for i in range(sessions):
        sit_down(table, first + i)
        session_row = pointer(session_rows[i])
        seat_row = pointer(seat_rows[i])
        power = pointer(powers[i])
        fate = PLAYED
        for number in range(hands):
            table[BASE.number] = number
            fate = play_hand(table)
            if fate == BROKE:
                break
            count_hand(table, session_row, seat_row, power, extremes)
            players = table[AT.players]
            ended = 2 * players + table[AT.blocked]
            all_counts[WINNERS + SETS * ended + table[AT.winning]] += 1
            all_counts[TURNS + MOST_TURNS * ended + table[AT.turns]] += 1
            for p in range(players):
                of_position = PIPS_LEFT + MOST_PIPS * (SEATS * players + p)
                all_counts[of_position + table[AT.pips_left + p]] += 1
            keep_row(row, record, number - record_from)
            if fate == ENDED:
                break
            pass_lead(table)
        end_session(table, session_row, seat_row, all_counts, fate)
