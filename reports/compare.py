"""Runs that differ in one thing, on the same deals: what each makes, and which changes are sure.

A *variant* is a run and its name. All variants are played on the same deals, in all rotations of
the line-up, and each is measured alike: figures of the table, and what a seat of each strategy
makes. ``compare`` returns one row per variant and measure, with its change from the base;
all changes are judged together, by Holm's rule. Studies are declarations over it: they name the
variants, and show rows as a table, a figure of dots and a headline.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, NamedTuple

import numpy as np

from reports import contests, headlines
from reports.contests import Paired
from reports.draw.shapes import Dots
from reports.page.document import Column, Kind, Picture, Section, Table
from reports.results.figure_tables import figures_of
from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import NOTHING, Estimate
from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Progress, Run, silent

#: Letters in a line below an axis.
_LINE = 60


class Measure(NamedTuple):
    """What is measured of every variant."""

    of: Literal["table", "strategy", "place", "skill"]  #: what it is a number of
    name: str
    kind: Kind = "signed"


class Change(NamedTuple):
    """A measure of a variant, and what it changed by from the base."""

    variant: str
    measure: Measure
    value: Estimate
    change: Estimate
    sure: int  #: 1 up, -1 down; 0 if it may be luck, all changes judged together (Holm)


def compare(variants: Mapping[str, Mapping[Measure, Paired]]) -> list[Change]:
    """Return one row per variant and measure; the first variant is the base."""
    base, *others = variants
    own, keys = variants[base], [(name, one) for name in others for one in variants[name]]
    changes = [variants[name][one] - own[one] for name, one in keys]
    estimates = [change.estimate for change in changes]
    found = signs(estimates, [p_value(one, change.sessions)
                              for one, change in zip(estimates, changes, strict=True)])
    judged = dict(zip(keys, zip(estimates, found, strict=True), strict=True))
    return [Change(name, one, number.estimate, *judged.get((name, one), (NOTHING, 0)))
            for name, numbers in variants.items() for one, number in numbers.items()]


@dataclass(frozen=True)
class SameDeals:
    """Tables played on the same deals; mostly a line-up in all rotations."""

    tables: Sequence[Run]
    fields: Floats  #: float64[tables, sessions, fields]: what the books have of each session
    seats: Floats  #: float64[tables, sessions, seats]: chips, points or games of each seat

    @property
    def run(self) -> Run:
        """The first table."""
        return self.tables[0]

    @property
    def hands(self) -> Floats:
        """The hands of each session: float64[tables, sessions]."""
        return self.fields[:, :, contests.hands_of(self.run)]

    def seat(self, label: str) -> Floats:
        """Return what the first seat of a strategy made: float64[tables, sessions]."""
        return np.array([made[:, table.labels.index(label)]
                         for table, made in zip(self.tables, self.seats, strict=True)])

    def strategies(self) -> dict[Measure, Paired]:
        """Return what a seat of each strategy makes a hand above the mean, or its games of 100."""
        hands = np.ones_like(self.hands) if contests.counts_games(self.run) else self.hands
        scale, below = scale_of(self.run), hands.sum(axis=0)
        found = {}
        for label in dict.fromkeys(self.run.labels):
            weights = contests.above_mean(self.tables, label)
            # Added seat by seat: a product of matrices may round differently on other machines.
            made = sum(one[:, None] * self.seats[:, :, seat] for seat, one in enumerate(weights.T))
            found[Measure("strategy", label)] = Paired.mean(
                np.asarray(made).sum(axis=0), below) * scale
        return found

    def table(self) -> dict[Measure, Paired]:
        """Return the figures that the game declares for the table as a whole."""
        columns = {name: self.fields[:, :, i].sum(axis=0)
                   for i, name in enumerate(find_game(self.run.game).books.session)}
        columns["sessions"] = np.full(self.fields.shape[1], float(len(self.fields)))
        return {Measure("table", title, "share" if one.kind == "share" else "amount"):
                Paired.mean(columns[one.above], columns[one.of])
                for title, one in figures_of(self.run).items()}


def first(made: Mapping[str, Paired], sessions: float, unit: str, **words: Any) -> str:
    """Return which of some numbers is largest, and whom it is too close to (``headlines``)."""
    return headlines.first(
        {one: number.estimate for one, number in made.items()},
        lambda one, other: (made[one] - made[other]).estimate, sessions, unit, **words)


def scale_of(run: Run) -> float:
    """Return what numbers are multiplied by: games won are counted in games of 100."""
    return 100.0 if contests.counts_games(run) else 1.0


def unit_of(run: Run) -> str:
    """Return what a seat makes, as in ``"chips a hand"``."""
    return ("games of 100" if contests.counts_games(run)
            else f"{find_game(run.game).unit(run.rules)} a hand")


def check_comparable(runs: Mapping[str, Run]) -> None:
    """Raise ``BoneyardError`` if a run is played for something else than the first."""
    def results(run: Run) -> str:
        whole = find_game(run.game).plays_to_the_end(run.rules)
        return (f"{find_game(run.game).unit(run.rules)} of "
                f"{'whole games' if whole else 'sessions of so many hands'}")

    first, *others = runs
    for name in others:
        if results(runs[name]) != results(runs[first]):
            raise BoneyardError(f"{name}: results in {results(runs[name])} cannot be compared "
                                f"with {results(runs[first])}")


def play_all(
    groups: Sequence[Sequence[Run]], jobs: int | None = None, progress: Progress = silent
) -> list[SameDeals]:
    """Play groups of tables, all on the same sessions."""
    played = iter(contests.in_chunks(
        [(table, contests.made_by(table, contests.counts_games(table)))
         for group in groups for table in group], range(groups[0][0].sessions), jobs, progress))
    found = []
    for group in groups:
        fields, seats = zip(*islice(played, len(group)), strict=True)
        found.append(SameDeals(group, np.array(fields, np.float64), np.array(seats, np.float64)))
    return found


_SURE = {1: "up", -1: "down", 0: ""}
_NOTE = ("Changes are paired on the same deals. A change is sure when all of the study are judged "
         "together (Holm).")


#: Where nothing changes, by what is measured.
_LEVEL = {"strategy": "What a strategy makes does not change.",
          "skill": "How much is skill does not change.",
          "place": "What a place is worth does not change."}

#: Another column, and its entry of a row.
More = tuple[Column, Callable[[Change], Any]]


def dots(rows: Sequence[Change], label: str, title: str) -> Dots:
    """Return the changes of each measure as dots with their intervals, a colour a variant; of one
    measure alone, one row per variant; for a single variant its values."""
    if len({row.variant for row in rows}) == 1:
        return Dots.of({row.measure.name: row.value for row in rows}, label, title=title)
    base = next(row.variant for row in rows if np.isnan(row.change.value))
    changed = [row for row in rows if not np.isnan(row.change.value)]
    names = list(dict.fromkeys(row.measure.name for row in changed))
    series = {row.variant: [one.change for one in changed if one.variant == row.variant]
              for row in changed}
    if len(names) == 1:
        names, series = list(series), {"": [one for found in series.values() for one in found]}
    return Dots(names, series, 0.32, neutral=0, title=title,
                xlabel=textwrap.fill(f"change from {base}, in {label}", _LINE),
                height=1.4 + len(names) * max(0.5, 0.17 * len(series)))


def section(
    name: str, question: str, rows: Sequence[Change], variant: Column, measure: Column, unit: str,
    sessions: int, *more: More,
) -> Section:
    """Return changes of one sort of measure as a section: the largest in a sentence, dots, and a
    table; of one variant alone, what it makes. Figures of the table as a whole have several units:
    no largest, no dots, and those that are the same everywhere are left out."""
    of, changes = rows[0].measure.of, len({row.variant for row in rows}) > 1
    by_measure = {one.measure: [row for row in rows if row.measure == one.measure] for one in rows}
    table = Table.of(name, question, (
        measure, variant, Column("kind"),
        Column("value", unit, "row", "as its kind", "the value", with_error=True),
        Column("change", "change", "row", "as the value", "the value less that of the first row",
               with_error=True),
        Column("sure", "sure", "text", "text",
               "up or down where the change is sure, all judged together"),
        *(column for column, _ in more),
    ), ({measure.name: one.name, **({variant.name: row.variant} if changes else {}),
         "kind": one.kind, "value": row.value if of != "table" else row.value.within(
             0.0, 1.0 if one.kind == "share" else math.inf),
         **({"change": row.change, "sure": _SURE[row.sure]} if changes else {}),
         **{column.name: entry(row) for column, entry in more}}
        for one, found in by_measure.items()
        if of != "table" or len({row.value.value for row in found}) > 1 for row in found),
        _NOTE * changes, index=1 + changes)
    if of == "table":
        return Section(name, question, tables=(table,))
    headline = headlines.change({
        f"{'The ' * (of == 'place')}{row.measure.name} with {row.variant}": (row.change, row.sure)
        for row in rows}, sessions, unit, level=_LEVEL[of])
    drawn = dots(rows, unit, question)
    picture = Picture(name, drawn, "Changes on the same deals, with 95% intervals." * changes)
    return Section(name, question, (headline,), (picture,) * bool(drawn.names), (table,))
