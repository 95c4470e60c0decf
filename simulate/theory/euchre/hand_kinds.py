"""Kinds of hands at Euchre, for one suit as trump: what a person can count at the table."""

from __future__ import annotations

import numpy as np

from simulate.domino.tile_sets import count
from simulate.domino.tiles import DOUBLES, NUMBERS, TILE
from simulate.domino.tricks import bowers, left_bower, trumps_of
from simulate.games.euchre.kernel import BOWERS
from simulate.games.euchre.views import TRICKS
from simulate.machine.compiling import helper

#: Doubles that are no trumps, as a chart names them.
PLAIN_DOUBLES = ("no double", "a double", "2 or more doubles")
#: Kinds of hands: trumps, bowers among them, plain doubles.
KINDS = (TRICKS + 1) * len(BOWERS) * len(PLAIN_DOUBLES)
#: Which of the two highest trumps below the bowers are held: neither, the second, the first, both.
TOPS = 4
#: Cells of a chart: a kind, and whether a double is turned up that the seat will not hold.
CELLS = 2 * KINDS

_BOWER = np.array([[TILE[t, t], left_bower(t)] for t in range(NUMBERS)], dtype=np.int64)

_TOP = np.array([[TILE[t, k] for k in range(NUMBERS - 1, -1, -1) if k != t][:2]
                 for t in range(NUMBERS)], dtype=np.int64)


@helper
def kind_of(hand: int, trump: int) -> int:
    """Return the kind of a hand with a suit as trump.

    ``hand``: set of tiles: a dealer who may take the turn-up counts it with the five. Returns
    ``kind_number(trumps, bowers, doubles)``; six trumps count as five.
    """
    trumps = hand & trumps_of(bowers(trump))
    held = (hand >> _BOWER[trump, 0] & 1) * 2 + (hand >> _BOWER[trump, 1] & 1)
    doubles = min(count(hand & DOUBLES & ~trumps), len(PLAIN_DOUBLES) - 1)
    return kind_number(min(count(trumps), TRICKS), held, doubles)


@helper
def tops_of(hand: int, trump: int) -> int:
    """Return whether a hand holds the two highest trumps but the bowers: 2 the first, 1 the next.

    These are the tiles of the trump number with the highest other numbers.
    """
    return (hand >> _TOP[trump, 0] & 1) * 2 + (hand >> _TOP[trump, 1] & 1)


@helper
def kind_number(trumps: int, held: int, doubles: int) -> int:
    """Return the number of a kind: ``held`` and ``doubles`` index BOWERS and PLAIN_DOUBLES."""
    return (trumps * len(BOWERS) + held) * len(PLAIN_DOUBLES) + doubles


def parts_of(kind: int) -> tuple[int, int, int]:
    """Return trumps, the index of the bowers, and that of the plain doubles of a kind."""
    rest, doubles = divmod(kind, len(PLAIN_DOUBLES))
    trumps, held = divmod(rest, len(BOWERS))
    return trumps, held, doubles


def thumb_order() -> np.ndarray:
    """Return what each kind counts by the old rule of thumb: two a trump, bowers, doubles. It only
    decides between two kinds of which neither was seen often.

    Returns ``float64[KINDS]``.
    """
    counted = np.zeros(KINDS)
    for kind in range(KINDS):
        trumps, held, doubles = parts_of(kind)
        counted[kind] = 2 * trumps + 2 * (held // 2 + held % 2) + 0.5 * (held // 2) + doubles
    return counted
