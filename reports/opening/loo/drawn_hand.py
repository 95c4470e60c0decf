"""The hand on the first screen of a page: one that a newcomer would play, and should not."""

from __future__ import annotations

from dataclasses import dataclass

from reports.opening.loo.by_class import LETTER_OF, ByClass, class_of, margins
from reports.opening.looked_at import hands_looked_at
from reports.opening.margins import Spread, surely_best
from reports.studies.miss.words import DROP, MISS, PLAY
from simulate.domino.tiles import mask, name
from simulate.games.loo.row import TRICKS


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, and the turn-up.

    Parameters
    ----------
    tiles : tuple of str
    turn_up : str
    of_class : int
        The class of the hand.
    """

    tiles: tuple[str, ...]
    turn_up: str
    of_class: int


def draw_hand(by_class: ByClass, spread: Spread) -> DrawnHand:
    """Return a hand of a class that leaves no doubt; one that should take the miss, if any.

    Parameters
    ----------
    by_class : ByClass
    spread : mapping
        How far hands of one class differ, in the unit of the numbers by class.
    """
    looked_at = [
        DrawnHand(tuple(map(name, hand)), name(turn_up), class_of(mask(hand), turn_up, False))
        for hand, turn_up in hands_looked_at(TRICKS)
    ]
    for wanted in (MISS, PLAY, DROP):
        for hand in looked_at:
            cell = by_class.cell(0, hand.of_class)
            if cell is not None and surely_best(margins(cell), spread) == LETTER_OF[wanted]:
                return hand
    return looked_at[0]
