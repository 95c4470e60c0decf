"""The hand on the first screen of a page of Euchre: one whose best call is clear."""

from __future__ import annotations

from dataclasses import dataclass

from reports.opening.euchre.good_calls import AtNode, class_of
from reports.opening.looked_at import hands_looked_at
from reports.opening.margins import Margins, surely_best
from simulate.domino.tiles import mask, name
from simulate.games.euchre.row import TRICKS


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, the turn-up, and what each call is worth with them.

    Parameters
    ----------
    tiles : tuple of str
    turn_up : str
    margins : dict
    """

    tiles: tuple[str, ...]
    turn_up: str
    margins: Margins


def draw_hand(eldest: AtNode) -> DrawnHand:
    """Return a hand whose best call is clear; one that goes alone or calls, if any."""
    looked_at = [
        DrawnHand(tuple(map(name, hand)), name(turn_up),
                  eldest.margins(class_of(mask(hand), turn_up, False)))
        for hand, turn_up in hands_looked_at(TRICKS)
    ]
    for wanted in "ACP":
        for hand in looked_at:
            if hand.margins and surely_best(hand.margins) == wanted:
                return hand
    return looked_at[0]
