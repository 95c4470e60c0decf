"""What habits of strategies cost: sums over deals, with the error of what later pools are worth."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from reports.stats.estimates import Estimate, around
from simulate.books.jackknife import standard_error
from simulate.books.tally import Floats

#: Standard errors to either side of a sum over positions.
_REACH = 2.0


@dataclass(frozen=True)
class Cost:
    """What was lost in some deals, added up.

    ``times``: how often. ``lost``, ``squares``: sums of what was lost, and of its square.
    ``replicas`` (float64[R]): what was lost, or the part of it that comes from later pools: first
    as measured, then by every replica of the worth of pools.
    """

    times: float
    lost: float
    squares: float
    replicas: Floats

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.times + other.times, self.lost + other.lost, self.squares + other.squares,
            self.replicas + other.replicas,
        )

    def among(self, deals: float) -> Estimate:
        """Estimate what is lost a deal, at most one loss in each."""
        mean = self.lost / deals
        variance = max(0.0, self.squares / deals - mean**2) / max(deals - 1, 1)
        later = float(standard_error(self.replicas)) / deals
        return around(mean, math.hypot(math.sqrt(variance), later), int(deals))


def together(costs: Iterable[Estimate]) -> Estimate:
    """Add up the costs in several positions, which share their deals.

    Standard errors are added as if all positions erred the same way, which makes them rather too
    large.
    """
    parts = list(costs)
    value, se = sum(part.value for part in parts), sum(part.se for part in parts)
    return Estimate(value, se, value - _REACH * se, value + _REACH * se)
