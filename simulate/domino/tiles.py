"""The double-six set: 28 tiles, numbered 0..27 from 0-0 to 6-6.

The tile high-low has the number ``high * (high + 1) / 2 + low``, so 0-0 is 0, 1-0 is 1,
1-1 is 2 and 6-6 is 27.  Sets of tiles are integers whose bit i stands for tile i.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeGuard

import numpy as np

from simulate.errors import BoneyardError, brief

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


_NAMES = [f"{high}-{low}" for high, low in zip(HIGH, LOW, strict=True)]


def name(tile: int) -> str:
    """Write a tile high end first, as in ``6-3``.

    Examples
    --------
    >>> from boneyard.tiles import name
    >>> name(27)
    '6-6'
    """
    return _NAMES[parse(tile)]


def members(tiles: int) -> Iterator[int]:
    """Yield the tiles of a set, lowest number first.

    Examples
    --------
    >>> from boneyard.tiles import members
    >>> list(members(0b101))
    [0, 2]
    """
    try:
        left = int(tiles) & ALL_TILES
    except (TypeError, ValueError):
        raise BoneyardError(f"{brief(tiles)} is no set of tiles: give an integer whose bits are "
                            "tiles, as mask returns it") from None
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


def mask(tiles: Iterable[object]) -> int:
    """Return the set of some tiles, each as ``parse`` reads it, or of all tiles in a text.

    Examples
    --------
    >>> from boneyard.tiles import mask
    >>> mask([0, 2]) == mask(["0-0", (1, 1)]) == mask("0-0 1-1")
    True
    """
    if not isinstance(tiles, Iterable):
        raise BoneyardError(f"{brief(tiles)} is no list of tiles")
    several = with_plain_tiles(tiles).split() if isinstance(tiles, str) else tiles
    return sum(1 << tile for tile in {parse(one) for one in several})


#: What people put between the two numbers of a tile, with every dash, and the numbers.
_BETWEEN = r"[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d|\u00a6\u2502\uff5c/\u2044\uff0f:\uff1a]"
_END = "[0-6\uff10-\uff16]"
_PAIR = rf"\s*({_END})\s*(?:{_BETWEEN}|[,\uff0c])?\s*({_END})\s*"
#: Tiles of Unicode, lying and upright: 49 each behind a back.
_SIGNS = {0x1F031 + 50 * way + NUMBERS * a + b: (a, b)
          for way in (0, 1) for a in range(NUMBERS) for b in range(NUMBERS)}
#: A tile that cannot be anything else: in brackets, a sign, or two numbers with one of these
#: between them and nothing like that beside (``4:6-4`` is the trick of fours with its first tile).
_TILE = re.compile(
    rf"[\[\uff3b]{_PAIR}[\]\uff3d]|[(\uff08]{_PAIR}[)\uff09]|([{''.join(map(chr, _SIGNS))}])"
    rf"|(?<!\w)(?<!{_BETWEEN})({_END}){_BETWEEN}({_END})(?!\w)(?!{_BETWEEN})")
_TWO_NUMBERS = re.compile(f"({_END})({_END})")


def with_plain_tiles(text: str) -> str:
    """Return a text with every tile written as in ``6-3``.

    Examples
    --------
    >>> from simulate.domino.tiles import with_plain_tiles
    >>> with_plain_tiles("4: [6|4] 6/6")
    '4:  6-4  6-6'
    """

    def plain(found: re.Match[str]) -> str:
        tile = "-".join(map(str, _ends_in(found)))
        return tile if found[6] else f" {tile} "  # signs and brackets may touch

    return _TILE.sub(plain, text)


def _ends_in(found: re.Match[str]) -> tuple[int, ...]:
    """Return the two numbers of a tile that was found in a text."""
    ends = [end for end in found.groups() if end]
    return _SIGNS.get(ord(ends[0]), ()) if len(ends) == 1 else tuple(map(int, ends))


def is_pair(given: Any) -> TypeGuard[Sequence[int]]:
    """Return whether something is the two numbers of a tile: a tuple, a list or an array."""
    is_row = isinstance(given, list | tuple) or getattr(given, "shape", ()) == (2,)
    return is_row and len(given) == 2 and all(
        isinstance(end, int | np.integer) and not isinstance(end, bool) and end in range(NUMBERS)
        for end in given)


def _from_ends(ends: Iterable[int]) -> int:
    high, low = ends
    return int(TILE[high, low])


def parse(tile: object) -> int:
    """Read a tile.

    Parameters
    ----------
    tile : str, (int, int) or int
        Text with both numbers in any order, as ``6-3``, ``[6|3]``, ``6/3``, ``6:3``, ``63``, with
        any dash, or a sign of Unicode (U+1F031 to U+1F061, U+1F063 to U+1F093); both numbers; or
        the number of the tile, 0 to 27.

    Raises
    ------
    BoneyardError
        If it is not a tile of the double-six set.

    Examples
    --------
    >>> from boneyard.tiles import parse
    >>> parse("3-6") == parse("63") == parse("[6|3]") == parse((6, 3)) == parse(24)
    True
    """
    if isinstance(tile, str):
        text = tile.strip()
        if found := _TILE.fullmatch(text) or _TWO_NUMBERS.fullmatch(text):
            return _from_ends(_ends_in(found))
    elif isinstance(tile, int | np.integer) and not isinstance(tile, bool):
        if 0 <= tile < TILES:  # numpy's numbers are looked for in a range one by one
            return int(tile)
        raise BoneyardError(f"{brief(tile)} is not the number of a tile, 0 to 27: write both "
                            "numbers as a text, as in '6-3'")
    elif is_pair(tile):
        return _from_ends(map(int, tile))
    raise BoneyardError(f"{brief(tile)} is not a tile: write both numbers from 0 to 6, as in 6-3")
