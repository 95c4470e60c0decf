"""What costs a player most, told by what was done and what would have been better."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.review.decision import Decision

_MOST = 5
_HANDS = 3
_CLEAR = 2.0
_DOES = {
    "take_turn_up": "takes or leaves the turn-up wrongly", "keep_after_miss": "keeps other tiles",
    "lead": "leads another tile", "follow": "plays another tile",
    "discard": "discards another tile",
    "play": "plays another tile or end", "bet": "bets another tile",
}


@dataclass(frozen=True)
class Habit:
    """Decisions of one kind that went the same way wrong.

    Attributes
    ----------
    what : str
        In words.
    times : int
    cost, se : float
    hands : list of (int, int)
        Session and hand of the dearest.
    """

    what: str
    times: int
    cost: float
    se: float
    hands: list[tuple[int, int]]

    def sentence(self, unit: str) -> str:
        """Return the habit in a sentence."""
        where = ", ".join(f"{session}:{hand}" for session, hand in self.hands)
        times = "once" if self.times == 1 else f"{self.times} times"
        return (f"{self.what} ({times}): {self.cost:.3g} ± {self.se:.2g} {unit}; "
                f"session:hand {where}")


def _kind(decision: Decision) -> str:
    """Return what went wrong: the words themselves, or, where tiles differ, that they do."""
    if decision.decision in ("declare", "call", "draw", "star"):
        return f"{decision.said} where {decision.advised} is better"
    return _DOES[decision.decision]


def habits_of(decisions: Sequence[Decision]) -> list[Habit]:
    """Return the dearest habits: those that cost something by two standard errors."""
    groups: dict[str, list[Decision]] = {}
    for decision in decisions:
        if decision.said != decision.advised:
            groups.setdefault(_kind(decision), []).append(decision)
    habits = []
    for what, some in groups.items():
        dearest = sorted(some, key=lambda d: -d.cost)[:_HANDS]
        habits.append(Habit(
            what, len(some), math.fsum(d.cost for d in some),
            math.sqrt(math.fsum(d.se**2 for d in some)), [(d.session, d.hand) for d in dearest]))
    clear = [habit for habit in habits if habit.cost > _CLEAR * habit.se]
    return sorted(clear, key=lambda habit: -habit.cost)[:_MOST]
