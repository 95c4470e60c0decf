"""Scores told apart by what the seats still need: as finely as a race is solved for.

The chance to win is worked out for every score there is.  What is declared is solved for classes
of scores: a seat that needs 12 points declares as one that needs 11.  With two players the classes
are the scores themselves as far as they differ much; with more players they would be too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.errors import BoneyardError
from simulate.games.loo.settling import GAME_POINTS

#: The lowest score that is told apart, by the number of seats: a seat below counts as there.
FLOORS = {2: -15, 3: -12, 4: -5}
#: The highest: seats that are level at 15 or more play on, and rarely climb so far.
TOP = 18
#: The least need of each class, by the number of seats.
CUTS = {
    2: (*range(1, 16), 18, 22),
    3: (1, 2, 3, 4, 6, 9, 13),
    4: (1, 3, 6, 10),
}


@dataclass(frozen=True)
class ScoreClasses:
    """The classes of the scores of a table.

    ``cuts``: the least number of points still needed in each class, ascending from 1. Raises
    ``BoneyardError`` if the cuts do not rise from 1.
    """

    players: int
    cuts: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.cuts or self.cuts[0] != 1 or any(np.diff(self.cuts) <= 0):
            raise BoneyardError(f"score classes {self.cuts} do not rise from 1")

    @classmethod
    def of(cls, players: int) -> ScoreClasses:
        """Return the classes that tables of so many are solved for."""
        return cls(players, CUTS[players])

    @property
    def floor(self) -> int:
        """The lowest score that is told apart."""
        return FLOORS[self.players]

    @property
    def sizes(self) -> int:
        """Scores of a seat that are told apart where the chance to win is worked out."""
        return TOP - self.floor + 1

    @property
    def count(self) -> int:
        """How many classes there are: those of all seats together."""
        return len(self.cuts) ** self.players

    @cached_property
    def of_score(self) -> Ints:
        """The class of a seat by its score, from the floor up: int64[sizes]."""
        needs = np.maximum(GAME_POINTS - np.arange(self.floor, TOP + 1), 1)
        found: Ints = np.searchsorted(self.cuts, needs, side="right") - 1
        return found

    def number(self, scores: Sequence[int]) -> int:
        """Return the class of a score, by position."""
        found = 0
        for score in scores:
            place = min(max(score, self.floor), TOP) - self.floor
            found = found * len(self.cuts) + int(self.of_score[place])
        return found

    def scores(self, number: int) -> tuple[int, ...]:
        """Return a score of a class, by position: the highest one."""
        found = []
        for _ in range(self.players):
            number, own = divmod(number, len(self.cuts))
            found.append(GAME_POINTS - self.cuts[own])
        return tuple(reversed(found))

    def needs(self) -> list[tuple[int, ...]]:
        """Return the least needs of all classes, by position, in the order of their numbers."""
        return list(product(self.cuts, repeat=self.players))
