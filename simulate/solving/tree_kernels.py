"""Walks over the tree of a spoken game, deal by deal: the kernels of the solver.

A walk goes down the tree for the chances with which each player lets a node be reached,
and up again for what a node is worth to everybody.

Kernels walk over one game or over four at a time that differ in strategy and payoffs alone: then
the arrays of floats have one more axis, of four, at the end (``simulate.solving.side_by_side``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.pointers import keep, numbers, pointer


class Walk(NamedTuple):
    """A game, everybody's strategy, and what a walk writes: pointers, and the sizes of rows.

    Pointers to floats are pointers to fours where four games are walked over.
    """

    nodes: int
    moves: int  #: places for the moves of a node
    players: int
    kinds: int  #: classes of hands
    shares: int  #: outcomes of a leaf
    follows: Any  #: int64[nodes, moves]
    player: Any  #: int64[nodes]
    columns: Any  #: int64[nodes]: column of a deal's classes that decides there
    moves_of: Any  #: int64[nodes]
    strategy: Any  #: float64[nodes, kinds, moves]
    pay: Any  #: float64[leaves, shares, players]
    reach: Any  #: float64[nodes, players]: chance with which each lets a node be reached
    values: Any  #: float64[nodes, players]
    at: Any  #: float64[moves]: what the moves of a node are worth to the one who moves


@inlined
def walk_over(
    follows: Any, player: Any, columns: Any, moves_of: Any, strategy: Any, pay: Any, reach: Any,
    values: Any, at: Any,
) -> Walk:
    """Return a walk over these arrays, which must outlive it."""
    return Walk(
        len(player), strategy.shape[2], pay.shape[2], strategy.shape[1], pay.shape[1],
        pointer(follows), pointer(player), pointer(columns), pointer(moves_of),
        numbers(strategy, strategy), numbers(pay, strategy), numbers(reach, strategy),
        numbers(values, strategy), numbers(at, strategy),
    )


@inlined
def games_in(strategy: Any) -> int:
    """Return how many games a strategy is for, one or four."""
    nodes, kinds, moves = strategy.shape[:3]
    return strategy.size // (nodes * kinds * moves)


@inlined
def cell(walk: Walk, n: int, classes: Any) -> int:
    """Return what the one who moves at a node knows: the place of a strategy's row."""
    return n * walk.kinds + classes[walk.columns[n]]


@helper
def descend(walk: Walk, classes: Any, before: Any) -> None:
    """Fill in with what chance each player lets nodes be reached in a deal: those marked."""
    players = walk.players
    for n in range(walk.nodes):
        if not before[n]:
            continue
        known = cell(walk, n, classes) * walk.moves
        for a in range(walk.moves_of[n]):
            child = walk.follows[n * walk.moves + a]
            if child > 0:
                for q in range(players):
                    walk.reach[child * players + q] = walk.reach[n * players + q]
                walk.reach[child * players + walk.player[n]] *= walk.strategy[known + a]


@inlined
def add_to(sums: Any, at: int, so_far: int, more: Any) -> None:
    """Add to a sum, which begins with the first amount."""
    sums[at] = sums[at] + more if so_far else more


@helper
def value(walk: Walk, n: int, classes: Any, outcomes: Any) -> None:
    """Work out what a node is worth whose followers are worked out."""
    players, p = walk.players, walk.player[n]
    known, here = cell(walk, n, classes) * walk.moves, n * players
    for a in range(walk.moves_of[n]):
        child = walk.follows[n * walk.moves + a]
        chance = walk.strategy[known + a]
        if child >= 0:
            for q in range(players):
                add_to(walk.values, here + q, a, chance * walk.values[child * players + q])
            walk.at[a] = walk.values[child * players + p]
        else:
            end = (~child * walk.shares + outcomes[~child]) * players
            for q in range(players):
                add_to(walk.values, here + q, a, chance * walk.pay[end + q])
            walk.at[a] = walk.pay[end + p]


@helper
def value_to(walk: Walk, n: int, q: int, classes: Any, outcomes: Any) -> None:
    """Work out what a node and its moves are worth to one player: ``value`` for that one alone."""
    known, here = cell(walk, n, classes) * walk.moves, n * walk.players + q
    for a in range(walk.moves_of[n]):
        child = walk.follows[n * walk.moves + a]
        if child >= 0:
            brought = walk.values[child * walk.players + q]
        else:
            brought = walk.pay[(~child * walk.shares + outcomes[~child]) * walk.players + q]
        add_to(walk.values, here, a, walk.strategy[known + a] * brought)
        walk.at[a] = brought


