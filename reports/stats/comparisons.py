"""Many comparisons at once: which differences are decided when all are judged together.

Of twenty differences that are nothing but luck, one has a 95% interval that leaves out zero.
What a sentence calls decided is therefore judged by Holm's rule (Scand. J. Statist. 6, 1979):
the chance that any of the differences called decided is really zero is at most 5%, however many
there are and however they depend on each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from typing import TypeVar

import numpy as np

from reports.later import special
from reports.stats.estimates import LEVEL, Estimate
from simulate.books.tally import Floats

T = TypeVar("T", bound=Hashable)


def p_value(estimate: Estimate, units: float) -> float:
    """Return how often luck alone would take an estimate so far from zero, to either side.

    Where all units differ alike their scatter is zero and tells nothing; the sign test takes its
    place, so that two games that one player won decide nothing.

    ``estimate``: with its standard error; without one the answer is 1. ``units``: independent units
    that the standard error was taken from (Student's distribution).
    """
    value, se = estimate.value, estimate.se
    if math.isnan(value) or math.isnan(se) or units < 2 or value == 0:
        return 1.0
    if se == 0:
        return 2.0 ** (1 - units)
    return float(2 * special.stdtr(units - 1, -abs(value) / se))


def holm(p_values: Sequence[float]) -> Floats:
    """Return p-values adjusted by Holm's rule: those of at most 5% are decided together.

    The smallest is multiplied by the number of comparisons, the next by one fewer, and so on;
    none becomes smaller than the one before it.
    """
    found = np.asarray(p_values, np.float64)
    order = np.argsort(found, kind="stable")
    steps = np.arange(len(found), 0, -1)
    adjusted = np.empty_like(found)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(found[order] * steps))
    return adjusted


def rivals(
    order: Sequence[T], lead: Callable[[T, T], Estimate], p_of: Callable[[Estimate], float]
) -> list[T]:
    """Return those whom the first of a ranking does not surely lead, in its order. All leads
    between any two are judged together, because the first was not known before.

    ``order``: the best first. ``lead``: ``lead(one, other)`` estimates by how much the one is
    better. ``p_of``: returns the p-value of a lead by itself.
    """
    pairs = list(combinations(order, 2))
    leads = [lead(one, other) for one, other in pairs]
    found = dict(zip(pairs, signs(leads, [p_of(one) for one in leads]), strict=True))
    return [other for other in order[1:] if found[order[0], other] <= 0]


def signs(estimates: Sequence[Estimate], p_values: Sequence[float]) -> list[int]:
    """Return 1 or -1 for each difference that is decided, and 0 for those that are not.

    ``p_values``: of each by itself.
    """
    sure = holm(p_values) <= 1 - LEVEL
    return [int(math.copysign(1, e.value)) if s else 0
            for e, s in zip(estimates, sure, strict=True)]
