"""The hand on the first screen of a page: one that a newcomer would play, and should not."""

from __future__ import annotations

from dataclasses import dataclass

from reports.opening.loo.good_table import GoodTable
from reports.opening.looked_at import hands_looked_at
from reports.studies.advise.decision import Answers, answers_to
from reports.studies.advise.decision_input import ENOUGH, read_decision
from reports.typed.told import Told
from simulate.branch.limits import Limits
from simulate.domino.tiles import HIGH, mask, name
from simulate.games.loo.row import TRICKS
from simulate.games.loo.views import MISS
from simulate.theory.loo.hands import coarse_class_of

#: Hands that are priced to find one that leaves no doubt, and how often good players take the miss
#: with such a hand.
_PRICED, _NEARLY_ALWAYS = 20, 0.9


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, the turn-up, and what each declaration is worth."""

    tiles: tuple[str, ...]
    turn_up: str
    answers: Answers


def _priced(table: GoodTable, tiles: tuple[str, ...], turn_up: str) -> DrawnHand:
    """Return a hand as ``boneyard advise`` prices it, on as many deals whatever they say."""
    run = table.asked
    asked = read_decision(run, Told(" ".join(tiles), "0", turn_up=turn_up))
    return DrawnHand(tiles, turn_up, answers_to(run, *asked, limits=Limits(ENOUGH, ENOUGH)))


def draw_hand(table: GoodTable) -> DrawnHand:
    """Return a hand that leaves no doubt; one that should take the miss, if any."""
    often, priced = table.chances_at(0)[0], []
    miss = table.declared.actions[0].index(MISS)
    for hand, turn_up in hands_looked_at(TRICKS):
        of_class = coarse_class_of(mask(hand), int(HIGH[turn_up]), turn_up, False)
        if often[of_class, miss] > _NEARLY_ALWAYS:
            priced.append(_priced(table, tuple(map(name, hand)), name(turn_up)))
            prices = priced[-1].answers.prices
            if prices.clear and prices.answers[prices.order[0]] == MISS:
                return priced[-1]
        if len(priced) == _PRICED:
            break
    return priced[0]