@helper
def answer_with(walk: Walk, n: int, q: int, answer: Any, known: int) -> None:
    """Let a node be worth to a player what the moves of an answer bring (``value_to`` done)."""
    for a in range(walk.moves_of[n]):
        add_to(walk.values, n * walk.players + q, a, answer[known + a] * walk.at[a])


@helper
def mark_path(walk: Walk, p: int, before: Any) -> None:
    """Mark the nodes from which play may come to one of a player, those of the player included."""
    for n in range(walk.nodes - 1, -1, -1):
        before[n] = walk.player[n] == p
        for a in range(walk.moves_of[n]):
            child = walk.follows[n * walk.moves + a]
            if child > 0 and before[child]:
                before[n] = True


@inlined
def others_chance(walk: Walk, n: int) -> float:
    """Return the chance with which all but the one who moves let a node be reached."""
    chance = walk.reach[0]  # the first node is reached for sure
    for q in range(walk.players):
        if q != walk.player[n]:
            chance *= walk.reach[n * walk.players + q]
    return chance


@kernel
def gather_regrets(
    follows: Any, player: Any, columns: Any, moves_of: Any, strategy: Any, pay: Any,
    classes: Any, outcomes: Any, regrets: Any, weights: Any,
) -> None:
    """Add up, over deals, what every move would have gained over the strategy.

    Parameters
    ----------
    follows, player, columns, moves_of, strategy, pay
        See ``Walk``.
    classes : int32[deals, columns]
    outcomes : uint8[deals, leaves]
    regrets : float64[nodes, kinds, moves]
        Added to: gains of the moves, times the chance that the others let it come so far.
    weights : float64[nodes, kinds]
        Added to: the chance that the one who moves lets it come so far.
    """
    nodes, players, games = len(player), pay.shape[2], games_in(strategy)
    reach, values = np.ones((nodes, players, games)), np.zeros((nodes, players, games))
    at, before = np.zeros((strategy.shape[2], games)), np.ones(nodes, np.bool_)
    walk = walk_over(follows, player, columns, moves_of, strategy, pay, reach, values, at)
    gains, own = numbers(regrets, strategy), numbers(weights, strategy)
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        descend(walk, hands, before)
        for n in range(nodes - 1, -1, -1):
            value(walk, n, hands, ends)
            known, here = cell(walk, n, hands), n * players + walk.player[n]
            own[known] += walk.reach[here]
            chance = others_chance(walk, n)
            for a in range(walk.moves_of[n]):
                gains[known * walk.moves + a] += chance * (walk.at[a] - walk.values[here])
    keep(reach, values, at)


@kernel
def gather_margins(
    follows: Any, player: Any, columns: Any, moves_of: Any, strategy: Any, pay: Any,
    classes: Any, outcomes: Any, seen: Any, worths: Any, squares: Any, weights: Any, made: Any,
) -> None:
    """Add up, over deals, what every move is worth to the one who makes it, and how surely.

    A deal counts with the chance that the others let it come so far.

    Parameters
    ----------
    follows, player, columns, moves_of, strategy, pay, classes, outcomes
        See ``gather_regrets``.
    seen : int32[deals, players]
        The kinds of hands by which moves are told apart.
    worths : float64[nodes, seen kinds, moves]
        Added to: worth of the moves, times the chance.
    squares : float64[nodes, seen kinds, moves, moves]
        Added to: squares of the differences between two moves, times that of the chance.
    weights : float64[nodes, seen kinds]
        Added to: the chance.
    made : float64[nodes, seen kinds, moves]
        Added to: the same times the chance with which the move is made.
    """
    nodes, players, games = len(player), pay.shape[2], games_in(strategy)
    reach, values = np.ones((nodes, players, games)), np.zeros((nodes, players, games))
    at, before = np.zeros((strategy.shape[2], games)), np.ones(nodes, np.bool_)
    walk = walk_over(follows, player, columns, moves_of, strategy, pay, reach, values, at)
    brought, apart_by = numbers(worths, strategy), numbers(squares, strategy)
    often, did, kinds = numbers(weights, strategy), numbers(made, strategy), worths.shape[1]
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        descend(walk, hands, before)
        for n in range(nodes - 1, -1, -1):
            value(walk, n, hands, ends)
            chance, own = others_chance(walk, n), cell(walk, n, hands) * walk.moves
            known = n * kinds + seen[i, walk.player[n]]
            often[known] += chance
            for a in range(walk.moves_of[n]):
                move = known * walk.moves + a
                brought[move] += chance * walk.at[a]
                did[move] += chance * walk.strategy[own + a]
                for b in range(walk.moves_of[n]):
                    apart = chance * (walk.at[a] - walk.at[b])
                    apart_by[move * walk.moves + b] += apart * apart
    keep(reach, values, at)


