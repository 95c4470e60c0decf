"""Hands to look through for the one that a page opens with: the same for every page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simulate.domino.tiles import TILES

#: Deals to look through, and which of them are drawn.
_LOOKED_AT, _SEED = 500, 1


def hands_looked_at(tiles: int) -> Iterator[tuple[list[int], int]]:
    """Yield hands of so many tiles, the highest first, each with a turn-up."""
    chance = np.random.default_rng(_SEED)
    for _ in range(_LOOKED_AT):
        *hand, turn_up = chance.permutation(TILES)[: tiles + 1].tolist()
        yield sorted(hand, reverse=True), turn_up
