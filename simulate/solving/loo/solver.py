"""Solving the declarations of a table: regret minimisation and the worth of later pools.

Deals are played out once after everything that could be declared (``rolled``); solving then walks
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
    gains_of,
)
from simulate.solving.loo.endings import Endings, emptied_worth
from simulate.solving.loo.hand_classes import COARSE, FINE
from simulate.solving.loo.later_pools import PoolValues, values_of
from simulate.solving.loo.locked_positions import declared_with, show_locks, what_locks_say
from simulate.solving.loo.rolled import Rolled, declared_at, pools_at
from simulate.solving.loo.what_if_counts import plays_for_chips, stakes_at
from simulate.solving.minimiser import Minimiser, ends_of, minimise_together, rounded
from simulate.solving.side_by_side import apart, deals_together, groups, together
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
        for group in self._groups():
            games = [self.minimisers[at] for at in group]
            deals = [self.deals(self.pools[at], self.pay(self.pools[at]), self.learned)
                     for at in group]
            minimise_together(games, deals, STEPS, min(BATCH, self.learned), jobs, progress)
            if self.counts_later:
                ends = ends_of(self.declared.tree, together([game.average for game in games]),
                               deals_together(deals), jobs)
                for at, own in zip(group, apart(ends, len(group)), strict=True):
                    self.ends[at] = own
        self.rounds_done += 1

    def _groups(self) -> list[range]:
        """Return the pools, by number, that are walked over together.

        What locked positions declare depends on the pool, so then each is walked over by itself.
        """
        pools = len(self.pools)
        return [range(at, at + 1) for at in range(pools)] if self.locked else groups(pools)

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
        return [one for group in self._groups() for one in self._solved(group, jobs)]

    def _solved(self, group: range, jobs: int) -> list[Solved]:
        tree, pools = self.declared.tree, [self.pools[at] for at in group]
        pays, averages = [self.pay(pool) for pool in pools], []
        for at in group:
            average = self.minimisers[at].average
            if self.locked:
                show_locks(average, self.declared, self.locked, self.said[at], self.rolled.coarse)
            averages.append(average)
        chances = [rounded(average) for average in averages]

        def dealt(stop: int | None = None, start: int = 0) -> Deals:
            return deals_together([self.deals(pool, pay, stop, start)
                                   for pool, pay in zip(pools, pays, strict=True)])

        strategy = together(chances)
        learned, judged = dealt(self.learned), dealt(None, self.learned)
        ends = ends_of(tree, strategy, dealt(), jobs)
        coarse = best_responses(tree, strategy, learned, jobs, self.locked)
        gain = gain_of_all(tree, strategy, judged, coarse, jobs)
        fine_gain = self._fine_gain(strategy, learned, judged, coarse, jobs)
        games = len(pools)
        return [
            Solved(*stakes_at(self.run, pool), own,
                   np.einsum("ls,lsp->p", own_ends, pay) + self._emptied(), own_ends, *gains)
            for pool, pay, own, own_ends, *gains in zip(
                pools, pays, chances, apart(ends, games), gain.apart(games),
                fine_gain.apart(games), strict=True)]

    def _fine_gain(
        self, strategy: Floats, learned: Deals, judged: Deals, coarse: Responses, jobs: int
    ) -> Gain:
        """Return the gain of best responses that tell hands apart by finer classes."""
        tree, gains = self.declared.tree, list[tuple[Floats, Floats] | None]()
        for p, found in enumerate(coarse):
            if found is None:
                gains.append(None)
                continue
            fine, (_, worths) = self.rolled.fine[:, p], found
            belongs = np.zeros(FINE, np.int64)
            belongs[fine] = self.rolled.coarse[:, p]
            answer, _ = best_response(
                tree, strategy, learned, p, fine[: self.learned], FINE, worths[:, belongs],
                _DRAWN, jobs,
            )
            gains.append(
                gain_of(tree, strategy, judged, p, fine[self.learned :], answer, jobs))
        return gains_of(gains)
