"""The hand on the first screen of a page: one that a newcomer would play, and should not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from reports.opening.loo.by_class import ByClass, class_of
from reports.studies.miss.words import DROP, MISS, PLAY
from simulate.domino.tiles import TILES, mask, name
from simulate.games.loo.row import TRICKS

#: Deals to look through, and which of them are drawn.
_LOOKED_AT, _SEED = 500, 1


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, and the turn-up.

    Parameters
    ----------
    tiles : tuple of str
    turn_up : str
    of_class : int
        The class of the hand.
    """

    tiles: tuple[str, ...]
    turn_up: str
    of_class: int


def _deals() -> Iterator[DrawnHand]:
    chance = np.random.default_rng(_SEED)
    while True:
        drawn = chance.permutation(TILES)[: TRICKS + 1].tolist()
        *hand, turn_up = drawn
        tiles = tuple(name(tile) for tile in sorted(hand, reverse=True))
        yield DrawnHand(tiles, name(turn_up), class_of(mask(hand), turn_up, False))


def draw_hand(by_class: ByClass) -> DrawnHand:
    """Return a hand whose best declaration is clear; one that should take the miss, if any.

    Parameters
    ----------
    by_class : ByClass
    """
    looked_at = list(islice(_deals(), _LOOKED_AT))
    for wanted in (MISS, PLAY, DROP):
        for hand in looked_at:
            cell = by_class.cell(0, hand.of_class)
            if cell is not None and cell.clear and cell.moves[0] == wanted:
                return hand
    return looked_at[0]
