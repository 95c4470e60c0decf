"""Kinds of hands: few enough to hang on a wall, fine enough to declare by.

A hand is known by its trumps, and by the doubles among its other tiles; those decide
nearly all of what a hand takes.  The best trump counts by how many trumps above it are
out, the turn-up not among them.  A dealer counts the turn-up as his own, in place of the
tile that he can best spare.
"""

from __future__ import annotations

import numpy as np

from simulate.domino.tile_sets import count, highest, lowest
from simulate.domino.tiles import DOUBLES
from simulate.domino.tricks import TRUMPS, by_rank
from simulate.machine.compiling import helper, inlined

#: Trumps by number and by how many above the best are out, and how a player says it.
TRUMP_KINDS = (
    "no trump",
    "1 trump: the best",
    "1 trump: second best",
    "1 trump: third best",
    "1 trump: lower",
    "2 trumps with the best",
    "2 trumps with the second",
    "2 trumps: lower",
    "3 trumps with the best",
    "3 trumps: lower",
    "4 or 5 trumps",
)
#: First kind of each number of trumps, and how many kinds it has.
_FIRST = np.array([0, 1, 5, 8, 10, 10])
_KINDS_OF = np.array([1, 4, 3, 2, 1, 1])
#: Plain doubles: none, one, two or more.
DOUBLE_KINDS = ("no double", "1 double", "2+ doubles")
HAND_KINDS = len(TRUMP_KINDS) * len(DOUBLE_KINDS)
_MANY_TRUMPS = 4

@inlined
def trumps_above_best(trumps: int, out: int) -> int:
    """Count the trumps of a set that beat the best of some trumps: all where there are none."""
    return count(by_rank(out) >> highest(by_rank(trumps)) + 1)


@helper
def spared(hand: int, trump: int) -> int:
    """Return the tile that a hand can best spare: low and plain, no double if it can be helped."""
    plain = hand & ~TRUMPS[trump]
    choice = plain & ~DOUBLES
    if choice == 0:
        choice = plain if plain else hand & ~DOUBLES
    return lowest(choice)


@helper
def with_turn_up(hand: int, trump: int, turn_up: int) -> int:
    """Return a dealer's hand with the turn-up in place of a tile that it can spare."""
    return hand & ~(1 << spared(hand, trump)) | 1 << turn_up


@helper
def kind_of_hand(hand: int, trump: int, turn_up: int, is_dealer: int) -> int:
    """Return the kind of five tiles: a number below ``HAND_KINDS``."""
    if is_dealer:
        hand = with_turn_up(hand, trump, turn_up)
    trumps = hand & TRUMPS[trump]
    held = count(trumps)
    out = TRUMPS[trump] & ~(trumps | 1 << turn_up)
    above = min(trumps_above_best(trumps, out), _KINDS_OF[held] - 1)
    doubles = min(count(hand & ~trumps & DOUBLES), len(DOUBLE_KINDS) - 1)
    if held >= _MANY_TRUMPS:
        doubles = 0
    return len(DOUBLE_KINDS) * (_FIRST[held] + (above if held else 0)) + doubles


def name_of_kind(kind: int) -> str:
    """Return a kind of hand in words."""
    trumps, doubles = divmod(kind, len(DOUBLE_KINDS))
    if _FIRST[_MANY_TRUMPS] == trumps:
        return TRUMP_KINDS[trumps]
    return f"{TRUMP_KINDS[trumps]}, {DOUBLE_KINDS[doubles]}"
