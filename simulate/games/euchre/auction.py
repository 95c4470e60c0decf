"""The deal, the auction and the dealer's exchange of Euchre."""

from __future__ import annotations

import numpy as np

from simulate.domino.deck import deal_hands
from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import HIGH
from simulate.domino.tricks import uniform_tile
from simulate.games.euchre.calls import PASS, goes_alone, legal_calls, suit_made
from simulate.games.euchre.row import AT, SEATS, TRICKS, seat_at
from simulate.games.euchre.views import CALL, DISCARD, DISCARD_NUMBER
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import pick
from simulate.machine.table import Table, chance, consult_among, is_uniform


def _next_in_table() -> np.ndarray:
    """NEXT_IN[seats in]: 4 bits a position, the next of some positions on its left."""
    table = np.zeros(1 << SEATS, dtype=np.int64)
    for seats_in in range(1, 1 << SEATS):
        for p in range(SEATS):
            clockwise = ((p + k) % SEATS for k in range(1, SEATS + 1))
            table[seats_in] |= next(q for q in clockwise if seats_in >> q & 1) << 4 * p
    return table


NEXT_IN = _next_in_table()


@helper
def deal(table: Table) -> None:
    """Deal five tiles a position, eldest first, and expose the turn-up."""
    turn_up = deal_hands(table, table[AT.players], TRICKS, AT.dealt, AT.held)
    table[AT.turn_up] = turn_up
    table[AT.trump] = HIGH[turn_up]


@helper
def most_against(table: Table, seat: int) -> int:
    """Return the most points of a seat that does not score together with this one."""
    if table[AT.players] == 4:
        return table[AT.score + (seat + 1 & 3)]
    most = 0
    for other in range(SEATS):  # where nobody sits there are no points
        most = max(most, table[AT.score + other] * int(other != seat))
    return most


@inlined
def show_own_score(table: Table, seat: int) -> None:
    """Set the entries of a view that show a seat's points and the most against it."""
    table[AT.own] = table[AT.score + seat]
    table[AT.other] = most_against(table, seat)


@helper
def show_scores(table: Table) -> None:
    """Set the entry of all views of the hand that shows the points by position."""
    scores = 0
    for p in range(table[AT.players]):
        scores |= table[AT.score + seat_at(table, p)] << 4 * p
    table[AT.scores] = scores


@inlined
def show_score(table: Table, seat: int) -> None:
    """Set the entries of a view that show the score as a seat sees it."""
    show_own_score(table, seat)
    show_scores(table)


@inlined
def choose_call(table: Table, position: int, legal: int, number: int) -> int:
    """Ask a seat for its call in the first (number 0) or second round."""
    seat = seat_at(table, position)
    if is_uniform(table, seat, CALL):
        return nth(legal, pick(chance(table, seat, number), count(legal)))
    table[AT.hand] = table[AT.dealt + position]
    table[AT.legal] = legal
    table[AT.position] = position
    show_score(table, seat)
    return consult_among(table, seat, CALL, number, legal)


@helper
def hold_auction(table: Table) -> int:
    """Ask each position in turn, at most twice; tell whether somebody made trump."""
    players = table[AT.players]
    table[AT.maker] = -1
    table[AT.alone] = 0
    for number in range(2):
        table[AT.round] = number + 1
        legal = legal_calls(players, table[AT.trump], number + 1)
        for p in range(players):
            call = choose_call(table, p, legal, number)
            if call != PASS:
                table[AT.maker] = p
                table[AT.trump] = suit_made(call)
                table[AT.alone] = goes_alone(call)
                return True
    return False


@helper
def choose_discard(table: Table, seat: int, position: int, tiles: int) -> int:
    """Ask the dealer which of six tiles to discard."""
    if is_uniform(table, seat, DISCARD):
        return uniform_tile(tiles, chance(table, seat, DISCARD_NUMBER))
    table[AT.hand] = tiles
    table[AT.position] = position
    show_score(table, seat)
    return consult_among(table, seat, DISCARD, DISCARD_NUMBER, tiles)


@helper
def take_up(table: Table) -> None:
    """Seat those who play; let the dealer take the turn-up if its suit was accepted.

    The partner of a maker who goes alone lays the hand down: a dealer too, without exchange.
    """
    dealer = table[AT.players] - 1
    skipped = table[AT.alone] << (table[AT.maker] ^ 2)
    seats_in = (1 << table[AT.players]) - 1 & ~skipped
    table[AT.seats_in] = seats_in
    table[AT.in_trick] = count(seats_in)
    table[AT.next_in] = NEXT_IN[seats_in]
    table[AT.turn_up_taken] = table[AT.round] == 1 and not skipped >> dealer & 1
    table[AT.discard] = -1
    if table[AT.turn_up_taken]:
        tiles = table[AT.dealt + dealer] | 1 << table[AT.turn_up]
        tile = choose_discard(table, table[AT.dealer], dealer, tiles)
        table[AT.discard] = tile
        table[AT.held + dealer] = tiles & ~(1 << tile)
