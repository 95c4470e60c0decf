"""How a hand can end: what a position took, and what became of the pool.

Both are few: a position takes 0 to 5 tricks, is looed, or takes the whole pool without a
word; and what stays in the pool follows from how many seats were looed and how many tricks
nobody is paid.  So counts of these tell what a hand brings at any pool under any penalty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.domino.tile_sets import count
from simulate.domino.trick_kit import won
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.settling import is_looed, without_trick
from simulate.games.loo.views import FOR_POOL
from simulate.machine.compiling import helper
from simulate.machine.table import Table

#: What a position took: its paid tricks, or one of these.
LOOED, WALKOVER = TRICKS + 1, TRICKS + 2
OWN = TRICKS + 3

#: What became of the pool: 0 to 3 seats looed; 1 to 5 tricks that a dealer took for the pool
#: (with all five of them the seat that missed is looed); the whole pool gone to a dealer.
_LOOED = np.array([0, 1, 2, 3, 0, 0, 0, 0, 1, 0])
_KEPT = np.array([0, 0, 0, 0, 1, 2, 3, 4, 5, 0])
_KEPT_FIRST, _GONE = 3, 9
ENDS = len(_LOOED)


@helper
def end_of(table: Table) -> int:
    """Return what became of the pool of a hand that has been played: a number below ``ENDS``."""
    players = table[AT.players]
    last = table[AT.action + players - 1]
    if last == FOR_POOL:
        kept = won(table, players - 1)
        return _KEPT_FIRST + kept if kept else 0
    if last == 0:  # only a dealer after whom everybody dropped never declares
        return _GONE
    return count(without_trick(table))


@helper
def own_end(table: Table, position: int) -> int:
    """Return what a position took in a hand that has been played: a number below ``OWN``."""
    action = table[AT.action + position]
    if action == FOR_POOL:
        return 0
    if is_looed(table, position):
        return LOOED
    if action == 0 and table[AT.seats_in] >> position & 1:
        return WALKOVER
    return won(table, position)


def pool_end(looed: Ints, kept: Ints, gone: Any) -> Ints:
    """Return what became of pools: numbers below ``ENDS``, as ``end_of`` gives them.

    Parameters
    ----------
    looed : int64[...]
        Seats that were looed.
    kept : int64[...]
        Tricks that a dealer took for the pool.
    gone : bool[...]
        Whether the dealer took it whole, left alone.
    """
    ends: Ints = np.where(gone, _GONE, np.where(kept > 0, _KEPT_FIRST + kept, looed))
    return ends


def tricks_kept(ends: Ints) -> Ints:
    """Return the tricks that nobody is paid, by what became of the pool."""
    kept: Ints = _KEPT[ends]
    return kept


def left_by_end(pool: Any, penalty: Any) -> Ints:
    """Return the chips that each end leaves in the pool: int64[..., ENDS].

    Parameters
    ----------
    pool, penalty : int or int64[...]
        At the start of play, in chips.
    """
    pool, penalty = np.asarray(pool)[..., None], np.asarray(penalty)[..., None]
    remainder = np.where(np.arange(ENDS) == _GONE, 0, pool % TRICKS)
    left: Ints = _LOOED * penalty + _KEPT * (pool // TRICKS) + remainder
    return left


def taken_by_end(pool: Any, penalty: Any) -> Floats:
    """Return the chips that each own end brings: float64[..., OWN]; see ``left_by_end``."""
    pool, penalty = np.asarray(pool), np.asarray(penalty)
    taken = [tricks * (pool // TRICKS) for tricks in range(TRICKS + 1)]
    chips: Floats = np.stack([*taken, -penalty, pool], axis=-1).astype(np.float64)
    return chips
