"""The double-six set: 28 tiles, numbered 0..27 from 0-0 to 6-6.

The tile high-low has the number ``high * (high + 1) / 2 + low``, so 0-0 is 0, 1-0 is 1,
1-1 is 2 and 6-6 is 27.  Sets of tiles are integers whose bit i stands for tile i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from simulate.errors import BoneyardError

NUMBERS = 7
TILES = 28
ALL_TILES = (1 << TILES) - 1
NO_TILE = -1

HIGH = np.array([high for high in range(NUMBERS) for _ in range(high + 1)], dtype=np.int64)
LOW = np.array([low for high in range(NUMBERS) for low in range(high + 1)], dtype=np.int64)
PIPS = HIGH + LOW

#: SHOWS[k]: the set of the seven tiles that show the number k.
SHOWS = np.array(
    [sum(1 << t for t in range(TILES) if k in (HIGH[t], LOW[t])) for k in range(NUMBERS)],
    dtype=np.int64,
)
DOUBLES = sum(1 << int(t) for t in range(TILES) if HIGH[t] == LOW[t])
#: TILE[a, b]: the tile that shows a and b, in either order.
TILE = np.array(
    [
        [max(a, b) * (max(a, b) + 1) // 2 + min(a, b) for b in range(NUMBERS)]
        for a in range(NUMBERS)
    ],
    dtype=np.int64,
)


def name(tile: int) -> str:
    """Write a tile high end first, as in ``6-3``.

    Examples
    --------
    >>> from boneyard.tiles import name
    >>> name(27)
    '6-6'
    """
    return f"{HIGH[tile]}-{LOW[tile]}"


def members(tiles: int) -> Iterator[int]:
    """Yield the tiles of a set, lowest number first.

    Examples
    --------
    >>> from boneyard.tiles import members
    >>> list(members(0b101))
    [0, 2]
    """
    left = int(tiles) & ALL_TILES
    while left:
        lowest = left & -left
        yield lowest.bit_length() - 1
        left ^= lowest


def names(tiles: int) -> list[str]:
    """Write the tiles of a set, highest tile first.

    Examples
    --------
    >>> from boneyard.tiles import names
    >>> names(0b101)
    ['1-1', '0-0']
    """
    return [name(tile) for tile in reversed(list(members(tiles)))]


def mask(tiles: Iterable[int]) -> int:
    """Return the set of some tiles.

    Examples
    --------
    >>> from boneyard.tiles import mask
    >>> mask([0, 2])
    5
    """
    return sum(1 << int(tile) for tile in set(tiles))


def parse(text: str) -> int:
    """Read a tile written ``6-3``, ``3-6`` or ``63``.

    Raises
    ------
    BoneyardError
        If the text is not a tile of the double-six set.

    Examples
    --------
    >>> from boneyard.tiles import parse
    >>> parse("3-6") == parse("63")
    True
    """
    digits = text.strip().replace("-", "")
    if len(digits) == 2 and all("0" <= digit <= "6" for digit in digits):
        return int(TILE[int(digits[0]), int(digits[1])])
    raise BoneyardError(f"{text!r} is not a tile: write both numbers from 0 to 6, as in 6-3")
