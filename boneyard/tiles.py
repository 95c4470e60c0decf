"""The double-six set, and sets of tiles as bits of an integer.

Tile high-low has the number ``high * (high + 1) / 2 + low``; bit i of a set stands for tile i."""

import boneyard._house  # noqa: F401  # fails where somebody's file hides our packages
from simulate.domino.tile_sets import count, either, highest, lowest, nth
from simulate.domino.tiles import (
    ALL_TILES,
    DOUBLES,
    HIGH,
    LOW,
    PIPS,
    SHOWS,
    TILE,
    mask,
    members,
    name,
    names,
    parse,
)

__all__ = [
    "ALL_TILES", "DOUBLES", "HIGH", "LOW", "PIPS", "SHOWS", "TILE", "count", "either", "highest",
    "lowest", "mask", "members", "name", "names", "nth", "parse"]
