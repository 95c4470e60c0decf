"""A decision that was taken, with its price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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
    cost, se : float
        How much less the answer is worth than the best, and the standard error.
    """

    session: int
    hand: int
    decision: str
    answer: Any
    best: Any
    said: str
    advised: str
    cost: float
    se: float

    def as_dict(self) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        return {
            "session": self.session, "hand": self.hand, "decision": self.decision,
            "answer": self.answer, "best": self.best, "cost": self.cost, "se": self.se,
        }
