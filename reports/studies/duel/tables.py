"""The tables and the figures of ``study duel``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from reports.draw import shapes, style
from reports.draw.parts import Figure
from reports.page.document import STRATEGY, Column, Row, Table
from reports.results.figure_tables import columns_of_strategies
from reports.stats import number_text
from reports.stats.comparisons import always_valid, always_valid_p, p_value, rivals, signs
from reports.stats.estimates import NOTHING, Estimate, mean_of
from reports.studies.contests import Scores, combined, rotations
from reports.studies.study import in_parts
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.runs.follow import Entries, Paths, follow, values_of
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run


@dataclass(frozen=True)
class Positions:
    """What each strategy made in each position, session by session."""

    labels: tuple[str, ...]
    above: Floats  #: float64[sessions, strategies, positions]: chips or points
    below: Floats  #: float64[sessions, strategies, positions]: hands

    def value(self, strategy: int | None, position: int) -> Estimate:
        """Estimate chips or points a hand in a position; of all strategies when None."""
        own = slice(None) if strategy is None else slice(strategy, strategy + 1)
        return mean_of(
            self.above[:, own, position].sum(axis=1), self.below[:, own, position].sum(axis=1))

    @property
    def totals(self) -> tuple[Floats, Floats]:
        """What all make by position, float64[sessions, positions], and a position's hands in each
        session."""
        return self.above.sum(axis=1), self.below.sum(axis=(1, 2)) / self.above.shape[2]

    def lead(self, one: int, other: int) -> Estimate:
        """Estimate what a position makes a hand more than another, on the same deals."""
        total, hands = self.totals
        return mean_of(total[:, one] - total[:, other], hands)

    def edge(self, position: int) -> Estimate:
        """Estimate what a position makes a hand more than the mean of all."""
        total, hands = self.totals
        return mean_of(total[:, position] - total.mean(axis=1), hands)


def _reader(run: Run, labels: Sequence[str], credits: bool) -> Callable[[Paths], Ints]:
    """Return the function that adds values and hands up by strategy and position."""
    seats, shift = len(run.players), find_game(run.game).begins[1]
    who = np.array([list(labels).index(label) for label in run.labels])
    seat = np.arange(seats)

    def read(paths: Paths) -> Ints:
        position = (seat - paths["begins"][:, None] - shift) % seats
        value = paths.entries["value"] * seats
        if credits:
            # The pool belongs to all seats equally, so chips are counted from the mean of the
            # seats.
            value = value - paths.entries["value"].sum(axis=1, keepdims=True)
        cell = (paths.session[:, None] * len(labels) + who) * seats + position
        size = paths.sessions * len(labels) * seats
        sums = np.zeros((2, size), np.int64)
        np.add.at(sums[0], cell.ravel(), value.ravel())
        sums[1] = np.bincount(cell.ravel(), minlength=size)
        return sums.reshape(2, paths.sessions, len(labels), seats)

    return read


def follow_positions(
    run: Run, sessions: int, jobs: int | None = None, progress: Progress = silent
) -> Positions:
    """Play a line-up in all rotations and add up what its strategies make by position."""
    labels = tuple(dict.fromkeys(run.labels))
    credits = not find_game(run.game).plays_to_the_end(run.rules)
    total = np.zeros((2, sessions, len(labels), len(run.players)), np.int64)
    entries: Entries = {**values_of(run), "begins": (find_game(run.game).begins[0], 1)}
    tables = [replace(run, players=players, sessions=sessions)
              for players in rotations(run.players)]
    parts = in_parts(progress, [1] * len(tables), sessions)
    for table, part in zip(tables, parts, strict=True):
        followed = follow(table, entries, _reader(table, labels, credits), jobs, progress=part)
        total += np.concatenate(followed.pieces, axis=1)
    return Positions(labels, total[0] / len(run.players), total[1].astype(float))


_MADE = "{value} a hand, or games of 100"
_INTERVALS = "Under each number stands its 95% interval, paired by session."
_AT_EVERY_LOOK = (_INTERVALS + " The duels were stopped when the best was known. The intervals "
                  "are wider for it, and hold at every look.")


class Measure(NamedTuple):
    """What is compared."""

    #: Both in words: a seat makes so many chips a hand.
    verb: str
    unit: str
    scale: float  #: the factor by which numbers are shown: 100 for shares


@dataclass(frozen=True)
class Pairs:
    """The duels of every pair."""

    labels: tuple[str, ...]  #: the strategies
    #: Scores of the first less the second, for each pair in order.
    scores: Mapping[tuple[int, int], Scores]
    measure: Measure
    #: Given if the duels were looked at again and again until the best was known: the intervals
    #: then hold at every look, and are narrowest at this number of sessions.
    sharpest: float | None = None

    @property
    def note(self) -> str:
        """What the intervals are."""
        return _INTERVALS if self.sharpest is None else _AT_EVERY_LOOK

    @property
    def sessions(self) -> int:
        """Sessions of each table."""
        return next(iter(self.scores.values())).sessions

    def _held(self, found: Estimate) -> Estimate:
        """Return an estimate with the interval that holds for the way the duels were stopped."""
        if self.sharpest is None:
            return found
        return always_valid(found, self.sessions, self.sharpest)

    def _p_value(self, found: Estimate) -> float:
        if self.sharpest is None:
            return p_value(found, self.sessions)
        return always_valid_p(found, self.sessions, self.sharpest)

    def value(self, one: int, other: int) -> Estimate:
        """Return by how much a seat of the one makes more than a seat of the other."""
        if one == other:
            return NOTHING
        if one < other:
            return self._held(self.scores[one, other].value.scaled(self.measure.scale))
        return self.value(other, one).negative

    def mean(self, one: int) -> Estimate:
        """Return what a strategy makes more than its opponents, on average over them."""
        share = self.measure.scale / (len(self.labels) - 1)
        own = {(i, j): 1 if i == one else -1 for i, j in self.scores if one in (i, j)}
        return self._held(
            combined([self.scores[p] for p in own], [share * sign for sign in own.values()]))

    def lead(self, one: int, other: int) -> Estimate:
        """Return by how much one strategy makes more than another, each on average against all,
        themselves among these; so with two strategies that is the difference of their own duel."""
        share, weights = self.measure.scale / len(self.labels), {one: 1.0, other: -1.0}
        net = [share * (weights.get(i, 0.0) - weights.get(j, 0.0)) for i, j in self.scores]
        return self._held(combined(list(self.scores.values()), net))

    def ranked(self) -> list[int]:
        """Return the strategies, the best first."""
        return sorted(range(len(self.labels)), key=lambda i: -self.mean(i).value)

    @cached_property
    def decided(self) -> dict[tuple[int, int], int]:
        """Which of each pair is surely better: 1 the first, -1 the second, 0 neither. All pairs are
        judged together, by Holm's rule."""
        values = [self.value(i, j) for i, j in self.scores]
        found = signs(values, [self._p_value(value) for value in values])
        return dict(zip(self.scores, found, strict=True))

    def beats(self, one: int, other: int) -> int:
        """Return 1 if the one is surely better head to head, -1 if the other is, else 0."""
        return self.decided[one, other] if one < other else -self.decided[other, one]

    @cached_property
    def doubtful(self) -> list[int]:
        """The strategies that the best one does not surely lead, the nearest first. All leads
        between any two strategies are judged together, by Holm's rule."""
        return rivals(self.ranked(), self.lead, self._p_value)

    def reach(self) -> float:
        """Return how far the widest interval of a pair reaches to either side, unscaled."""
        return max(((s.value.high - s.value.low) / 2 for s in self.scores.values()), default=0.0)

    @property
    def are_alike(self) -> bool:
        """Whether all that may be best made the same in every session, of as many as asked for."""
        best = self.ranked()[0]
        return bool(self.doubtful) and self.sessions >= (self.sharpest or 0) and all(
            self.scores[min(best, i), max(best, i)].is_level for i in self.doubtful)

    def times_to_decide(self) -> float:
        """Return how many times the sessions held so far are needed until the best is known, or
        known to play as those do which may be best, too."""
        if not self.doubtful or self.are_alike:
            return 1.0
        best = self.ranked()[0]
        leads = [self.lead(best, i) for i in self.doubtful]
        ratios = [(lead.high - lead.value) / abs(lead.value) if lead.value else math.inf
                  for lead in leads]
        return max(1.01, max(ratios) ** 2)


