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
from simulate.solving.loo.declaration_tree import Declarations
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.what_if import AT_NODES, NOTED, WHAT_IF, Declaring
from simulate.solving.loo.what_if_counts import Stakes
from simulate.solving.minimiser import normal

#: Deals at least that a worker asks about at a time: to lay a table takes long where a strategy has
#: a large chart.
_DEALS = 8192


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

    Parameters
    ----------
    run : Run
        Deal i is the first hand of its session i, with the last seat the dealer.
    declared : Declarations
    locked : collection of int
    stakes : Stakes
    deals, jobs : int
    scores : sequence of int
        Points before the hand, by position; none when not given.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
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

    Parameters
    ----------
    chances : float64[nodes, kinds, moves]
        Changed in place where locked positions declare.
    declared : Declarations
    locked : collection of int
    said : int8[deals, their nodes]
    coarse : int32[deals, positions]
    """
    counts = np.zeros_like(chances)
    nodes = locked_nodes(declared, locked)
    for k, node in enumerate(nodes):
        np.add.at(counts[node], (coarse[:, declared.tree.player[node]], said[:, k]), 1)
    chances[nodes, :COARSE] = normal(declared.tree, counts)[nodes, :COARSE]
