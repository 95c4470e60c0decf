"""Counterfactual regret minimisation on a sample of deals.

All actions are public, so a game is one tree for all deals; at a leaf the outcome depends on the
deal. An information set is a node and the bucket of the hand of the player who acts there. One
sweep over the deals, down the tree for reach and up for values, adds up everything that is needed.

The algorithm is that of Zinkevich, Johanson, Bowling and Piccione, *Regret minimization in games
with incomplete information* (2007). Deals are sampled in batches (Lanctot, Waugh, Zinkevich and
Bowling, *Monte Carlo sampling for regret minimization in extensive games*, 2009); nothing else is
sampled, because the trees are small.

Up to four games with the same tree and deals, whose policies and payoffs differ, are swept side by
side (``simulate.machine.instructions``): their arrays of floats are stacked along one more axis,
the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.machine.compiling import inlined, kernel
from simulate.machine.table import numbers, pointer
from simulate.runs.run import in_order

#: Fills the rows of ``Tree.follows``.
NO_ACTION = np.iinfo(np.int64).max
#: Games that are swept side by side.
GAMES = 4
#: Deals are swept in so many parts, whoever sweeps them, and these are added up in order.
PARTS = 8
#: Rarer actions of a solution are left out, and the rest are multiples of a 255th.
_RARE, WHOLE = 0.03, 255
_EVERY = slice(None)


@dataclass(frozen=True)
class Tree:
    """Who acts when, and what follows."""

    #: int64[nodes]: the player who acts. A node comes after those that lead to it.
    player: Ints
    #: int64[nodes, actions]: the node that an action leads to, ``~k`` for leaf k, and ``NO_ACTION``
    #: beyond the last.
    follows: Ints
    leaves: int

    @cached_property
    def actions(self) -> Ints:
        """How many actions each node has: int64[nodes]."""
        return (self.follows != NO_ACTION).sum(axis=1)

    @cached_property
    def joins(self) -> Ints | None:
        """Where several actions lead to a node, the player who acts before each: int64[nodes]; None
        for a tree. Each player acts once then, or what it knows would hang on the way."""
        node, action = np.nonzero((self.follows > 0) & (self.follows != NO_ACTION))
        child, joins = self.follows[node, action], self.player.copy()
        joins[child] = self.player[node]
        return joins if len(np.unique(child)) < len(child) else None

    @property
    def players(self) -> int:
        """How many players act."""
        return int(self.player.max()) + 1


class Buckets(NamedTuple):
    """What those who act know of each deal, beside the node."""

    of: Any  #: int32[deals, columns]
    column: Ints  #: int64[nodes]: the column that counts at each node
    size: int  #: buckets there are


@dataclass(frozen=True)
class Deals:
    """A sample of deals, and how each would end at every leaf."""

    buckets: Buckets  #: by which policies go
    outcomes: Any  #: uint8[deals, leaves]: the number of the outcome
    payoffs: Floats  #: float64[leaves, outcomes, players]

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.outcomes)


class Swept(NamedTuple):
    """What a sweep adds up over deals, by information set."""

    #: float64[nodes, buckets, actions]: what an action brings more than the policy, times the
    #: chance that the others let it come so far (counterfactual regret; equation 7 of Zinkevich).
    regrets: Any
    others: Any  #: float64[nodes, buckets]: that chance, the reach of the others
    own: Any  #: float64[nodes, buckets]: the reach of the player who acts
    root: Any  #: float64[deals, players]: the value of each deal, not added up
    outcomes: Any  #: float64[leaves, outcomes]: the reach of each ending; of none if not asked for


@inlined
def _pass_down(
    after: Any, acts: Any, many: Any, joins: Any, by: Any, hand: Any, chances: Any, shape: Any,
    reach: Any,
) -> None:
    """Pass the reach of all players down the tree in a deal."""
    nodes, buckets, actions, players = shape
    for n in range(nodes):
        row = (n * buckets + hand[by[n]]) * actions
        for a in range(many[n]):
            child = after[n * actions + a]
            if child > 0 and joins is not None:
                reach[child * players + acts[n]] += reach[n * players + joins[n]] * chances[row + a]
            elif child > 0:
                for q in range(players):
                    reach[child * players + q] = reach[n * players + q]
                reach[child * players + acts[n]] *= chances[row + a]


@inlined
def _reach_of_others(reach: Any, here: int, player: int, players: int) -> Any:
    let = reach[0]  # the reach of the root is 1
    for q in range(players):
        if q != player:
            let *= reach[here + q]
    return let


@kernel
def _sweep(
    player: Any, follows: Any, legal: Any, joins: Any, column: Any, hands: Any, outcomes: Any,
    policy: Any, sees: Any, seen: Any, only: int, reach_: Any, value_: Any, action_value_: Any,
    sums: Any,
) -> None:
    (nodes, buckets, actions), players = policy.shape[:3], reach_.shape[1]
    (counted, ways), known = sums.outcomes.shape[:2], sums.others.shape[1]
    first, last = (0, players) if only < 0 else (only, only + 1)
    chances, reach = numbers(policy, policy), numbers(reach_, policy)
    value, action_value = numbers(value_, policy), numbers(action_value_, policy)
    regrets, others = numbers(sums.regrets, policy), numbers(sums.others, policy)
    own, root = numbers(sums.own, policy), numbers(sums.root, policy)
    ends, after = numbers(sums.outcomes, policy), pointer(follows)
    acts, many, by, looks = pointer(player), pointer(legal), pointer(column), pointer(sees)
    for d in range(len(hands)):
        hand, sight, out = pointer(hands[d]), pointer(seen[d]), pointer(outcomes[d])
        _pass_down(after, acts, many, joins, by, hand, chances,
                   (nodes, buckets, actions, players), reach)
        for n in range(nodes - 1, -1, -1):
            p, here, row = acts[n], n * players, (n * buckets + hand[by[n]]) * actions
            info, let = n * known + sight[looks[n]], _reach_of_others(reach, here, p, players)
            for a in range(many[n]):
                chance, child = chances[row + a], after[n * actions + a]
                end = ~child * ways + out[~child] if child < 0 else 0
                then = (nodes + end if child < 0 else child) * players
                for q in range(first, last):
                    x = chance * value[then + q]
                    value[here + q] = value[here + q] + x if a else x
                action_value[a] = value[then + p]
                if child < 0 and counted:
                    ends[end] += let * reach[here + p] * chance
            if first <= p < last:
                others[info] += let
                own[info] += reach[here + p]
                for a in range(many[n]):
                    regrets[info * actions + a] += let * (action_value[a] - value[here + p])
            if joins is not None and n > 0:
                reach[here + joins[n]] = 0.0
        for q in range(first, last):
            root[d * players + q] = value[q]


def sweep(
    tree: Tree, policy: Floats, deals: Deals, part: slice = _EVERY, seen: Buckets | None = None,
    only: int = -1, endings: bool = False,
) -> Swept:
    """Add up over some deals what a policy, ``float64[nodes, buckets, actions]``, leads to.

    ``seen``: the buckets by which sums are kept apart, those of the policy if not given. ``only``:
    the one player whose values and information sets are wanted, which takes less time, as it does
    to leave the reach of ``endings`` out.
    """
    nodes, _, actions, *games = policy.shape
    leaves, ways, players, *_ = deals.payoffs.shape
    hands, seen = deals.buckets.of[part], seen or deals.buckets

    def zeros(*shape: int) -> Floats:
        return np.zeros((*shape, *games))

    sums = Swept(zeros(nodes, seen.size, actions), zeros(nodes, seen.size), zeros(nodes, seen.size),
                zeros(len(hands), players), zeros(leaves * endings, ways))
    payoffs = deals.payoffs.reshape(leaves * ways, players, *games)
    value = np.concatenate([zeros(nodes, players), payoffs])  # leaves behind the nodes
    reach = zeros(nodes, players) + 1
    if tree.joins is not None:  # added up where ways join
        reach[np.arange(1, nodes), tree.joins[1:]] = 0.0
    _sweep(tree.player, tree.follows, tree.actions, tree.joins, deals.buckets.column, hands,
           deals.outcomes[part], policy, seen.column, seen.of[part], only, reach, value,
           zeros(actions), sums)
    return sums


def sweep_parts(
    tree: Tree, policy: Floats, deals: Deals, jobs: int = 1, some: slice = _EVERY,
    parts: int = PARTS, **more: Any,
) -> Iterator[Swept]:
    """Yield the ``sweep`` of each part of the deals, or of some; the same for any workers."""
    start, stop, _ = some.indices(len(deals))
    edges = np.linspace(start, stop, parts + 1).astype(int).tolist()
    slices = [(slice(a, b),) for a, b in pairwise(edges) if b > a]
    yield from in_order(lambda part: sweep(tree, policy, deals, part, **more), slices, jobs)


def groups(games: Sequence[Any], alone: bool = False) -> list[Sequence[Any]]:
    """Return games in groups that are swept side by side, or each ``alone``."""
    size = 1 if alone else GAMES
    return [games[first : first + size] for first in range(0, len(games), size)]


def stack(arrays: Sequence[Floats]) -> Floats:
    """Put the arrays of up to four games side by side; the first fills up to four."""
    if len(arrays) == 1:
        return arrays[0]
    return np.stack([arrays[game if game < len(arrays) else 0] for game in range(GAMES)], axis=-1)


def unstack(stacked: Floats, games: int) -> list[Floats]:
    """Return the arrays of so many games that were put side by side."""
    if games == 1:
        return [stacked]
    return [np.ascontiguousarray(stacked[..., game]) for game in range(games)]


def normalised(tree: Tree, amounts: Floats) -> Floats:
    """Return the policy that acts in proportion to amounts, uniformly where all are 0."""
    total, actions = amounts.sum(axis=2, keepdims=True), tree.actions[:, None]
    uniform = (np.arange(amounts.shape[2]) < actions) / actions
    uniform = uniform.reshape(len(uniform), 1, -1, *[1] * (amounts.ndim - 3))
    return np.where(total > 0, amounts / np.where(total > 0, total, 1.0), uniform)


def rounded(policy: Floats) -> Floats:
    """Return a policy without rare actions, in 255ths: what a small file keeps."""
    kept = np.where(policy < _RARE, 0.0, policy)
    parts: Floats = np.rint(kept / kept.sum(axis=-1, keepdims=True) * WHOLE)
    best = np.eye(policy.shape[-1])[parts.argmax(axis=-1)]
    parts += best * (WHOLE - parts.sum(axis=-1, keepdims=True))
    return parts / WHOLE


class CFR:
    """The state of the regret minimisation of a game (``minimise``).

    ``regrets``, ``cumulative`` (``float64[nodes, buckets, actions]``): discounted sums of regrets,
    and of the policies so far, weighted by the reach of the player who acts. ``fixed``: so many of
    the ``buckets``, the last ones, are no hands but actions: those of fixed players.
    """

    def __init__(self, tree: Tree, buckets: int, fixed: int = 0) -> None:
        self.tree, self.fixed, self.iterations = tree, fixed, 0
        self.regrets = np.zeros((len(tree.player), buckets, tree.follows.shape[1]))
        self.cumulative = np.zeros_like(self.regrets)

    def _policy(self, amounts: Floats) -> Floats:
        policy = normalised(self.tree, amounts)
        if self.fixed:
            action = np.eye(self.fixed, policy.shape[2])
            policy[:, -self.fixed :] = action.reshape(*action.shape, *[1] * (policy.ndim - 3))
        return policy

    @property
    def current(self) -> Floats:
        """The policy by regret matching (equation 8 of Zinkevich)."""
        return self._policy(self.regrets.clip(min=0))

    @property
    def average(self) -> Floats:
        """The average policy, which comes near an equilibrium between two players."""
        return self._policy(self.cumulative)

    def step(self, deals: Deals, some: slice, jobs: int = 1) -> None:
        """Do one iteration, of all players at once, with some of the deals.

        Early regrets are forgotten as in Brown and Sandholm, *Solving imperfect-information games
        via discounted regret minimization* (2019), with alpha 3/2, beta 0 and gamma 2.
        """
        policy, t = self.current, self.iterations + 1
        for sums in sweep_parts(self.tree, policy, deals, jobs, some):
            self.regrets += sums.regrets
            self.cumulative += sums.own[:, :, None] * policy
        self.regrets *= np.where(self.regrets > 0, t**1.5 / (t**1.5 + 1), 0.5)
        self.cumulative *= (t / (t + 1)) ** 2
        self.iterations = t


def minimise(
    games: Sequence[CFR], deals: Deals, iterations: int, batch: int, jobs: int = 1,
    progress: Callable[[], None] | None = None,
) -> None:
    """Do iterations of up to four games side by side, each with the next ``batch`` of the deals."""
    together = CFR(games[0].tree, 0, games[0].fixed)
    together.iterations = games[0].iterations
    for name in ("regrets", "cumulative"):
        setattr(together, name, stack([getattr(game, name) for game in games]))
    for _ in range(iterations):
        start = together.iterations % max(1, len(deals) // batch) * batch
        together.step(deals, slice(start, start + batch), jobs)
        for game in games:
            game.iterations = together.iterations
        if progress:
            progress()
    for name in ("regrets", "cumulative"):
        for game, own in zip(games, unstack(getattr(together, name), len(games)), strict=True):
            setattr(game, name, own)


def outcomes_of(tree: Tree, policy: Floats, deals: Deals, jobs: int = 1) -> Floats:
    """Return how often leaves end in which way by a policy: ``float64[leaves, outcomes]``."""
    return sum(sums.outcomes for sums in sweep_parts(
        tree, policy, deals, jobs, endings=True)) / len(deals)


def reach_of(tree: Tree, policy: Floats, deals: Deals, jobs: int = 1) -> Floats:
    """Return how often others let players come to a node with a hand: float64[nodes, buckets]."""
    hands = deals.buckets._replace(column=tree.player)
    return sum(sums.others for sums in sweep_parts(
        tree, policy, deals, jobs, seen=hands)) / len(deals)


def values_of(tree: Tree, policy: Floats, deals: Deals, jobs: int = 1, only: int = -1) -> Floats:
    """Return what each deal is worth to the players, or to one only: float64[deals, players]."""
    return np.concatenate([sums.root for sums in sweep_parts(tree, policy, deals, jobs, only=only)])


def mean_payoffs(outcomes: Floats, payoffs: Floats) -> Floats:
    """Return what each player gets on average: float64[players]."""
    return np.einsum("ls,lsp->p", outcomes, payoffs)
