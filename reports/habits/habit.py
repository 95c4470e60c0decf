"""A habit: one thing that a player does where another is better, and what that costs.

Three look for habits: a strategy's own chart, a best response to it, and the review of hands
that were played.  Each finds them in its own way; what they cost, which of them are sure, in
what order and in what words they are told is the same for all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import NOTHING, Estimate

#: Costs of a strategy's habits are told for so many of its hands.
HANDS = 100


@dataclass(frozen=True)
class Habit:
    """One thing that a player does where another is better.

    Parameters
    ----------
    does, better : str
        What is done, and what would be better.
    times : float
        How often that was seen.
    cost : Estimate
        In ``HANDS`` hands, or in all where hands that were played are gone through; below zero
        where the player gains by it.
    where : mapping of str to str
        When it happens: whose habit it is, the place, what was declared before, the hand.
    share : float
        Of the hands of the player.
    each : Estimate
        What it costs once.
    units : float
        Independent units that the standard error of the cost was taken from.
    hands : sequence of (int, int)
        Session and hand of the dearest, where single hands are gone through.
    """

    does: str
    better: str
    times: float
    cost: Estimate
    where: Mapping[str, str] = field(default_factory=dict)
    share: float = math.nan
    each: Estimate = NOTHING
    units: float = math.inf
    hands: Sequence[tuple[int, int]] = ()


def which_are_sure(habits: Sequence[Habit]) -> list[bool]:
    """Say of each habit whether it surely costs something, when all are judged together.

    Among many that are looked for some seem to cost something by luck alone: Holm's rule
    (``reports.stats.comparisons``) allows for that.
    """
    costs = [habit.cost for habit in habits]
    by_itself = [p_value(habit.cost, habit.units) for habit in habits]
    return [sign > 0 for sign in signs(costs, by_itself)]


def in_order(habits: Iterable[Habit]) -> list[tuple[Habit, bool]]:
    """Return habits with whether each surely costs something: those first, the dearest first."""
    some = list(habits)
    judged = zip(some, which_are_sure(some), strict=True)
    return sorted(judged, key=lambda pair: (not pair[1], -pair[0].cost.value))
