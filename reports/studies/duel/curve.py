"""What a strategy makes at each value of a parameter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reports import headlines
from reports.compare import Change, Measure, compare
from reports.contests import Scores
from reports.draw.shapes import Dots
from reports.page.document import Column, Picture, Section, Table
from reports.stats.estimates import Estimate
from simulate.runs.run import Run


@dataclass(frozen=True)
class Curve:
    """What a strategy makes at each value of a parameter.

    The best of many noisy values looks better than it is. So it is chosen on one half of the
    sessions, and what it makes, and makes more than others, is measured on the other half.
    """

    parameter: str  #: ``NAME.param``
    values: tuple[float, ...]
    scores: tuple[Scores, ...]
    current: float  #: the value that the line-up has
    unit: str
    scale: float = 1.0

    @cached_property
    def best(self) -> int:
        """The value at which it makes most, on the sessions that the best is chosen on."""
        half = max(1, self.scores[0].sessions // 2)
        chosen = [one.part(slice(half)).paired.value for one in self.scores]
        return max(range(len(self.values)), key=chosen.__getitem__)

    @cached_property
    def changes(self) -> list[Change]:
        """What each value makes, and how much less than the best one, on the other sessions."""
        half, makes = self.scores[0].sessions // 2, Measure("strategy", self.parameter)
        return compare({f"{value:g}": {makes: one.part(slice(half, None)).paired * self.scale}
                        for value, one in zip(self.values, self.scores, strict=True)},
                       f"{self.values[self.best]:g}")

    def makes(self, at: int) -> Estimate:
        """Return what the strategy makes at a value, from all sessions."""
        return (self.scores[at].paired * self.scale).estimate

    @cached_property
    def as_good(self) -> list[float]:
        """The other values that are not surely worse than the best, all judged together."""
        return [value for i, (value, one) in enumerate(
            zip(self.values, self.changes, strict=True)) if i != self.best and one.sure >= 0]

    def reach(self) -> float:
        """Return how far the widest interval reaches to either side, unscaled."""
        return max((s.value.high - s.value.low) / 2 for s in self.scores)


def how_good(curve: Curve, run: Run) -> Iterator[str]:
    """Yield which value is best, and a warning of heavy tails."""
    best = f"{curve.parameter} = {curve.values[curve.best]:g}"
    made = f"{headlines.signed(curve.changes[curve.best].value)} {curve.unit}"
    is_level = all(s.value.value == curve.scores[0].value.value for s in curve.scores[1:])
    yield (f"All values of {curve.parameter} came out level." if is_level and curve.scores[1:]
           else headlines.verdict(best, made, [f"{value:g}" for value in curve.as_good]))
    yield headlines.heavy_tails(
        {f"of {curve.parameter} = {value:g}": one.paired.influence
         for value, one in zip(curve.values, curve.scores, strict=True)}, run)


def section(curve: Curve, question: str, answer: tuple[str, ...]) -> Section:
    """Return the values as a table and as dots."""
    remarks = {value: [] if value in curve.as_good or i == curve.best else ["surely worse"]
               for i, value in enumerate(curve.values)}
    remarks[curve.values[curve.best]].append("best")
    remarks[curve.current].append("the line-up's")
    table = Table.of("duel_sweep", f"{curve.parameter} varied", (
        Column("value", curve.parameter, "text", "as the parameter", "the value tried"),
        Column("makes", curve.unit, "signed", "{value} a hand", "what is made", with_error=True),
        Column("behind", "less the best", "signed", "{value} a hand",
               "made less than with the best value", with_error=True),
        Column("remark", "remark", "text", "text", "best, surely worse, or the line-up's"),
    ), ({"value": row.variant, "makes": curve.makes(i), "behind": row.change,
         "remark": ", ".join(remarks[value])}
        for i, (value, row) in enumerate(zip(curve.values, curve.changes, strict=True))),
        "The best is chosen on one half of the sessions and compared on the other half.")
    picture = Picture("duel_sweep", Dots.of(
        {f"{value:g}": curve.makes(k) for k, value in enumerate(curve.values)}, curve.unit,
        title=f"{curve.parameter} varied", neutral=None))
    return Section("duel_sweep", question, answer, (picture,), (table,))
