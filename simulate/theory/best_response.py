"""Best responses: what one seat would gain by leaving a strategy that all others keep to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.theory.minimiser import in_parts, shape_without_moves, walked
from simulate.theory.tree import NO_MOVE, Answer, Deals, Tree, apart, gather_gain, gather_worths


@dataclass(frozen=True)
class Gain:
    """What a best response gains a deal, in units of the payoffs; NaN for who does not respond."""

    mean: Floats
    se: Floats

    @property
    def total(self) -> float:
        """The mean over the players: what a player gains who takes every place in turn."""
        return float(np.nanmean(self.mean))

    def apart(self, games: int) -> list[Gain]:
        """Return the gains of each of so many games that were walked over side by side."""
        return [Gain(mean, se) for mean, se in zip(
            apart(self.mean, games), apart(self.se, games), strict=True)]


def _levels(tree: Tree, p: int) -> Ints:
    """Return how many own moves of a player come after each own node; -1 for other nodes."""
    below = np.full(len(tree.player), -1)
    level = np.full(len(tree.player), -1)
    for n in range(len(tree.player) - 1, -1, -1):
        children = [int(c) for c in tree.follows[n] if c != NO_MOVE and c > 0]
        deepest = max((below[c] for c in children), default=-1)
        if tree.player[n] == p:
            deepest += 1
            level[n] = deepest
        below[n] = deepest
    return level


def best_response(
    tree: Tree, strategy: Floats, deals: Deals, p: int, seen: Ints, kinds: int,
    towards: Floats | None = None, weight: float = 0.0, jobs: int = 1,
) -> tuple[Floats, Floats]:
    """Return the best moves of a player against a strategy that the others keep to: 1 for the best,
    0 for others; and the mean worth of each: ``float64[nodes, kinds, moves]`` twice.

    ``seen`` (``int32[deals]``): the own hand as the player sees it, one of so many kinds.
    ``towards``, ``weight``: what moves are worth by coarser kinds (``Finer``).
    """
    nodes, _, moves, *games = strategy.shape
    answer = np.zeros((nodes, kinds, moves, *games))
    means = np.zeros_like(answer)
    one_a_game = [1] * len(games)
    allowed = (tree.follows != NO_MOVE).reshape(nodes, 1, moves, *one_a_game)
    numbers = np.arange(moves).reshape(moves, *one_a_game)
    levels = _levels(tree, p)
    for level in range(levels.max() + 1):
        own = levels == level

        def gather(part: slice, own: Any = own) -> tuple[Floats, Floats]:
            worths, reached = np.zeros_like(answer), np.zeros(shape_without_moves(answer))
            gather_worths(walked(tree, strategy, deals, part), Answer(p, seen[part], answer),
                          worths, reached)
            return worths[own], reached[own]

        worths, reached = (
            sum(each) for each in zip(*in_parts(0, len(deals), jobs, gather), strict=True))
        if towards is not None:
            worths, reached = worths + weight * towards[own], reached + weight
        mean = worths / np.where(reached > 0, reached, 1.0)[:, :, None]
        means[own] = mean
        best = np.where(allowed[own], mean, -np.inf).argmax(axis=2)
        answer[own] = numbers == best[:, :, None]
    return answer, means


def gain_of(
    tree: Tree, strategy: Floats, deals: Deals, p: int, seen: Ints, answer: Floats, jobs: int = 1
) -> tuple[Floats, Floats]:
    """Return the mean gain a deal of a player's answer, and its standard error: a number a game."""

    def gather(part: slice) -> Floats:
        sums = np.zeros((2, *strategy.shape[3:]))
        gather_gain(walked(tree, strategy, deals, part), Answer(p, seen[part], answer), sums)
        return sums

    first, second = sum(in_parts(0, len(deals), jobs, gather)) / len(deals)
    variance = np.maximum(second - first * first, 0.0)
    return first, np.sqrt(variance / max(len(deals) - 1, 1))


@dataclass(frozen=True)
class Finer:
    """Finer classes of hands than those by which the others see theirs.

    ``learned``, ``judged`` (``int32[deals, players]``): of the deals that a response is found on
    and measured on. The mean of a fine class over few deals is noise, so it is drawn towards that
    of its coarse class, which counts as ``weight`` more deals.
    """

    learned: Ints
    judged: Ints
    kinds: int
    weight: float


def respond(
    tree: Tree, strategy: Floats, learned: Deals, judged: Deals, jobs: int = 1,
    keep_to_it: Collection[int] = (), finer: Finer | None = None,
) -> list[Gain]:
    """Return what best responses gain in the classes of the deals, and then in finer ones: found on
    the deals ``learned`` and measured on those ``judged``, so that luck does not flatter them."""
    found = []
    for p in range(tree.players):
        if p in keep_to_it:
            continue
        # Classes lie side by side, since for a column a walk is compiled anew.
        seen, then = (np.ascontiguousarray(each.classes[:, p]) for each in (learned, judged))
        answer, worths = best_response(tree, strategy, learned, p, seen, learned.kinds, jobs=jobs)
        found.append([gain_of(tree, strategy, judged, p, then, answer, jobs)])
        if finer is not None:
            fine, later = (np.ascontiguousarray(each[:, p])
                           for each in (finer.learned, finer.judged))
            belongs = np.zeros(finer.kinds, np.int64)
            belongs[fine], belongs[later] = seen, then
            answer, _ = best_response(tree, strategy, learned, p, fine, finer.kinds,
                                      worths[:, belongs], finer.weight, jobs)
            found[-1].append(gain_of(tree, strategy, judged, p, later, answer, jobs))
    own = np.moveaxis(np.array(found), 0, 2)
    gains = np.full((*own.shape[:2], tree.players, *own.shape[3:]), np.nan)
    gains[:, :, [p for p in range(tree.players) if p not in keep_to_it]] = own
    return [Gain(mean, se) for mean, se in gains]


def how_often(tree: Tree, strategy: Floats, deals: Deals, jobs: int = 1) -> Floats:
    """Return how often others let players come to nodes by class: ``float64[nodes, kinds]``."""
    often = np.zeros((len(tree.player), deals.kinds))
    nothing = np.zeros_like(strategy)
    for p in range(tree.players):

        def gather(part: slice, p: int = p) -> Floats:
            worths, reached = np.zeros_like(strategy), np.zeros(strategy.shape[:2])
            answer = Answer(p, np.ascontiguousarray(deals.classes[part, p]), nothing)
            gather_worths(walked(tree, strategy, deals, part), answer, worths, reached)
            return reached

        often += sum(in_parts(0, len(deals), jobs, gather)) / len(deals)
    return often
