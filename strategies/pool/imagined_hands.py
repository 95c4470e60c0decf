"""Hands that the others may hold at Domino Pool, and how the line goes on with them.

Each other hand gets as many tiles as it has, uniformly from those that are out and that show none
of the numbers on which it passed; the hand with the least choice is filled first.  From there all
play on soundly: a double where one fits, else the tile with the most pips.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, either, lowest, nth_bit
from simulate.domino.tiles import ALL_TILES, DOUBLES, SHOWS
from simulate.games.pool.line import extended, options, pips_of, posed
from simulate.games.pool.row import SEATS
from simulate.games.pool.views import RIGHT
from simulate.machine.arrays import copy_into
from simulate.machine.compiling import helper
from simulate.machine.randomness import decision_word, pick
from strategies.pool.options import byte_of, free_of, heaviest, without

_DOUBLE_OPTIONS = DOUBLES | DOUBLES << RIGHT
#: Tries to deal hands that agree with all passes.
_TRIES = 8
#: Random numbers that a try may use: a hand of the set is far smaller.
_NUMBERS = 64
_HEAVIER = 1 << 40


@helper
def _least_choice(hands: Any, free: int, sizes: int, voids: int, players: int) -> int:
    """Return the position without a hand for which most of its open tiles are needed."""
    chosen, least = -1, ALL_TILES
    for position in range(players):
        if hands[position] < 0:
            spare = count(free & free_of(byte_of(voids, position))) - byte_of(sizes, position)
            if spare < least:
                chosen, least = position, spare
    return chosen


@helper
def imagine_hands(
    hands: Any, hand: int, played: int, sizes: int, voids: int, players: int, position: int,
    word: int,
) -> bool:
    """Deal the others possible hands; tell whether that could be done.

    Parameters
    ----------
    hands : int64[SEATS]
        By position: written here, the own one too.
    hand, played, sizes, voids, players, position : int
        As the view has them.
    word : int
        63 random bits.
    """
    for attempt in range(_TRIES):
        free, number = ALL_TILES & ~(hand | played), _NUMBERS * attempt * SEATS
        for p in range(SEATS):
            hands[p] = -1 if p < players else 0
        hands[position] = hand
        while True:
            p = _least_choice(hands, free, sizes, voids, players)
            if p < 0:
                return True
            can, dealt = free & free_of(byte_of(voids, p)), 0
            if count(can) < byte_of(sizes, p):
                break
            for _ in range(byte_of(sizes, p)):
                tile = nth_bit(can, pick(decision_word(word, number), count(can)))
                number += 1
                can &= ~tile
                dealt |= tile
            hands[p] = dealt
            free &= ~dealt
    return False


@helper
def lightest_hands(hands: Any, players: int) -> int:
    """Return the positions that take the pool with the hands that are left, as a set."""
    lightest, winners = _HEAVIER, 0
    for p in range(players):
        weight = 2 * pips_of(hands[p]) + int(hands[p] != 0)
        if weight < lightest:
            lightest, winners = weight, 0
        if weight == lightest:
            winners |= 1 << p
    return winners


@helper
def sound_option(legal: int) -> int:
    """Return a double that fits, else the heaviest tile."""
    return int(heaviest(either(legal & _DOUBLE_OPTIONS, legal)))


@helper
def line_of(left: int, right: int) -> int:
    """Return the line whose open ends show two numbers."""
    return int(SHOWS[left] | SHOWS[right] << RIGHT)


@helper
def part_after(
    hands: Any, left: int, right: int, option: int, players: int, position: int
) -> float:
    """Return the part of the pool that an option takes if all play on soundly from these hands.

    Nobody draws.

    Parameters
    ----------
    hands : int64[SEATS]
        By position; they are played empty.
    left, right : int
        Open ends, -1 before the first tile.
    option, players, position : int
    """
    line = posed(option) if left < 0 else extended(line_of(left, right), option)
    hands[position] = without(hands[position], option)
    passes, p = 0, position
    while hands[p] != 0 and passes < players:
        p = p + 1 if p < players - 1 else 0
        legal = options(hands[p], line)
        if legal == 0:
            passes += 1
            continue
        passes = 0
        chosen = sound_option(legal)
        hands[p] = without(hands[p], chosen)
        line = extended(line, chosen)
    won = lightest_hands(hands, players)
    return (won >> position & 1) / count(won)


@helper
def add_parts(
    totals: Any, legal: int, hands: Any, room: Any, left: int, right: int, players: int,
    position: int,
) -> None:
    """Add what each option takes from some hands, in the order of the options.

    Parameters
    ----------
    totals : float64[options]
    legal : int
        The options as a set.
    hands, room : int64[SEATS]
        The hands, and room to play them.
    left, right, players, position : int
    """
    k = 0
    while legal != 0:
        option = lowest(legal)
        legal &= legal - 1
        copy_into(room, hands)
        totals[k] += part_after(room, left, right, option, players, position)
        k += 1
