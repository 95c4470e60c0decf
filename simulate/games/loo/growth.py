"""What a hand of Domino Loo multiplies the pool by: who was looed, and what stayed in it.

While penalties are unlimited, a hand multiplies the pool by M: one for every seat looed,
which pays the pool again, and a fifth for each trick of a dealer who plays for the pool,
which nobody is paid.  (A remainder of the division by five stays as well, four chips at
most.)  Under other penalties M is what the hand would have done to an unlimited pool.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import Antes, Columns, PoolGrowth, PoolShares
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import FOR_POOL

#: What must be known of a hand.
ENTRIES = {"tricks": (AT.tricks, 1), "seats_in": (AT.seats_in, 1), "action": (AT.action, SEATS)}


class Growth(NamedTuple):
    """What a hand did to the pool, for each of several hands.

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


def growth(hands: Columns) -> Growth:
    """Return what each hand did to the pool; ``hands`` must have ``ENTRIES``."""
    won, stayed, for_pool = _by_position(hands)
    looed = stayed * (won == 0) * (1 - for_pool)
    return Growth(looed.sum(axis=1), (won * for_pool).sum(axis=1))


def _by_position(hands: Columns) -> tuple[Ints, Ints, Ints]:
    """Return tricks won, and who stayed in and who of them played for the pool."""
    position = np.arange(SEATS)
    won = hands["tricks"][:, None] >> 4 * position & 7
    stayed = hands["seats_in"][:, None] >> position & 1
    return won, stayed, stayed * (hands["action"] == FOR_POOL)


def _made(hands: Columns) -> Ints:
    """Return the fifths of the pool that positions made: tricks, less five for the looed."""
    won, stayed, for_pool = _by_position(hands)
    made: Ints = (stayed - for_pool) * np.where(won > 0, won, -TRICKS)
    return made


def _shares(rules: LooRules) -> PoolShares | None:
    """Return what hands bring as fifths, where all pools are divided by five without a rest."""
    antes = Antes(rules.ante, rules.dealer_ante, rules.dealer_top_up)
    if rules.penalty != "unlimited" or rules.bankroll is not None or any(
            chips % TRICKS for chips in antes):
        return None
    return PoolShares(antes, _made)


def pool_growth(rules: LooRules) -> PoolGrowth:
    """Return by how much hands multiply the pool under some rules in chips."""
    return PoolGrowth(ENTRIES, lambda hands: growth(hands).fifths, TRICKS, _shares(rules))