@kernel
def gather_worths(
    follows: Any, player: Any, columns: Any, moves_of: Any, strategy: Any, pay: Any,
    classes: Any, outcomes: Any, p: int, seen: Any, answer: Any, worths: Any, weights: Any,
) -> None:
    """Add up, over deals, what every move of one player is worth against the others.

    Parameters
    ----------
    follows, player, columns, moves_of, strategy, pay, classes, outcomes
        See ``gather_regrets``.
    p : int
        The player.
    seen : int32[deals]
        The classes by which that player goes.
    answer : float64[nodes, seen kinds, moves]
        What the player does at the own nodes that come later.
    worths : float64[nodes, seen kinds, moves]
        Added to: worth of the moves, times the chance that the others let it come so far.
    weights : float64[nodes, seen kinds]
        Added to: that chance.
    """
    nodes, players, games = len(player), pay.shape[2], games_in(strategy)
    reach, values = np.ones((nodes, players, games)), np.zeros((nodes, players, games))
    at, before = np.zeros((strategy.shape[2], games)), np.ones(nodes, np.bool_)
    walk = walk_over(follows, player, columns, moves_of, strategy, pay, reach, values, at)
    answers, often = numbers(answer, strategy), numbers(weights, strategy)
    brought, kinds = numbers(worths, strategy), answer.shape[1]
    mark_path(walk, p, before)
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        descend(walk, hands, before)
        for n in range(nodes - 1, -1, -1):
            value_to(walk, n, p, hands, ends)
            if walk.player[n] == p:
                chance, known = others_chance(walk, n), n * kinds + seen[i]
                often[known] += chance
                for a in range(walk.moves_of[n]):
                    brought[known * walk.moves + a] += chance * walk.at[a]
                answer_with(walk, n, p, answers, known * walk.moves)
    keep(reach, values, at)


@kernel
def gather_gain(
    follows: Any, player: Any, columns: Any, moves_of: Any, strategy: Any, pay: Any,
    classes: Any, outcomes: Any, p: int, seen: Any, answer: Any, sums: Any,
) -> None:
    """Add up what one player gains who leaves the strategy for an answer.

    Parameters
    ----------
    follows, player, columns, moves_of, strategy, pay, classes, outcomes, p, seen, answer
        See ``gather_worths``.
    sums : float64[2]
        Added to: the gains of the deals, and their squares.
    """
    nodes, players, games = len(player), pay.shape[2], games_in(strategy)
    reach, values = np.ones((nodes, players, games)), np.zeros((nodes, players, games))
    at, before = np.zeros((strategy.shape[2], games)), np.ones(nodes, np.bool_)
    walk = walk_over(follows, player, columns, moves_of, strategy, pay, reach, values, at)
    answers, total = numbers(answer, strategy), numbers(sums, strategy)
    mark_path(walk, p, before)
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        for n in range(nodes - 1, -1, -1):
            value_to(walk, n, p, hands, ends)
        worth = walk.values[p]
        for n in range(nodes - 1, -1, -1):
            if not before[n]:
                continue
            value_to(walk, n, p, hands, ends)
            if walk.player[n] == p:
                known = n * answer.shape[1] + seen[i]
                answer_with(walk, n, p, answers, known * walk.moves)
        gain = walk.values[p] - worth
        total[0] += gain
        total[1] += gain * gain
    keep(reach, values, at)


@kernel
def gather_ends(
    follows: Any, player: Any, columns: Any, moves_of: Any, strategy: Any, pay: Any,
    classes: Any, outcomes: Any, ends: Any,
) -> None:
    """Add up, over deals, with what chance each leaf is reached, by its outcome.

    Parameters
    ----------
    follows, player, columns, moves_of, strategy, pay, classes, outcomes
        See ``gather_regrets``.
    ends : float64[leaves, shares]
        Added to.
    """
    nodes, players, games = len(player), pay.shape[2], games_in(strategy)
    reach, values = np.ones((nodes, players, games)), np.zeros((nodes, players, games))
    at, before = np.zeros((strategy.shape[2], games)), np.ones(nodes, np.bool_)
    walk = walk_over(follows, player, columns, moves_of, strategy, pay, reach, values, at)
    often = numbers(ends, strategy)
    for i in range(len(classes)):
        hands = pointer(classes[i])
        descend(walk, hands, before)
        for n in range(nodes):
            known = cell(walk, n, hands) * walk.moves
            chance = others_chance(walk, n) * walk.reach[n * players + walk.player[n]]
            for a in range(walk.moves_of[n]):
                child = walk.follows[n * walk.moves + a]
                if child < 0:
                    end = ~child * walk.shares + outcomes[i, ~child]
                    often[end] += chance * walk.strategy[known + a]
    keep(reach, values, at)
