"""A decision that was taken, with its price."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.books.jackknife import standard_error
from simulate.branch.pricing import Cost


@dataclass(frozen=True)
class Decision:
    """One decision and its price.

    Attributes
    ----------
    session, hand : int
    decision : str
    answer, best : object
        As a history writes them.
    said, advised : str
        The same in words.
    price : Cost
        How much less the answer is worth than the best.
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
