"""The hand on the first screen of a page of Euchre: one whose best call is clear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from reports.opening.euchre.good_calls import AtNode, class_of
from reports.opening.margins import Margins, surely_best
from simulate.domino.tiles import TILES, mask, name
from simulate.games.euchre.row import TRICKS

#: Deals to look through, and which of them are drawn.
_LOOKED_AT, _SEED = 500, 1


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, the turn-up, and what each call is worth with them.

    Parameters
    ----------
    tiles : tuple of str
    turn_up : str
    margins : dict
    """

    tiles: tuple[str, ...]
    turn_up: str
    margins: Margins


def _deals(eldest: AtNode) -> Iterator[DrawnHand]:
    chance = np.random.default_rng(_SEED)
    while True:
        *hand, turn_up = chance.permutation(TILES)[: TRICKS + 1].tolist()
        of_class = class_of(mask(hand), turn_up, False)
        tiles = tuple(name(tile) for tile in sorted(hand, reverse=True))
        yield DrawnHand(tiles, name(turn_up), eldest.margins(of_class))


def draw_hand(eldest: AtNode) -> DrawnHand:
    """Return a hand whose best call is clear; one that goes alone or calls, if any."""
    looked_at = list(islice(_deals(eldest), _LOOKED_AT))
    for wanted in "ACP":
        for hand in looked_at:
            if hand.margins and surely_best(hand.margins) == wanted:
                return hand
    return looked_at[0]
