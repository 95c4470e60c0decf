"""The points of Euchre."""

from __future__ import annotations

import numpy as np

from simulate.games.euchre.row import AT, SEATS, seat_at
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import Table

GAME_POINTS = 5
POINT_TRICKS = 3
EUCHRE_POINTS, MATCH_POINTS, LONE_MATCH_POINTS = 2, 2, 4

#: _WORTH[alone, tricks made]: points for the makers, or for the others below three tricks.
_WORTH = np.array([
    [EUCHRE_POINTS] * POINT_TRICKS + [1, 1, MATCH_POINTS],
    [EUCHRE_POINTS] * POINT_TRICKS + [1, 1, LONE_MATCH_POINTS],
], dtype=np.int64)


@inlined
def tricks_made(table: Table) -> int:
    """Return the tricks that the maker took, and the maker's partner."""
    maker = table[AT.maker]
    made = table[AT.tricks] >> 4 * maker & 7
    if table[AT.players] == 4:
        made += table[AT.tricks] >> 4 * (maker ^ 2) & 7
    return made


@inlined
def side_of(seat: int, players: int) -> int:
    """Return the seats that score together with one."""
    return 0b0101 << (seat & 1) if players == 4 else 1 << seat


@inlined
def settle(table: Table) -> int:
    """Find who scores: the makers, or all others when they are euchred; return the tricks made."""
    players = table[AT.players]
    made = tricks_made(table)
    makers = side_of(seat_at(table, table[AT.maker]), players)
    others = (1 << players) - 1 & ~makers
    table[AT.scorers] = others if made < POINT_TRICKS else makers
    table[AT.worth] = _WORTH[table[AT.alone], made]
    return made


@helper
def settle_void(table: Table) -> None:
    """Settle a hand that nobody made."""
    table[AT.worth] = table[AT.scorers] = table[AT.tricks] = 0
    table[AT.discard] = table[AT.trump] = -1


@inlined
def share_points(table: Table) -> None:
    """Add what the hand was worth to the seats' scores and sums; see whether it ends the game.

    It is worth the same to each seat except for the sign, so one sum of squares serves all seats.
    """
    worth, scorers = table[AT.worth], table[AT.scorers]
    square = worth * worth
    table[AT.total] += worth
    table[AT.squares] += square
    table[AT.fourths] += square * square
    most = 0
    for seat in range(SEATS):
        points = worth & -(scorers >> seat & 1)
        value = 2 * points - worth
        table[AT.value + seat] = value
        table[AT.cubes + seat] += square * value
        table[AT.score + seat] += points
        most = max(most, table[AT.score + seat])
    table[AT.game_over] = most >= GAME_POINTS
