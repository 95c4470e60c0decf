"""Chances of what unseen hands hold, as players of several games reckon with them."""

from __future__ import annotations

from math import comb

import numpy as np

from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.machine.compiling import inlined
from simulate.machine.pointers import pointer

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
