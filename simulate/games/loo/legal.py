"""What may be declared at Loo and Rounce.

The kernel, the tree of declarations, the studies and the hands that people write all ask here.
The functions are plain ones, so that Python calls them at no cost; ``declaring`` compiles them.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY


def misses_in(players: int) -> int:
    """Return how many seats may take the miss in a hand of so many players."""
    return 1 if players == 4 else 2


def miss_tiles(players: int) -> int:
    """Return how many tiles a miss draws, of which five are kept."""
    return 7 if players == 4 else 6


def may_declare(
    players: int, position: int, left: int, stayed: int, missed: int, is_rounce: int
) -> int:
    """Return the declarations allowed to a position, bit k for action k.

    Parameters
    ----------
    players, position : int
    left : int
        How many may still take the miss.
    stayed, missed : int
        The positions before it that play their dealt hands, and that took the miss.
    is_rounce : int

    Returns
    -------
    int
        0 for a dealer whom everybody has left alone: he says nothing.
    """
    if position == players - 1 and stayed | missed == 0:
        return 0
    legal = 1 << PLAY | int(left > 0) << MISS | int(players > 2) << DROP
    if players == 4 and position == 3 and left == 0 and stayed == 0 and not is_rounce:
        # One other seat is in, and it took the miss.  Two seats in house rules with two misses
        # may have taken one each: then the dealer has nobody to play against for the pool.
        legal |= int(missed & (missed - 1) == 0) << FOR_POOL
    return legal


def may_follow(players: int, said: Sequence[int], is_rounce: bool = False) -> int:
    """Return what the next position may declare after what was said, bit k for action k."""
    stayed = sum(int(action == PLAY) << p for p, action in enumerate(said))
    missed = sum(int(action == MISS) << p for p, action in enumerate(said))
    left = misses_in(players) - missed.bit_count()
    return may_declare(players, len(said), left, stayed, missed, is_rounce)
