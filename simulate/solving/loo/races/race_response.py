"""The best response to a race: one seat that declares to win the game, hand class by hand class.

A seat declares once a hand, and hands are dealt afresh: so the best response is that of a chain of
decisions.  What every declaration is worth to the seat follows from its chance to win from the
score that is left; from the declarations that are best then follow better chances, and so on until
they stand still (policy iteration; Howard 1960).  The others keep to what they do.

What it wins is for plain simulation of whole games to say: the response was fitted to its deals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulate.books.exact_sums import Floats, Ints
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.races.asked import Asked
from simulate.solving.loo.races.race_solver import RaceTable
from simulate.solving.loo.races.win_chances import WinChances
from simulate.solving.tree import Tree

#: Rounds after which the chances stand still but for a thousandth.
ROUNDS = 3


@dataclass(frozen=True)
class RaceResponse:
    """What the best response to the others declares.

    Attributes
    ----------
    chances : float64[classes, nodes, COARSE, moves]
        1 for what is declared: the form of a solution.
    shares : float64[classes, K, positions]
        How often hands end in which way, by the position of the one who responds.
    wins : WinChances
        Of the one who responds, by its position.
    own : WinChances
        Of the strategy itself, where all play it.
    """

    chances: Floats
    shares: Floats
    wins: WinChances
    own: WinChances

    @property
    def said(self) -> float:
        """By how much the response wins more often, on the deals it was fitted to."""
        start = [0] * self.own.classes.players
        return float((self.wins.at(start) - self.own.at(start)).mean())


def respond(
    table: RaceTable, deals: int, rounds: int = ROUNDS, jobs: int = 1,
    tell: Callable[[float], None] | None = None,
) -> RaceResponse:
    """Find the best response to players who all play alike.

    Parameters
    ----------
    table : RaceTable
    deals : int
        Those of the table that it is found on: the first ones.
    rounds, jobs : int
        The result does not depend on the workers.
    tell : callable, optional
        Called with the share of the work done.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """
    count, nodes, ways = table.classes.count, len(table.declared.heard), len(table.gains.gains)
    asked = Asked(table.run, table.classes, range(len(table.run.players)), deals, jobs)
    always = None if asked.looks_at_score else _positions(table, asked.at(0))

    def look(c: int) -> tuple[list[PositionMoves], Floats]:
        """Return what moves lead to at a class of scores, and how hands end without a response."""
        said = asked.at(c)
        return always or _positions(table, said), shares_of_all(table, said)

    found = [look(0)] * count if always else [look(c) for c in range(count)]
    own = WinChances(table.classes, table.gains.gains)
    own.settle(np.array([shares for _, shares in found]))
    own.count_visits(np.array([shares for _, shares in found]))
    wins = WinChances(table.classes, table.gains.gains)
    wins.chances[:], wins.visits[:] = own.chances, own.visits
    chosen = np.zeros((count, nodes, COARSE), np.int64)
    shares = np.zeros((count, ways, len(table.run.players)))
    for number in range(rounds):
        worths = wins.worths()
        for c, (positions, _) in enumerate(found):
            for one in positions:
                best = one.best(worths[c], nodes)
                mine = table.declared.tree.player == one.position
                chosen[c, mine] = best[mine]
                shares[c, :, one.position] = one.shares(best, ways)
            if tell:
                tell((number + (c + 1) / count) / rounds)
        wins.settle(shares)
    moves = np.eye(table.declared.tree.follows.shape[1])
    return RaceResponse(moves[chosen], shares, wins, own)


def _positions(table: RaceTable, said: Ints) -> list[PositionMoves]:
    return [PositionMoves.of(table, p, said) for p in range(len(table.run.players))]


@dataclass(frozen=True)
class PositionMoves:
    """What every move of a position leads to in every deal, where the others declare as asked.

    Attributes
    ----------
    position : int
    cell : int32[asked]
        Node and class of the own hand, as one number: of the deals in which it is asked.
    ends : int16[asked, moves]
        What the score changes by (``RaceGains``); of moves that are not allowed, the first.
    silent : int64[others]
        The same for the deals in which it is not asked.
    """

    position: int
    cell: NDArray[np.int32]
    ends: NDArray[np.int16]
    silent: Ints

    @classmethod
    def of(cls, table: RaceTable, position: int, said: Ints) -> PositionMoves:
        """Return what the moves of a position lead to, where all others declare as they said."""
        tree, deals = table.declared.tree, np.arange(len(said))
        # What is not said by others is left open: there the walk stops.
        node = _walk(tree, np.zeros(len(said), np.int64), said, deals, position)
        asked = np.flatnonzero(node >= 0)
        ended = np.flatnonzero(node < 0)
        here, allowed = node[asked], tree.moves[node[asked]]
        ends = []
        for move in range(tree.follows.shape[1]):
            after = tree.follows[here, np.where(move < allowed, move, 0)]
            leaf = ~_walk(tree, after, said, asked, -1)
            ends.append(table.gains.number[leaf, table.rolled.outcomes[asked, leaf]])
        leaf = ~node[ended]
        cell = here * COARSE + table.rolled.coarse[asked, position]
        silent = table.gains.number[leaf, table.rolled.outcomes[ended, leaf]]
        # Small: where the score is heeded there is one of these for every class of scores.
        return cls(position, cell.astype(np.int32), np.array(ends, np.int16).T, silent)

    def best(self, worths: Floats, nodes: int) -> Ints:
        """Return the best move of every cell: int64[nodes, COARSE]; the first where none came."""
        moves = self.ends.shape[1]
        brought = worths[self.ends, self.position]
        total = np.array([
            np.bincount(self.cell, brought[:, move], nodes * COARSE) for move in range(moves)])
        chosen: Ints = total.argmax(axis=0).reshape(nodes, COARSE)
        return chosen

    def shares(self, chosen: Ints, count: int) -> Floats:
        """Return how often hands end in which way by some moves: float64[K]."""
        made = np.take_along_axis(self.ends, chosen.ravel()[self.cell][:, None], axis=1)[:, 0]
        counted = np.bincount(made, minlength=count) + np.bincount(self.silent, minlength=count)
        found: Floats = counted / counted.sum()
        return found


def _walk(tree: Tree, node: Ints, said: Ints, deals: Ints, stop: int) -> Ints:
    """Follow what was said from some nodes until a player is asked, or to the leaves.

    Parameters
    ----------
    tree : Tree
    node : int64[N]
        Where the walk begins; below 0 it is a leaf.
    said : int8[deals, nodes]
    deals : int64[N]
    stop : int
        The player; -1 to walk to the leaves.
    """
    node = node.copy()
    while True:
        on = np.flatnonzero((node >= 0) & (tree.player[node.clip(min=0)] != stop))
        if not len(on):
            return node
        node[on] = tree.follows[node[on], said[deals[on], node[on]]]


def shares_of_all(table: RaceTable, said: Ints) -> Floats:
    """Return how often hands end in which way where all declare as they said: float64[K]."""
    deals = np.arange(len(said))
    leaf = ~_walk(table.declared.tree, np.zeros(len(said), np.int64), said, deals, -1)
    ends = table.gains.number[leaf, table.rolled.outcomes[deals, leaf]]
    found: Floats = np.bincount(ends, minlength=len(table.gains.gains)) / len(deals)
    return found
