"""How often a page and ``advise`` agree: one knows the class of a hand, the other its tiles."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from reports.opening.margins import Margins, surely_best


@dataclass
class Agreement:
    """How often page and advice say the same.

    Attributes
    ----------
    unit : str
        What costs are told in, after a number "of a hundred".
    asked, known : int
        Hands, and those whose class the page knows.
    said, sure, same : int
        Hands of which the page is sure; those of which ``advise`` is, too; and of these the ones
        that they answer alike.
    costs : list of float
        What the page's best move gives up, hand by hand, in hundredths of the unit.
    """

    unit: str
    asked: int = 0
    known: int = 0
    said: int = 0
    sure: int = 0
    same: int = 0
    costs: list[float] = field(default_factory=list)

    def add(self, page: Margins, advice: Margins, scale: float = 1.0) -> None:
        """Count one hand; what is behind by advice times ``scale`` is in hundredths of the unit."""
        self.asked += 1
        if not page:
            return
        self.known += 1
        best, sure = surely_best(page), surely_best(advice)
        self.said += best is not None
        if best is not None and sure is not None:
            self.sure += 1
            self.same += best == sure
        self.costs.append(scale * advice[min(page, key=lambda letter: page[letter][0])][0])

    @property
    def cost(self) -> tuple[float, float]:
        """What going by the page costs a hand, and the standard error, as shares of the unit."""
        costs = np.array(self.costs) / 100
        return float(costs.mean()), float(costs.std() / math.sqrt(len(costs)))

    def __str__(self) -> str:
        cost, se = self.cost
        return (f"{self.asked} hands: the page knows the class of {self.known} and is sure of "
                f"{self.said}; of {self.sure} where both are sure {self.same} are answered "
                f"alike; going by the page costs {cost:.2%} ± {se:.2%} {self.unit} a hand")
