"""The hand on the first screen of a page: one that a newcomer would play, and should not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from reports.studies.miss.chart import Chart
from reports.studies.miss.words import DROP, MISS, PLAY
from simulate.domino.tiles import HIGH, TILES, mask, name
from simulate.games.loo.row import TRICKS
from simulate.solving.loo.hand_classes import coarse_class_of, kinds_of_classes

#: Deals to look through, and which of them are drawn.
_LOOKED_AT, _SEED = 500, 1


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, and the turn-up.

    Parameters
    ----------
    tiles : tuple of str
    turn_up : str
    kind : int
        The kind of hand it is.
    """

    tiles: tuple[str, ...]
    turn_up: str
    kind: int


def _deals() -> Iterator[DrawnHand]:
    kinds, chance = kinds_of_classes(), np.random.default_rng(_SEED)
    while True:
        drawn = chance.permutation(TILES)[: TRICKS + 1].tolist()
        *hand, turn_up = drawn
        coarse = coarse_class_of(mask(hand), int(HIGH[turn_up]), turn_up, False)
        tiles = tuple(name(tile) for tile in sorted(hand, reverse=True))
        yield DrawnHand(tiles, name(turn_up), int(kinds[coarse]))


def draw_hand(chart: Chart) -> DrawnHand:
    """Return a hand whose best declaration is clear; one that should take the miss, if any.

    Parameters
    ----------
    chart : Chart
    """
    looked_at = list(islice(_deals(), _LOOKED_AT))
    for wanted in (MISS, PLAY, DROP):
        for hand in looked_at:
            if chart.clear[0, hand.kind] and chart.best[0, hand.kind] == wanted:
                return hand
    return looked_at[0]
