"""The best action in every information set: by history and bucket of the hand, for every game.

The chart is chosen on one half of the deals and measured on the other (``reports.moves``). What a
strategy loses where it departs is what the better action brings more in just those deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

import numpy as np

from reports import habits, headlines, moves
from reports.habits import HANDS, SURE, Cost, Habit
from reports.page.document import Column, Row, Section, Table
from reports.results.game_report import ValuedTable
from reports.stats.estimates import Estimate
from reports.stats.move_values import Halves, MoveValues, is_clear
from reports.stats.number_text import listed
from simulate.books.tally import Floats, Ints
from simulate.errors import BoneyardError
from simulate.runs.run import Progress, Run, silent

#: Deals that an information set needs in either half to be on the chart.
LEAST = 30
#: Sets covered that hold fewer of the decisions are those of common hands: their shares are not of
#: all.
_ENOUGH = 0.6
#: Rows of the chart and of habits that a page shows.
_SHOWN = 30
#: The strength of the colour of an action that is best by a hair.
_FAINTEST = 0.35


@dataclass(frozen=True)
class Chart:
    """What actions are worth to a strategy by information set, as it goes on, and what it does."""

    run: Run
    strategy: str
    sets: moves.InformationSets
    made: Halves  #: [sets, actions taken, the last of them any other], by action

    @classmethod
    def each(
        cls, run: Run, decision: moves.Decision, jobs: int | None = None,
        progress: Progress = silent, table: ValuedTable | None = None, least: bool = True,
    ) -> list[Chart]:
        """Measure a decision (``moves.measure``), and return the chart of each strategy of a
        line-up; raise ``BoneyardError`` where at ``least`` one set must come often enough and none
        does."""
        assert decision.sets is not None
        found = moves.measure(run, decision, jobs, progress, table)[moves.SETS]
        charts = [cls(run, label, decision.sets, Halves(*(
            half.each(itemgetter(k)) for half in (found.train, found.test))))
            for k, label in enumerate(dict.fromkeys(run.labels))]
        if least and not len(charts[0].covered):
            raise BoneyardError(
                f"{run.sessions:,} deals are too few for a chart: no kind of hand came often "
                "enough; ask for more with --sessions")
        return charts

    @cached_property
    def cells(self) -> Halves:
        """The same whatever action was taken."""
        return Halves(self.made.train.over(1), self.made.test.over(1))

    def _hands(self, half: MoveValues) -> float:
        """Return the hands of the strategy in a half of the deals, or in both."""
        return half.sessions * self.run.labels.count(self.strategy) / len(self.run.labels)

    @cached_property
    def covered(self) -> Ints:
        """The sets that came often enough in both halves, and leave a choice."""
        choice = (~np.isnan(self.cells.both.totals)).sum(-1) > 1
        return np.flatnonzero(choice & np.isin(np.arange(len(choice)), self.cells.covered(LEAST)))

    @cached_property
    def often(self) -> Floats:
        """How often a seat comes to each set, of the hands in its place: float64[sets]."""
        return self.cells.both.count * len(self.run.players) / self._hands(self.made.both)

    @cached_property
    def margins(self) -> dict[int, tuple[int, int, Estimate]]:
        """The best action of each set covered, its strongest rival, and how far it is ahead."""
        return {cell: self.cells.margin(cell) for cell in self.covered.tolist()}

    def best(self, much: float) -> tuple[Floats, Floats]:
        """Return how often a seat comes to each set, counted for the best action,
        float64[histories, buckets, actions], and how strong its colour is, float64[histories,
        buckets]: 1 where it is ahead by so ``much`` or more, 0 where it is not clear."""
        shape = len(self.sets.histories), len(self.sets.buckets)
        taken, strength = np.zeros((self.sets.size, len(self.sets.actions))), np.zeros(shape)
        for cell, (best, _, margin) in self.margins.items():
            taken[cell, best] = self.often[cell]
            if is_clear(margin):
                strength.flat[cell] = _FAINTEST + (1 - _FAINTEST) * min(1, margin.value / much)
        return taken.reshape(*shape, -1), strength

    def words(self, cell: int) -> dict[str, str]:
        """Return a set in words, by column."""
        history, bucket = divmod(cell, len(self.sets.buckets))
        words = (*self.sets.histories[history], *self.sets.buckets[bucket])
        return dict(zip((column.name for column in self.sets.columns), words, strict=True))

    def rows(self, more: tuple[Column, Callable[[int], str]] | None = None) -> Iterator[Row]:
        """Yield the sets covered, those that come most often first. ``more``: a column beside, and
        what each set has there."""
        for cell in sorted(self.margins, key=lambda cell: -self.often[cell]):
            best, second, margin = self.margins[cell]
            clear, both = is_clear(margin), self.cells.both
            yield {
                **self.words(cell), "often": self.often[cell],
                "deals": int(both.count[cell]), "best": self.sets.actions[best].name,
                "move": f"{self.sets.actions[best].name}{'' if clear else '?'}",
                "clear": clear, "second": self.sets.actions[second].name, "margin": margin,
                **{f"worth_{action.letter}": self.cells.test.mean(cell, k)
                   for k, action in enumerate(self.sets.actions)
                   if not np.isnan(both.totals[cell, k])},
                **({more[0].name: more[1](cell)} if more else {})}

    def table(self, name: str, more: tuple[Column, Callable[[int], str]] | None = None) -> Table:
        """Return the chart as a table. ``more``: see ``rows``."""
        unit, sets = self.sets.unit, self.sets
        return Table.of(name, "The chart, with its numbers", (
            *sets.columns,
            Column("often", "of hands", "share", "share of hands at the place",
                   "how often it comes up"),
            Column("move", "best", "text", "text", "the best action; ? where it is not clear"),
            Column("margin", f"ahead by, {unit}", "amount", "{value}",
                   "what the best action is worth above the next best", with_error=True),
            Column("second", "next best", "text", "text", "the next best action"),
            *([more[0]] if more else []),
            Column("best", "", "text", "text", "the best action"),
            Column("clear", "", "text", "true or false", "whether luck alone does not explain it"),
            Column("deals", "", "count", "deals", "in which the decision came up"),
            *(Column(f"worth_{action.letter}", "", "signed", "{value}",
                     f"of the action: {action.name}") for action in sets.actions),
        ), self.rows(more),
            "Those that come most often stand first. A question mark: too close to call.",
            index=[column.name for column in sets.columns], most=_SHOWN)

    @property
    def covers_most(self) -> bool:
        """Whether the sets covered hold most decisions, so that shares of them are shown."""
        count = self.cells.both.count
        return bool(count[self.covered].sum() >= _ENOUGH * count.sum() > 0)

    def best_in(self, action: int) -> float:
        """Return the share of the decisions covered in which an action is best; NaN of too few."""
        if not self.covers_most:
            return np.nan
        return sum(self.often[cell] for cell, (best, *_) in self.margins.items()
                   if best == action) / sum(self.often[cell] for cell in self.margins)

    @property
    def headline(self) -> str:
        """What is best how often, in a sentence."""
        if not self.covers_most:
            return "There were too few deals to show how often each action is best."
        shares = [(action.name, self.best_in(k)) for k, action in enumerate(self.sets.actions)]
        parts = [f"{action} in {share:.0%}" for action, share in shares if share >= 0.005]
        clear = sum(self.often[cell] for cell, (_, _, margin) in self.margins.items()
                    if is_clear(margin)) / sum(self.often[cell] for cell in self.margins)
        return (f"Of all decisions the best is {listed(parts)}. In {clear:.0%} of them that is "
                "clear.")

    # What the strategy does wrong.

    @cached_property
    def departures(self) -> list[habits.Departure]:
        """Where it takes an action that is clearly worse than the best."""
        train, actions = self.cells.train, len(self.sets.actions)
        known = self.made.test.each(lambda sums: sums[:, :actions])
        return habits.departures(known, train.worse(train.best, LEAST), train.best)

    @cached_property
    def habits(self) -> list[Habit]:
        """What it does wrong: by history, coarser bucket, and action."""
        found = dict[tuple[tuple[tuple[str, str], ...], int, int], Cost]()
        hands = self._hands(self.made.test)
        for one in self.departures:
            words = tuple((name, word) for name, word in self.words(one.cell).items()
                          if name not in self.sets.finer)
            key = words, one.made, one.better
            found[key] = found[key] + one.cost if key in found else one.cost
        return [Habit(
            self.sets.actions[made].does, self.sets.actions[better].should, cost.times,
            cost.among(hands).scaled(HANDS), {"strategy": self.strategy, **dict(words)},
            cost.times / hands, cost.among(cost.times), cost.times)
            for (words, made, better), cost in found.items() if cost.times >= LEAST]

    @property
    def lost(self) -> Estimate:
        """What it loses in ``HANDS`` hands where it departs from its chart."""
        return sum((one.cost for one in self.departures), Cost(0, 0, 0)).among(
            self._hands(self.made.test)).scaled(HANDS)

    @property
    def loses(self) -> str:
        """What it loses, and its costliest habit, in sentences."""
        unit, lost = self.sets.unit, self.lost
        if not self.departures:
            return (f"Nowhere does {self.strategy} clearly depart from its chart."
                    if self.covers_most else
                    f"There were too few deals to show what {self.strategy} does wrong.")
        gains = lost.high < 0  # it looks at more of a hand than the chart does
        return (f"Where {self.strategy} departs from its chart it {'gains' if gains else 'loses'} "
                f"{headlines.amount(lost.negative if gains else lost)} {unit} in {HANDS} hands. "
                f"{habits.costliest(self.habits)}").strip()


def habits_section(name: str, charts: Sequence[Chart]) -> Section:
    """Return what the strategies of a line-up do wrong."""
    sets = charts[0].sets
    where = [column for column in sets.columns if column.name not in sets.finer]
    table = habits.habits_table(
        name, "What the strategies do wrong", [chart.habits for chart in charts], where, sets.unit,
        "what is better",
        f"{SURE} A negative cost is a gain: there the strategy knows more than its chart.",
        most=_SHOWN)
    return Section(name, "What the strategies do wrong", tuple(chart.loses for chart in charts), (),
                   (table,))
