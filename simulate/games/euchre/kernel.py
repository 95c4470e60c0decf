"""The session kernel of Domino Euchre: a session is one game."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.kernel_books import keep_row, note_extremes
from simulate.books.rows import Rows
from simulate.games.euchre.auction import deal, hold_auction, take_up
from simulate.games.euchre.counts import count_calls, count_maker, count_scores, note_score
from simulate.games.euchre.playing import play_tricks
from simulate.games.euchre.row import AT, SEATS, TRICKS, seat_at
from simulate.games.euchre.settling import (
    GAME_POINTS,
    POINT_TRICKS,
    settle,
    settle_void,
    share_points,
)
from simulate.machine.compiling import helper, kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE, Table

SEAT_FIELDS = (
    "made", "alone", "marched", "euchred", "value", "points", "hands", "games", "games_won",
)
(
    MADE, ALONE, MARCHED, EUCHRED, VALUE, POINTS, HANDS_OF_SEAT, GAMES, GAMES_WON,
) = range(len(SEAT_FIELDS))
SEAT_SIZE = len(SEAT_FIELDS)

SESSION_FIELDS = ("hands", "voids", "games", "unfinished")
HANDS, VOIDS, ENDED, UNFINISHED = range(len(SESSION_FIELDS))


@helper
def sit_down(table: Table, session: int) -> None:
    """Start a game: no points yet, and the first dealer."""
    table[BASE.session] = session
    table[AT.dealer] = session % table[AT.players]
    table[AT.game_over] = table[AT.total] = table[AT.squares] = table[AT.fourths] = 0
    for seat in range(SEATS):
        table[AT.score + seat] = table[AT.seen + seat] = table[AT.cubes + seat] = 0


@helper
def play_hand(table: Table) -> int:
    """Play the hand whose number is set; return the tricks made, -1 when it is void."""
    deal(table)
    made = -1
    if hold_auction(table):
        take_up(table)
        play_tricks(table)
        made = settle(table)
    else:
        settle_void(table)
    share_points(table)
    return made


@helper
def count_made(table: Table, seat_row: Any, counts: Any, made: int) -> None:
    """Count a hand for its maker."""
    seat = seat_at(table, table[AT.maker])
    at = seat * SEAT_SIZE
    seat_row[at + MADE] += 1
    seat_row[at + ALONE] += table[AT.alone]
    seat_row[at + MARCHED] += made == TRICKS
    seat_row[at + EUCHRED] += made < POINT_TRICKS
    count_maker(table, counts, seat, made)


@helper
def count_game(
    table: Table, session_row: Any, seat_row: Any, powers: Any, counts: Any, hands: int
) -> None:
    """Close the books of a game after its last hand."""
    over = table[AT.game_over]
    session_row[HANDS] = hands
    session_row[ENDED] = over
    session_row[UNFINISHED] = 1 - over
    for seat in range(table[AT.players]):
        at = seat * SEAT_SIZE
        seat_row[at + HANDS_OF_SEAT] = hands
        seat_row[at + POINTS] = table[AT.score + seat]
        seat_row[at + VALUE] = 2 * table[AT.score + seat] - table[AT.total]
        powers[3 * seat] = np.float64(table[AT.squares])
        powers[3 * seat + 1] = np.float64(table[AT.cubes + seat])
        powers[3 * seat + 2] = np.float64(table[AT.fourths])
        seat_row[at + GAMES] = over
        seat_row[at + GAMES_WON] = table[AT.score + seat] >= GAME_POINTS
    if over:
        count_scores(table, counts)


@kernel
def play_sessions(
    row: Any, first: int, sessions: int, hands: int, books: Rows, record: Any, record_from: int
) -> None:
    """Play whole games at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    # Taken out once: every access to the bundle within the loop would count references anew.
    session_rows, seat_rows, powers, counts, extremes = books
    totals = pointer(counts)
    for i in range(sessions):
        number = table[BASE.begin]
        if number == 0:
            sit_down(table, first + i)
        session_row = pointer(session_rows[i])
        seat_row = pointer(seat_rows[i])
        power = pointer(powers[i])
        while number < hands and not table[AT.game_over]:
            table[BASE.number] = number
            note_score(table)
            made = play_hand(table)
            if made >= 0:
                count_made(table, seat_row, totals, made)
            else:
                session_row[VOIDS] += 1
            count_calls(table, totals)
            if -table[AT.worth] < max(table[BASE.worst], table[BASE.best]):
                note_extremes(table, AT.value, table[AT.players], extremes)
            keep_row(row, record, number - record_from)
            table[AT.dealer] = seat_at(table, 0)
            number += 1
        table[BASE.over] = table[AT.game_over]
        count_game(table, session_row, seat_row, power, totals, number)
