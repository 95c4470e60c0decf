"""The moves of forked deals, added up: what every move brings, and by how much they differ."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.loo.views import TRICKS
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.pointers import keep, pointer
from simulate.theory.loo.endings import OWN
from simulate.theory.loo.what_if import CHART, MOVE, MOVE_BITS, OWN_BITS


class _Sums(NamedTuple):
    """Pointers to all that is added up, and the sizes of rows."""

    hands: Any
    outcomes: Any
    taken: Any
    later: Any
    noted: Any
    tricks: Any
    squares: Any
    ended: Any  #: by move: the number of its hand, -1 for none
    worth: Any  #: float64[K, S]
    many: int  #: moves
    ends: int
    pools: int


@inlined
def _weigh(sums: _Sums, place: int, move: int, k: int, own: int, end: int) -> None:
    """Work out what a move brought at every pool; add the squares up."""
    width = sums.pools
    taken, later = own * width, (place * sums.ends + end) * width
    squares, worth = (move * sums.many + k) * width, k * width
    for s in range(width):
        value = sums.taken[taken + s] + sums.later[later + s]
        sums.worth[worth + s] = value
        sums.squares[squares + s] += value * value


@inlined
def _set_apart(sums: _Sums, cell: int, j: int, k: int) -> None:
    """Add up the squares of what one move brought more than another at every pool."""
    width = sums.pools
    squares = ((cell * sums.many + j) * sums.many + k) * width
    for s in range(width):
        apart = sums.worth[k * width + s] - sums.worth[j * width + s]
        sums.squares[squares + s] += apart * apart


@helper
def _add_up(sums: _Sums, cell: int, place: int, p: int) -> None:
    """Add the moves of a position that were played out to the books.

    ``cell`` is told apart by the move made where the books are, ``place`` is the unit and position.
    """
    for k in range(sums.many):
        if sums.ended[k] < 0:
            continue
        at = 3 * sums.ended[k]
        own = sums.outcomes[at] >> OWN_BITS * p & (1 << OWN_BITS) - 1
        end, tricks = sums.outcomes[at + 1], sums.outcomes[at + 2] >> 4 * p & 7
        move = cell * sums.many + k
        sums.noted[move * (OWN + sums.ends) + own] += 1
        sums.noted[move * (OWN + sums.ends) + OWN + end] += 1
        sums.tricks[move * (TRICKS + 1) + tricks] += 1
        _weigh(sums, place, move, k, own, end)
        for j in range(k):
            if sums.ended[j] >= 0:
                _set_apart(sums, cell, j, k)


@helper
def _find_hands(sums: _Sums, place: int, p: int, at: int, stop: int) -> int:
    """Write down which hands are the forks of a position, from ``at`` on; return the next."""
    while at < stop and sums.hands[2 * at] == place and sums.hands[2 * at + 1] >> MOVE_BITS == p:
        sums.ended[sums.hands[2 * at + 1] & MOVE] = at
        at += 1
    return at


@kernel
def count_moves(
    notes: Any, hands: Any, outcomes: Any, taken: Any, later: Any, made: Any, noted: Any,
    tricks: Any, squares: Any,
) -> None:
    """Add forked deals to the books of ``what_if_counts.Forks``, in their order.

    Notes, hands and outcomes are as ``what_if.BY_MOVES`` wrote them. At each of some pools own ends
    bring what is taken, float64[OWN, S], and ends leave to a unit in a position what comes later,
    float64[units, positions, ends, S].
    """
    positions, many, stop = later.shape[1], made.shape[3], len(hands)
    ended, worth = np.zeros(many, np.int64), np.zeros((many, later.shape[3]))
    sums = _Sums(
        pointer(hands), pointer(outcomes), pointer(taken), pointer(later), pointer(noted),
        pointer(tricks), pointer(squares), pointer(ended), pointer(worth), many, later.shape[2],
        later.shape[3])
    moves, apart, at = pointer(made), noted.shape[3] > 1, 0
    of_unit = made.shape[1] * made.shape[2] * many
    for place in range(len(notes)):
        for p in range(positions):
            if notes[place, CHART.decided + p] >= 0:
                moves[notes[place, CHART.decided + p]] += 1
        if at == stop or sums.hands[2 * at] != place:
            continue
        as_it_is = at
        at += 1
        for p in range(positions):
            decided, wanted = notes[place, CHART.decided + p], notes[place, CHART.wanted + p]
            if wanted == 0:
                continue
            for k in range(many):
                sums.ended[k] = -1
            own = decided % many
            if wanted >> own & 1:
                sums.ended[own] = as_it_is
            at = _find_hands(sums, place, p, at, stop)
            unit = decided // of_unit
            _add_up(sums, decided if apart else decided // many, unit * positions + p, p)
    keep(ended, worth)
