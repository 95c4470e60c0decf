"""The hand on the first screen of a page of Euchre: one whose best call is sure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from reports.opening.euchre.good_calls import LETTERS, moves_of
from reports.opening.euchre.single_hands import HUNDRED, prices_of
from reports.opening.looked_at import hands_looked_at
from reports.opening.margins import Margins, surely_best
from reports.studies.advise.decision_input import read_limits
from reports.studies.advise.stakes import Table
from simulate.branch.limits import MOST_DEALS
from simulate.branch.pricing import Prices
from simulate.domino.tiles import mask, name, names
from simulate.games.euchre.row import TRICKS
from simulate.theory.euchre.auctions import Node

#: Hands that are priced to find one of a call, and how many times surer than others it has to be.
_TRIED, _SURER = 8, 2


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, the turn-up, and what each call is worth with them."""

    tiles: tuple[str, ...]
    turn_up: str
    margins: Margins


def margins_of(prices: Prices) -> Margins:
    """Return how far each call is behind the best, in games of a hundred."""
    behind = map(prices.behind, range(len(prices.answers)))
    return {letter: (HUNDRED * gap, HUNDRED * se)
            for letter, (gap, se) in zip(LETTERS, behind, strict=False)}


def draw_hand(table: Table) -> DrawnHand:
    """Return a hand with which the eldest surely goes alone, if any; else one that calls or passes.

    Only hands that good players call so with are priced, as ``advise`` prices them.
    """
    players, limits = len(table.run.players), read_limits(MOST_DEALS)
    hands = [(mask(tiles), turn_up) for tiles, turn_up in hands_looked_at(TRICKS)]
    for wanted in reversed(range(len(LETTERS))):
        likely = (hand for hand in hands if moves_of(players, 0, *hand).argmax() == wanted)
        for hand, turn_up in islice(likely, _TRIED):
            prices = prices_of(table, hand, turn_up, Node(0, 0, players), limits)
            drawn = DrawnHand(tuple(names(hand)), name(turn_up), margins_of(prices))
            surer = {letter: (gap, _SURER * se) for letter, (gap, se) in drawn.margins.items()}
            if surely_best(surer) == LETTERS[wanted]:
                return drawn
    return drawn
