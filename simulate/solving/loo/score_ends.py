"""How a hand changes the score of all seats together, as a number that kernels note."""

from __future__ import annotations

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.games.loo.row import AT, SEATS
from simulate.games.loo.settling import LOOED_POINTS
from simulate.machine.compiling import helper
from simulate.machine.pointers import pointer
from simulate.machine.table import Table
from simulate.solving.loo.declaration_tree import declarations
from simulate.solving.loo.hand_ends import own_end, taken_by_end
from simulate.solving.loo.race_gains import RaceGains

#: Own ends (``simulate.solving.loo.hand_ends``) of all positions as digits of 3 bits.
_BITS = 3
_PACKED = 1 << _BITS * SEATS
#: Bits for the points that a hand brings a position.
_DIGIT = 4


def gains_of(players: int) -> Ints:
    """Return the changes of the score, by their numbers: int64[K, positions].

    Those of Loo: Rounce has no others.
    """
    return RaceGains.of(declarations(players, False)).gains


def in_digits(points: Ints) -> Ints:
    """Return the points of all positions as one number: int64[...], from int64[..., positions]."""
    digits: Ints = points + LOOED_POINTS << _DIGIT * np.arange(points.shape[-1])
    return digits.sum(axis=-1)


def _numbers() -> Ints:
    """Return the number of a change by players and packed own ends: int64[5 * _PACKED]."""
    numbers = np.zeros((SEATS + 1, _PACKED), np.int64)
    points = taken_by_end(LOOED_POINTS, LOOED_POINTS).astype(np.int64)
    ends = np.arange(_PACKED)[:, None] >> _BITS * np.arange(SEATS) & (1 << _BITS) - 1
    for players in (2, 3, 4):
        number_of = np.zeros(1 << _DIGIT * players, np.int64)
        gains = gains_of(players)
        number_of[in_digits(gains)] = np.arange(len(gains))
        numbers[players] = number_of[in_digits(points[ends[:, :players]])]
    return numbers.ravel()


_NUMBER = _numbers()


@helper
def score_end(table: Table) -> int:
    """Return the number of the change of the score by a hand that has been played."""
    players, packed = table[AT.players], 0
    for p in range(players):
        packed |= own_end(table, p) << _BITS * p
    return pointer(_NUMBER)[players * _PACKED + packed]
