"""The declarations of Loo and Rounce as a tree, and how a hand can end after them.

There are few endings.  A position takes 0 to 5 tricks, is looed, or takes the whole pool unplayed;
what stays in the pool follows from the seats looed and the tricks that nobody is paid for.  So
counts of these give what a hand brings at any pool under any penalty.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.rules import LOOED_POINTS, LooRules, may_follow
from simulate.games.loo.views import ACTIONS, DROP, FOR_POOL, MISS, PLAY, SEATS, TRICKS
from simulate.machine.compiling import helper
from simulate.machine.layouts import pointer
from simulate.runs.run import Run
from simulate.theory.declarations import SILENT, Declarations, History, shares_of

_MOST_MOVES = 3


def plays_for_chips(run: Run) -> bool:
    """Return whether there is a pool, and not points."""
    return isinstance(run.rules, LooRules) and run.rules.scoring == "chips"


def legal_actions(players: int, is_rounce: bool, history: History) -> tuple[int, ...]:
    """Return what the next position may declare, none if that is a dealer left alone."""
    legal = may_follow(players, history, is_rounce)
    return tuple(action for action in ACTIONS if legal >> action & 1)


@cache
def declarations(players: int, is_rounce: bool) -> Declarations:
    """Return the tree of a table: those with shorter histories come first."""
    return Declarations.of(
        players, lambda history: legal_actions(players, is_rounce, history), _MOST_MOVES)


def _node_table() -> np.ndarray:
    """Nodes by players, position, who took the miss and who dropped: two digits and two sets."""
    table = np.zeros((SEATS + 1, SEATS, 1 << SEATS, 1 << SEATS), np.int16)
    for players in (2, 3, 4):
        for node, history in enumerate(declarations(players, False).histories):
            missed = sum(1 << p for p, action in enumerate(history) if action == MISS)
            dropped = sum(1 << p for p, action in enumerate(history) if action == DROP)
            table[players, len(history), missed, dropped] = node
    return table.ravel()


_NODE = _node_table()


@helper
def node_of(players: int, position: int, missed: int, dropped: int) -> int:
    """Return the node of ``declarations`` at which a position declares."""
    asked = players * SEATS + position
    return int(pointer(_NODE)[(asked << SEATS | missed) << SEATS | dropped])


#: What a position took: its paid tricks, or one of these.
LOOED, WALKOVER = TRICKS + 1, TRICKS + 2
OWN = TRICKS + 3

#: What became of the pool: 0 to 3 seats looed; 1 to 5 tricks that a dealer took for the pool
#: (with all five of them the seat that missed is looed); the whole pool gone to a dealer.
_LOOED = np.array([0, 1, 2, 3, 0, 0, 0, 0, 1, 0])
_KEPT = np.array([0, 0, 0, 0, 1, 2, 3, 4, 5, 0])
_KEPT_FIRST, _GONE = 3, 9
ENDS = len(_LOOED)


def left_by_end(pool: Any, penalty: Any) -> Ints:
    """Return the chips that each end leaves in the pool: int64[..., ENDS]. Pool and penalty are
    chips at the start of play: int or int64[...]."""
    pool, penalty = np.asarray(pool)[..., None], np.asarray(penalty)[..., None]
    remainder = np.where(np.arange(ENDS) == _GONE, 0, pool % TRICKS)
    return _LOOED * penalty + _KEPT * (pool // TRICKS) + remainder


def taken_by_end(pool: Any, penalty: Any) -> Floats:
    """Return the chips that each own end brings: float64[..., OWN]; see ``left_by_end``."""
    pool, penalty = np.asarray(pool), np.asarray(penalty)
    taken = [tricks * (pool // TRICKS) for tricks in range(TRICKS + 1)]
    return np.stack([*taken, -penalty, pool], axis=-1).astype(np.float64)


#: Tricks of up to four positions that make five.
SHARES = shares_of(TRICKS, SEATS)


def ends_of(declared: Declarations) -> tuple[Ints, Ints]:
    """Return how hands end after what was declared, by how the tricks are shared. Returns
    ``int64[leaves, shares, positions]``, what a position took, and ``int64[leaves, shares]``, what
    became of the pool."""
    actions = np.array(declared.ends)[:, None, :]
    shares = SHARES[None, :, : actions.shape[2]]
    stays = (actions == PLAY) | (actions == MISS)
    own = np.where(stays & (shares == 0), LOOED, np.where(stays, shares, 0))
    own = np.where((actions == SILENT) & (shares > 0), WALKOVER, own)
    kept = (shares * (actions == FOR_POOL)).sum(axis=-1)
    looed = (own == LOOED).sum(axis=-1)
    return own, np.where((actions == SILENT).any(axis=-1), _GONE,
                         np.where(kept > 0, _KEPT_FIRST + kept, looed))


@dataclass(frozen=True)
class RaceGains:
    """The ways in which a hand can change the score."""

    gains: Ints  #: int64[K, positions]: points
    #: int64[leaves, shares]: which of them an ending brings; 0 where tricks cannot be shared so.
    number: Ints

    @classmethod
    def of(cls, declared: Declarations) -> RaceGains:
        """Return what hands bring after what can be declared at a table."""
        taken = taken_by_end(LOOED_POINTS, LOOED_POINTS)[ends_of(declared)[0]]
        points = np.rint(taken).astype(np.int64)
        actions = np.array(declared.ends)[:, None, :]
        shares = SHARES[None, :, : actions.shape[2]]
        happens = (shares.sum(axis=2) == TRICKS) & ((actions != DROP) | (shares == 0)).all(axis=2)
        gains, number = np.unique(points[happens], axis=0, return_inverse=True)
        numbers = np.zeros(happens.shape, np.int64)
        numbers[happens] = number.ravel()
        return cls(gains, numbers)

    def shares(self, ends: Floats) -> Floats:
        """Return how often the score changes so: float64[K], from float64[leaves, shares]."""
        found = np.zeros(len(self.gains))
        np.add.at(found, self.number.ravel(), ends.ravel())
        return found


#: Bits for the points that a hand brings a position.
_DIGIT = 4


def in_digits(points: Ints) -> Ints:
    """Return the points of all positions as one number: int64[...], from int64[..., positions]."""
    digits: Ints = points + LOOED_POINTS << _DIGIT * np.arange(points.shape[-1])
    return digits.sum(axis=-1)
