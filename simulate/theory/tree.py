"""A game of spoken moves over hidden hands, and a sample of its deals.

Everybody hears every move, so a game is one tree for all deals: at a node one player
moves, at a leaf the outcome depends on the deal.  What a player knows is the node and the
class of the own hand.  Domino Loo's declarations are such a game; so is Kuhn's poker.

Games with one tree and the same deals, which differ in what is paid, are walked over four at a
time: what is in the deals is looked up once for all four, and the processor adds and multiplies
four numbers as fast as one. Each game comes out as it would by itself. Arrays of floats of several
games have one more axis at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints


@dataclass(frozen=True)
class Tree:
    """Who moves when, and what follows."""

    #: int64[nodes]: the player who moves. A node comes after those that lead to it.
    player: Ints
    #: int64[nodes, moves]: the node that a move leads to, ``~k`` for leaf k, and ``NO_MOVE`` beyond
    #: the last.
    follows: Ints
    leaves: int
    #: int64[nodes]: the column of a deal's classes by which a node's player moves there; the
    #: player's own, the same at all its nodes, when not given.
    told: Ints | None = None

    @property
    def columns(self) -> Ints:
        """The column of a deal's classes that decides at each node: int64[nodes]."""
        return self.player if self.told is None else self.told

    @property
    def players(self) -> int:
        """How many players move."""
        return int(self.player.max()) + 1

    @property
    def moves(self) -> Ints:
        """How many moves each node has: int64[nodes]."""
        count: Ints = (self.follows != NO_MOVE).sum(axis=1)
        return count


#: The label of a move that is tried is its player and the move: bits of the move, and those of one.
MOVE_BITS, MOVE = 3, 7
#: Fills the rows of ``Tree.follows``.
NO_MOVE = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Deals:
    """A sample of deals, and how each would end at every leaf."""

    #: int32[deals, columns]: the class of each player's hand, as that player sees it; then other
    #: columns that decide moves (``Tree.told``).
    classes: Ints
    outcomes: Ints  #: uint8[deals, leaves]: the number of the outcome
    pay: Floats  #: float64[leaves, outcomes, players]: what an outcome brings
    kinds: int  #: classes there are

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.classes)


#: Games that are walked over together.
GAMES = 4


def groups(games: Sequence[Any]) -> list[Sequence[Any]]:
    """Return games in groups that are walked over together."""
    return [games[first : first + GAMES] for first in range(0, len(games), GAMES)]


def together(arrays: Sequence[Floats]) -> Floats:
    """Put the arrays of up to four games together; that of a single game stays as it is.

    Returns ``float64[..., GAMES]``: where games are missing the first one stands again.
    """
    if len(arrays) == 1:
        return arrays[0]
    joined = np.empty((*arrays[0].shape, GAMES))
    for game in range(GAMES):
        joined[..., game] = arrays[game if game < len(arrays) else 0]
    return joined


def apart(joined: Floats, games: int) -> list[Floats]:
    """Return the arrays of so many games that were put together."""
    if games == 1:
        return [joined]
    return [np.ascontiguousarray(joined[..., game]) for game in range(games)]
