"""The randomness of a hand in plain Python, from the papers: what the kernels must match."""

import numpy as np

from boneyard.proof.tiles import ALL_TILES
from simulate.domino.tiles import parse
from simulate.machine.table import BASE

_MASK = 2**64 - 1
_DRAWS_A_WORD = 7


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Philox4x64-10 of Salmon, Moraes, Dror and Shaw (2011)."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        p0, p1 = 0xD2E7470EE14C6C93 * c0, 0xCA5A826395121157 * c2
        c0, c1, c2, c3 = (p1 >> 64) ^ c1 ^ k0, p1 & _MASK, (p0 >> 64) ^ c3 ^ k1, p0 & _MASK
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) & _MASK, (k1 + 0xBB67AE8584CAA73B) & _MASK
    return c0, c1, c2, c3


def hand_key(seed: int, session: int, hand: int) -> int:
    """Return the key of the seats' own randomness."""
    return philox((session, hand, 0, 0), (seed, 0))[3]


def deck(seed: int, session: int, hand: int) -> list[str]:
    """Return the 28 tiles in the order in which they are drawn."""
    first = philox((session, hand, 0, 0), (seed, 0))
    words = [*first[:3], philox((session, hand, 1, 0), (seed, 0))[0]]
    remaining = sorted(ALL_TILES, key=lambda tile: (tile[0], tile[2]))
    drawn: list[str] = []
    for left_over in words:
        for _ in range(_DRAWS_A_WORD):
            product = left_over * len(remaining)
            drawn.append(remaining.pop(product >> 64))
            left_over = product & _MASK
    return drawn


def word(key: int, seat: int, number: int) -> int:
    """Return the 63 bits of a seat's decision (wyrand's output function)."""
    state = (key + (seat * 64 + number) * 0xA0761D6478BD642F) & _MASK
    product = state * (state ^ 0xE7037ED1A0B428DB)
    return ((product >> 64) ^ (product & _MASK)) >> 1


def pick(bits: int, choices: int) -> int:
    """Return a number below ``choices``."""
    return ((bits >> 31) * choices) >> 32


def deck_of(row: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the tiles of a hand in the order in which they come, and the seats' key."""
    seed, session, number = (int(row[at]) for at in (BASE.seed, BASE.session, BASE.number))
    key, tiles = hand_key(seed, session, number), deck(seed, session, number)
    return np.array([parse(tile) for tile in tiles]), key - (key >> 63 << 64)