def matrix(pairs: Pairs) -> Table:
    """Return the payoff matrix."""
    order = pairs.ranked()
    named = columns_of_strategies([pairs.labels[j] for j in order], "strategy")
    return Table.of("duel_matrix", "Every pair", (
        Column("strategy", "a seat of", "text"),
        *(Column(name, f"against {label}", "signed", _MADE, "made more than by that strategy")
          for label, name in named.items()),
    ), ({"strategy": pairs.labels[i],
         **{named[pairs.labels[j]]: pairs.value(i, j) for j in order}} for i in order),
        f"What a seat of the row's strategy makes more than one of the column's, in "
        f"{pairs.measure.unit}. {pairs.note}")


def ranking(pairs: Pairs) -> Table:
    """Return the strategies by what they make against all others."""
    order = pairs.ranked()
    leads = [pairs.lead(i, after) for i, after in pairwise(order)]
    return Table.of("duel_ranking", "Ranking", (
        Column("rank", "rank", "count", "number", "the place in the ranking"), STRATEGY,
        Column("mean", f"{pairs.measure.unit} more than the others", "signed", _MADE,
               "made more than the others", with_error=True),
        Column("lead", "lead on the next", "signed", _MADE, "made more than the next",
               with_error=True),
    ), ({"rank": rank, "strategy": pairs.labels[i], "mean": pairs.mean(i), "lead": lead}
        for rank, (i, lead) in enumerate(zip(order, [*leads, NOTHING], strict=True), 1)),
        "In the mean over all opponents. " + pairs.note)


