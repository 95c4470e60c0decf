"""What each declaration is worth with any hand: by its class, or a broader one where that is rare.

The finest classes tell a double that is turned up from other turn-ups: it is the best trump, the
dealer may take it, and who holds little then drops what would be a miss otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from reports.studies.miss import words as say
from reports.studies.miss.chart import Chart
from simulate.books.tally import Ints
from simulate.domino.tiles import HIGH
from simulate.solving.loo.hand_classes import (
    COARSE,
    TURNED_UP,
    coarse_class_of,
    kinds_of_classes,
)


def class_of(hand: int, turn_up: int, is_dealer: bool) -> int:
    """Return the class of five tiles (a set) and a turn-up: below ``COARSE``."""
    return int(coarse_class_of(hand, int(HIGH[turn_up]), turn_up, is_dealer))


@dataclass(frozen=True)
class Cell:
    """What goes for a class in a situation.

    Parameters
    ----------
    chart : Chart
        The one that knows enough of it.
    situation, at : int
        The place in that chart.
    """

    chart: Chart
    situation: int
    at: int

    @property
    def clear(self) -> bool:
        """Whether the best move is no accident."""
        return bool(self.chart.clear[self.situation, self.at])

    @property
    def moves(self) -> list[int]:
        """The moves that there are, the best first."""
        legal = self.chart.legal[self.situation]
        return [k for k in self.chart.order[self.situation, self.at].tolist() if legal[k]]

    def behind(self, move: int) -> tuple[float, float]:
        """Return how far a move is behind the best one, and the standard error."""
        of = (self.situation, self.at, move)
        return float(self.chart.ahead[of]), float(self.chart.ahead_se[of])


@dataclass(frozen=True)
class ByClass:
    """Charts of one table at one pool, from the finest classes of hands to the broadest.

    Parameters
    ----------
    finest : Chart
        Whose hands are told apart by ``COARSE`` classes.
    """

    finest: Chart

    @cached_property
    def _charts(self) -> list[tuple[Chart, Ints]]:
        """The charts, each with the place that every class has in it."""
        classes, kinds = np.arange(COARSE), kinds_of_classes()
        broader = (TURNED_UP * kinds + classes % TURNED_UP, kinds)
        return [(self.finest, classes), *(
            (replace(self.finest, forks=self.finest.forks.merged(into)), into) for into in broader)]

    def _places(self, situation: int, of_class: int) -> Iterator[Cell]:
        for chart, into in self._charts:
            at = int(into[of_class])
            if chart.covered[situation, at]:
                yield Cell(chart, situation, at)

    def cell(self, situation: int, of_class: int) -> Cell | None:
        """Return what goes for a class of hands; nothing where too few deals came there."""
        return next(self._places(situation, of_class), None)


#: What trumps are called, by ``simulate.solving.loo.hand_classes.trump_class``.
_TRUMPS = (
    "no trump", "the best trump", "the second best trump", "the third best trump",
    "one trump, the fourth", "one low trump",
    "2 trumps, the two best", "2 trumps, the best and the third", "2 trumps with the best",
    "2 trumps, the second and the third", "2 trumps with the second", "2 trumps with the third",
    "2 low trumps",
    "3 trumps with the two best", "3 trumps with the best and the third", "3 trumps with the best",
    "3 trumps with the second", "3 lower trumps",
    "4 or 5 trumps with the best", "4 or 5 trumps without the best",
)
_DOUBLES = ("no double", "one double", "2 or more doubles")
_HIGH = ("no high tile", "one high tile")


def names_of_classes() -> list[str]:
    """Return what a hand holds, in words: for every coarse class, whatever is turned up."""
    return [f"{trumps}, {doubles}, {high}"
            for trumps in _TRUMPS for doubles in _DOUBLES for high in _HIGH]


#: Letters of declarations, as the page has them, and the moves of a chart that make each: a
#: dealer may play with the turn-up or without.
MOVES_OF = {"P": (say.PLAY, say.TAKE), "M": (say.MISS,), "D": (say.DROP,), "F": (say.FOR_POOL,)}
#: The letter of each move of a chart.
LETTER_OF = {move: letter for letter, moves in MOVES_OF.items() for move in moves}


def margins(cell: Cell) -> dict[str, tuple[float, float]]:
    """Return how far each declaration is behind the best one, by its letter, with the errors."""
    found = {}
    for letter, moves in MOVES_OF.items():
        legal = [cell.behind(move) for move in moves if move in cell.moves]
        if legal:
            found[letter] = min(legal)
    return found
