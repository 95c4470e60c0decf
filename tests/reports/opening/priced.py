"""Prices that a page makes of decisions, beside those of ``advise``."""

import math
from dataclasses import dataclass, field

import numpy as np

from simulate.rollout.pricing import Prices


@dataclass
class BesideAdvice:
    """How far the prices of a page are from those of ``advise``, and what both call best.

    Attributes
    ----------
    unit : float
        What advice tells, times this, is told on the page.
    apart : list of float
        Differences in standard errors.
    sure, same : int
        Decisions of which both are sure, and those where the best move is the same.
    """

    unit: float
    apart: list[float] = field(default_factory=list)
    sure: int = 0
    same: int = 0

    def add(self, options: list[int], behind: list[tuple[float, float]], given: int, head: str,
            prices: Prices) -> None:
        """Compare a decision.

        Parameters
        ----------
        options : list of int
        behind : list of (float, float)
            How far the page has each behind the best, and the standard error.
        given : int
            Earlier plays that the page takes as given.
        head : str
            What the page says first.
        prices : Prices
        """
        assert sorted(prices.answers) == sorted(options)
        best = options[min(range(len(options)), key=lambda k: behind[k][0])]
        at = prices.answers.index(best)
        for option, (gap, se) in zip(options, behind, strict=True):
            k = prices.answers.index(option)
            other = self.unit * (prices.behind(k)[0] - prices.behind(at)[0])
            error = math.hypot(se, self.unit * prices.sums.error(at, k))
            # Where plays that count are few, which of them are given up is a matter of chance.
            if error and given == len(prices.taken):
                self.apart.append((gap - other) / error)
        if prices.clear and " or " not in head:
            self.sure += 1
            self.same += prices.answers[prices.order[0]] == best

    def agrees(self, alike: float) -> bool:
        """Tell whether nothing is far apart, and such a share of the best moves is the same."""
        apart = self.apart or [0.0]
        return bool(max(map(abs, apart)) < 4.5 and np.std(apart) < 2.5
                    and self.same >= alike * self.sure)
