"""Every deal played out after every sequence of declarations that the rules allow."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.loo.hand import deal, declare_up_to, play_tricks
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.row import AT, SEATS
from simulate.machine.compiling import helper, kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE, Table
from simulate.solving.loo.hand_classes import classes_of
from simulate.solving.loo.trick_shares import SHARES
from simulate.solving.loo.what_if import start_again


def _numbers_of_shares() -> np.ndarray:
    """Number of every share by the packed form of the kernel's rows: 4 bits a position."""
    numbers = np.zeros(1 << 4 * SEATS, np.uint8)
    packed = (SHARES << 4 * np.arange(SEATS)).sum(axis=1)
    numbers[packed] = np.arange(len(SHARES))
    return numbers


_NUMBER = _numbers_of_shares()


@helper
def play_end(table: Table, said: Any, boneyard: int, left_over: int) -> int:
    """Play a deal after some declarations; return the number of the share of the tricks."""
    start_again(table, boneyard, left_over)
    players = table[AT.players]
    for p in range(players):
        table[AT.action + p] = said[p]
    declare_up_to(table, players, players)
    play_tricks(table)
    return _NUMBER[table[AT.tricks]]


@kernel
def roll_out(row: Any, ends: Any, first: int, coarse: Any, fine: Any, outcomes: Any) -> None:
    """Play deals ``first`` and following after every way to declare.

    Parameters
    ----------
    row : int64[AT.size]
        The table: rules, seed, the seats' decisions, pool and penalty are set.
    ends : int64[leaves, players]
        What the positions declare.
    first : int
    coarse, fine : int32[deals, players]
        Filled with the classes of the hands dealt.
    outcomes : uint8[deals, leaves]
        Filled with numbers of ``SHARES``.
    """
    table = pointer(row)
    for i in range(len(outcomes)):
        sit_down(table, first + i)
        table[AT.dealer] = table[AT.seats] - 1
        take_chairs(table)
        deal(table)
        players = table[AT.players]
        for p in range(players):
            coarse[i, p], fine[i, p] = classes_of(
                table[AT.dealt + p], table[AT.trump], table[AT.turn_up], p == players - 1
            )
        boneyard, left_over = table[BASE.boneyard], table[BASE.left_over]
        for leaf in range(len(ends)):
            outcomes[i, leaf] = play_end(table, ends[leaf], boneyard, left_over)
