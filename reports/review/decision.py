"""A decision that was taken, with its price."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.habits import Habit, in_order
from reports.stats.estimates import around
from simulate.books.jackknife import standard_error
from simulate.branch.pricing import Cost


@dataclass(frozen=True)
class Decision:
    """One decision and its price.

    ``answer``, ``best``: as a history writes them. ``said``, ``advised``: the same in words.
    ``price``: how much less the answer is worth than the best.
    """

    session: int
    hand: int
    decision: str
    answer: Any
    best: Any
    said: str
    advised: str
    price: Cost

    @property
    def cost(self) -> float:
        """How much less the answer is worth than the best."""
        return self.price.value

    @property
    def se(self) -> float:
        """The standard error of that."""
        return self.price.se

    def as_dict(self) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        return {
            "session": self.session, "hand": self.hand, "decision": self.decision,
            "answer": self.answer, "best": self.best, "cost": self.cost, "se": self.se,
        }


def cost_together(decisions: Sequence[Decision]) -> tuple[float, float]:
    """Return what decisions cost together, and the standard error.

    Each decision has deals of its own, but what later pools are worth is measured once for a table.
    That error goes the same way in all decisions, so it is added up replica by replica.
    """
    shared: dict[int, float | np.ndarray] = {}
    own = []
    for decision in decisions:
        replicas = decision.price.replicas
        own.append(max(decision.se**2 - float(standard_error(replicas)) ** 2, 0.0))
        shared[len(replicas)] = shared.get(len(replicas), 0.0) + replicas
    later = [float(standard_error(np.asarray(total))) ** 2 for total in shared.values()]
    return (math.fsum(decision.cost for decision in decisions),
            math.sqrt(math.fsum(own) + math.fsum(later)))


_MOST = 5
_HANDS = 3
#: A cost is priced on hundreds of deals, so its error is as good as one from this many units.
_MANY = 10**6
_DOES = {
    "take_turn_up": "takes or leaves the turn-up wrongly", "keep_after_miss": "keeps other tiles",
    "lead": "leads another tile", "follow": "plays another tile",
    "discard": "discards another tile",
    "play": "plays another tile or end", "bet": "bets another tile",
}


def _kind(decision: Decision) -> tuple[str, str]:
    """Return what was done and what is better; of other tiles, only that they are others."""
    if decision.decision in ("declare", "call", "draw", "star"):
        return decision.said, decision.advised
    return _DOES.get(decision.decision, f"answers {decision.decision!r} otherwise"), ""


def habits_of(decisions: Sequence[Decision]) -> list[Habit]:
    """Return the dearest habits of those that surely cost something, all judged together."""
    groups: dict[tuple[str, str], list[Decision]] = {}
    for decision in decisions:
        if decision.said != decision.advised:
            groups.setdefault(_kind(decision), []).append(decision)
    habits = []
    for (does, better), some in groups.items():
        dearest = sorted(some, key=lambda d: -d.cost)[:_HANDS]
        cost = around(*cost_together(some), _MANY)
        habits.append(Habit(does, better, len(some), cost,
                            hands=[(d.session, d.hand) for d in dearest]))
    return [habit for habit, sure in in_order(habits) if sure][:_MOST]
