"""A round of Casino: a tile for each seat, the secret bets, the settlement."""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, lowest, nth_bit
from simulate.domino.tiles import TILES
from simulate.games.casino.counts import count_bet, count_pot, count_stash
from simulate.games.casino.row import AT, HOLDS, SEATS
from simulate.games.casino.settling import (
    MATCHES,
    gain,
    prize,
    settle,
    taken,
    tiles_won,
)
from simulate.games.casino.views import BET
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import pick
from simulate.machine.table import Table, chance, consult_among, is_uniform


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
