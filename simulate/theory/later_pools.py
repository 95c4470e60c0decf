"""What the chips that a hand leaves in the pool are worth to every seat.

A penalty is not lost: it lies in the next pool, of which every seat will win a part.  A pool is
worth to a seat what the seat takes from its hand on average, plus the worth of what that hand
leaves when the deal has passed to the left.  These linear equations, one a pool and dealer, are
solved for every pool that can come up.  Long sessions would measure it badly: they add the luck of
all their hands.

Only the ends of single hands are measured (``HandsAtPools``), with the same deals at a few pools,
by dealer, since at a mixed table it matters who sits before whom.  They are measured again without
each of their parts, and the equations solved again: these replicas carry the error into whatever
is made of the worth (a delete-a-group jackknife).

Where a pool is played for in parts of several chips (``Declared.chip``), strategies that count
chips take note of it: where a trick pays a fifth, they play for 29 chips as for 25, not as for 30.
So small pools that leave a remainder are observed as well, on some of the deals.

Where a hand multiplies a large pool by 1 or more on average, which only unlimited penalties can do,
the worth of all later hands has no bounds. Then we look two rounds of deals ahead and share what is
left equally (``PoolValues.horizon``).

The counts are kept, and shipped for the default tables (``simulate.theory.kept_numbers``). A table
with a person's own strategy is measured anew, since its code can change without our noticing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulate.books.rows import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.machine.compiling import kernel
from simulate.runs.run import Run, in_order
from simulate.theory.declarations import Stakes, units_of
from simulate.theory.declared import Declared, declared_at
from simulate.theory.kept_numbers import Arrays, KeptNumbers, seated

#: Parts of the deals, each left out in turn.
GROUPS = 20
#: Pools that do not divide by five are observed on one deal of so many.
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
        """Return how hands end as a solver's do: ``float64[dealers, pools, leaves, shares]``."""
        endings, players = table.endings, table.players
        ways, fates = table.ways
        own = np.array([[[np.bincount(endings.own[:, :, p].ravel(), one.ravel(), ways)
                          for p in range(players)] for one in at_pools] for at_pools in ends])
        left = np.array([[np.bincount(endings.pool.ravel(), one.ravel(), fates)
                          for one in at_pools] for at_pools in ends])
        own, left = (np.repeat(each.swapaxes(0, 1)[None], players // len(ends), axis=2)
                     for each in (own, left))  # there is one sample
        return cls(
            np.array(pools), own, left, np.array([], np.int64), own[:, :0], left[:, :0],
            table.chip)

    @classmethod
    def counted(cls, table: Declared, counts: Arrays) -> HandsAtPools:
        """Return how hands end by what ``count_at_pools`` counted."""
        pools, odd = table.watched()
        below = np.searchsorted(pools, odd, side="right") - 1

        def shares(counts: Ints) -> tuple[Floats, Floats]:
            few, between, rest = np.split(
                counts.astype(np.float64), [len(pools), len(pools) + len(odd)], axis=1)
            full, seen, other = (
                _shares(each, table.run.labels) for each in (few + rest, few, between))
            return full, other - seen[:, below]

        (own, odd_own), (ends, odd_ends) = shares(counts["own"]), shares(counts["ends"])
        return cls(pools, own, ends, odd, odd_own, odd_ends, table.chip)

    def at(self, pools: Ints) -> tuple[Floats, Floats]:
        """Return ``own`` and ``ends`` at other pools.

        Between pools that divide by ``chip`` they are interpolated linearly in the logarithm. The
        effect of a remainder is taken to be proportional to it where none was observed.
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
    return table[:, lower] * (1 - weight) + table[:, upper] * weight


def _shares(counts: Floats, labels: list[str]) -> Floats:
    """Turn counts by part into shares, of all and of all but one; equal dealers together."""
    turns = [k for k in range(len(labels)) if labels[k:] + labels[:k] == labels]
    alike = np.sum([np.roll(counts, -k, axis=2) for k in turns], axis=0)
    total = alike.sum(0, keepdims=True)
    samples = np.concatenate([total, total - alike])
    return samples / samples.sum(-1, keepdims=True)


def count_at_pools(run: Run, hands: int, jobs: int | None = None) -> Arrays:
    """Count how the same deals end at every observed pool, each seat the dealer in its turn.

    ``hands``: at all pools together, rounded up to whole rounds in every part. Returns ``own``
    (``int32[GROUPS, pools, dealers, positions, own ends]``) and ``ends`` (``int32[GROUPS, pools,
    dealers, ends]``): pools that divide by ``chip`` and then others, on some of the deals, and
    those that divide by it once more, on the rest.
    """
    table = declared_at(run)
    seats, (pools, odd) = table.players, table.watched()
    deals = int(hands / (len(pools) + len(odd) / SOME))
    some = -(-deals // (GROUPS * SOME * seats)) * seats

    def part(group: int) -> list[Ints]:
        first = group * SOME * some
        each = (table.count_ends(np.concatenate([pools, odd]), first, some),
                table.count_ends(pools, first + some, (SOME - 1) * some))
        return [np.concatenate(counts).astype(np.int32) for counts in zip(*each, strict=True)]

    found = list(in_order(part, [(group,) for group in range(GROUPS)], jobs))
    own, ends = (np.array(counts) for counts in zip(*found, strict=True))
    return {"own": own, "ends": ends}


#: Hands played, at all pools together, when the worth is measured.
HANDS = 1_000_000
#: A table whose hands multiply a large pool by more than this is looked at for two rounds only.
_GROWTH, _ROUNDS = 0.97, 2
#: Most hands to look ahead, and the change of a worth, in chips, that is small enough to stop.
_FOR_GOOD, _EXACT = 4000, 1e-4


@dataclass(frozen=True)
class PoolValues:
    """The worth of what is left in the pool, to every seat."""

    table: Declared
    #: float64[R, dealers, J, seats]: what a seat makes of the hand played for such a pool, its own
    #: ante left aside, and of all that follow, above the same for a first pool.  The first sample
    #: is of all deals, the others without each of their parts.
    chips: Floats
    growth: float  #: by how much a hand multiplies a large pool on average
    horizon: int | None  #: how many hands we look ahead; None when we look ahead for good

    def replicas(self, left: object, seat: int, dealer: int) -> Floats:
        """Return what chips that a hand of a dealer leaves, before anybody antes, are worth to a
        seat, above an emptied pool: ``float64[R, ...]``, the worth and that without each part of
        the deals."""
        chips, seats = np.asarray(left, np.int64), self.chips.shape[-1]
        dealing = (dealer + 1) % seats
        place = (seat - dealing - 1) % seats
        own = self.chips[:, dealing, :, seat]

        def worth(left: Ints) -> Floats:
            (lower, share), paid = _next_hands(self.table, left)
            after: Floats = own[:, lower] * (1 - share) + own[:, lower + 1] * share
            return after - paid[..., place]

        return worth(chips) - worth(np.zeros_like(chips))

    def of(self, left: object, seat: int, dealer: int) -> Floats:
        """Return the worth itself, the first of the ``replicas``: float64[...]."""
        return self.replicas(left, seat, dealer)[0]

    def brought(self, stakes: Stakes, dealer: int) -> Floats:
        """Return what endings bring where a seat deals, with what they leave."""
        left, players = self.table.left(stakes), self.table.players
        return self.table.taken(stakes) + np.stack([
            self.of(left, (dealer + 1 + position) % players, dealer)
            for position in range(players)], axis=-1)


def _next_hands(table: Declared, left: Ints) -> tuple[tuple[Ints, Floats], Floats]:
    """Return where on the grid the next pools lie, and what their positions pay."""
    paid, grid = table.paid(left), table.grid
    pools = left + paid.sum(-1)
    lower = np.clip(np.searchsorted(grid, pools, side="right") - 1, 0, len(grid) - 2)
    share = (pools - grid[lower]) / (grid[lower + 1] - grid[lower])
    return (lower, share), paid


@kernel
def look_ahead(
    returns: Any, ends: Any, lower: Any, share: Any, first: int, hands: int, exact: float,
    worth: Any,
) -> None:
    """Look more and more hands ahead, until one hand more changes no worth by ``exact`` chips.

    ``returns`` (``float64[dealers, J, positions]``): what a hand brings, the antes of the next one
    paid. ``ends`` (``float64[J, dealers, ends]``): how often hands end in which way; one dealer
    stands for all where they are alike. ``lower``, ``share`` (``[J, ends]``): where on the grid the
    next pool lies. ``first``: the place of the first pool, above which ``worth`` is counted,
    ``float64[dealers, J, positions]``, changed in place.
    """
    dealers, size, players = worth.shape
    for _ in range(hands):
        later, change = worth.copy(), 0.0
        for d in range(dealers):
            following, own = later[(d + 1) % dealers], worth[d]
            for j in range(size):
                for p in range(players):
                    own[j, p] = returns[d, j, p]
                for e in range(ends.shape[2]):
                    often, low, on = ends[j, d, e], lower[j, e], share[j, e]
                    if often != 0.0:
                        for p in range(players):
                            # The eldest hand deals next, and all others move up.
                            to = p - 1 if p > 0 else players - 1
                            own[j, p] += often * (
                                (1 - on) * following[low, to] + on * following[low + 1, to])
            for p in range(players):
                of_first = own[first, p]
                for j in range(size):
                    own[j, p] -= of_first
                    change = max(change, abs(own[j, p] - later[d, j, p]))
        if change < exact:
            return


def _solve(table: Declared, played: HandsAtPools, horizon: int | None) -> Floats:
    """Return the worth of every grid pool, in every sample: ``PoolValues.chips``."""
    grid, players = table.grid, table.players
    all_own, all_ends = played.at(grid)
    if (all_ends == all_ends[:, :, :1]).all() and (all_own == all_own[:, :, :1]).all():
        all_own, all_ends = all_own[:, :, :1], all_ends[:, :, :1]
    penalties = np.array([table.stakes(pool)[1] for pool in grid.tolist()])
    left, taken = table.left_by_end(grid, penalties), table.taken_by_end(grid, penalties)
    (lower, share), paid = _next_hands(table, left)
    # The next dealer was the eldest hand, so the seat that pays as position q had position q + 1.
    paid = np.roll(paid, 1, axis=-1)
    first = int(np.searchsorted(grid, table.first_pool))
    hands, exact = (_FOR_GOOD, _EXACT) if horizon is None else (horizon - 1, 0.0)
    found: list[Floats] = []
    for own, ends in zip(all_own, all_ends, strict=True):
        brought = np.einsum("jdpo,jo->djp", own, taken)
        costs = np.einsum("jde,jep->djp", ends, paid)
        shared = np.einsum("jde,je->dj", ends, left / players)[..., None]
        last = np.ascontiguousarray(brought + shared)
        # Looking ahead for good ends at the same worth wherever it begins; it gets there soonest
        # from the worth of the sample before.
        worth = found[0].copy() if found and horizon is None else last - last[:, [first]]
        arrays = (np.ascontiguousarray(each) for each in (brought - costs, ends, lower, share))
        look_ahead(*arrays, first, hands, exact, worth)
        found.append(worth)
    by_position = np.array(found)
    # Position p sits p + 1 seats to the left of the dealer.
    return np.stack([
        np.roll(by_position[:, dealer % by_position.shape[1]], dealer + 1, axis=-1)
        for dealer in range(players)
    ], axis=1)


def values_of(table: Declared, played: HandsAtPools, horizon: int | None = None) -> PoolValues:
    """Return what pools are worth by how hands end, looking so many hands ahead."""
    # By how much a hand multiplies the largest pool, on average over a round of deals.
    top = table.grid[-1:]
    left = table.left_by_end(top, np.array([table.stakes(int(top[0]))[1]]))[0]
    by_dealer = np.einsum("de,e->d", played.at(top)[1][0, 0], left / top[0])
    growth = float(np.exp(np.log(by_dealer.clip(min=1e-12)).mean()))
    if horizon is None and growth > _GROWTH:
        horizon = _ROUNDS * table.players
    return PoolValues(table, _solve(table, played, horizon), growth, horizon)


def check_worth(run: Run) -> None:
    """Raise ``BoneyardError`` where the worth of a pool depends on more than the pool."""
    bankroll = find_game(run.game).bankroll_of(run.rules)
    if bankroll is not None:
        raise BoneyardError(
            f"rule bankroll: with {bankroll} chips a seat, what a pool is worth depends on what "
            "every seat has left; leave the rule out with bankroll=none")


#: What was counted at tables; each takes up to a megabyte, those shipped a hundredth of it.
_COUNTS = KeptNumbers("worth_of_pools", "what pools are worth is measured again", 64,
                      Path(__file__).with_name("worth_of_pools.npz"))


def worth_of_pools(run: Run, hands: int = HANDS, jobs: int | None = None) -> PoolValues:
    """Measure what chips left in the pool are worth to every seat of a table, once for every table.

    What is made of the worth is made of every replica, and ``standard_error`` gives its error.
    ``hands``: to play, at all pools together.
    """
    check_worth(run)
    table, who = declared_at(run), seated(run)

    def count() -> Arrays:
        return count_at_pools(run, hands, jobs)

    counts = count() if who is None else _COUNTS.get(
        (*who[0], run.seed, hands), {__name__, type(table).__module__, *who[1]}, count)
    return values_of(table, HandsAtPools.counted(table, counts))


@dataclass(frozen=True)
class Payoff:
    """What a hand brings at one pool, by how it ends (``Declared.ends``)."""

    stakes: Stakes
    taken: Floats  #: float64[own ends]: chips or points of the hand itself
    #: float64[R, units, positions, ends]: the worth of what the hand leaves in the pool; the first
    #: sample is the worth itself, the others are its replicas
    #: (``PoolValues.replicas``).
    later: Floats

    @classmethod
    def of(cls, at: Declared, stakes: Stakes, values: PoolValues | None) -> Payoff:
        """Return what a hand brings, by unit (``units_of``) and position."""
        left, players, seats = at.left_by_end(*stakes), at.players, sorted(set(units_of(at.run)))
        if values is None:
            later: Floats = np.zeros((1, len(seats), players, len(left)))
        else:
            # A seat in position p has the dealer p + 1 seats to its right.
            later = np.moveaxis(np.array([
                [values.replicas(left, seat, (seat - position - 1) % players)
                 for position in range(players)] for seat in seats]), 2, 0)
        return cls(stakes, at.taken_by_end(*stakes), later)
