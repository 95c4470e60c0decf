"""The tables of ``study duel``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from reports.page.document import Column, Table
from reports.results import frames
from reports.results.frames import Row
from reports.stats.estimates import NOTHING, Estimate
from reports.studies.duel.contests import Scores, combined
from reports.studies.duel.positions import Positions

_INTERVALS = "Under each number stands its 95% interval, paired by session."


class Measure(NamedTuple):
    """What is compared.

    Attributes
    ----------
    verb, unit : str
        In words: a seat makes so many chips a hand.
    scale : float
        What numbers are multiplied by to be read: 100 where they are shares.
    """

    verb: str
    unit: str
    scale: float


@dataclass(frozen=True)
class Pairs:
    """The duels of every pair.

    Parameters
    ----------
    labels : tuple of str
        The strategies.
    scores : mapping of (int, int) to Scores
        Of the first less the second, for the pairs in order.
    measure : Measure
    """

    labels: tuple[str, ...]
    scores: Mapping[tuple[int, int], Scores]
    measure: Measure

    def value(self, one: int, other: int) -> Estimate:
        """Return what a seat of the one makes more than a seat of the other."""
        if one == other:
            return NOTHING
        if one < other:
            return self.scores[one, other].value.scaled(self.measure.scale)
        value, se, low, high = self.scores[other, one].value.scaled(self.measure.scale)
        return Estimate(-value, se, -high, -low)

    def against_all(self, weights: Mapping[int, float]) -> Estimate:
        """Return a weighted sum of what strategies make in the mean, each against all of them.

        All of them are the strategy itself as well, from which it makes nothing; so that
        with two the difference is that of their own duel.
        """
        share = self.measure.scale / len(self.labels)
        net = [share * (weights.get(i, 0.0) - weights.get(j, 0.0)) for i, j in self.scores]
        return combined(list(self.scores.values()), net)

    def mean(self, one: int) -> Estimate:
        """Return what a strategy makes more than its opponents, in the mean over them."""
        share = self.measure.scale / (len(self.labels) - 1)
        own = {(i, j): 1 if i == one else -1 for i, j in self.scores if one in (i, j)}
        return combined([self.scores[p] for p in own], [share * sign for sign in own.values()])

    def lead(self, one: int, other: int) -> Estimate:
        """Return by how much one strategy makes more than another, each against all."""
        return self.against_all({one: 1.0, other: -1.0})

    def ranked(self) -> list[int]:
        """Return the strategies, the best first."""
        return sorted(range(len(self.labels)), key=lambda i: -self.mean(i).value)

    def reach(self) -> float:
        """Return how far the widest interval of a pair reaches to either side, unscaled."""
        return max(
            (s.value.high - s.value.low) / 2 for s in self.scores.values()
        ) if self.scores else 0.0


def matrix(pairs: Pairs) -> Table:
    """Return the payoff matrix."""
    order = pairs.ranked()
    rows: list[Row] = []
    for i in order:
        values = {pairs.labels[j]: pairs.value(i, j) for j in order}
        rows.append({"strategy": pairs.labels[i], **frames.merged(values)})
    columns = (
        Column("strategy", "a seat of", "text"),
        *(Column(pairs.labels[j], f"against {pairs.labels[j]}", "signed") for j in order),
    )
    note = (f"What a seat of the row's strategy makes more than one of the column's, in "
            f"{pairs.measure.unit}, at tables where they sit in turn. ")
    return Table("duel_matrix", "Every pair", pd.DataFrame(rows).set_index("strategy"), columns,
                 note + _INTERVALS)


def ranking(pairs: Pairs) -> Table:
    """Return the strategies by what they make against all others."""
    order = pairs.ranked()
    rows: list[Row] = []
    for rank, i in enumerate(order):
        row: Row = {"rank": rank + 1, "strategy": pairs.labels[i]}
        row |= frames.columns("mean", pairs.mean(i), error=True)
        lead = pairs.lead(i, order[rank + 1]) if rank + 1 < len(order) else Estimate(math.nan)
        rows.append(row | frames.columns("lead", lead, error=True))
    columns = (
        Column("rank", "rank", "count"), Column("strategy", "strategy", "text"),
        Column("mean", f"{pairs.measure.unit} more than the others", "signed"),
        Column("lead", "lead on the next", "signed"),
    )
    return Table("duel_ranking", "Ranking", pd.DataFrame(rows).set_index("rank"), columns,
                 "In the mean over all opponents. " + _INTERVALS)


def precision(pairs: Pairs) -> Table:
    """Return the standard error of each pair, and what rotating the seats saved."""
    rows = []
    for (i, j), scores in pairs.scores.items():
        value = scores.value.scaled(pairs.measure.scale)
        rows.append({
            "pair": f"{pairs.labels[i]} - {pairs.labels[j]}",
            **frames.columns("difference", value), "se": value.se, "se_text": f"{value.se:.2g}",
            "factor": scores.variance_reduction, "tables": len(scores.above),
            "sessions": scores.above.shape[1],
        })
    columns = (
        Column("pair", "pair", "text"), Column("difference", pairs.measure.unit, "signed"),
        Column("se_text", "standard error", "text"),
        Column("factor", "variance reduced by a factor", "amount"),
        Column("tables", "tables", "count"), Column("sessions", "sessions of each", "count"),
    )
    note = ("The factor compares tables on the same deals with tables on deals of their own and "
            "as many hands.")
    return Table("duel_precision", "How sure the pairs are", pd.DataFrame(rows).set_index("pair"),
                 columns, note)


def positions(found: Positions, names: Sequence[str], unit: str) -> Table:
    """Return what each position is worth, to all and to each strategy."""
    rows: list[Row] = []
    for p, name in enumerate(names):
        row: Row = {"position": name, **frames.columns("edge", found.edge(p), error=True)}
        own = {label: found.value(i, p) for i, label in enumerate(found.labels)}
        rows.append(row | frames.merged(own))
    columns = (
        Column("position", "position", "text"),
        Column("edge", f"{unit} above the mean position", "signed"),
        *(Column(label, label, "signed") for label in found.labels),
    )
    note = (f"{unit.capitalize()} of the line-up in all rotations, by position in the hand: over "
            "all strategies, and what each makes there. ")
    return Table("duel_positions", "What a position is worth",
                 pd.DataFrame(rows).set_index("position"), columns, note + _INTERVALS)


@dataclass(frozen=True)
class Curve:
    """What a strategy makes at each value of a parameter.

    Parameters
    ----------
    parameter : str
    values : tuple of float
    scores : tuple of Scores
    current : float
        The value that the line-up has.
    measure : Measure
    """

    parameter: str
    values: tuple[float, ...]
    scores: tuple[Scores, ...]
    current: float
    measure: Measure

    def estimate(self, at: int) -> Estimate:
        """Return what the strategy makes at a value."""
        return self.scores[at].value.scaled(self.measure.scale)

    @property
    def best(self) -> int:
        """The value at which it makes most."""
        return max(range(len(self.values)), key=lambda i: self.scores[i].value.value)

    def difference(self, at: int, to: int) -> Estimate:
        """Return what one value makes more than another, paired."""
        both = self.scores[at], self.scores[to]
        return combined(both, (self.measure.scale, -self.measure.scale))

    def as_good(self) -> list[float]:
        """Return the values that cannot be told from the best."""
        return [
            value for i, value in enumerate(self.values)
            if i == self.best or not self.difference(self.best, i).low > 0
        ]

    def reach(self) -> float:
        """Return how far the widest interval reaches to either side, unscaled."""
        return max((s.value.high - s.value.low) / 2 for s in self.scores)


def curve(found: Curve) -> Table:
    """Return the curve of a parameter."""
    close = found.as_good()
    rows: list[Row] = []
    for i, value in enumerate(found.values):
        row: Row = {"value": f"{value:g}", **frames.columns("makes", found.estimate(i), error=True)}
        row |= frames.columns("behind", found.difference(i, found.best), error=True)
        said = ["as good as the best"] * (value in close) + ["the line-up's"] * (
            value == found.current)
        rows.append(row | {"remark": ", ".join(said)})
    columns = (
        Column("value", found.parameter, "text"), Column("makes", found.measure.unit, "signed"),
        Column("behind", "less the best", "signed"), Column("remark", "remark", "text"),
    )
    return Table("duel_sweep", f"{found.parameter} varied", pd.DataFrame(rows).set_index("value"),
                 columns, "All values on the same deals, in all rotations. " + _INTERVALS)
