"""The session kernel of Domino Casino: a session is one game."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.kernel_books import keep_row, note_extremes
from simulate.books.rows import Rows
from simulate.domino.tile_sets import count
from simulate.games.casino.betting import play_round
from simulate.games.casino.dealing import deal
from simulate.games.casino.row import AT
from simulate.games.casino.settling import (
    DOUBLE_BLANK,
    DOUBLE_DOUBLE,
    basic_wins,
    blank_wins,
    double_wins,
    tiles_won,
)
from simulate.machine.compiling import inlined, kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE, Table

SEAT_FIELDS = (
    "hands", "bets", "stash", "double_wins", "blank_wins", "basic_wins", "games_won",
    "win_shares",
)
SEAT_SIZE = len(SEAT_FIELDS)
(
    HANDS, BETS, STASH, DOUBLE_WINS, BLANK_WINS, BASIC_WINS, GAMES_WON, WIN_SHARES,
) = range(SEAT_SIZE)

SESSION_FIELDS = ("hands", "pot_left", "tied_games", "double_blanks", "double_doubles")
GAMES, POT_LEFT, TIED_GAMES, DOUBLE_BLANKS, DOUBLE_DOUBLES = range(len(SESSION_FIELDS))

#: A game won counts this many shares, which divide by any number of winners.
SHARES = 60
_SHARE = np.array([0, *(SHARES // winners for winners in range(1, 6))], dtype=np.int64)


@inlined
def play_game(table: Table, counts: Any, watched: bool) -> int:
    """Play a game; return how many rounds each rule settled, eight bits a rule."""
    deal(table)
    settled = 0
    for number in range(table[AT.rounds]):
        settled += 1 << 8 * play_round(table, counts, number, watched)
    return settled


@inlined
def count_winners(table: Table) -> tuple[int, int]:
    """Return the most tiles in a stash, and how many seats have them."""
    most, winners = 0, 0
    for seat in range(table[AT.seats]):
        tiles = tiles_won(table[AT.score + seat])
        winners = winners * int(tiles <= most) + int(tiles >= most)
        most = max(most, tiles)
    return most, winners


@inlined
def count_game(
    table: Table, settled: int, session_row: Any, seat_row: Any, powers: Any, extremes: Any
) -> None:
    """Enter a game in the books."""
    most, winners = count_winners(table)
    least = most
    for seat in range(table[AT.seats]):
        score = table[AT.score + seat]
        tiles = tiles_won(score)
        won = int(tiles == most)
        at = seat * SEAT_SIZE
        seat_row[at + HANDS] = 1
        seat_row[at + BETS] = table[AT.rounds]
        seat_row[at + STASH] = tiles
        seat_row[at + DOUBLE_WINS] = double_wins(score)
        seat_row[at + BLANK_WINS] = blank_wins(score)
        seat_row[at + BASIC_WINS] = basic_wins(score)
        seat_row[at + GAMES_WON] = won
        seat_row[at + WIN_SHARES] = won * _SHARE[winners]
        square = tiles * tiles
        powers[3 * seat] = square
        powers[3 * seat + 1] = square * tiles
        powers[3 * seat + 2] = square * square
        table[AT.value + seat] = tiles
        least = min(least, tiles)
    session_row[GAMES] = 1
    session_row[POT_LEFT] = count(table[AT.pot])
    session_row[TIED_GAMES] = winners > 1
    session_row[DOUBLE_BLANKS] = settled >> 8 * DOUBLE_BLANK & 255
    session_row[DOUBLE_DOUBLES] = settled >> 8 * DOUBLE_DOUBLE & 255
    if least < table[BASE.worst] or -most < table[BASE.best]:
        note_extremes(table, AT.value, table[AT.seats], extremes)


@kernel
def play_sessions(
    row: Any, first: int, sessions: int, hands: int, books: Rows, record: Any, record_from: int
) -> None:
    """Play whole sessions, a game each, at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    # Taken out once: every access to the bundle within the loop would count references anew.
    session_rows, seat_rows, powers, counts, extremes = books
    counted = pointer(counts)
    for i in range(sessions):
        table[BASE.session] = first + i
        table[BASE.number] = 0
        # Two calls with a constant each: numba compiles the one that is not watched without
        # the code that records the rounds.
        if table[BASE.watched]:
            settled = play_game(table, counted, True)
        else:
            settled = play_game(table, counted, False)
        count_game(
            table, settled, pointer(session_rows[i]), pointer(seat_rows[i]),
            pointer(powers[i]), extremes,
        )
        keep_row(row, record, -record_from)
