"""What players of several games reckon with: positions, luck, unseen hands."""

from __future__ import annotations

from math import comb

import numpy as np

from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.domino.trick_kit import TRICKS
from simulate.machine.compiling import inlined
from simulate.machine.layouts import pointer


@inlined
def by_position(position: int, first: float, second: float, third: float, fourth: float) -> float:
    """Return the value of a position, counted from 0."""
    early = first if position == 0 else second
    late = third if position == 2 else fourth
    return early if position < 2 else late


@inlined
def may(legal: int, answer: int) -> bool:
    """Tell whether an answer is allowed."""
    return bool(legal >> answer & 1)


@inlined
def chance_in(word: int) -> float:
    """Return a number from 0 to 1 out of a decision's randomness."""
    return (word & 0x7FFFFFFF) / 2.0**31


#: One more than the most tiles of a suit: at Euchre trumps are eight.
_GIVEN = 9

#: Chance that c of n unseen tiles include none of k given ones: at row(c, n) + k.
_MISSING = np.array([
    comb(unseen - given, held) / comb(unseen, held) if given <= unseen - held else 0.0
    for held in range(TRICKS + 1) for unseen in range(TILES + 1) for given in range(_GIVEN)])


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