def precision(pairs: Pairs) -> Table:
    """Return the standard error of each pair, and what rotating the seats saved."""
    values = {(i, j): pairs.value(i, j) for i, j in pairs.scores}
    return Table.of("duel_precision", "How sure the pairs are", (
        Column("pair", "pair", "text", "text", "the two strategies"),
        Column("difference", pairs.measure.unit, "signed", _MADE,
               "made by the first more than by the second"),
        Column("se", unit="as the difference", meaning="its standard error"),
        Column("se_text", "standard error", "text", "text",
               "its standard error, as the page writes it"),
        Column("factor", "variance reduced by a factor", "amount", "none",
               "what pairing divides the variance by"),
        Column("tables", "tables", "count", "tables", "how many were played"),
        Column("sessions", "sessions of each", "count"),
    ), ({"pair": f"{pairs.labels[i]} - {pairs.labels[j]}", "difference": values[i, j],
         "se": values[i, j].se, "se_text": number_text.of_figures(values[i, j].se),
         "factor": scores.variance_reduction, "tables": len(scores.above),
         "sessions": scores.sessions} for (i, j), scores in pairs.scores.items()),
        "The factor compares tables on the same deals with tables on deals of their own and as "
        "many hands.")


def positions(found: Positions, names: Sequence[str], unit: str) -> Table:
    """Return what each position is worth, to all and to each strategy."""
    named = columns_of_strategies(found.labels, "position", "edge")
    return Table.of("duel_positions", "What a place is worth", (
        Column("position", "place", "text"),
        Column("edge", f"{unit} above the mean place", "signed", "{value} a hand",
               "made at the place above the mean place", with_error=True),
        *(Column(named[label], label, "signed", "{value} a hand", "made by it at the place")
          for label in found.labels),
    ), ({"position": name, "edge": found.edge(p),
         **{named[label]: found.value(i, p) for i, label in enumerate(found.labels)}}
        for p, name in enumerate(names)),
        f"{unit.capitalize()} by place in the hand, over all strategies and for each. The line-up "
        f"is played in all rotations. {_INTERVALS}")


