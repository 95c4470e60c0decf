"""Solving the declarations of a table: regret minimisation and the worth of later pools.

Deals are played out once after everything that could be declared (``roll_out``); solving then walks
over the outcomes. Pools are solved side by side: a hand's payoff is what it brings plus what the
pool it leaves is worth. That worth is worked out anew after every round from how all the pools are
played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run
from simulate.solving.best_response import (
    Gain,
    Responses,
    best_response,
    best_responses,
    exploitability,
    gain_of,
    gain_of_all,
)
from simulate.solving.loo.endings import Endings, emptied_worth
from simulate.solving.loo.hand_classes import COARSE, FINE
from simulate.solving.loo.later_pools import PoolValues, values_of
from simulate.solving.loo.locked_positions import declared_with, show_locks, what_locks_say
from simulate.solving.loo.rolled import Rolled, declared_at, pools_at
from simulate.solving.loo.what_if_counts import plays_for_chips, stakes_at
from simulate.solving.minimiser import Minimiser, ends_of, rounded
from simulate.solving.tree import Deals

#: Iterations a round, and deals an iteration.
STEPS, BATCH = 24, 25_000
#: The mean of a fine class is drawn towards its coarse mean, which counts as this many deals; of 10
#: to 100, 100 gained most.
_DRAWN = 100.0


@dataclass(frozen=True)
class Solved:
    """One pool of a solved table.

    Attributes
    ----------
    pool, penalty : int
        Chips, or points.
    chances : float64[nodes, kinds, moves]
        With what chance each move is made; kinds beyond ``COARSE`` are forced moves.
    worth : float64[positions]
        What the hand is worth to each position, with the later pools: chips or points.
    ends : float64[leaves, shares]
        How often each ending comes.
    gain, fine_gain : Gain
        What best responses gain in the solver's classes, and in finer ones.
    """

    pool: int
    penalty: int
    chances: Floats
    worth: Floats
    ends: Floats
    gain: Gain
    fine_gain: Gain


class Solver:
    """Solves a table, round by round.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles.
    rolled : Rolled
        Two thirds of the deals are solved with, the rest is kept to judge by.
    pool : int, optional
        One more pool to solve.
    this_hand : bool
        Leave the later pools out of account.
    locked : collection of int
        Positions that are not solved: they declare as their strategies do.
    dealer : int, optional
        The seat that deals, in the last position, for the worth of later pools; the last seat when
        not given.
    jobs : int
        Workers that ask the locked positions.

    Raises
    ------
    BoneyardError
        If no hand can have that pool.
    StrategyError
        If a locked strategy fails.
    """

    def __init__(
        self, run: Run, rolled: Rolled, pool: int | None = None, this_hand: bool = False,
        locked: Collection[int] = (), dealer: int | None = None, jobs: int = 1,
    ) -> None:
        self.run, self.rolled, self.locked = run, rolled, tuple(locked)
        self.dealer = len(run.players) - 1 if dealer is None else dealer
        self.declared = declared_with(declared_at(run), self.locked)
        self.endings = Endings.of(self.declared)
        self.pools = pools_at(run, pool)
        self.learned = len(rolled.outcomes) * 2 // 3
        tree = self.declared.tree
        forced = tree.follows.shape[1] if self.locked else 0
        self.rounds_done = 0
        self.minimisers = [Minimiser(tree, COARSE + forced, forced=forced) for _ in self.pools]
        #: What the locked positions declare at each pool: [pools][deals, their nodes].
        self.said = [
            what_locks_say(run, self.declared, self.locked, stakes_at(run, pool),
                           len(rolled.outcomes), jobs)
            for pool in self.pools if self.locked
        ]
        self.counts_later = plays_for_chips(run) and not this_hand
        #: How often each ending comes at each pool, as hands are played now.
        self.ends = np.zeros((len(self.pools), *self.endings.pool.shape))
        self.later: PoolValues | None = None

    def deals(
        self, pool: int, pay: Floats, stop: int | None = None, start: int = 0
    ) -> Deals:
        """Return some of the deals, for some stakes: coarse classes, and what the locked say."""
        part = slice(start, stop)
        classes, kinds = self.rolled.coarse[part], self.minimisers[0].kinds
        if self.locked:
            said = self.said[self.pools.index(pool)][part]
            classes = np.hstack([classes, COARSE + said.astype(classes.dtype)])
        return Deals(classes, self.rolled.outcomes[part], pay, kinds)

    def pay(self, pool: int) -> Floats:
        """Return what endings bring: float64[leaves, shares, positions].

        Later pools count with what they are worth above an emptied one.
        """
        stakes = stakes_at(self.run, pool)
        chips = self.endings.taken(*stakes)
        if self.counts_later:
            chips += self._worth_of(self.endings.left(*stakes))
        return chips

    def _worth_of(self, left: Ints) -> Floats:
        """Return what chips left in the pool are worth to every position: float64[..., p]."""
        players = len(self.run.players)
        if self.later is None:  # before anybody declares all seats have the same share
            return np.repeat(left[..., None] / players, players, axis=-1)
        return np.stack([
            self.later.of(left, (self.dealer + 1 + position) % players, self.dealer)
            for position in range(players)
        ], axis=-1)

    def weigh_later_pools(self) -> None:
        """Work out what later pools are worth from how hands are played now (``ends``)."""
        assert isinstance(self.run.rules, LooRules)
        self.later = values_of(
            self.run.rules, self.endings.hands_at(self.pools, self.ends))

    def go_round(self, jobs: int, progress: Callable[[], None] | None = None) -> None:
        """Do a round: every pool so many steps, then the worth of later pools."""
        self.step(jobs, progress)
        if self.counts_later:
            self.weigh_later_pools()

    def step(self, jobs: int, progress: Callable[[], None] | None = None) -> None:
        """Do the steps of a round, with later pools worth what they were."""
        for at, (pool, minimiser) in enumerate(zip(self.pools, self.minimisers, strict=True)):
            deals = self.deals(pool, self.pay(pool), self.learned)
            minimiser.minimise(deals, STEPS, min(BATCH, len(deals)), jobs, progress)
            if self.counts_later:
                self.ends[at] = ends_of(self.declared.tree, minimiser.average, deals, jobs)
        self.rounds_done += 1

    def _emptied(self) -> Floats:
        """Return what an emptied pool is worth to every position: float64[positions].

        It is nothing where seats are not alike: what they win from each other pool after pool grows
        without end.
        """
        if not self.counts_later or self.locked:
            return np.zeros(len(self.run.players))
        assert isinstance(self.run.rules, LooRules)
        first = self.run.rules.first_pool(len(self.run.players))
        ends = self.ends[self.pools.index(first)]
        return emptied_worth(self.run.rules, np.einsum("ls,lsp->p", ends, self.pay(first)))

    def gain(self, pool: int, jobs: int) -> Gain:
        """Return what best responses gain now in the solver's classes: chips or points."""
        at, pay = self.pools.index(pool), self.pay(pool)
        return exploitability(
            self.declared.tree, self.minimisers[at].average,
            self.deals(pool, pay, self.learned), self.deals(pool, pay, None, self.learned), jobs,
            self.locked,
        )

    def solved(self, jobs: int) -> list[Solved]:
        """Return the solution as it stands, rare moves left out, with what it is worth."""
        return [self._solved(at, jobs) for at in range(len(self.pools))]

    def _solved(self, at: int, jobs: int) -> Solved:
        tree, pool, pay = self.declared.tree, self.pools[at], self.pay(self.pools[at])
        average = self.minimisers[at].average
        if self.locked:
            show_locks(average, self.declared, self.locked, self.said[at], self.rolled.coarse)
        chances = rounded(average)
        learned = self.deals(pool, pay, self.learned)
        judged = self.deals(pool, pay, None, self.learned)
        ends = ends_of(tree, chances, self.deals(pool, pay), jobs)
        coarse = best_responses(tree, chances, learned, jobs, self.locked)
        return Solved(
            *stakes_at(self.run, pool), chances,
            np.einsum("ls,lsp->p", ends, pay) + self._emptied(), ends,
            gain_of_all(tree, chances, judged, coarse, jobs),
            self._fine_gain(chances, learned, judged, coarse, jobs),
        )

    def _fine_gain(
        self, chances: Floats, learned: Deals, judged: Deals, coarse: Responses, jobs: int
    ) -> Gain:
        """Return the gain of best responses that tell hands apart by finer classes."""
        tree, gains = self.declared.tree, []
        for p, found in enumerate(coarse):
            if found is None:
                gains.append((np.nan, np.nan))
                continue
            fine, (_, worths) = self.rolled.fine[:, p], found
            belongs = np.zeros(FINE, np.int64)
            belongs[fine] = self.rolled.coarse[:, p]
            response, _ = best_response(
                tree, chances, learned, p, fine[: self.learned], FINE, worths[:, belongs],
                _DRAWN, jobs,
            )
            gains.append(
                gain_of(tree, chances, judged, p, fine[self.learned :], response, jobs))
        mean, se = np.array(gains).T
        return Gain(mean, se)
