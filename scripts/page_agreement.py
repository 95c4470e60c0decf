"""How often a page and ``advise`` agree: one knows the class of a hand, the other its tiles."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from scipy import stats

from reports.opening.margins import Margins, Spread, pair_of, surely_best

#: More hands than are allowed are answered otherwise once in so many times.
_RARELY = 1 / 1000


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
    expected : float
        How many they should answer otherwise by chance, where the spread of hands is known: the
        page is sure of a class whose best move is ahead by two standard deviations of its hands, so
        that few hands lie beyond.
    costs : list of float
        What the page's best move gives up, hand by hand, in hundredths of the unit.
    """

    unit: str
    asked: int = 0
    known: int = 0
    said: int = 0
    sure: int = 0
    same: int = 0
    expected: float = 0.0
    costs: list[float] = field(default_factory=list)

    def add(self, page: Margins, advice: Margins, scale: float = 1.0,
            spread: Spread | None = None) -> None:
        """Count one hand; what is behind by advice times ``scale`` is in hundredths of the unit.

        The page is sure of it by the ``spread`` of the hands in its class, where that is given.
        """
        self.asked += 1
        if not page:
            return
        self.known += 1
        spread = spread or {}
        best, sure = surely_best(page, spread), surely_best(advice)
        self.said += best is not None
        if best is not None and sure is not None:
            self.sure += 1
            self.same += best == sure
            self.expected += sum(_beyond(*page[letter], spread.get(pair_of(best, letter), 0.0))
                                 for letter in page if letter != best and spread)
        self.costs.append(scale * advice[min(page, key=lambda letter: page[letter][0])][0])

    @property
    def allowed(self) -> int:
        """How many may be answered otherwise: more are so once in a thousand times."""
        return int(stats.poisson.isf(_RARELY, self.expected))

    @property
    def cost(self) -> tuple[float, float]:
        """What going by the page costs a hand, and the standard error, as shares of the unit."""
        costs = np.array(self.costs) / 100
        return float(costs.mean()), float(costs.std() / math.sqrt(len(costs)))

    def __str__(self) -> str:
        cost, se = self.cost
        chance = (f" ({self.expected:.1f} otherwise by chance, at most {self.allowed})"
                  if self.expected else "")
        return (f"{self.asked} hands: the page knows the class of {self.known} and is sure of "
                f"{self.said}; of {self.sure} where both are sure {self.same} are answered "
                f"alike{chance}; going by the page costs {cost:.2%} ± {se:.2%} {self.unit} a hand")


def _beyond(behind: float, se: float, spread: float) -> float:
    """Return the chance that a hand of a class has another best move than the class."""
    error = math.hypot(se, spread)
    return float(stats.norm.sf(behind / error)) if error else 0.0
