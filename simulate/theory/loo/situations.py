"""The history before a seat of Loo or Rounce declares, as far as it matters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.games.loo.rules import misses_in
from simulate.games.loo.views import SEATS


@dataclass(frozen=True, order=True)
class Situation:
    """The history before a position declares."""

    position: int  #: 0 is the eldest hand
    rivals: int  #: seats before it that are in
    missed: int  #: those of them that took the miss

    @property
    def stayed(self) -> int:
        """How many seats before it play their dealt hands."""
        return self.rivals - self.missed

    @property
    def dropped(self) -> int:
        """How many seats before it dropped."""
        return self.position - self.rivals


def situations(players: int) -> list[Situation]:
    """Return every situation that the rules allow, by position and rivals."""
    return [
        Situation(position, rivals, missed)
        for position in range(players)
        for rivals in range(position if players == 2 else 0, position + 1)
        for missed in range(min(rivals, misses_in(players)) + 1)
        if rivals > 0 or position < players - 1
    ]


def situation_numbers(players: int) -> Ints:
    """Return the number of every situation by position, seats in and that missed; -1 for none."""
    numbers = np.full((SEATS, SEATS, SEATS), -1)
    for i, s in enumerate(situations(players)):
        numbers[s.position, s.stayed, s.missed] = i
    return numbers
