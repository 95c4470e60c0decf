"""The line of tiles on the table: what fits its open ends, and what follows from a play.

The state of the line is the set of options that fit it, whoever holds the tiles: those that
show the number open on the left, and 32 bits higher those that show the one on the right.
A tile played turns its end's number into the other one of the tile, so the set changes by
the tiles that show just one of the two numbers: one look into a small table.
"""

from __future__ import annotations

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import DOUBLES, HIGH, LOW, PIPS, SHOWS, TILES
from simulate.games.pool.views import NO_OPTION, RIGHT
from simulate.machine.compiling import inlined

_ONE_SIDE = (1 << RIGHT) - 1


def _changes_table() -> np.ndarray:
    """CHANGES[option]: the options that fit before a play or after it, but not both times."""
    table = np.zeros(NO_OPTION + 1, dtype=np.int64)
    for tile in range(TILES):
        table[tile] = SHOWS[HIGH[tile]] ^ SHOWS[LOW[tile]]
        table[RIGHT + tile] = table[tile] << RIGHT
    return table


POSED = SHOWS[HIGH] | SHOWS[LOW] << RIGHT
CHANGES = _changes_table()

#: PIPS_WITH[k]: the tiles whose number of pips has bit k.
PIPS_WITH = [sum(1 << t for t in range(TILES) if int(PIPS[t]) >> k & 1) for k in range(4)]
_ONE, _TWO, _FOUR, _EIGHT = PIPS_WITH


@inlined
def posed(tile: int) -> int:
    """Return the line after its first tile, which lies with its high end on the left."""
    return POSED[tile]


@inlined
def extended(line: int, option: int) -> int:
    """Return the line after a play, or after a pass (``NO_OPTION``)."""
    return line ^ CHANGES[option]


@inlined
def options(hand: int, line: int) -> int:
    """Return the options of a hand: ends with the same number are one, the left."""
    fits = line & _ONE_SIDE if line >> RIGHT == line & _ONE_SIDE else line
    return (hand | hand << RIGHT) & fits


@inlined
def open_left(line: int) -> int:
    """Return the number open on the left: the one whose double would fit."""
    return HIGH[lowest(line & DOUBLES)]


@inlined
def open_right(line: int) -> int:
    """Return the number open on the right."""
    return HIGH[lowest(line >> RIGHT & DOUBLES)]


@inlined
def pips_of(tiles: int) -> int:
    """Count the pips of a set of tiles."""
    low = count(tiles & _ONE) + 2 * count(tiles & _TWO)
    return low + 4 * count(tiles & _FOUR) + 8 * count(tiles & _EIGHT)
