"""Counterfactual regret minimisation and best responses on a sample of deals.

All actions are public, so a game is one tree for all deals; at a leaf the outcome depends on the
deal. An information set is a node and the bucket of the hand of the player who acts there. One
sweep over the deals, down the tree for reach and up for values, adds up everything that is needed.

The algorithm is that of Zinkevich, Johanson, Bowling and Piccione, *Regret minimization in games
with incomplete information* (2007). Deals are sampled in batches (Lanctot, Waugh, Zinkevich and
Bowling, *Monte Carlo sampling for regret minimization in extensive games*, 2009); nothing else is
sampled, because the trees are small.

Up to four games with the same tree and deals, whose policies and payoffs differ, are swept side by
side (``simulate.machine.fours``): their arrays of floats are stacked along one more axis, the last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Floats, Ints, standard_error
from simulate.machine.compiling import kernel
from simulate.machine.layouts import numbers, pointer
from simulate.runs.in_order import in_order

#: Fills the rows of ``Tree.follows``.
NO_ACTION = np.iinfo(np.int64).max
#: Games that are swept side by side.
GAMES = 4
#: Deals are swept in so many parts, whoever sweeps them, and these are added up in order.
PARTS = 8
#: Rarer actions of a solution are left out, and the rest are multiples of a 255th.
_RARE, _WHOLE = 0.03, 255
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

    def some(self, deals: Any) -> Buckets:
        """Return the buckets of some deals."""
        return self._replace(of=self.of[deals])

    def dealt(self) -> Buckets:
        """Return the same, of which only those have numbers that come."""
        number = np.cumsum(np.bincount(self.of.ravel()) > 0) - 1
        return Buckets(number[self.of].astype(np.int32), self.column, int(number[-1]) + 1)


@dataclass(frozen=True)
class Deals:
    """A sample of deals, and how each would end at every leaf."""

    buckets: Buckets  #: by which policies go
    outcomes: Any  #: uint8[deals, leaves]: the number of the outcome
    payoffs: Floats  #: float64[leaves, outcomes, players]

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.outcomes)


class Sums(NamedTuple):
    """What a sweep adds up over deals, by information set: of one player if one responds."""

    #: float64[nodes, buckets, actions]: what an action brings more than the policy, times the
    #: chance that the others let it come so far (counterfactual regret; equation 7 of Zinkevich).
    regrets: Any
    others: Any  #: float64[nodes, buckets]: that chance, the reach of the others
    own: Any  #: float64[nodes, buckets]: the reach of the player who acts
    root: Any  #: float64[deals, players]: the value of each deal, not added up
    outcomes: Any  #: float64[leaves, outcomes]: the reach of each ending


class Coarser(NamedTuple):
    """Which coarser bucket each bucket belongs to.

    The mean of a fine bucket over few deals is noise, so it is drawn towards that of its coarser
    one, which counts as ``weight`` more deals.
    """

    of: Ints  #: int64[buckets]
    weight: float


@kernel
def _sweep(
    player: Any, follows: Any, actions_of: Any, column: Any, hands: Any, outcomes: Any,
    policy: Any, payoffs: Any, responder: int, response: Any, sees: Any, seen: Any, room: Any,
    regrets: Any, others: Any, own: Any, root: Any, ends: Any,
) -> None:
    # Where an argument is None, numba leaves out what needs it.
    nodes, buckets, actions = policy.shape[:3]
    players, ways, known = payoffs.shape[2], payoffs.shape[1], others.shape[1]
    first, last = (0, players) if response is None else (responder, responder + 1)
    chances, pay = numbers(policy, policy), numbers(payoffs, policy)
    reach, value, brought = (numbers(room[0], policy), numbers(room[1], policy),
                             numbers(room[2], policy))
    came, went, worth = numbers(others, policy), numbers(own, policy), numbers(root, policy)
    acts, after, many = pointer(player), pointer(follows), pointer(actions_of)
    by, looks = pointer(column), pointer(sees)
    if response is not None:
        answers = numbers(response, policy)
    if regrets is not None:
        gained = numbers(regrets, policy)
    if ends is not None:
        ended = numbers(ends, policy)
    for d in range(len(hands)):
        hand, sight, out = pointer(hands[d]), pointer(seen[d]), pointer(outcomes[d])
        for n in range(nodes):
            p, row = acts[n], (n * buckets + hand[by[n]]) * actions
            for a in range(many[n]):
                child = after[n * actions + a]
                if child > 0:
                    chance = chances[row + a]
                    if response is not None and p == responder:
                        answer = (n * known + sight[looks[n]]) * (actions + 1)
                        chance = answers[answer + a] + answers[answer + actions] * chance
                    for q in range(players):
                        reach[child * players + q] = reach[n * players + q]
                    reach[child * players + p] *= chance
        for n in range(nodes - 1, -1, -1):
            p, here, row = acts[n], n * players, (n * buckets + hand[by[n]]) * actions
            answer = (n * known + sight[looks[n]]) * (actions + 1)
            let = reach[0]  # that of the root is 1
            for q in range(players):
                if q != p:
                    let *= reach[here + q]
            for a in range(many[n]):
                chance, child = chances[row + a], after[n * actions + a]
                if response is not None and p == responder:
                    chance = answers[answer + a] + answers[answer + actions] * chance
                end = ~child * ways + out[~child] if child < 0 else 0
                if regrets is not None:  # a loop for each case: processors are fast at it
                    if child < 0:
                        for q in range(first, last):
                            x = chance * pay[end * players + q]
                            value[here + q] = value[here + q] + x if a else x
                        brought[a] = pay[end * players + p]
                    else:
                        for q in range(first, last):
                            x = chance * value[child * players + q]
                            value[here + q] = value[here + q] + x if a else x
                        brought[a] = value[child * players + p]
                if ends is not None and child < 0:
                    ended[end] += let * reach[here + p] * chance
            if regrets is not None and first <= p < last:
                usual, info = value[here + p], n * known + sight[looks[n]]
                if response is not None:
                    usual = chances[row] * brought[0]
                    for a in range(1, many[n]):
                        usual += chances[row + a] * brought[a]
                came[info] += let
                went[info] += reach[here + p]
                for a in range(many[n]):
                    gained[info * actions + a] += let * (brought[a] - usual)
        if regrets is not None:
            for q in range(first, last):
                worth[d * players + q] = value[q]


def sweep(
    tree: Tree, policy: Floats, deals: Deals, part: slice = _EVERY, seen: Buckets | None = None,
    response: tuple[int, Floats] | None = None, regrets: bool = True, outcomes: bool = False,
) -> Sums:
    """Add up over some deals what a policy, ``float64[nodes, buckets, actions]``, leads to.

    ``seen``: the buckets by which sums are kept apart, and by which a player goes who responds with
    such chances (``best_response``); those of the policy if not given. ``regrets``, ``outcomes``:
    whether those are added up, which takes time.
    """
    nodes, _, actions, *games = policy.shape
    leaves, ways, players, *_ = deals.payoffs.shape
    hands, seen = deals.buckets.of[part], seen or deals.buckets
    responder, chances = response or (-1, None)

    def zeros(*shape: int) -> Floats:
        return np.zeros((*shape, *games))

    sums = Sums(
        zeros(nodes, seen.size, actions) if regrets else None, zeros(nodes, seen.size),
        zeros(nodes, seen.size), zeros(len(hands), players),
        zeros(leaves, ways) if outcomes else None)
    room = zeros(nodes, players) + 1, zeros(nodes, players), zeros(actions)
    _sweep(tree.player, tree.follows, tree.actions, deals.buckets.column, hands,
           deals.outcomes[part], policy, deals.payoffs, responder, chances, seen.column,
           seen.of[part], room, *sums)
    return sums


def sweep_parts(
    tree: Tree, policy: Floats, deals: Deals, jobs: int = 1, some: slice = _EVERY,
    parts: int = PARTS, **more: Any,
) -> Iterator[Sums]:
    """Yield the ``sweep`` of each part of the deals, or of some; the same for any workers."""
    start, stop, _ = some.indices(len(deals))
    edges = np.linspace(start, stop, parts + 1).astype(int).tolist()
    slices = [(slice(a, b),) for a, b in pairwise(edges) if b > a]
    yield from in_order(lambda part: sweep(tree, policy, deals, part, **more), slices, jobs)


def groups(games: Sequence[Any]) -> list[Sequence[Any]]:
    """Return games in groups that are swept side by side."""
    return [games[first : first + GAMES] for first in range(0, len(games), GAMES)]


def stack(arrays: Sequence[Floats]) -> Floats:
    """Put the arrays of up to four games side by side, ``float64[..., GAMES]``: the first stands in
    for those missing; that of a single game stays as it is."""
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
    parts: Floats = np.rint(kept / kept.sum(axis=-1, keepdims=True) * _WHOLE)
    best = np.eye(policy.shape[-1])[parts.argmax(axis=-1)]
    parts += best * (_WHOLE - parts.sum(axis=-1, keepdims=True))
    return parts / _WHOLE


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
    """Do iterations of up to four games with one tree side by side, each with the next ``batch`` of
    the deals, which have the payoffs of all (``stack``); the result is the same for any ``jobs``.
    """
    all_games = CFR(games[0].tree, 0, games[0].fixed)
    all_games.iterations = games[0].iterations
    all_games.regrets = stack([game.regrets for game in games])
    all_games.cumulative = stack([game.cumulative for game in games])
    for _ in range(iterations):
        start = all_games.iterations % max(1, len(deals) // batch) * batch
        all_games.step(deals, slice(start, start + batch), jobs)
        for game in games:
            game.iterations = all_games.iterations
        if progress:
            progress()
    for game, regrets, cumulative in zip(
            games, unstack(all_games.regrets, len(games)),
            unstack(all_games.cumulative, len(games)), strict=True):
        game.regrets, game.cumulative = regrets, cumulative


def outcomes_of(tree: Tree, policy: Floats, deals: Deals, jobs: int = 1) -> Floats:
    """Return how often leaves end in which way by a policy: ``float64[leaves, outcomes]``."""
    return sum(sums.outcomes for sums in sweep_parts(
        tree, policy, deals, jobs, regrets=False, outcomes=True)) / len(deals)


def reach_of(tree: Tree, policy: Floats, deals: Deals, jobs: int = 1) -> Floats:
    """Return how often others let players come to a node with a hand: float64[nodes, buckets]."""
    hands = deals.buckets._replace(column=tree.player)
    return sum(sums.others for sums in sweep_parts(
        tree, policy, deals, jobs, seen=hands)) / len(deals)


def mean_payoffs(outcomes: Floats, payoffs: Floats) -> Floats:
    """Return what each player gets on average: float64[players]."""
    return np.einsum("ls,lsp->p", outcomes, payoffs)


def best_response(
    tree: Tree, policy: Floats, deals: Deals, player: int, seen: Buckets | None = None,
    coarser: Coarser | None = None, ahead: float | None = None, jobs: int = 1,
) -> Floats:
    """Return what a player does best against a policy that all others keep to.

    Returns the chances of actions, ``float64[nodes, buckets, actions + 1]``; the last is to keep to
    the policy, as in buckets that did not come. ``seen``: how the player sees the deals, if not as
    the policy does. ``ahead``: by how many standard errors an action has to be better than the
    policy to be taken; the best one is taken if it is not given.
    """
    seen, mine = seen or deals.buckets, np.flatnonzero(tree.player == player)
    belongs, weight = coarser or Coarser(np.arange(seen.size), 0.0)
    nodes, _, actions, *games = policy.shape
    choices = np.arange(actions + 1).reshape(-1, *[1] * len(games))
    chances = np.zeros((nodes, seen.size, actions + 1, *games)) + (choices == actions)
    illegal = (tree.follows[mine] == NO_ACTION).reshape(len(mine), 1, actions, *[1] * len(games))
    # The last decisions are right at once, then those before them.
    for _ in range(tree.decisions(player)):
        parts = [(sums.regrets[mine], sums.others[mine][:, :, None]) for sums in sweep_parts(
            tree, policy, deals, jobs, seen=seen, response=(player, chances))]
        regrets, reach = (sum(each) for each in zip(*parts, strict=True))
        coarse, many = _added(regrets, belongs), _added(reach, belongs)
        counted = reach + weight
        mean = _ratio(regrets + weight * _ratio(coarse, many)[:, belongs], counted)
        best = np.where(illegal, -np.inf, mean).argmax(axis=2)[:, :, None]
        taken = many[:, belongs] > 0
        if ahead is not None:  # a bucket's error is that of its coarser one, on fewer deals
            errors = _errors([[_added(each, belongs) for each in part] for part in parts])
            fewer = _ratio(many[:, belongs], np.minimum(counted, many[:, belongs]))
            least = ahead * np.take_along_axis(errors[:, belongs], best, 2) * np.sqrt(fewer)
            taken = np.take_along_axis(mean, best, 2) > least
        chances[mine] = choices == np.where(taken, best, actions)
    return chances


def _errors(parts: Sequence[Sequence[Floats]]) -> Floats:
    """Return the standard errors of mean regrets from their sums and reach in the parts of the
    deals: a jackknife, which leaves each out in turn."""
    which = np.vstack([np.ones(len(parts)), 1 - np.eye(len(parts))])
    return standard_error(_ratio(*(
        np.einsum("jp,p...->j...", which, np.array(each)) for each in zip(*parts, strict=True))))


def _added(sums: Floats, belongs: Ints) -> Floats:
    """Add up the buckets, axis 1, that belong to each coarser one."""
    order = np.argsort(belongs, kind="stable")
    coarser, first = np.unique(belongs[order], return_index=True)
    found = np.zeros((len(sums), coarser[-1] + 1, *sums.shape[2:]))
    found[:, coarser] = np.add.reduceat(sums[:, order], first, axis=1)
    return found


def _ratio(sums: Floats, counts: Floats) -> Floats:
    """Return means; 0 where nothing was counted."""
    return np.where(counts > 0, sums / np.where(counts > 0, counts, 1.0), 0.0)


def values_of(tree: Tree, policy: Floats, deals: Deals, jobs: int = 1, **more: Any) -> Floats:
    """Return what each deal is worth to the players: float64[deals, players]; only to the one who
    responds, if one does (``sweep``)."""
    return np.concatenate([
        sums.root for sums in sweep_parts(tree, policy, deals, jobs, **more)])


@dataclass(frozen=True)
class Gain:
    """What a best response gains a deal, in units of the payoffs; NaN for who does not respond."""

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

    def unstack(self, games: int) -> list[Gain]:
        """Return the gains of each of so many games that were swept side by side."""
        return [Gain(mean, se) for mean, se in zip(
            unstack(self.mean, games), unstack(self.se, games), strict=True)]


class Finer(NamedTuple):
    """Finer buckets of the hands in the deals that responses are found on, and judged by."""

    train: Buckets
    test: Buckets
    weight: float  #: see ``Coarser``


def exploitability(
    tree: Tree, policy: Floats, train: Deals, test: Deals, jobs: int = 1,
    fixed: Collection[int] = (), finer: Finer | None = None,
) -> list[Gain]:
    """Return what best responses gain in the buckets of the policy, and then in finer ones.

    They are found on some deals and judged by others, so that luck does not flatter them. ``fixed``
    players do not respond.
    """
    kept = values_of(tree, policy, test, jobs)
    gains = [np.full(kept.shape, np.nan) for _ in range(1 + (finer is not None))]
    for p in set(range(tree.players)) - {*fixed}:
        ways: list[tuple[Buckets, Buckets, Coarser | None]] = [(train.buckets, test.buckets, None)]
        if finer is not None:
            belongs = np.zeros(finer.train.size, np.int64)
            for fine, coarse in ((finer.train, train.buckets), (finer.test, test.buckets)):
                belongs[fine.of[:, p]] = coarse.of[:, p]
            ways.append((finer.train, finer.test, Coarser(belongs, finer.weight)))
        for gained, (found, judged, coarser) in zip(gains, ways, strict=True):
            chances = best_response(tree, policy, train, p, found, coarser, jobs=jobs)
            responding = values_of(tree, policy, test, jobs, seen=judged, response=(p, chances))
            gained[:, p] = responding[:, p] - kept[:, p]
    return [Gain.of(each) for each in gains]
