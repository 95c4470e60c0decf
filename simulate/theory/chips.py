"""A table at which declarations are made and every hand counts for itself: solved pool by pool.

Deals are played out once after everything that could be declared (``Declared``); solving then walks
over the outcomes.  A hand's payoff is what it brings plus what the pool it leaves is worth.  That
worth is worked out anew after every round from how all the pools are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from simulate.books.rows import Floats, Ints
from simulate.runs.run import Run
from simulate.theory import cfr
from simulate.theory.declarations import Rollouts
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import HandsAtPools, PoolValues, values_of
from simulate.theory.solution_file import POOLS, Solution
from simulate.theory.stage import Locks, Progress, Stage, StageGame, check_table, gains_in_file

#: Deals by default, enough for fine classes; rounds that bring best responses well under
#: a thousandth of the pool; iterations a round.
DEALS, ROUNDS, STEPS = 240_000, 4, 24


def check(run: Run, locks: Locks | None = None, pool: int | None = None) -> None:
    """Raise ``BoneyardError`` if a table, its locks or a pool cannot be solved."""
    at = declared_at(run)
    check_table(run, locks or {})
    at.check()
    at.pools(pool)


@dataclass(frozen=True)
class PoolSolution:
    """One pool of a solved table, in chips or points."""

    pool: int
    penalty: int
    #: float64[nodes, buckets, actions]: the policy; the last buckets are those of fixed players.
    chances: Floats
    worth: Floats  #: float64[positions]: of the hand to each position, with the later pools
    ends: Floats  #: float64[leaves, shares]: how often each ending comes
    gain: cfr.Gain  #: what best responses gain in the solver's classes
    fine_gain: cfr.Gain  #: and in finer ones


class ChipStage(Stage):
    """The hands of a dealer, who sits last in ``run``, pool by pool."""

    batch = 25_000

    def __init__(self, table: Chips, dealer: int, rolled: Rollouts | None) -> None:
        self.table, self.run = table, table.turned(dealer)
        at = self.at = declared_at(self.run)
        super().__init__(table, dealer, at.declared, at.kinds, at.endings.pool.shape)
        self.rolled = rolled or at.roll(table.deals, table.jobs, partial(table.played_out, dealer))
        train = len(self.rolled.outcomes) * 2 // 3
        self.train = self.ending = slice(0, train)
        self.test = slice(train, None)
        self.alone = bool(self.locked)
        self._fixed = {pool: at.fixed_actions(self.locked, pool, table.deals, table.jobs)
                       for pool in table.pools if self.locked}

    def fixed_actions(self, state: int) -> Ints:
        """Return what fixed players declare at a pool."""
        return self._fixed[state]

    def playing(self, average: Floats) -> Floats:
        """Return the policy whose endings are counted: rare actions are taken too."""
        return average

    def pay(self, state: int) -> Floats:
        """Return what endings bring at a pool, with later ones where they count."""
        stakes = self.at.stakes(state)
        if self.table.later is not None:
            return self.table.later.brought(stakes, self.dealer)
        chips = self.at.taken(stakes)
        if not self.table.counts_later:
            return chips
        # Before anybody declares all seats have the same share.
        return chips + self.at.left(stakes)[..., None] / self.at.players

    def solved(self, pools: Sequence[int]) -> list[PoolSolution]:
        """Return the solution of some pools as it stands, with what it is worth."""
        jobs, chances = self.table.jobs, self.policies(pools)
        emptied = np.zeros(self.at.players)
        if self.table.counts_later and not self.locked:  # where seats are alike
            first = self.at.first_pool
            emptied = emptied_worth(
                self.at.paid(np.array(0)), cfr.mean_payoffs(self.ends[first], self.pay(first)))
        gains = [self.gain(pools, chances, finer, jobs)
                 for finer in (False, True)[: 1 + bool(self.at.finer)]]
        return [
            PoolSolution(*self.at.stakes(pool), own, emptied + cfr.mean_payoffs(
                ends, self.pay(pool)), ends, gain, fine_gain)
            for pool, own, ends, gain, fine_gain in zip(
                pools, chances, self.ends_of(pools, chances, jobs=jobs), gains[0], gains[-1],
                strict=True)]


def emptied_worth(paid: Floats, brought: Floats) -> Floats:
    """Return what an emptied pool is worth to the positions of the hand that emptied it.

    Seats that are alike take every position in turn. So a first pool is worth to a position what
    its hand ``brought``, and what an emptied pool is worth to the same seat; an emptied pool is
    worth what a first pool is to the position that it moves to, less its ante ``paid``. To all
    seats together a first pool is worth what is in it. All are ``float64[positions]``.
    """
    first = np.cumsum(brought - np.roll(paid, 1))
    first += (paid.sum() - first.sum()) / len(brought)
    return np.roll(first - paid, 1)


class Chips(StageGame):
    """A table at which every hand counts for itself, for chips or for points.

    ``pool``: one more pool to solve. ``this_hand``: leave the later pools out of account.
    ``rolled``: the deals where no seat is locked, if they were played out before.
    """

    steps, rolling = STEPS, 0.4
    parts: list[ChipStage]

    def __init__(
        self, run: Run, locks: Locks | None = None, deals: int = DEALS, pool: int | None = None,
        this_hand: bool = False, jobs: int = 1, progress: Progress | None = None,
        rolled: Rollouts | None = None,
    ) -> None:
        check(run, locks, pool)
        super().__init__(run, locks, len(rolled.outcomes) if rolled else deals, jobs, progress)
        self.at = declared_at(run)
        self.pools = self.states = self.at.pools(pool)
        self.counts_later = self.at.counts_later and not this_hand
        self.later: PoolValues | None = None
        self.parts = [ChipStage(self, dealer, rolled) for dealer in self.dealers]

    def settle(self, states: Sequence[int]) -> None:
        """Work out what later pools are worth to each seat."""
        if self.counts_later:
            ends = np.array([[part.ends[pool] for pool in self.pools] for part in self.parts])
            self.later = values_of(self.at, HandsAtPools.of(self.at, self.pools, ends))

    def solved(self) -> list[list[PoolSolution]]:
        """Return the solution as it stands: by dealer, then by pool."""
        return [[one for pools in cfr.groups(self.pools, part.alone) for one in part.solved(pools)]
                for part in self.parts]


def solution_of(table: Chips, solved: Sequence[Sequence[PoolSolution]]) -> Solution:
    """Return a solved table as its file keeps it. ``solved``: by dealer, then by pool."""
    every, kinds = [one for own in solved for one in own], table.at.kinds
    about: dict[str, Any] = {
        **table.about(), "tiles": table.run.entries[0], "states": POOLS,
        "this_hand": not table.counts_later, "steps": STEPS * table.done,
        "worth": [one.worth.tolist() for one in every],
        **gains_in_file([one.gain for one in every], [one.fine_gain for one in every])}
    # How often each class of hands is dealt, by position.
    shares = [np.bincount(own, minlength=kinds) / len(own)
              for own in table.parts[-1].rolled.coarse.T]
    return Solution(about, np.array([one.chances[:, :kinds] for one in every]), {
        "pools": np.array([one.pool for one in every]), "shares": np.array(shares)})
