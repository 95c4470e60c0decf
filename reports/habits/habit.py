"""A habit: one thing that a player does where another is better, and what that costs.

Three things look for habits: the chart of a strategy, a best response to it, and the review of
hands that were played. Each finds them in its own way. What habits cost, which are sure, and in
what order and words they are told is the same for all three.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import NOTHING, Estimate

#: Costs of a strategy's habits are told for this many of its hands.
HANDS = 100


@dataclass(frozen=True)
class Habit:
    """One thing that a player does where another is better.

    ``does``, ``better``: what is done, and what would be better. ``times``: how often that was
    seen. ``cost``: in ``HANDS`` hands, or in a review in all its hands; below zero where the player
    gains by it. ``where``: when it happens: whose habit it is, the place, what was declared before,
    the hand. ``share``: of the hands of the player. ``each``: what it costs once. ``units``:
    independent units that the standard error of the cost was taken from. ``hands``: session and
    hand of the dearest cases, where single hands are reviewed.
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

    When we look for many habits, some seem to cost something by luck alone; Holm's rule
    (``reports.stats.comparisons``) allows for that.
    """
    costs = [habit.cost for habit in habits]
    by_itself = [p_value(habit.cost, habit.units) for habit in habits]
    return [sign > 0 for sign in signs(costs, by_itself)]


def in_order(habits: Iterable[Habit]) -> list[tuple[Habit, bool]]:
    """Return each habit and whether it surely costs something: sure ones first, then by cost."""
    some = list(habits)
    judged = zip(some, which_are_sure(some), strict=True)
    return sorted(judged, key=lambda pair: (not pair[1], -pair[0].cost.value))
