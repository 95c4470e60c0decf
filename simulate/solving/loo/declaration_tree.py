"""The declarations of Loo and Rounce as a tree: what may be said after what was said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from simulate.games.loo.legal import may_follow
from simulate.games.loo.row import SEATS
from simulate.games.loo.views import ACTIONS, DROP, MISS, PLAY
from simulate.machine.compiling import helper
from simulate.solving.tree import NO_MOVE, Tree

#: What was declared, position by position from the eldest hand.
Said = tuple[int, ...]

#: A dealer whom everybody has left alone says nothing.
SILENT = 0
_MOST_MOVES = 3


@dataclass(frozen=True)
class Declarations:
    """All that can be declared at a table.

    Attributes
    ----------
    tree : Tree
        Its players are the positions.
    heard : tuple of Said
        What a node's position has heard.
    actions : tuple of tuple of int
        What it may declare, in the order of the tree's moves.
    ends : tuple of Said
        The declarations of every leaf, one a position.
    """

    tree: Tree
    heard: tuple[Said, ...]
    actions: tuple[tuple[int, ...], ...]
    ends: tuple[Said, ...]


def legal_actions(players: int, is_rounce: bool, said: Said) -> tuple[int, ...]:
    """Return what the next position may declare, none if that is a dealer left alone."""
    legal = may_follow(players, said, is_rounce)
    return tuple(action for action in ACTIONS if legal >> action & 1)


@cache
def declarations(players: int, is_rounce: bool) -> Declarations:
    """Return the tree of a table: those with less said come first."""
    heard: list[Said] = [()]
    ends: list[Said] = []
    actions, follows = [], []
    for said in heard:
        allowed = legal_actions(players, is_rounce, said)
        row = []
        for action in allowed:
            after = (*said, action)
            if len(after) < players and not may_follow(players, after):
                after = (*after, SILENT)
            if len(after) == players:
                row.append(~len(ends))
                ends.append(after)
            else:
                row.append(len(heard))
                heard.append(after)
        actions.append(allowed)
        follows.append(row + [NO_MOVE] * (_MOST_MOVES - len(row)))
    tree = Tree(np.array([len(said) for said in heard]), np.array(follows), len(ends))
    return Declarations(tree, tuple(heard), tuple(actions), tuple(ends))


def _node_table() -> np.ndarray:
    """NODE[players, what was said]: declarations as digits to the base 3, the eldest's first."""
    digit = {PLAY: 0, MISS: 1, DROP: 2}
    table = np.zeros((SEATS + 1, 1 + 3 + 9 + 27), np.int64)
    for players in (2, 3, 4):
        for node, said in enumerate(declarations(players, False).heard):
            at = 0
            for action in said:
                at = 3 * at + 1 + digit[action]
            table[players, at] = node
    return table


_NODE = _node_table()


@helper
def node_of(players: int, position: int, missed: int, dropped: int) -> int:
    """Return the node of ``declarations`` at which a position declares."""
    at = 0
    for p in range(position):
        at = 3 * at + 1 + (missed >> p & 1) + 2 * (dropped >> p & 1)
    return _NODE[players, at]
