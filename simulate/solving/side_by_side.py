"""Games with one tree and the same deals, which differ in what is paid: walked over four at a time.

What is in the deals is looked up once for all four, and the processor adds and multiplies four
numbers as fast as one. Each game comes out as it would by itself. Arrays of floats of several games
have one more axis at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats

#: Games that are walked over together.
GAMES = 4


def groups(games: Sequence[Any]) -> list[Sequence[Any]]:
    """Return games in groups that are walked over together."""
    return [games[first : first + GAMES] for first in range(0, len(games), GAMES)]


def together(arrays: Sequence[Floats]) -> Floats:
    """Put the arrays of up to four games together; that of a single game stays as it is.

    Returns ``float64[..., GAMES]``: where games are missing the first one stands again.
    """
    if len(arrays) == 1:
        return arrays[0]
    joined = np.empty((*arrays[0].shape, GAMES))
    for game in range(GAMES):
        joined[..., game] = arrays[game if game < len(arrays) else 0]
    return joined


def apart(joined: Floats, games: int) -> list[Floats]:
    """Return the arrays of so many games that were put together."""
    if games == 1:
        return [joined]
    return [np.ascontiguousarray(joined[..., game]) for game in range(games)]

