"""Finds the deals that give a position a hand of some kinds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.books.exact_sums import Ints
from simulate.domino.tiles import HIGH
from simulate.games.loo.row import TRICKS
from simulate.machine.compiling import kernel
from simulate.solving.loo.hand_kinds import kind_of_hand


@kernel
def _kinds(orders: Any, position: int, players: int, kinds: Any) -> None:
    first, is_dealer = TRICKS * position, int(position == players - 1)
    for d in range(len(orders)):
        hand, turn_up = 0, orders[d, TRICKS * players]
        for k in range(first, first + TRICKS):
            hand |= 1 << orders[d, k]
        kinds[d] = kind_of_hand(hand, HIGH[turn_up], turn_up, is_dealer)


def kinds_in(orders: Ints, position: int, players: int) -> Ints:
    """Return the kind of hand that some deals give a position: int64[deals].

    Parameters are those of ``has_kind``.
    """
    kinds = np.zeros(len(orders), np.int64)
    _kinds(orders, position, players, kinds)
    return kinds


def has_kind(
    orders: Ints, position: int, players: int, wanted: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Tell of some deals whether they give a position a hand of some kinds: bool[deals].

    ``orders`` (``int64[deals, 28]``): the tiles in the order in which they come. ``position``,
    ``players``: 0 is the eldest hand. ``wanted``: see ``simulate.solving.loo.hand_kinds``.
    """
    found: NDArray[np.bool_] = wanted[kinds_in(orders, position, players)]
    return found
