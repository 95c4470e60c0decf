"""The order in which the tiles of a run's hand come, worked out in plain Python."""

from __future__ import annotations

import numpy as np

from boneyard.proof.randomness import deck, hand_key
from simulate.domino.tiles import parse
from simulate.machine.table import BASE


def deck_of(row: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the tiles of a hand in the order in which they come, and the seats' key."""
    seed, session, number = (int(row[at]) for at in (BASE.seed, BASE.session, BASE.number))
    key, tiles = hand_key(seed, session, number), deck(seed, session, number)
    return np.array([parse(tile) for tile in tiles]), key - (key >> 63 << 64)
