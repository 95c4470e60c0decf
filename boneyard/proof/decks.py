"""The order in which the tiles of a run's hand come, worked out in plain Python."""

from __future__ import annotations

import numpy as np

from boneyard.proof.randomness import deck, hand_key, philox
from simulate.domino.tiles import parse
from simulate.games.spot import no_extra
from simulate.machine.table import BASE


def _address(row: np.ndarray) -> tuple[int, int, int]:
    return int(row[BASE.seed]), int(row[BASE.session]), int(row[BASE.number])


def deck_of(row: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the tiles of a hand in the order in which they come, and the seats' key."""
    key = hand_key(*_address(row))
    return np.array([parse(tile) for tile in deck(*_address(row))]), key - (key >> 63 << 64)


def dice_of(row: np.ndarray, seats: int) -> np.ndarray:
    """Return the first roller and the rolls of a game of Casino, as a spot has them."""
    seed, session, number = _address(row)
    extra = no_extra()
    for k, word in enumerate(philox((session, number, 1, 0), (seed, 0))[1:]):
        for j, choices in enumerate([seats, *[36] * 5] if k == 0 else [36] * 5):
            extra[k, j] = choices, word * choices >> 64
            word = word * choices & (1 << 64) - 1
    return extra
