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
from simulate.games.loo.hand import deal
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.row import AT, SEATS
from simulate.machine.compiling import kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.solving.loo.declaration_tree import Declarations
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.what_if import declarations as declare_from
from simulate.solving.loo.what_if import start_again
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


@kernel
def ask_locked(
    row: Any, heard: Any, moves: Any, scores: Any, first: int, said: Any
) -> None:
    """Ask what strategies declare in deals ``first`` and following, whatever they may hear.

    Parameters
    ----------
    row : int64[AT.size]
        The table: rules, seed, the seats' decisions, pool and penalty are set.
    heard : int64[nodes, SEATS + 1]
        What was declared before; behind that 0, so the first of those places is who is asked.
    moves : int64[nodes, moves]
        What may be declared, 0 beyond the last.
    scores : int64[SEATS]
        Points before the hand, by seat.
    first : int
    said : int8[deals, nodes]
        Filled with the number of the move that is made.
    """
    table = pointer(row)
    for i in range(len(said)):
        sit_down(table, first + i)
        table[AT.dealer] = table[AT.seats] - 1
        for seat in range(SEATS):
            table[AT.score + seat] = scores[seat]
        take_chairs(table)
        deal(table)
        boneyard, left_over = table[BASE.boneyard], table[BASE.left_over]
        for n in range(len(heard)):
            start_again(table, boneyard, left_over)
            position = 0
            while heard[n, position] != 0:
                table[AT.action + position] = heard[n, position]
                position += 1
            declare_from(table, position, position + 1)
            for move in range(moves.shape[1]):
                if moves[n, move] == table[AT.action + position]:
                    said[i, n] = move


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
    heard = np.zeros((len(nodes), SEATS + 1), np.int64)
    moves = np.zeros((len(nodes), declared.tree.follows.shape[1]), np.int64)
    for k, node in enumerate(nodes):
        heard[k, : len(declared.heard[node])] = declared.heard[node]
        moves[k, : len(declared.actions[node])] = declared.actions[node]
    points = np.zeros(SEATS, np.int64)
    points[: len(scores)] = scores
    said: Any = np.zeros((deals, len(nodes)), np.int8)  # small: there are many deals

    size = max(_DEALS, -(-deals // jobs))

    def ask_some(first: int) -> None:
        row, _parameters = set_table(run, watched=True)
        row[AT.pool], row[AT.penalty] = stakes
        try:
            ask_locked(row, heard, moves, points, first, said[first : first + size])
        except Exception as error:
            raise failure(run, row, error) from error

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
