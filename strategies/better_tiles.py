"""Tiles that beat a tile, as players of games with tricks reckon with them."""

from __future__ import annotations

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.domino.tiles import HIGH, LOW, NUMBERS, TILES
from simulate.domino.tricks import BEATING, SUIT


def better_table(first_order: int) -> Ints:
    """Return the tiles of a suit that beat a tile of it, by trump, suit and tile.

    Parameters
    ----------
    first_order : int
        The order of the tiles where blanks are trumps; those of the other trumps follow
        (``simulate.domino.tricks``).

    Returns
    -------
    int64[NUMBERS, NUMBERS, TILES]
    """
    orders = slice(first_order, first_order + NUMBERS)
    suits = SUIT[orders, :, None]
    is_of_suit = suits >> np.arange(TILES) & 1
    table: Ints = is_of_suit * (BEATING[orders] & suits)
    return table


def better_as_ends(better: Ints) -> Ints:
    """Return the tiles that beat a tile led as its higher, then as its lower number.

    Returns
    -------
    int64[NUMBERS * TILES * 2]
        A pair a tile, by trump.
    """
    return np.array([[(better[trump, HIGH[tile], tile], better[trump, LOW[tile], tile])
                      for tile in range(TILES)] for trump in range(NUMBERS)]).ravel()
