"""The kinds of tiles that matter for a bet at Casino."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tiles import HIGH, LOW

#: bool[TILES]: a set of tiles.
Mask = NDArray[np.bool_]
#: Which tiles are of each kind; every tile is of one.
KINDS: dict[str, Mask] = {
    "a double": (LOW > 0) & (HIGH == LOW),
    "a tile with one blank": (LOW == 0) & (HIGH > 0),
    "a tile with two numbers": (LOW > 0) & (HIGH > LOW),
    "the double blank": HIGH == 0,
}
