"""From one pool of Domino Loo to the next: who was looed, and what stayed in the pool.

While penalties are unlimited, a hand multiplies the pool by M: one for every seat looed,
which pays the pool again, and a fifth for each trick of a dealer who plays for the pool,
which nobody is paid.  (A remainder of the division by five stays as well, four chips at
most.)  Under other penalties M is what the hand would have done to an unlimited pool.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import FOR_POOL
from simulate.runs.follow import Entries, Paths

#: What must be followed to know the pools and their multiplication.
POOL_ENTRIES: Entries = {
    **{name: (getattr(AT, name), 1) for name in ("pool", "pool_next", "dealer", "tricks",
                                                 "seats_in")},
    "action": (AT.action, SEATS),
}


class Growth(NamedTuple):
    """What a hand did to the pool, for every hand of some paths.

    Attributes
    ----------
    looed : int64[hands]
        Seats looed.
    kept : int64[hands]
        Tricks of a dealer who played for the pool: fifths that stayed in it.
    """

    looed: Ints
    kept: Ints

    @property
    def fifths(self) -> Ints:
        """The multiplication factor M of each hand, in fifths: exact."""
        return TRICKS * self.looed + self.kept


def growth(paths: Paths) -> Growth:
    """Return what each hand did to the pool; ``paths`` must have ``POOL_ENTRIES``."""
    position = np.arange(SEATS)
    won = paths["tricks"][:, None] >> 4 * position & 7
    stayed = paths["seats_in"][:, None] >> position & 1
    for_pool = stayed * (paths["action"] == FOR_POOL)
    looed = stayed * (won == 0) * (1 - for_pool)
    return Growth(looed.sum(axis=1), (won * for_pool).sum(axis=1))


def is_empty(pool_next: Ints, rules: LooRules) -> NDArray[np.bool_]:
    """Tell whether a hand left a pool that counts as empty under the rules."""
    empty: NDArray[np.bool_] = pool_next < rules.empty_below
    return empty
