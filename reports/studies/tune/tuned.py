"""What tuning found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.stats.estimates import Estimate
from reports.studies.tune.objective import Objective
from reports.studies.tune.search import Point
from reports.studies.tune.space import Space


@dataclass(frozen=True)
class Tuned:
    """What tuning found.

    ``start``, ``best``: where it began, and the point that was chosen. ``gain``: by how much the
    chosen point is better, on deals that nothing was chosen on. ``before``, ``after``: how good
    both are, on the same deals. ``losses``: what the chosen point loses, on those deals, if one
    parameter goes back to the start. ``slices``: what it gains or loses, on the deals of the
    search, with one parameter at other values. ``worth``: of the points in the order in which they
    were measured.
    """

    space: Space
    objective: Objective
    start: Point
    best: Point
    gain: Estimate
    before: Estimate
    after: Estimate
    losses: dict[str, Estimate]
    slices: dict[str, list[tuple[float, Estimate]]]
    worth: Sequence[float]

    @property
    def is_better(self) -> bool:
        """Whether the chosen point is surely better than the start."""
        return self.gain.low > 0

    @property
    def entry(self) -> str:
        """The strategy to play, as a line-up names it: the start if nothing is surely better."""
        return self.space.entry(self.best if self.is_better else self.start)
