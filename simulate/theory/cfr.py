"""Counterfactual regret minimisation and best responses on a sample of deals.

All actions are public, so a game is one tree for all deals; at a leaf the outcome depends on the
deal. An information set is a node and the bucket of the hand of the player who acts there. One
sweep over the deals, down the tree for reach and up for values, adds up everything that is needed.

The algorithm is that of Zinkevich, Johanson, Bowling and Piccione, *Regret minimization in games
with incomplete information* (2007). Deals are sampled in batches (Lanctot, Waugh, Zinkevich and
Bowling, *Monte Carlo sampling for regret minimization in extensive games*, 2009); nothing else is
sampled, because the trees are small. Best responses are found on some deals and judged by others,
so that luck does not flatter them.

Up to four games with the same tree and deals, whose policies and payoffs differ, are swept side by
side (``simulate.machine.instructions``): their arrays of floats are stacked along one more axis,
the last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
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
#: The mean of a fine bucket over few deals is noise, so it is drawn towards that of its coarser
#: one, which counts as this many more deals; of 10 to 100, 100 gained most.
DRAWN = 100.0
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

    @property
    def legal(self) -> Any:
        """Which actions each node has: bool[nodes, 1, actions], for all buckets."""
        return (self.follows != NO_ACTION)[:, None]

    @cached_property
    def actions(self) -> Ints:
        """How many actions each node has: int64[nodes]."""
        return self.legal.sum(axis=(1, 2))

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

    def decisions(self, player: int) -> int:
        """Return how often a player acts at most on the way to a leaf."""
        ahead = np.zeros(len(self.player) + 1, np.int64)  # the last entry is that of all leaves
        for n in range(len(self.player) - 1, -1, -1):
            below = ahead[[c if 0 < c < NO_ACTION else -1 for c in self.follows[n]]]
            ahead[n] = below.max() + (self.player[n] == player)
        return int(ahead[0])


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

    #: float64[nodes, buckets, actions]: how much more an action brings than the policy, times the
    #: chance that the others let it come so far (counterfactual regret; equation 7 of Zinkevich).
    regrets: Any
    others: Any  #: float64[nodes, buckets]: that chance, the reach of the others
    own: Any  #: float64[nodes, buckets]: the reach of the player who acts
    outcomes: Any  #: float64[leaves, outcomes]: the reach of each ending; of none if not asked for
    root: Any  #: float64[deals, players]: the value of each deal, not added up


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


def sweep_parts(
    tree: Tree, policy: Floats, deals: Deals, jobs: int = 1, some: slice = _EVERY,
    parts: int = PARTS, seen: Buckets | None = None, only: int = -1, endings: bool = False,
) -> Iterator[Swept]:
    """Yield what a policy, ``float64[nodes, buckets, actions]``, leads to in each part of the
    deals, or of some; the same for any workers.

    ``seen``: the buckets by which sums are kept apart, those of the policy if not given. ``only``:
    the one player whose values and information sets are wanted, which takes less time, as it does
    to leave the reach of ``endings`` out.
    """
    (nodes, _, actions, *games), (leaves, ways, players, *_) = policy.shape, deals.payoffs.shape
    (hands, column, _), known = deals.buckets, seen or deals.buckets
    payoffs = deals.payoffs.reshape(leaves * ways, players, *games)

    def zeros(*shape: int) -> Floats:
        return np.zeros((*shape, *games))

    def swept(part: slice) -> Swept:
        sums = Swept(
            zeros(nodes, known.size, actions), zeros(nodes, known.size), zeros(nodes, known.size),
            zeros(leaves * endings, ways), zeros(len(hands[part]), players))
        value = np.concatenate([zeros(nodes, players), payoffs])  # leaves behind the nodes
        reach = zeros(nodes, players) + 1
        if tree.joins is not None:  # added up where ways join
            reach[np.arange(1, nodes), tree.joins[1:]] = 0.0
        _sweep(tree.player, tree.follows, tree.actions, tree.joins, column, hands[part],
               deals.outcomes[part], policy, known.column, known.of[part], only, reach, value,
               zeros(actions), sums)
        return sums

    start, stop, _ = some.indices(len(deals))
    edges = np.linspace(start, stop, parts + 1).astype(int).tolist()
    yield from in_order(swept, [(slice(a, b),) for a, b in pairwise(edges) if b > a], jobs)


def sweep(tree: Tree, policy: Floats, deals: Deals, jobs: int = 1, **more: Any) -> Swept:
    """Add up what a policy leads to in all deals (``sweep_parts``)."""
    *sums, root = zip(*sweep_parts(tree, policy, deals, jobs, **more), strict=True)
    regrets, others, own, outcomes = map(sum, sums)
    return Swept(regrets, others, own, outcomes, np.concatenate(root))


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


def _for_games(array: Any, policy: Floats) -> Any:
    """Return an array by node, bucket and action with the axis of games that a policy has."""
    return array.reshape(*array.shape, *[1] * (policy.ndim - array.ndim))


def _ratio(sums: Floats, counts: Floats) -> Floats:
    """Return means; 0 where nothing was counted."""
    return sums / np.where(counts > 0, counts, 1.0)


def normalised(tree: Tree, amounts: Floats) -> Floats:
    """Return the policy that acts in proportion to amounts, uniformly where all are 0."""
    total, legal = amounts.sum(axis=2, keepdims=True), _for_games(tree.legal, amounts)
    return np.where(total > 0, _ratio(amounts, total), legal / legal.sum(axis=2, keepdims=True))


def rounded(policy: Floats) -> Floats:
    """Return a policy without rare actions, in 255ths: what a small file keeps."""
    kept = np.where(policy < _RARE, 0.0, policy)
    parts: Floats = np.rint(kept / kept.sum(axis=-1, keepdims=True) * WHOLE)
    best = np.eye(policy.shape[-1])[parts.argmax(axis=-1)]
    parts += best * (WHOLE - parts.sum(axis=-1, keepdims=True))
    return parts / WHOLE


class CFR:
    """The state of the regret minimisation of so many games side by side.

    ``regrets``, ``cumulative`` (``float64[nodes, buckets, actions]``): discounted sums of regrets,
    and of the policies so far, weighted by the reach of the player who acts. ``fixed``: so many of
    the ``buckets``, the last ones, are no hands but actions: those of fixed players.
    """

    def __init__(self, tree: Tree, buckets: int, fixed: int = 0, games: int = 1) -> None:
        self.tree, self.fixed, self.iterations = tree, fixed, 0
        nothing = np.zeros((len(tree.player), buckets, tree.follows.shape[1]))
        self.regrets = stack([nothing] * games)
        self.cumulative = np.zeros_like(self.regrets)

    def _policy(self, amounts: Floats) -> Floats:
        policy, actions = normalised(self.tree, amounts), np.arange(self.fixed)
        policy[:, policy.shape[1] - self.fixed :] = 0.0
        policy[:, actions - self.fixed, actions] = 1.0
        return policy

    @property
    def current(self) -> Floats:
        """The policy by regret matching (equation 8 of Zinkevich)."""
        return self._policy(self.regrets.clip(min=0))

    @property
    def average(self) -> Floats:
        """The average policy, which comes near an equilibrium between two players."""
        return self._policy(self.cumulative)

    def minimise(
        self, deals: Deals, iterations: int, batch: int, jobs: int = 1,
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        """Do iterations of all players at once, each with the next ``batch`` of the deals.

        Early regrets are forgotten as in Brown and Sandholm, *Solving imperfect-information games
        via discounted regret minimization* (2019), with alpha 3/2, beta 0 and gamma 2.
        """
        for t in range(self.iterations + 1, self.iterations + iterations + 1):
            start, policy = (t - 1) % max(1, len(deals) // batch) * batch, self.current
            for sums in sweep_parts(self.tree, policy, deals, jobs, slice(start, start + batch)):
                self.regrets += sums.regrets
                self.cumulative += sums.own[:, :, None] * policy
            self.regrets *= np.where(self.regrets > 0, t**1.5 / (t**1.5 + 1), 0.5)
            self.cumulative *= (t / (t + 1)) ** 2
            self.iterations = t
            progress()


def mean_payoffs(outcomes: Floats, payoffs: Floats) -> Floats:
    """Return what each player gets on average: float64[players]."""
    return np.einsum("ls,lsp->p", outcomes, payoffs)


def best_response(
    tree: Tree, policy: Floats, deals: Deals, player: int, coarser: Any = None,
    jobs: int = 1,
) -> Floats:
    """Return the policy in which one player does what is best, and all others keep to theirs.

    The player keeps to its own in buckets that did not come. ``coarser`` (``int64[nodes,
    buckets]``): which coarser bucket each belongs to.
    """
    mine, response = tree.player == player, policy
    legal = _for_games(tree.legal[mine], policy)
    # The last decisions are right at once, then those before them.
    for _ in range(tree.decisions(player)):
        sums = sweep(tree, response, deals, jobs, only=player)
        regrets, reach = sums.regrets[mine], sums.others[mine][:, :, None]
        if coarser is not None:
            belongs, size = (np.arange(len(regrets))[:, None], coarser[mine]), coarser.max() + 1
            whole, came = (
                np.zeros((len(each), size, *each.shape[2:])) for each in (regrets, reach))
            np.add.at(whole, belongs, regrets)
            np.add.at(came, belongs, reach)
            regrets, reach = regrets + DRAWN * _ratio(whole, came)[belongs], came[belongs]
        best = np.where(legal, regrets, -np.inf).argmax(axis=2)[:, :, None]
        response, chosen = policy.copy(), np.zeros_like(policy[mine])
        np.put_along_axis(chosen, best, 1.0, axis=2)
        response[mine] = np.where(reach > 0, chosen, policy[mine])
    return response


def exploitability(
    tree: Tree, policy: Floats, train: Deals, test: Deals, jobs: int = 1,
    fixed: Collection[int] = (), coarser: Any = None,
) -> Floats:
    """Return what the best response of each player gains, found on some deals and measured on
    others: float64[deals, players], NaN for ``fixed`` players, who do not respond.

    ``coarser``: as for ``best_response``.
    """
    kept = sweep(tree, policy, test, jobs).root[:, : tree.players]
    gains = np.full(kept.shape, np.nan)
    for p in set(range(tree.players)) - {*fixed}:
        response = best_response(tree, policy, train, p, coarser, jobs)
        gains[:, p] = sweep(tree, response, test, jobs, only=p).root[:, p] - kept[:, p]
    return gains


@dataclass(frozen=True)
class Gain:
    """What a best response gains a deal, in units of the payoffs; NaN for a fixed player."""

    mean: Floats
    se: Floats

    @classmethod
    def of(cls, gains: Floats) -> Gain:
        """Return the mean of the gains in some deals: float64[deals, players]."""
        return cls(gains.mean(axis=0), gains.std(axis=0) / np.sqrt(max(len(gains) - 1, 1)))

    @property
    def total(self) -> float:
        """The mean over the players: what a player gains who takes every place in turn."""
        return float(np.nanmean(self.mean))
