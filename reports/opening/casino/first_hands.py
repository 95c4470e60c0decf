"""Kinds of first hands at Casino: those that differ only in which numbers stand for which.

No rule and no die tells the numbers 1 to 6 apart: two hands that become one another when these
numbers are exchanged are of the same kind, and so are two tiles of a hand that change places then.
The 3,276 hands of three tiles are of 43 kinds.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

import numpy as np

from simulate.books.tally import Ints
from simulate.domino.tiles import HIGH, LOW, NUMBERS, TILE, TILES
from simulate.games.casino.row import HOLDS

#: What becomes of each number, the blank of itself: int64[exchanges, NUMBERS].
_EXCHANGES = np.array([(0, *order) for order in permutations(range(1, NUMBERS))])
#: What becomes of each tile: int64[exchanges, TILES].
EXCHANGED: Ints = TILE[_EXCHANGES[:, HIGH], _EXCHANGES[:, LOW]]

#: Tiles, the lowest first.
Hand = tuple[int, ...]


@cache
def kinds() -> tuple[Hand, ...]:
    """Return the hand that stands for each kind, in order."""
    found: dict[Hand, None] = {}
    seen: set[Hand] = set()
    for hand in combinations(range(TILES), HOLDS):
        if hand not in seen:
            found[hand] = None
            seen.update(map(tuple, np.sort(EXCHANGED[:, list(hand)], axis=1).tolist()))
    return tuple(found)


def how_many(hand: Hand) -> int:
    """Return how many hands are of a hand's kind."""
    return len(np.unique(np.sort(EXCHANGED[:, list(hand)], axis=1), axis=0))


def alike(hand: Hand) -> Ints:
    """Return, of each tile, the first tile of the hand that can change places with it.

    ``hand``: one that stands for its kind. Returns int64[tiles]: places in the hand.
    """
    became = EXCHANGED[:, list(hand)]
    same = became[np.all(np.sort(became, axis=1) == np.array(hand), axis=1)]
    # Which tile comes to each tile's place, by exchange.
    found: Ints = np.argsort(same, axis=1).min(axis=0)
    return found
