"""The money and the points of Loo and Rounce."""

from __future__ import annotations

from simulate.domino.trick_kit import won
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.rules import penalty_due
from simulate.games.loo.views import FOR_POOL
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import Table

LOOED_POINTS = 5
GAME_POINTS = 15
_penalty_due = inlined(penalty_due)


@inlined
def take_chips(table: Table, seat: int, amount: int) -> int:
    """Take chips from a seat: all it has where its bank is finite and does not suffice."""
    if table[AT.bankroll] > 0:
        amount = min(amount, table[AT.chips + seat])
        table[AT.chips + seat] -= amount
    return amount


@helper
def set_penalty(table: Table) -> None:
    """Write what a looed seat owes when the hand starts with the table's pool."""
    limit = table[AT.penalty_chips] + table[AT.penalty_a_seat] * table[AT.players]
    table[AT.penalty_limit] = limit
    table[AT.penalty] = _penalty_due(table[AT.penalty_kind], limit, table[AT.pool])


@helper
def collect_antes(table: Table) -> None:
    """Let the seats pay for the hand, from the dealer's left."""
    pool = table[AT.pool_next]
    empty = pool < table[AT.empty_below]
    dealer = table[AT.players] - 1
    for s in range(SEATS):
        table[AT.ante_paid + s] = table[AT.paid + s] = 0
        table[AT.penalties + s] = table[AT.value + s] = 0
    for p in range(0 if empty else dealer, dealer + 1):
        seat = table[AT.chair + p]
        due = table[AT.ante] if empty else table[AT.dealer_top_up]
        if p == dealer and empty:
            due = table[AT.dealer_ante]
        table[AT.ante_paid + seat] = take_chips(table, seat, due)
        pool += table[AT.ante_paid + seat]
    table[AT.pool] = pool
    set_penalty(table)


@inlined
def is_looed(table: Table, position: int) -> int:
    """Tell whether a position stayed in for itself and took no trick."""
    stayed_in = table[AT.seats_in] >> position & 1
    return stayed_in and won(table, position) == 0 and table[AT.action + position] != FOR_POOL


@inlined
def without_trick(table: Table) -> int:
    """Return the bits, 4 a position, of those that are in and took no trick."""
    seats_in, tricks = table[AT.seats_in], table[AT.tricks]
    # All four at once: shifts move the bit of each position to where its tricks are.
    seats_in |= seats_in << 3 | seats_in << 6 | seats_in << 9
    return seats_in & ~(tricks | tricks >> 1 | tricks >> 2) & 0x1111


@helper
def settle_chips(table: Table) -> None:
    """Pay a fifth of the pool a trick; collect penalties for the next pool."""
    pool = table[AT.pool]
    pool_next = pool
    share = pool // TRICKS
    penalty = table[AT.penalty]
    finite = table[AT.bankroll] > 0
    for p in range(table[AT.players]):
        seat, action = table[AT.chair + p], table[AT.action + p]
        tricks = won(table, p)
        plays = table[AT.seats_in] >> p & 1 and action != FOR_POOL
        paid = share * tricks if plays else 0
        owed = penalty if plays and tricks == 0 else 0
        if action == 0 and plays:
            paid = pool  # the dealer who never had to declare takes the remainder as well
        if finite:
            owed = take_chips(table, seat, owed)
            table[AT.chips + seat] += paid
        table[AT.paid + seat] = paid
        table[AT.penalties + seat] = owed
        table[AT.value + seat] = paid - owed - table[AT.ante_paid + seat]
        pool_next += owed - paid
    table[AT.pool_next] = pool_next


@helper
def settle_points(table: Table) -> None:
    """Score a point a trick and five against a looed seat; look for a winner.

    Scores count up from 0 to 15 in both games; Rounce's own count runs down from 15.
    """
    best, leaders = -1, 0
    for p in range(table[AT.players]):
        seat, tricks = table[AT.chair + p], won(table, p)
        # Without a branch: who is looed cannot be guessed.
        looed = table[AT.seats_in] >> p & int(tricks == 0)
        points = tricks - LOOED_POINTS * looed
        points *= int(table[AT.action + p] != FOR_POOL)
        table[AT.value + seat] = points
        total = table[AT.score + seat] + points
        leaders = leaders * int(total <= best) + int(total >= best)
        best = max(best, total)
    table[AT.game_over] = best >= GAME_POINTS and leaders == 1


@helper
def game_winner(table: Table) -> int:
    """Return the seat with the most points when the game is over."""
    ahead = 0
    for seat in range(1, table[AT.seats]):
        if (table[AT.score + seat] + table[AT.value + seat]
                > table[AT.score + ahead] + table[AT.value + ahead]):
            ahead = seat
    return ahead