@dataclass(frozen=True)
class Curve:
    """What a strategy makes at each value of a parameter.

    The best of many noisy values looks better than it is. So it is chosen on one half of the
    sessions, and what it makes, and makes more than others, is measured on the other half.
    """

    parameter: str
    values: tuple[float, ...]
    scores: tuple[Scores, ...]
    current: float  #: the value that the line-up has
    measure: Measure

    @cached_property
    def _measured(self) -> tuple[Scores, ...]:
        """The scores of the sessions that the best was not chosen on; all if there is only one."""
        half = self.scores[0].sessions // 2
        return tuple(scores.part(slice(half, None)) for scores in self.scores)

    def estimate(self, at: int) -> Estimate:
        """Return what the strategy makes at a value, from all sessions."""
        return self.scores[at].value.scaled(self.measure.scale)

    @cached_property
    def best(self) -> int:
        """The value at which it makes most, on the sessions that the best is chosen on."""
        half = max(1, self.scores[0].sessions // 2)
        chosen_on = [scores.part(slice(half)).value.value for scores in self.scores]
        return max(range(len(self.values)), key=chosen_on.__getitem__)

    @property
    def made_by_best(self) -> Estimate:
        """What the strategy makes at the best value, on the other sessions."""
        return self._measured[self.best].value.scaled(self.measure.scale)

    def difference(self, at: int, to: int) -> Estimate:
        """Return how much more one value makes than another, paired, on the other sessions."""
        both = self._measured[at], self._measured[to]
        return combined(both, (self.measure.scale, -self.measure.scale))

    @cached_property
    def as_good(self) -> list[float]:
        """The values that are not surely worse than the best, all judged together (Holm)."""
        others = [i for i in range(len(self.values)) if i != self.best]
        behind = [self.difference(i, self.best) for i in others]
        sessions = self._measured[0].sessions
        found = signs(behind, [p_value(one, sessions) for one in behind])
        worse = {i for i, sign in zip(others, found, strict=True) if sign < 0}
        return [value for i, value in enumerate(self.values) if i not in worse]

    def reach(self) -> float:
        """Return how far the widest interval reaches to either side, unscaled."""
        return max((s.value.high - s.value.low) / 2 for s in self.scores)


def curve(found: Curve) -> Table:
    """Return the curve of a parameter."""
    rows: list[Row] = []
    for i, value in enumerate(found.values):
        said = ["best" if i == found.best else "not surely worse than the best"] * (
            value in found.as_good) + ["the line-up's"] * (value == found.current)
        rows.append({"value": f"{value:g}", "makes": found.estimate(i),
                     "behind": found.difference(i, found.best), "remark": ", ".join(said)})
    return Table.of("duel_sweep", f"{found.parameter} varied", (
        Column("value", found.parameter, "text", "as the parameter", "the value tried"),
        Column("makes", found.measure.unit, "signed", "{value} a hand", "what is made",
               with_error=True),
        Column("behind", "less the best", "signed", "{value} a hand",
               "made less than with the best value", with_error=True),
        Column("remark", "remark", "text", "text", "what there is to say of it"),
    ), rows, "All values on the same deals, in all rotations. The best is chosen on the first half "
        "of the sessions. What others make less is measured on the second half, and judged "
        f"for all of them together (Holm). {_INTERVALS}")


def draw_matrix(pairs: Pairs) -> Figure:
    """Draw the payoff matrix, the best strategy at the top and on the left."""
    order, unit = pairs.ranked(), pairs.measure.unit
    names = [style.wrapped(pairs.labels[i], 14) for i in order]
    return shapes.gains(
        [[pairs.value(i, j) for j in order] for i in order], names, names, 1.4 + 0.62 * len(order),
        size=9, xlabel="against", title=f"{unit[0].upper()}{unit[1:]} more than the other")


def draw_positions(found: Positions, names: Sequence[str], unit: str) -> Figure:
    """Draw what each strategy makes by position."""
    return shapes.curves(
        {label: [found.value(i, p) for p in range(len(names))]
         for i, label in enumerate(found.labels)}, names, 3.6, spread=0.18, neutral=0,
        xlabel="place in the hand", ylabel=unit, title="What a place is worth")


def draw_curve(found: Curve) -> Figure:
    """Draw what a strategy makes by the value of a parameter, with its intervals."""
    estimates = [found.estimate(i) for i in range(len(found.values))]
    colour, best = style.COLOURS[0], found.best
    with style.plot(3.5, xlabel=found.parameter, ylabel=found.measure.unit,
                    title=f"{found.parameter} varied") as (figure, axes):
        axes.fill_between(
            found.values, [e.low for e in estimates], [e.high for e in estimates], color=colour,
            alpha=0.25, linewidth=0, label="95% interval")
        axes.plot(found.values, [e.value for e in estimates], color=colour, marker="o",
                  markersize=4, label=found.measure.unit)
        axes.plot(found.values[best], estimates[best].value, "D", color=style.COLOURS[1],
                  label=f"best: {found.values[best]:g}")
        axes.axvline(found.current, color=style.MUTED, linestyle=":",
                     label=f"in the line-up: {found.current:g}")
    return figure
