"""The declarations of Loo and Rounce as a tree: what may be said after what was said."""

from __future__ import annotations

from functools import cache

import numpy as np

from simulate.games.loo.rules import may_follow
from simulate.games.loo.views import ACTIONS, DROP, MISS, SEATS
from simulate.machine.compiling import helper
from simulate.machine.pointers import pointer
from simulate.theory.declared import Declarations, Said

_MOST_MOVES = 3


def legal_actions(players: int, is_rounce: bool, said: Said) -> tuple[int, ...]:
    """Return what the next position may declare, none if that is a dealer left alone."""
    legal = may_follow(players, said, is_rounce)
    return tuple(action for action in ACTIONS if legal >> action & 1)


@cache
def declarations(players: int, is_rounce: bool) -> Declarations:
    """Return the tree of a table: those with less said come first."""
    return Declarations.of(
        players, lambda said: legal_actions(players, is_rounce, said), _MOST_MOVES)


def _node_table() -> np.ndarray:
    """Nodes by players, position, who took the miss and who dropped: two digits and two sets."""
    table = np.zeros((SEATS + 1, SEATS, 1 << SEATS, 1 << SEATS), np.int16)
    for players in (2, 3, 4):
        for node, said in enumerate(declarations(players, False).heard):
            missed = sum(1 << p for p, action in enumerate(said) if action == MISS)
            dropped = sum(1 << p for p, action in enumerate(said) if action == DROP)
            table[players, len(said), missed, dropped] = node
    return table.ravel()


_NODE = _node_table()


@helper
def node_of(players: int, position: int, missed: int, dropped: int) -> int:
    """Return the node of ``declarations`` at which a position declares."""
    asked = players * SEATS + position
    return int(pointer(_NODE)[(asked << SEATS | missed) << SEATS | dropped])
