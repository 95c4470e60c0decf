"""Locked positions of a table: they are not solved, but declare as their strategies do.

We ask a strategy what it declares in every deal, at every point of the declarations where its turn
may come: it decides by its own hand and its own luck, not by the solver's classes of hands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.views import FOR_POOL
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.loo.declaration_tree import Declarations
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.rolled import declared_at
from simulate.theory.loo.what_if import AT_NODES, NOTED, WHAT_IF, Declaring
from simulate.theory.loo.what_if_counts import Stakes, stakes_of
from simulate.theory.loo.win_chances import ScoreClasses
from simulate.theory.minimiser import normal

#: Deals at least that a worker asks about at a time: to lay a table takes long where a strategy has
#: a large chart.
_DEALS = 8192
#: Deals and classes of scores at which it is tried whether a strategy looks at the score.
_TRIED_DEALS, _TRIED_CLASSES = 4096, 12


def locked_nodes(declared: Declarations, locked: Collection[int]) -> Ints:
    """Return the nodes at which locked positions declare, ascending."""
    return np.flatnonzero(np.isin(declared.tree.player, list(locked)))


def declared_with(declared: Declarations, locked: Collection[int]) -> Declarations:
    """Return the declarations with a column of its own for every node of a locked position.

    The columns after the classes of all positions say, for each of those nodes in order, what is
    declared there: the number of the move, as a forced class (``Minimiser.forced``).
    """
    if not locked:
        return declared
    tree, nodes = declared.tree, locked_nodes(declared, locked)
    told = tree.player.copy()
    told[nodes] = tree.players + np.arange(len(nodes))
    return replace(declared, tree=replace(tree, told=told))


def what_locks_say(
    run: Run, declared: Declarations, locked: Collection[int], stakes: Stakes, deals: int,
    jobs: int, scores: Sequence[int] = (),
) -> Ints:
    """Return what locked positions declare: int8[deals, their nodes], numbers of moves.

    ``run``: deal i is the first hand of its session i, with the last seat the dealer. ``scores``:
    points before the hand, by position; none when not given. Raises ``StrategyError`` if a strategy
    fails or chooses what the rules do not allow.
    """
    nodes = locked_nodes(declared, locked)
    players = len(run.players)
    heard = np.zeros((len(nodes), players), np.int64)
    moves = np.zeros((len(nodes), FOR_POOL + 1), np.int8)
    for k, node in enumerate(nodes):
        heard[k, : len(declared.heard[node])] = declared.heard[node]
        moves[k, list(declared.actions[node])] = range(len(declared.actions[node]))
    said: Any = np.zeros((deals, len(nodes)), np.int8)  # small: there are many deals

    size = max(_DEALS, -(-deals // jobs))

    def ask_some(first: int) -> None:
        table = Declaring(run, stakes, AT_NODES, (NOTED.own,))
        table.memory[WHAT_IF.dealer], table.memory[WHAT_IF.many] = players - 1, len(nodes)
        table.memory[WHAT_IF.scores : WHAT_IF.scores + len(scores)] = scores
        table.share(WHAT_IF.ends, heard)
        for at in range(first, min(first + size, deals), _DEALS):
            some = said[at : min(at + _DEALS, first + size)]
            _, declared_at = table.play(at, len(some), len(nodes))
            some[:] = moves[np.arange(len(nodes)), declared_at.reshape(some.shape)]

    for _ in in_order(ask_some, [(first,) for first in range(0, deals, size)], jobs):
        pass
    found: Ints = said
    return found


def show_locks(
    chances: Floats, declared: Declarations, locked: Collection[int], said: Ints, coarse: Ints
) -> None:
    """Fill in how often locked positions declare what, by class of hand: for charts and files.

    ``chances`` (``float64[nodes, kinds, moves]``): changed in place where locked positions declare.
    ``said`` is ``int8[deals, their nodes]``. ``coarse`` is ``int32[deals, positions]``.
    """
    counts = np.zeros_like(chances)
    nodes = locked_nodes(declared, locked)
    for k, node in enumerate(nodes):
        np.add.at(counts[node], (coarse[:, declared.tree.player[node]], said[:, k]), 1)
    chances[nodes, :COARSE] = normal(declared.tree, counts)[nodes, :COARSE]


class Asked:
    """Players who declare as their strategies do: they are asked, and not solved.

    ``classes``: in each of them they are asked at its highest score. ``positions``: who is asked.
    Raises ``StrategyError`` if a strategy fails.
    """

    def __init__(
        self, run: Run, classes: ScoreClasses, positions: Collection[int], deals: int,
        jobs: int = 1,
    ) -> None:
        self.run, self.classes, self.positions = run, classes, positions
        self.deals, self.jobs = deals, jobs
        tried = np.linspace(0, classes.count - 1, min(_TRIED_CLASSES, classes.count)).astype(int)
        found = [self._ask(classes.scores(int(c)), min(deals, _TRIED_DEALS)) for c in tried]
        self.looks_at_score = any((found[0] != other).any() for other in found)
        self._always = None if self.looks_at_score else self._ask(classes.scores(0), deals)

    def _ask(self, scores: tuple[int, ...], deals: int) -> Ints:
        """Return what is declared at every node of every deal: int8[deals, nodes]."""
        return what_locks_say(self.run, declared_at(self.run), self.positions,
                              stakes_of(self.run), deals, self.jobs, scores)

    def at(self, number: int) -> Ints:
        """Return what is declared at a class of scores: int8[deals, nodes asked]."""
        if self._always is not None:
            return self._always
        return self._ask(self.classes.scores(number), self.deals)
