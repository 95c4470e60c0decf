"""How a table's hands end at pools of many sizes: what the worth of later pools follows from.

The same deals are played at every pool, so that what differs between two pools is what the
strategies do there.  Hands are counted by dealer, since at a mixed table it matters who sits before
whom; dealers from whom the table looks the same are counted together.

A trick pays a fifth of the pool, rounded down, and strategies that count chips take note of it:
they play for 29 chips as for 25, not as for 30. So small pools that do not divide by five are
watched as well, on some of the deals, to see how much they differ from the next lower pool that
does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.hand import deal, declare, play_tricks
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.rules import LooRules
from simulate.machine.compiling import kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.solving.loo.hand_ends import ENDS, OWN, end_of, own_end

#: Parts of the deals: leaving each of them out in turn tells how sure the results are.
GROUPS = 20
#: Pools that do not divide by five are watched on one deal of so many.
SOME = 8
#: The deals are the second hands of sessions: forks are made of the first ones.
_NUMBER = 1


@kernel
def count_ends(row: Any, first: int, deals: int, own: Any, ends: Any) -> None:
    """Play deals ``first`` and following at one pool; count how they end.

    Parameters
    ----------
    row : int64[AT.size]
        The table: rules, seed, the seats' decisions, pool and penalty are set.
    first, deals : int
    own : float64[dealers, positions, OWN]
        Added to, by the seat that deals.
    ends : float64[dealers, ENDS]
        Added to.
    """
    table = pointer(row)
    for number in range(first, first + deals):
        sit_down(table, number)
        table[BASE.number] = _NUMBER
        take_chairs(table)
        deal(table)
        declare(table)
        play_tricks(table)
        dealer = table[AT.dealer]
        ends[dealer, end_of(table)] += 1
        for p in range(table[AT.players]):
            own[dealer, p, own_end(table, p)] += 1


@dataclass(frozen=True)
class HandsAtPools:
    """How often hands end in which way, by pool.

    Parameters
    ----------
    pools : int64[G]
        Chips at the start of play, ascending; they divide by five.
    own : float64[R, G, dealers, positions, OWN]
        Shares of the hands: of all deals first, then without each of their parts.
    ends : float64[R, G, dealers, ENDS]
    odd : int64[H]
        Pools that do not divide by five, ascending.
    odd_own, odd_ends : float64[R, H, ...]
        By how much the shares there differ from those at the nearest lower one of ``pools``.
    """

    pools: Ints
    own: Floats
    ends: Floats
    odd: Ints
    odd_own: Floats
    odd_ends: Floats

    def at(self, pools: Ints) -> tuple[Floats, Floats]:
        """Return ``own`` and ``ends`` at other pools.

        Between pools that divide by five they are interpolated linearly in the logarithm. What a
        remainder changes at pools where none was watched is taken to be proportional to it, with
        the change by four chips from the pools where it was watched.
        """
        left_over = pools % TRICKS
        below = _places(self.pools, pools - left_over)
        watched = np.isin(pools, self.odd)
        fours = np.flatnonzero(self.odd % TRICKS == TRICKS - 1)
        share = np.where(watched, 1.0, left_over / (TRICKS - 1)) * (left_over > 0)

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


def _rotations(labels: list[str]) -> list[int]:
    """Return by how many seats a table can be turned so that it looks the same."""
    return [k for k in range(len(labels)) if labels[k:] + labels[:k] == labels]


def _shares(counts: Floats, labels: list[str]) -> Floats:
    """Turn counts by part into shares: of all parts, then of all but one; equal dealers together.

    Parameters
    ----------
    counts : float64[GROUPS, G, dealers, ..., K]
    labels : list of str
    """
    alike = np.sum([np.roll(counts, -k, axis=2) for k in _rotations(labels)], axis=0)
    total = alike.sum(0, keepdims=True)
    samples = np.concatenate([total, total - alike])
    shares: Floats = samples / samples.sum(-1, keepdims=True)
    return shares


@dataclass(frozen=True)
class _Counts:
    """Counts of some deals at some pools: ``own`` and ``ends`` as in ``HandsAtPools``."""

    own: Floats
    ends: Floats

    @classmethod
    def blank(cls, pools: int, seats: int) -> _Counts:
        """Return the counts before the first deal."""
        return cls(np.zeros((pools, seats, seats, OWN)), np.zeros((pools, seats, ENDS)))

    def play(self, run: Run, table: Ints, pools: Ints, first: int, deals: int) -> None:
        """Count some deals at every pool of a table that is set."""
        row = table.copy()
        assert isinstance(run.rules, LooRules)
        for g, pool in enumerate(pools.tolist()):
            row[AT.pool], row[AT.penalty] = pool, run.rules.penalty_at(
                pool, len(run.players))
            try:
                count_ends(row, first, deals, self.own[g], self.ends[g])
            except Exception as error:
                raise failure(run, row, error) from error


def play_at_pools(
    run: Run, fives: Ints, between: Ints, deals: int, jobs: int | None = None
) -> HandsAtPools:
    """Play the same deals at every pool, each seat the dealer in its turn.

    Parameters
    ----------
    run : Run
        Loo for chips; its numbers of sessions and hands do not matter.
    fives : int64[...]
        Pools at the start of play that divide by five, ascending.
    between : int64[...]
        Other pools, ascending; each is compared with the nearest lower one of ``fives``.
    deals : int
        At each of ``fives``; rounded up to whole rounds of deals in every part.
    jobs : int, optional
        Workers; the result does not depend on it.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    seats = len(run.players)
    some = -(-deals // (GROUPS * SOME * seats)) * seats
    table, _parameters = set_table(run, watched=False)

    def part(group: int) -> tuple[_Counts, _Counts, _Counts]:
        first = group * SOME * some
        few, odd, rest = (_Counts.blank(len(pools), seats) for pools in (fives, between, fives))
        few.play(run, table, fives, first, some)
        odd.play(run, table, between, first, some)
        rest.play(run, table, fives, first + some, (SOME - 1) * some)
        return few, odd, rest

    found = list(in_order(part, [(group,) for group in range(GROUPS)], jobs))
    below = np.searchsorted(fives, between, side="right") - 1

    def joined(name: str) -> tuple[Floats, Floats]:
        few, odd, rest = (np.array([getattr(one, name) for one in kind])
                          for kind in zip(*found, strict=True))
        full, seen, other = (_shares(each, run.labels) for each in (few + rest, few, odd))
        return full, other - seen[:, below]

    (own, odd_own), (ends, odd_ends) = joined("own"), joined("ends")
    return HandsAtPools(fives, own, ends, between, odd_own, odd_ends)
