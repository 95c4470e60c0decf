"""A game of spoken moves over hidden hands, a sample of its deals, and the walks over both.

Everybody hears every move, so a game is one tree for all deals: at a node one player
moves, at a leaf the outcome depends on the deal.  What a player knows is the node and the
class of the own hand.  Domino Loo's declarations are such a game; so is Kuhn's poker.

A walk goes down the tree for the chances with which each player lets a node be reached,
and up again for what a node is worth to everybody.

Games with one tree and the same deals, which differ in strategy and payoffs alone, are walked over
four at a time: what is in the deals is looked up once for all four, and the processor adds and
multiplies four numbers as fast as one. Each game comes out as it would by itself. Arrays of floats
of several games have one more axis, of four, at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.layouts import numbers, pointer


@dataclass(frozen=True)
class Tree:
    """Who moves when, and what follows."""

    #: int64[nodes]: the player who moves. A node comes after those that lead to it.
    player: Ints
    #: int64[nodes, moves]: the node that a move leads to, ``~k`` for leaf k, and ``NO_MOVE`` beyond
    #: the last.
    follows: Ints
    leaves: int
    #: int64[nodes]: the column of a deal's classes by which a node's player moves there; the
    #: player's own, the same at all its nodes, when not given.
    told: Ints | None = None

    @property
    def columns(self) -> Ints:
        """The column of a deal's classes that decides at each node: int64[nodes]."""
        return self.player if self.told is None else self.told

    @property
    def players(self) -> int:
        """How many players move."""
        return int(self.player.max()) + 1

    @property
    def moves(self) -> Ints:
        """How many moves each node has: int64[nodes]."""
        return (self.follows != NO_MOVE).sum(axis=1)


#: The label of a move that is tried is its player and the move: bits of the move, and those of one.
MOVE_BITS, MOVE = 3, 7
#: Fills the rows of ``Tree.follows``.
NO_MOVE = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Deals:
    """A sample of deals, and how each would end at every leaf."""

    #: int32[deals, columns]: the class of each player's hand, as that player sees it; then other
    #: columns that decide moves (``Tree.told``).
    classes: Ints
    outcomes: Ints  #: uint8[deals, leaves]: the number of the outcome
    pay: Floats  #: float64[leaves, outcomes, players]: what an outcome brings
    kinds: int  #: classes there are

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.classes)


#: Games that are walked over together.
GAMES = 4


def groups(games: Sequence[Any]) -> list[Sequence[Any]]:
    """Return games in groups that are walked over together."""
    return [games[first : first + GAMES] for first in range(0, len(games), GAMES)]


def together(arrays: Sequence[Floats]) -> Floats:
    """Put the arrays of up to four games together, ``float64[..., GAMES]``: the first one stands in
    for those missing; that of a single game stays as it is."""
    if len(arrays) == 1:
        return arrays[0]
    joined = np.empty((*arrays[0].shape, GAMES))
    for game in range(GAMES):
        joined[..., game] = arrays[game if game < len(arrays) else 0]
    return joined


def apart(joined: Floats, games: int) -> list[Floats]:
    """Return the arrays of so many games that were put together."""
    if games == 1:
        return [joined]
    return [np.ascontiguousarray(joined[..., game]) for game in range(games)]


class Walked(NamedTuple):
    """What a kernel walks over, and room to work in: they outlive the pointers into them.

    As in ``Walk``; ``before`` (``bool[nodes]``): nodes that a walk goes down from, at first all.
    """

    follows: Any
    player: Any
    columns: Any
    moves_of: Any
    strategy: Any
    pay: Any
    classes: Any
    outcomes: Any
    reach: Any
    values: Any
    at: Any
    before: Any


class Answer(NamedTuple):
    """What one player does who leaves the strategy."""

    player: int
    seen: Any  #: int32[deals]: the classes by which that player goes
    chances: Any  #: float64[nodes, seen kinds, moves]: of the moves at the own nodes


class Margins(NamedTuple):
    """Sums over deals of what moves are worth, and how surely, times the others' chance of it."""

    worths: Any  #: float64[nodes, seen kinds, moves]
    squares: Any  #: float64[nodes, seen kinds, moves, moves]: of the differences between two moves
    weights: Any  #: float64[nodes, seen kinds]: the chance
    made: Any  #: float64[nodes, seen kinds, moves]: times that with which the move is made


