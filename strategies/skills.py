"""What players of several games reckon with: positions, tiles that beat a tile, unseen hands."""

from __future__ import annotations

from math import comb

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, NUMBERS, TILES
from simulate.domino.tricks import BEATING, SUIT
from simulate.machine.compiling import inlined
from simulate.machine.pointers import pointer


@inlined
def by_position(
    position: int, first: float, second: float, third: float, fourth: float
) -> float:
    """Return the value of a position, counted from 0."""
    early = first if position == 0 else second
    late = third if position == 2 else fourth
    return early if position < 2 else late


def better_table(first_order: int) -> Ints:
    """Return the tiles of a suit that beat a tile of it, by trump, suit and tile.

    ``first_order``: the order of the tiles where blanks are trumps; those of the other trumps
    follow (``simulate.domino.tricks``). Returns ``int64[NUMBERS, NUMBERS, TILES]``.
    """
    orders = slice(first_order, first_order + NUMBERS)
    suits = SUIT[orders, :, None]
    is_of_suit = suits >> np.arange(TILES) & 1
    table: Ints = is_of_suit * (BEATING[orders] & suits)
    return table


def better_as_ends(better: Ints) -> Ints:
    """Return the tiles that beat a tile led as its higher, then as its lower number.

    Returns ``int64[NUMBERS * TILES * 2]``: a pair a tile, by trump.
    """
    return np.array([[(better[trump, HIGH[tile], tile], better[trump, LOW[tile], tile])
                      for tile in range(TILES)] for trump in range(NUMBERS)]).ravel()


#: Most tiles in a hand, and one more than the most tiles of a suit: at Euchre trumps are eight.
_HAND = 5
_GIVEN = 9


def _missing_table() -> np.ndarray:
    """Chance that c of n unseen tiles include none of k given ones: at row(c, n) + k."""
    table = np.zeros((_HAND + 1, TILES + 1, _GIVEN))
    for held in range(_HAND + 1):
        for unseen in range(held, TILES + 1):
            for given in range(min(_GIVEN - 1, unseen - held) + 1):
                table[held, unseen, given] = comb(unseen - given, held) / comb(unseen, held)
    return table.ravel()


_MISSING = _missing_table()


@inlined
def missing_row(held: int, unseen: int) -> int:
    """Return what ``missing`` needs to know of hands of ``held`` tiles out of a set unseen."""
    return (held * (TILES + 1) + count(unseen)) * _GIVEN


@inlined
def missing(row: int, given: int) -> float:
    """Return the chance that such a hand holds none of so many given tiles, 8 at most."""
    return pointer(_MISSING)[row + given]


@inlined
def unseen_tiles(hand: int, played: int, discarded: int) -> int:
    """Return the tiles that a seat has not seen."""
    return ALL_TILES & ~(hand | played | discarded)


@inlined
def held_turn_up(turn_up: int, taken: int, played: int) -> int:
    """Return the turn-up as a set while the dealer holds it, else no tile."""
    return taken << turn_up & ~played
