"""The session kernel of Domino Casino: a session is one game of rounds.

Which tile comes when, and what the dice show, are functions of (seed, session) alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.kernel_books import keep_row, note_extremes
from simulate.books.rows import Rows
from simulate.domino.deck import draw_all, shuffle, shuffle_on
from simulate.domino.tile_sets import count, lowest, nth_bit
from simulate.domino.tiles import TILES
from simulate.games.casino.row import AT, BET, HOLDS, ROLLS_A_WORD, SEATS
from simulate.games.casino.settling import (
    DOUBLE_BLANK,
    DOUBLE_DOUBLE,
    MATCHES,
    ROLLS,
    basic_wins,
    blank_wins,
    count_bet,
    count_pot,
    count_stash,
    double_wins,
    gain,
    prize,
    settle,
    taken,
    tiles_won,
)
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.pointers import pointer
from simulate.machine.randomness import Word, draw, pick
from simulate.machine.table import BASE, Table, chance, consult_among, is_uniform


@inlined
def roll_dice(table: Table, first: int, word: Word) -> None:
    """Roll both dice for the rounds that share a word, from round ``first`` on."""
    for number in range(first, first + ROLLS_A_WORD):
        roll, word = draw(word, ROLLS)
        table[AT.rolls + number] = np.int64(roll)


@helper
def deal(table: Table) -> None:
    """Shuffle, remove tiles, draw the first roller and all rolls; deal two tiles a seat.

    Every round begins with a tile for each seat: the third one comes with the first round.
    """
    shuffle(table)
    a, b, c = shuffle_on(table)
    draw_all(table, AT.order)
    seats = table[AT.seats]
    first_roller, a = draw(a, seats)
    table[AT.first_roller] = np.int64(first_roller)
    roll_dice(table, 0, a)
    roll_dice(table, ROLLS_A_WORD, b)
    roll_dice(table, 2 * ROLLS_A_WORD, c)
    at = AT.order + table[AT.tiles_removed]
    for seat in range(seats):
        table[AT.held + seat] = table[at] | table[at + 1]
        table[AT.score + seat] = 0
        at += HOLDS - 1
    table[AT.pot] = table[AT.seen] = 0


@helper
def show(table: Table, number: int) -> None:
    """Set the entries that all views of a round share."""
    seats = table[AT.seats]
    table[AT.stashes] = 0
    for seat in range(seats):
        table[AT.stashes] |= tiles_won(table[AT.score + seat]) << 8 * seat
    table[AT.round] = number
    table[AT.pot_tiles] = count(table[AT.pot])
    table[AT.undrawn] = max(TILES - table[AT.tiles_removed] - seats * (number + HOLDS), 0)


@inlined
def uniform_bet(table: Table, seat: int, number: int, hand: int, held: int) -> int:
    """Return a tile of a hand of ``held``, each as likely, as a set."""
    return nth_bit(hand, pick(chance(table, seat, number), held))


@helper
def choose_bet(table: Table, seat: int, number: int, hand: int, held: int) -> int:
    """Return the tile that a seat bets, as a set."""
    if is_uniform(table, seat, BET):
        return uniform_bet(table, seat, number, hand, held)
    if held == 1:
        return hand
    position = seat - (table[AT.first_roller] + number) % table[AT.seats]
    table[AT.position] = position + table[AT.seats] if position < 0 else position
    table[AT.hand] = hand
    return 1 << consult_among(table, seat, BET, number, hand)


@inlined
def take_bets(table: Table, seats: int, number: int, watched: bool) -> int:
    """Let every seat draw and bet; return the bets."""
    bets = 0
    drawn = AT.order + table[AT.tiles_removed] + (number + HOLDS - 1) * seats
    # How many tiles a seat holds is known before the tiles are: no need to count them.
    held = min(HOLDS, table[AT.rounds] - number)
    for seat in range(seats):
        hand = table[AT.held + seat] | table[drawn + seat]
        if watched:
            bet = choose_bet(table, seat, number, hand, held)
        else:
            bet = uniform_bet(table, seat, number, hand, held)
        table[AT.held + seat] = hand ^ bet
        table[AT.bet + seat] = bet
        bets |= bet
    return bets


@inlined
def play_round(table: Table, counts: Any, number: int, watched: bool) -> int:
    """Play a round and return the rule that settled it."""
    seats, pot = table[AT.seats], table[AT.pot]
    if watched:
        show(table, number)
    bets = take_bets(table, seats, number, watched)
    rule, winner_1, take_1, winner_2, take_2, own, pot_after = settle(
        bets, pot, table[AT.rolls + number])
    prize_1, prize_2 = prize(rule, take_1), prize(MATCHES, take_2)
    table[AT.pot] = pot_after
    count_pot(counts, number, count(pot), rule)
    for seat in range(seats):
        bet = table[AT.bet + seat]
        score = gain(bet, winner_1, prize_1, winner_2, prize_2, own)
        count_bet(counts, lowest(bet), score)
        score_after = table[AT.score + seat] + score
        table[AT.score + seat] = score_after
        count_stash(counts, seat, number, tiles_won(score_after))
        if watched:
            won = taken(bet, winner_1, take_1, winner_2, take_2, own)
            table[AT.bet_of + SEATS * number + seat] = bet
            table[AT.won_of + SEATS * number + seat] = won
    if watched:
        table[AT.seen] |= bets
        table[AT.rule_of + number] = rule
        table[AT.pot_of + number] = pot_after
    return rule


SEAT_FIELDS = (
    "hands", "bets", "stash", "double_wins", "blank_wins", "basic_wins", "games_won",
    "win_shares",
)
SEAT_SIZE = len(SEAT_FIELDS)
(HANDS, BETS, STASH, DOUBLE_WINS, BLANK_WINS, BASIC_WINS, GAMES_WON, WIN_SHARES) = range(SEAT_SIZE)

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
