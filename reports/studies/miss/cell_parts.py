"""The parts of a cell of a chart for the wall: what a double turned up changes stands below."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: The height of the lower part.
_LOWER = 0.4


class Part(NamedTuple):
    """A part of a cell, or all of it.

    ``turned_up``: 1 for a double turned up, 0 for another tile; None for both. ``top``, ``height``:
    in heights of a cell, from its upper edge.
    """

    turned_up: int | None
    top: float
    height: float

    @property
    def letter_size(self) -> float:
        """The size in points of a letter that has room there."""
        return 8.5 if self.height > 0.5 else 6.5


def parts_of_cell(
    known: NDArray[np.bool_], dealt: NDArray[np.bool_], alike: bool
) -> list[Part]:
    """Return what is drawn of a cell: all of it, or two parts if a double turned up changes it.

    A part is left out if such hands are dealt but too few come there to tell.

    ``known``, ``dealt`` (bool[2]): whether enough hands come to the cell, and whether such hands
    are dealt at all, with another tile turned up and with a double. ``alike``: whether the same is
    told of both.
    """
    if (known.all() and alike) or not (known | dealt).all():
        return [Part(None, 0, 1)]
    both = Part(0, 0, 1 - _LOWER), Part(1, 1 - _LOWER, _LOWER)
    return [part for part, told in zip(both, known, strict=True) if told]
