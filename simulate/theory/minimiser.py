"""Counterfactual regret minimisation over a sample of deals.

Zinkevich, Johanson, Bowling and Piccione, *Regret minimization in games with incomplete
information* (2007), with deals sampled in batches (Lanctot, Waugh, Zinkevich and Bowling,
*Monte Carlo sampling for regret minimization in extensive games*, 2009) and with early
regrets forgotten (Brown and Sandholm, *Solving imperfect-information games via discounted
regret minimization*, 2019: alpha 3/2, beta 0, gamma 2).  The trees are small, so nothing
but the deal is sampled: every move is walked, which takes out the noise of sampled moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats
from simulate.runs.in_order import in_order
from simulate.theory.tree import Deals, Tree, Walked, apart, gather_ends, gather_regrets, together

_ALPHA, _GAMMA = 1.5, 2.0
#: What regrets below zero are multiplied by (beta 0).
_FORGET = 0.5
#: A batch is cut into so many parts, whoever walks them, and these are added up in order.
_PARTS = 8
#: Rarer moves of a solution are left out, and the rest are multiples of a 255th.
_RARE, _WHOLE = 0.03, 255


def in_parts(start: int, stop: int, jobs: int, work: Callable[[slice], Any]) -> list[Any]:
    """Do some work for every part of a range of deals; return the results in order."""
    edges = np.linspace(start, stop, _PARTS + 1).astype(int)
    parts = [(slice(int(a), int(b)),) for a, b in pairwise(edges) if b > a]
    return list(in_order(work, parts, jobs))


def walked(tree: Tree, strategy: Floats, deals: Deals, part: slice) -> Walked:
    """Return some deals of a game, or of four, for the kernels to walk over."""
    nodes, _, moves, *games = strategy.shape
    reach = np.ones((nodes, deals.pay.shape[2], *games))
    return Walked(
        tree.follows, tree.player, tree.columns, tree.moves, strategy, deals.pay,
        deals.classes[part], deals.outcomes[part],
        reach, np.zeros_like(reach), np.zeros((moves, *games)), np.ones(nodes, np.bool_),
    )


def shape_without_moves(amounts: Floats) -> tuple[int, ...]:
    """Return the shape of what a strategy's rows have one of: [nodes, kinds] of each game."""
    nodes, kinds, _, *games = amounts.shape
    return (nodes, kinds, *games)


def normal(tree: Tree, amounts: Floats) -> Floats:
    """Return the strategy that takes moves in proportion to amounts, evenly where all are 0."""
    total, moves = amounts.sum(axis=2, keepdims=True), tree.moves[:, None]
    even = (np.arange(amounts.shape[2]) < moves) / moves
    even = even.reshape(len(even), 1, -1, *[1] * (amounts.ndim - 3))
    return np.where(total > 0, amounts / np.where(total > 0, total, 1.0), even)


@dataclass
class Minimiser:
    """The state of the regret minimisation of a game, or of four (``minimise_together``).

    ``regrets``, ``played`` (``float64[nodes, kinds, moves]``): discounted sums of regrets, and of
    the strategies so far, weighted by the mover's reach. ``forced``: so many of the ``kinds``, the
    last ones, are not hands but moves, by which players go who are not solved.
    """

    tree: Tree
    kinds: int
    regrets: Floats = field(init=False)
    played: Floats = field(init=False)
    rounds: int = 0
    forced: int = 0

    def __post_init__(self) -> None:
        shape = (len(self.tree.player), self.kinds, self.tree.follows.shape[1])
        self.regrets, self.played = np.zeros(shape), np.zeros(shape)
        self._force()

    def _force(self) -> None:
        """Let the forced classes make their move and no other."""
        if self.forced:
            one = np.eye(self.forced, self.regrets.shape[2])
            for sums in (self.regrets, self.played):
                sums[:, -self.forced :] = one.reshape(*one.shape, *[1] * (sums.ndim - 3))

    @property
    def current(self) -> Floats:
        """The strategy by regret matching."""
        return normal(self.tree, self.regrets.clip(min=0))

    @property
    def average(self) -> Floats:
        """The average strategy: the one from which a best response comes to win little."""
        return normal(self.tree, self.played)

    def step(self, deals: Deals, start: int, stop: int, jobs: int = 1) -> None:
        """Do one iteration with some of the deals; the same for any number of workers."""
        strategy = self.current

        def gather(part: slice) -> tuple[Floats, Floats]:
            gained, reached = np.zeros_like(strategy), np.zeros(shape_without_moves(strategy))
            gather_regrets(walked(self.tree, strategy, deals, part), gained, reached)
            return gained, reached

        self.rounds += 1
        t = self.rounds
        keep = t**_ALPHA / (t**_ALPHA + 1)
        self.regrets *= np.where(self.regrets > 0, keep, _FORGET)
        self.played *= (t / (t + 1)) ** _GAMMA
        for gained, reached in in_parts(start, stop, jobs, gather):
            self.regrets += gained
            self.played += reached[:, :, None] * strategy
        self._force()


def minimise_together(
    games: Sequence[Minimiser], deals: Deals, steps: int, batch: int, jobs: int = 1,
    progress: Callable[[], None] | None = None,
) -> None:
    """Do iterations of up to four games with one tree side by side, each with the next ``batch`` of
    the deals, which have the payoffs of all (``together``); the result is the same for any
    ``jobs``."""
    joined = copy(games[0])
    joined.regrets = together([game.regrets for game in games])
    joined.played = together([game.played for game in games])
    batches = max(1, len(deals) // batch)
    for _ in range(steps):
        start = joined.rounds % batches * batch
        joined.step(deals, start, min(start + batch, len(deals)), jobs)
        for game in games:
            game.rounds = joined.rounds
        if progress:
            progress()
    for game, regrets, played in zip(
            games, apart(joined.regrets, len(games)), apart(joined.played, len(games)),
            strict=True):
        game.regrets, game.played = regrets, played


def rounded(chances: Floats) -> Floats:
    """Return chances without rare moves, in 255ths: what a small file keeps."""
    kept = np.where(chances < _RARE, 0.0, chances)
    parts: Floats = np.rint(kept / kept.sum(axis=-1, keepdims=True) * _WHOLE)
    best = np.eye(chances.shape[-1])[parts.argmax(axis=-1)]
    parts += best * (_WHOLE - parts.sum(axis=-1, keepdims=True))
    return parts / _WHOLE


def ends_of(tree: Tree, strategy: Floats, deals: Deals, jobs: int = 1) -> Floats:
    """Return how often outcomes of leaves come by a strategy: ``float64[leaves, outcomes]``."""
    leaves, outcomes, _, *games = deals.pay.shape

    def gather(part: slice) -> Floats:
        ends = np.zeros((leaves, outcomes, *games))
        gather_ends(walked(tree, strategy, deals, part), ends)
        return ends

    return sum(in_parts(0, len(deals), jobs, gather)) / len(deals)


def mean_pay(ends: Floats, pay: Floats) -> Floats:
    """Return what each player gets on average: float64[players]."""
    return np.einsum("ls,lsp->p", ends, pay)

