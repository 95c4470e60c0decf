"""What strategies for Domino Pool ask of an option: weight, numbers kept, what would fit."""

from __future__ import annotations

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, NUMBERS, PIPS, SHOWS, TILES
from simulate.games.pool.line import pips_of
from simulate.games.pool.views import goes_right, tile_of
from simulate.machine.compiling import helper, inlined
from simulate.machine.pointers import pointer

#: The tiles that show none of a set of numbers (bit k for number k).
_FREE = np.array([ALL_TILES & ~sum(1 << t for t in range(TILES)
                                   if numbers >> HIGH[t] & 1 or numbers >> LOW[t] & 1)
                  for numbers in range(1 << NUMBERS)])


@helper
def heaviest(options: int) -> int:
    """Return the option with the most pips; of equal ones the tile with the higher end."""
    chosen = lowest(options)
    left = options
    while left != 0:
        option = lowest(left)
        left &= left - 1
        tile, best = tile_of(option), tile_of(chosen)
        if PIPS[tile] > PIPS[best] or (PIPS[tile] == PIPS[best] and tile > best):
            chosen = option
    return chosen


@helper
def numbers_in(tiles: int) -> int:
    """Count the different numbers that a set of tiles shows."""
    numbers = 0
    for k in range(NUMBERS):
        numbers += int(tiles & SHOWS[k] != 0)
    return numbers


@inlined
def without(hand: int, option: int) -> int:
    """Return a hand after one of its options was played."""
    return hand & ~(1 << tile_of(option))


@helper
def fitting_after(left: int, right: int, option: int) -> int:
    """Return all tiles that would fit the line after an option; ``left`` is -1 before it."""
    tile = tile_of(option)
    shows, pips = pointer(SHOWS), pointer(PIPS)[tile]
    if left < 0:
        return shows[pointer(HIGH)[tile]] | shows[pointer(LOW)[tile]]
    if goes_right(option):
        return shows[left] | shows[pips - right]
    return shows[pips - left] | shows[right]


@inlined
def free_of(numbers: int) -> int:
    """Return the tiles that show none of a set of numbers (bit k for number k)."""
    return pointer(_FREE)[numbers]


@helper
def pips_of_the_shortest(hand: int, played: int, sizes: int, players: int, position: int) -> float:
    """Return the pips that the smallest of the other hands holds on average."""
    unseen, fewest = ALL_TILES & ~(hand | played), TILES
    for other in range(players):
        if other != position:
            fewest = min(fewest, byte_of(sizes, other))
    return pips_of(unseen) * fewest / count(unseen)


@inlined
def byte_of(packed: int, position: int) -> int:
    """Return what a view packs in 8 bits a position (``sizes``, ``voids``)."""
    return packed >> 8 * position & 0xFF
