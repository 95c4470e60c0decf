"""What a seat at Domino Pool may know when it is asked to play, and what it may answer.

Positions count clockwise from the leader, who is 0.  Sets of tiles are bits of an integer.

An *option* is a tile and the end of the line that it goes to: the number of the tile, and
32 more where it goes to the right.  A tile that fits both ends is two options, but one
(to the left) where both ends show the same number; the first tile goes to the left.
"""

from __future__ import annotations

from typing import NamedTuple

from simulate.machine.compiling import inlined

#: The one decision of a seat.
PLAY = 0

#: What the number of a tile is raised by where it goes to the right end.
RIGHT = 32
#: In place of an option: the seat passed.
NO_OPTION = 64
#: Bits that a score takes in ``scores``; a target is smaller than they can say.
SCORE_BITS = 10


class Turn(NamedTuple):
    """The view of a turn in which there is something to choose."""

    hand: int  #: tiles held
    legal: int  #: set of options: bit t for tile t to the left, bit t + 32 to the right
    left: int  #: number open on the left, -1 before the first tile
    right: int  #: number open on the right, -1 before the first tile
    tiles_played: int  #: those of the line
    seats: int  #: seats at the table
    players: int  #: seats dealt into this hand
    position: int  #: of this seat
    sizes: int  #: 8 bits a position: tiles held
    voids: int  #: 8 bits a position: numbers it has shown to be without, by passing
    passes: int  #: seats that have passed since the last tile was played or drawn
    stock: int  #: tiles left in the stock
    draw: int  #: 1 if a seat that cannot play draws while more than two are left there
    pips: int  #: on the tiles held
    pool: int  #: chips in the pool
    target: int  #: pips at which a seat goes out; 0 when every hand has its own pool
    scores: int  #: 10 bits a position: pips counted before this hand
    word: int  #: 63 random bits, fresh for each decision


@inlined
def tile_of(option: int) -> int:
    """Return the tile of an option.

    Examples
    --------
    >>> from boneyard.pool import tile_of
    >>> tile_of(27 + 32)
    27
    """
    return option & (RIGHT - 1)


@inlined
def goes_right(option: int) -> int:
    """Return 1 if an option puts its tile to the right end, else 0.

    Examples
    --------
    >>> from boneyard.pool import goes_right
    >>> goes_right(27 + 32), goes_right(27)
    (1, 0)
    """
    return option >> 5