class Walk(NamedTuple):
    """A game, everybody's strategy, and what a walk writes: pointers (or to fours), sizes of rows.
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
def walk_over(walked: Walked) -> Walk:
    """Return a walk, which the arrays must outlive."""
    strategy, pay = walked.strategy, walked.pay
    return Walk(
        len(walked.player), strategy.shape[2], pay.shape[2], strategy.shape[1], pay.shape[1],
        pointer(walked.follows), pointer(walked.player), pointer(walked.columns),
        pointer(walked.moves_of), numbers(strategy, strategy), numbers(pay, strategy),
        numbers(walked.reach, strategy), numbers(walked.values, strategy),
        numbers(walked.at, strategy),
    )


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


# Arrays are taken out of the bundles once: every access within a loop would count references anew.


@kernel
def gather_regrets(walked: Walked, regrets: Any, weights: Any) -> None:
    """Add up, over deals, what every move would have gained over the strategy, times the chance
    that the others let it come so far: ``float64[nodes, kinds, moves]``; and the chance that the
    one who moves does: ``float64[nodes, kinds]``."""
    walk, classes, outcomes = walk_over(walked), walked.classes, walked.outcomes
    before, strategy = walked.before, walked.strategy
    gains, own = numbers(regrets, strategy), numbers(weights, strategy)
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        descend(walk, hands, before)
        for n in range(walk.nodes - 1, -1, -1):
            value(walk, n, hands, ends)
            known, here = cell(walk, n, hands), n * walk.players + walk.player[n]
            own[known] += walk.reach[here]
            chance = others_chance(walk, n)
            for a in range(walk.moves_of[n]):
                gains[known * walk.moves + a] += chance * (walk.at[a] - walk.values[here])


@kernel
def gather_margins(walked: Walked, seen: Any, margins: Margins) -> None:
    """Add up ``Margins`` over deals by the kinds of hands ``seen``, ``int32[deals, players]``."""
    walk, classes, outcomes = walk_over(walked), walked.classes, walked.outcomes
    before, strategy = walked.before, walked.strategy
    brought, apart_by = numbers(margins.worths, strategy), numbers(margins.squares, strategy)
    often, did = numbers(margins.weights, strategy), numbers(margins.made, strategy)
    kinds = margins.worths.shape[1]
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        descend(walk, hands, before)
        for n in range(walk.nodes - 1, -1, -1):
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


@kernel
def gather_worths(walked: Walked, answer: Answer, worths: Any, weights: Any) -> None:
    """Add up, over deals, what every move of one player is worth against the others, who answers as
    given at its own later nodes: ``worths``, ``float64[nodes, seen kinds, moves]``, times the
    chance that the others let it come so far, which ``weights`` adds up."""
    walk, classes, outcomes = walk_over(walked), walked.classes, walked.outcomes
    before, strategy = walked.before, walked.strategy
    p, seen, chances = answer
    answers, often = numbers(chances, strategy), numbers(weights, strategy)
    brought, kinds = numbers(worths, strategy), chances.shape[1]
    mark_path(walk, p, before)
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        descend(walk, hands, before)
        for n in range(walk.nodes - 1, -1, -1):
            value_to(walk, n, p, hands, ends)
            if walk.player[n] == p:
                chance, known = others_chance(walk, n), n * kinds + seen[i]
                often[known] += chance
                for a in range(walk.moves_of[n]):
                    brought[known * walk.moves + a] += chance * walk.at[a]
                answer_with(walk, n, p, answers, known * walk.moves)


@kernel
def gather_gain(walked: Walked, answer: Answer, sums: Any) -> None:
    """Add up what one player gains who leaves the strategy for an answer, and its squares."""
    walk, classes, outcomes = walk_over(walked), walked.classes, walked.outcomes
    before, strategy = walked.before, walked.strategy
    p, seen, chances = answer
    answers, total, kinds = (numbers(chances, strategy), numbers(sums, strategy), chances.shape[1])
    mark_path(walk, p, before)
    for i in range(len(classes)):
        hands, ends = pointer(classes[i]), pointer(outcomes[i])
        for n in range(walk.nodes - 1, -1, -1):
            value_to(walk, n, p, hands, ends)
        worth = walk.values[p]
        for n in range(walk.nodes - 1, -1, -1):
            if not before[n]:
                continue
            value_to(walk, n, p, hands, ends)
            if walk.player[n] == p:
                known = n * kinds + seen[i]
                answer_with(walk, n, p, answers, known * walk.moves)
        gain = walk.values[p] - worth
        total[0] += gain
        total[1] += gain * gain


@kernel
def gather_ends(walked: Walked, ends: Any) -> None:
    """Add up, over deals, with what chance each leaf is reached: float64[leaves, outcomes]."""
    walk, classes, outcomes = walk_over(walked), walked.classes, walked.outcomes
    before, often = walked.before, numbers(ends, walked.strategy)
    for i in range(len(classes)):
        hands = pointer(classes[i])
        descend(walk, hands, before)
        for n in range(walk.nodes):
            known = cell(walk, n, hands) * walk.moves
            chance = others_chance(walk, n) * walk.reach[n * walk.players + walk.player[n]]
            for a in range(walk.moves_of[n]):
                child = walk.follows[n * walk.moves + a]
                if child < 0:
                    end = ~child * walk.shares + outcomes[i, ~child]
                    often[end] += chance * walk.strategy[known + a]
