"""Counting intervals that hold what they should."""

import math
from dataclasses import dataclass

from reports.stats.estimates import Estimate


@dataclass
class Kept:
    """How many intervals of a figure were given, and how many of those held the truth."""

    given: int = 0
    held: int = 0
    repetitions: int = 0

    def count(self, estimate: Estimate, truth: float) -> None:
        """Count one repetition; an unknown end counts as infinitely far away."""
        self.repetitions += 1
        if math.isnan(estimate.low) and math.isnan(estimate.high):
            return
        self.given += 1
        self.held += not (estimate.low > truth or estimate.high < truth)

    @property
    def share(self) -> float:
        """The share of the intervals given that held the truth."""
        return self.held / self.given if self.given else math.nan


#: Figures by kind, then by name.
Kinds = dict[str, dict[str, Kept]]


def kept(kinds: Kinds, kind: str, name: str) -> Kept:
    """Return what is kept of a figure."""
    return kinds.setdefault(kind, {}).setdefault(name, Kept())
