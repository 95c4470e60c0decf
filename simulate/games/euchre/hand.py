"""A hand of Euchre: the deal, the auction, the five tricks and the points."""

from __future__ import annotations

import numpy as np

from simulate.domino.deck import deal_hands
from simulate.domino.tiles import HIGH
from simulate.domino.trick_kit import all_may_be_played, choose, play_out, won
from simulate.domino.tricks import bowers, uniform_tile
from simulate.games.euchre.row import AT, SEATS, TRICKS
from simulate.games.euchre.views import (
    CALL,
    DISCARD,
    DISCARD_NUMBER,
    LEAD,
    PASS,
    goes_alone,
    legal_calls,
    suit_made,
)
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import BASE, Table, chance, consult_among, is_uniform


@helper
def deal(table: Table) -> None:
    """Deal five tiles a position, eldest first, and expose the turn-up."""
    players, dealer = table[AT.players], table[AT.dealer]
    for p in range(players):
        seat = dealer + 1 + p
        table[AT.chair + p] = seat - players if seat >= players else seat
    turn_up = deal_hands(table, players, TRICKS, AT.dealt, AT.held)
    table[AT.turn_up] = turn_up
    table[AT.trump] = HIGH[turn_up]


@helper
def show_own_score(table: Table, seat: int) -> None:
    """Set the entries of a view that show a seat's points, and the most points of a seat that does
    not score together with it.
    """
    table[AT.own] = table[AT.score + seat]
    if table[AT.players] == 4:
        table[AT.other] = table[AT.score + (seat + 1 & 3)]
        return
    most = 0
    for other in range(SEATS):  # where nobody sits there are no points
        most = max(most, table[AT.score + other] * int(other != seat))
    table[AT.other] = most


@helper
def show_scores(table: Table) -> None:
    """Set the entry of all views of the hand that shows the points by position."""
    scores = 0
    for p in range(table[AT.players]):
        scores |= table[AT.score + table[AT.chair + p]] << 4 * p
    table[AT.scores] = scores


@inlined
def choose_call(table: Table, position: int, legal: int, number: int) -> int:
    """Ask a seat for its call in the first (number 0) or second round."""
    seat = table[AT.chair + position]
    if not is_uniform(table, seat, CALL):
        table[AT.hand] = table[AT.dealt + position]
        table[AT.legal] = legal
        table[AT.position] = position
        show_own_score(table, seat)
        show_scores(table)
    return choose(table, seat, CALL, number, legal)


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
    show_own_score(table, seat)
    show_scores(table)
    return consult_among(table, seat, DISCARD, DISCARD_NUMBER, tiles)


@helper
def take_up(table: Table) -> None:
    """Seat those who play; let the dealer take the turn-up if its suit was accepted.

    The partner of a maker who goes alone lays the hand down: a dealer too, without exchange.
    """
    dealer = table[AT.players] - 1
    skipped = table[AT.alone] << (table[AT.maker] ^ 2)
    table[AT.seats_in] = (1 << table[AT.players]) - 1 & ~skipped
    table[AT.turn_up_taken] = table[AT.round] == 1 and not skipped >> dealer & 1
    table[AT.discard] = -1
    if table[AT.turn_up_taken]:
        tiles = table[AT.dealt + dealer] | 1 << table[AT.turn_up]
        tile = choose_discard(table, table[AT.dealer], dealer, tiles)
        table[AT.discard] = tile
        table[AT.held + dealer] = tiles & ~(1 << tile)


@helper
def play_tricks(table: Table) -> None:
    """Play the hand out; the maker leads, and nobody is obliged to lead a trump."""
    if table[BASE.watched]:
        show_scores(table)
        taken = table[AT.turn_up_taken]
        for p in range(table[AT.players]):
            table[AT.gone + p] = 0 if taken else 1 << table[AT.turn_up]
        if taken:
            table[AT.gone + table[AT.players] - 1] = 1 << table[AT.discard]
    play_out(table, table[AT.maker], bowers(table[AT.trump], table[AT.high]), None, None,
             None, LEAD, show_own_score, all_may_be_played)


GAME_POINTS = 5
POINT_TRICKS = 3
EUCHRE_POINTS, MATCH_POINTS, LONE_MATCH_POINTS = 2, 2, 4

#: _WORTH[alone, tricks made]: points for the makers, or for the others below three tricks.
_WORTH = np.array([
    [EUCHRE_POINTS] * POINT_TRICKS + [1, 1, MATCH_POINTS],
    [EUCHRE_POINTS] * POINT_TRICKS + [1, 1, LONE_MATCH_POINTS],
], dtype=np.int64)


@inlined
def settle(table: Table) -> int:
    """Find who scores: the makers, or all others when they are euchred; return the tricks made."""
    players, maker = table[AT.players], table[AT.maker]
    made, seat = won(table, maker), table[AT.chair + maker]
    makers = 1 << seat
    if players == 4:  # partners score together
        made += won(table, maker ^ 2)
        makers = 0b0101 << (seat & 1)
    others = (1 << players) - 1 & ~makers
    table[AT.scorers] = others if made < POINT_TRICKS else makers
    table[AT.worth] = _WORTH[table[AT.alone], made]
    return made


@helper
def settle_void(table: Table) -> None:
    """Settle a hand that nobody made."""
    table[AT.worth] = table[AT.scorers] = table[AT.tricks] = 0
    table[AT.discard] = table[AT.trump] = -1


@inlined
def share_points(table: Table) -> None:
    """Add what the hand was worth to the seats' scores and sums; see whether it ends the game.

    It is worth the same to each seat except for the sign, so one sum of squares serves all seats.
    """
    worth, scorers = table[AT.worth], table[AT.scorers]
    square = worth * worth
    table[AT.total] += worth
    table[AT.squares] += square
    table[AT.fourths] += square * square
    most = 0
    for seat in range(SEATS):
        points = worth & -(scorers >> seat & 1)
        value = 2 * points - worth
        table[AT.value + seat] = value
        table[AT.cubes + seat] += square * value
        table[AT.score + seat] += points
        most = max(most, table[AT.score + seat])
    table[AT.game_over] = most >= GAME_POINTS
