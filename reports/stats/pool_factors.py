"""Counting by how much hands multiply a pool, whatever the game."""

from __future__ import annotations

import numpy as np

from simulate.books.exact_sums import BLOCK
from simulate.books.tally import GROUPS, Ints
from simulate.runs.follow import Paths


def group_of(paths: Paths) -> Ints:
    """Return the group of sessions that each hand belongs to: int64[hands]."""
    group: Ints = (paths.first + paths.session) // BLOCK % GROUPS
    return group


def count_factors(paths: Paths, factors: Ints, seats: int, parts: int) -> Ints:
    """Count the hands of some paths by the factor that multiplies the pool.

    ``paths``: with the entry ``dealer``: the seat from which the others were counted in each hand.
    ``factors`` (int64[hands]): the factor of each hand in parts. ``parts``: how many make a factor
    of one; no factor is larger than the number of seats. Returns int64[GROUPS, seats, parts * seats
    + 1]: hands by group of sessions, by dealer and by factor.
    """
    classes = parts * seats + 1
    at = (group_of(paths) * seats + paths["dealer"]) * classes + factors
    counts = np.bincount(at, minlength=GROUPS * seats * classes)
    return counts.reshape(GROUPS, seats, classes)
