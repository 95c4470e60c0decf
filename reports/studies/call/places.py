"""The nodes of the auction: who is asked in which round."""

from __future__ import annotations

from dataclasses import dataclass

from simulate.solving.euchre.calls_forked import ROUNDS
from simulate.solving.euchre.forked_deals import sides


@dataclass(frozen=True)
class Node:
    """Where a seat is asked.

    Parameters
    ----------
    number : int
        0 in the first round, 1 in the second.
    position : int
    players : int
    """

    number: int
    position: int
    players: int

    @property
    def index(self) -> int:
        """Its place in the order of the auction."""
        return self.number * self.players + self.position

    @property
    def side(self) -> int:
        """The side that is asked."""
        return self.position % sides(self.players)


def nodes(players: int) -> list[Node]:
    """Return the nodes of the auction in order."""
    return [Node(number, position, players)
            for number in range(ROUNDS) for position in range(players)]
