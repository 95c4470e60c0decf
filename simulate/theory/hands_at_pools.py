"""How a table's hands end at pools of many sizes: what the worth of later pools follows from.

The same deals are played at every pool, so that what differs between two pools is what the
strategies do there.  Hands are counted by dealer, since at a mixed table it matters who sits before
whom; dealers from whom the table looks the same are counted together.

Where a pool is played for in parts of several chips (``Declared.chip``), strategies that count
chips take note of it: where a trick pays a fifth, they play for 29 chips as for 25, not as for 30.
So small pools that leave a remainder are watched as well, on some of the deals, to see how much
they differ from the next lower pool that does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.runs.in_order import in_order
from simulate.theory.declared import Declared

#: Parts of the deals: leaving each of them out in turn tells how sure the results are.
GROUPS = 20
#: Pools that do not divide by five are watched on one deal of so many.
SOME = 8


@dataclass(frozen=True)
class HandsAtPools:
    """How often hands end in which way, by pool."""

    pools: Ints  #: int64[G]: chips at the start of play, ascending; they divide by ``chip``
    #: float64[R, G, dealers, positions, own ends]: shares of the hands: of all deals first, then
    #: without each of their parts.
    own: Floats
    ends: Floats  #: float64[R, G, dealers, ends]
    odd: Ints  #: int64[H]: pools that do not divide by it, ascending
    #: float64[R, H, ...]: by how much the shares there differ from those at the nearest lower one
    #: of ``pools``.
    odd_own: Floats
    odd_ends: Floats
    chip: int  #: see ``Declared``

    @classmethod
    def of(cls, table: Declared, pools: Sequence[int], ends: Floats) -> HandsAtPools:
        """Return how hands end at some pools, ascending, as a solver's deals do.

        ``ends`` (``float64[dealers, pools, leaves, shares]``): by the seat that deals: one stands
        for all that are alike.
        """
        endings, players = table.endings, table.players
        ways, fates = endings.counts
        own = np.array([[[np.bincount(endings.own[:, :, p].ravel(), one.ravel(), ways)
                          for p in range(players)] for one in at_pools] for at_pools in ends])
        left = np.array([[np.bincount(endings.pool.ravel(), one.ravel(), fates)
                          for one in at_pools] for at_pools in ends])
        own, left = (np.repeat(each.swapaxes(0, 1)[None], players // len(ends), axis=2)
                     for each in (own, left))  # there is one sample
        return cls(
            np.array(pools), own, left, np.array([], np.int64), own[:, :0], left[:, :0],
            table.chip)

    def at(self, pools: Ints) -> tuple[Floats, Floats]:
        """Return ``own`` and ``ends`` at other pools.

        Between pools that divide by ``chip`` they are interpolated linearly in the logarithm. What
        a remainder changes at pools where none was watched is taken to be proportional to it, with
        the change by the largest from the pools where it was watched.
        """
        left_over = pools % self.chip
        below = _places(self.pools, pools - left_over)
        watched = np.isin(pools, self.odd)
        fours = np.flatnonzero(self.odd % self.chip == self.chip - 1)
        share = np.where(watched, 1.0, left_over / max(self.chip - 1, 1)) * (left_over > 0)

        def of(table: Floats, odd: Floats) -> Floats:
            found = _between(table, *below)
            if len(fours):
                nearest = _between(odd[:, fours], *_places(self.odd[fours], pools))
                nearest[:, watched] = odd[:, np.searchsorted(self.odd, pools[watched])]
                found += share.reshape(-1, *[1] * (table.ndim - 2)) * nearest
            return found

        return of(self.own, self.odd_own), of(self.ends, self.odd_ends)


def _places(known: Ints, pools: Ints) -> tuple[Ints, Floats]:
    """Return the known pools below others, and the way on to the next, in logarithms."""
    place = np.interp(np.log(pools.clip(min=1)), np.log(known), np.arange(len(known)))
    lower = place.astype(np.int64).clip(max=max(len(known) - 2, 0))
    return lower, place - lower


def _between(table: Floats, lower: Ints, share: Floats) -> Floats:
    """Return the entries of a table (its second axis) between two others."""
    weight = share.reshape(-1, *[1] * (table.ndim - 2))
    upper = (lower + 1).clip(max=table.shape[1] - 1)
    mixed: Floats = table[:, lower] * (1 - weight) + table[:, upper] * weight
    return mixed


def _shares(counts: Floats, labels: list[str]) -> Floats:
    """Turn counts by part into shares: of all parts, then of all but one; equal dealers together.

    ``counts`` is ``float64[GROUPS, G, dealers, ..., K]``.
    """
    turns = [k for k in range(len(labels)) if labels[k:] + labels[:k] == labels]
    alike = np.sum([np.roll(counts, -k, axis=2) for k in turns], axis=0)
    total = alike.sum(0, keepdims=True)
    samples = np.concatenate([total, total - alike])
    shares: Floats = samples / samples.sum(-1, keepdims=True)
    return shares


def play_at_pools(table: Declared, deals: int, jobs: int | None = None) -> HandsAtPools:
    """Play the same deals at every pool that is watched, each seat the dealer in its turn.

    ``deals``: at each of those that divide by ``chip``; rounded up to whole rounds of deals in
    every part. Raises ``StrategyError`` if a strategy fails or chooses what the rules do not allow.
    """
    seats, (pools, odd) = table.players, table.watched()
    some = -(-deals // (GROUPS * SOME * seats)) * seats

    def part(group: int) -> tuple[tuple[Floats, Floats], ...]:
        first = group * SOME * some
        return (table.count_ends(pools, first, some), table.count_ends(odd, first, some),
                table.count_ends(pools, first + some, (SOME - 1) * some))

    found = list(in_order(part, [(group,) for group in range(GROUPS)], jobs))
    below = np.searchsorted(pools, odd, side="right") - 1

    def joined(which: int) -> tuple[Floats, Floats]:
        few, between, rest = (np.array([one[which] for one in kind])
                              for kind in zip(*found, strict=True))
        full, seen, other = (
            _shares(each, table.run.labels) for each in (few + rest, few, between))
        return full, other - seen[:, below]

    (own, odd_own), (ends, odd_ends) = joined(0), joined(1)
    return HandsAtPools(pools, own, ends, odd, odd_own, odd_ends, table.chip)
