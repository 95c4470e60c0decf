"""What the declarations of a table lead to, and for which pools a table is solved.

The worth of what a hand leaves in the pool is the one that advice, charts and best responses
look up (``simulate.solving.loo.later_pools``): here stands what the solver's deals say of how
hands end, in the form that it is worked out from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.row import TRICKS
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import FOR_POOL, MISS, PLAY
from simulate.solving.loo.declaration_tree import SILENT, Declarations
from simulate.solving.loo.hand_ends import (
    ENDS,
    LOOED,
    OWN,
    WALKOVER,
    left_by_end,
    pool_end,
    taken_by_end,
    tricks_kept,
)
from simulate.solving.loo.hands_at_pools import HandsAtPools
from simulate.solving.loo.trick_shares import SHARES

#: Unlimited pools of all sizes are alike except for what the dealer adds, which two sizes show.
_FAR = 8


def pools_to_solve(rules: LooRules, players: int) -> tuple[int, ...]:
    """Return the pools that a table is solved for.

    The first one; and those that penalties make of a large pool, where they have a limit.
    """
    first = rules.first_pool(players)
    if rules.penalty == "unlimited":
        return first, _FAR * first
    limit = rules.penalty_parts.limit(players)
    later = {rules.next_pool(looed * limit, players) for looed in range(1, players)}
    return tuple(sorted({first, *(pool for pool in later if pool >= TRICKS)}))


@dataclass(frozen=True)
class Endings:
    """How hands end after what was declared, by how the tricks are shared.

    ``own`` (``int64[leaves, shares, positions]``): what a position took: numbers below ``OWN``
    (``simulate.solving.loo.hand_ends``). ``pool`` (``int64[leaves, shares]``): what became of the
    pool: numbers below ``ENDS``.
    """

    own: Ints
    pool: Ints

    @classmethod
    def of(cls, declared: Declarations) -> Endings:
        """Return the endings of a table."""
        said = np.array(declared.ends)[:, None, :]
        shares = SHARES[None, :, : said.shape[2]]
        stays = (said == PLAY) | (said == MISS)
        own = np.where(stays & (shares == 0), LOOED, np.where(stays, shares, 0))
        own = np.where((said == SILENT) & (shares > 0), WALKOVER, own)
        kept = (shares * (said == FOR_POOL)).sum(axis=-1)
        looed = (own == LOOED).sum(axis=-1)
        return cls(own, pool_end(looed, kept, (said == SILENT).any(axis=-1)))

    @property
    def looed(self) -> Ints:
        """1 where a position is looed: int64[leaves, shares, positions]."""
        return (self.own == LOOED).astype(np.int64)

    @property
    def kept(self) -> Ints:
        """Tricks that nobody is paid: int64[leaves, shares]."""
        return tricks_kept(self.pool)

    def left(self, pool: int, penalty: int) -> Ints:
        """Return the chips that a hand leaves in the pool: int64[leaves, shares]."""
        return left_by_end(pool, penalty)[self.pool]

    def taken(self, pool: int, penalty: int) -> Floats:
        """Return the chips that a hand brings: float64[leaves, shares, positions]."""
        return taken_by_end(pool, penalty)[self.own]

    def hands_at(self, pools: Sequence[int], ends: Floats) -> HandsAtPools:
        """Return how hands end at some pools.

        ``pools``: chips at the start of play, ascending. ``ends`` (``float64[dealers, pools,
        leaves, shares]``): how often each ending comes, by the seat that deals: one stands for all
        that are alike.
        """
        players = self.own.shape[2]
        own = np.array([[[np.bincount(self.own[:, :, p].ravel(), one.ravel(), OWN)
                          for p in range(players)] for one in at_pools] for at_pools in ends])
        left = np.array([[np.bincount(self.pool.ravel(), one.ravel(), ENDS) for one in at_pools]
                         for at_pools in ends])
        own, left = (np.repeat(each.swapaxes(0, 1)[None], players // len(ends), axis=2)
                     for each in (own, left))  # there is one sample
        return HandsAtPools(
            np.array(pools), own, left, np.array([], np.int64), own[:, :0], left[:, :0])


def emptied_worth(rules: LooRules, brought: Floats) -> Floats:
    """Return what an emptied pool is worth to the positions of the hand that emptied it.

    Seats that are alike take every position in turn. So a first pool is worth to a position what
    its hand brings, plus what an emptied pool is worth to the same seat. An emptied pool is worth
    to it what a first pool is worth to the position that it moves to, less its ante. To all seats
    together a first pool is worth what is in it.

    ``brought`` (``float64[positions]``): what the hand for a first pool brings, and what it leaves
    above an emptied pool. Returns ``float64[positions]``.
    """
    paid = np.full(len(brought), float(rules.ante))
    paid[-1] = rules.dealer_ante
    first = np.cumsum(brought - np.roll(paid, 1))
    first += (paid.sum() - first.sum()) / len(brought)
    worth: Floats = np.roll(first - paid, 1)
    return worth
