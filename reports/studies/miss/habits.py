"""What a strategy does wrong: where it departs from its chart, and what that costs it.

A departure is a move that is clearly worse than the best by the chart. Its cost is not the chart's
margin but what the best move would have brought more in just those deals, so that a strategy which
knows better than the chart is seen to gain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from reports.habits import HANDS, SURE, Cost, Habit, habits_table, together
from reports.page.document import Column, Table
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.chart import LEAST, Chart
from simulate.games.loo.words import words_of
from simulate.theory.loo.hands import DOUBLE_KINDS, TRUMP_KINDS, TURNED_UP


@dataclass(frozen=True)
class Departure:
    """Moves that a strategy makes in one cell of its chart though another is better."""

    situation: int
    kind: int
    made: int
    better: int
    cost: Cost


@dataclass(frozen=True)
class Habits:
    """The departures of a strategy from its chart.

    ``chart``: it says what is better. ``judged``: the chart of other deals, which measures the
    costs, so that luck in the first deals does not count. It need know no more than what the
    departures bring, and the moves that are better.
    """

    chart: Chart
    judged: Chart

    @cached_property
    def departures(self) -> tuple[Departure, ...]:
        """What it does though another move is clearly better by the chart."""
        return tuple(self._depart())

    def _depart(self) -> Iterator[Departure]:
        chart, parts = self.chart, self.judged.parts
        for at in zip(*np.nonzero(chart.worse & (parts.count > 0)), strict=True):
            s, kind, made = (int(index) for index in at)
            best = int(chart.best[s, kind])
            lost = parts.replicas[at][best] - parts.replicas[at][made]
            cost = Cost(float(parts.count[at]), float(lost[0]),
                        float(parts.squares[at][best, made]), lost)
            yield Departure(s, kind, made, best, cost)

    def _position(self, departure: Departure) -> int:
        return self.chart.positions[departure.situation]

    def _habit(
        self, made: int, better: int, by_position: dict[int, Cost], **where: str
    ) -> Habit:
        """Return some departures as a habit, with how often they happen and what they cost."""
        players, times = len(self.chart.run.players), _times(by_position)
        words = words_of(self.chart.run.rules)
        # In each deal a strategy's seats have a hand in every position, or have none at all.
        a_hand = together(
            cost.among(self.judged.hands) for cost in by_position.values()).scaled(1 / players)
        share = times / self.judged.hands / players
        return Habit(
            say.does(words)[made], say.should(words)[better], times, a_hand.scaled(HANDS),
            {"strategy": self.chart.strategy, **where}, share,
            _each(by_position, times, a_hand, share), times,
        )

    def habits(self) -> list[Habit]:
        """Return what it does with some trumps and turn-up in some situation, doubles or not."""
        found: dict[tuple[int, int, int, int, int], Cost] = {}
        for d in self.departures:
            kind, turned_up = divmod(d.kind, TURNED_UP)
            key = d.situation, turned_up, kind // len(DOUBLE_KINDS), d.made, d.better
            found[key] = found[key] + d.cost if key in found else d.cost
        rows, words = [], words_of(self.chart.run.rules)
        for (s, turned_up, trumps, made, better), cost in found.items():
            situation = self.chart.situations[s]
            if cost.times >= LEAST:
                rows.append(self._habit(
                    made, better, {situation.position: cost},
                    place=say.place(situation.position, len(self.chart.run.players)),
                    before=say.heard(situation, words), heard=say.heard_letters(situation, words),
                    turned_up=say.TURN_UPS[turned_up], hand=TRUMP_KINDS[trumps]))
        return rows

    def kinds(self) -> Iterator[Habit]:
        """Yield the departures by what is done and what would be better."""
        moves = range(len(say.LETTERS))
        for made, better in product(moves, moves):
            found = self._by_position(
                d for d in self.departures if (d.made, d.better) == (made, better))
            if _times(found) >= LEAST:
                yield self._habit(made, better, found)

    def _by_position(self, departures: Iterable[Departure]) -> dict[int, Cost]:
        found: dict[int, Cost] = {}
        for departure in departures:
            key = self._position(departure)
            found[key] = found[key] + departure.cost if key in found else departure.cost
        return found

    @property
    def share(self) -> float:
        """Departures a decision."""
        made = sum(departure.cost.times for departure in self.departures)
        return float(made / self.judged.parts.count.sum())

    @property
    def cost(self) -> Estimate:
        """What following the chart would gain in ``HANDS`` hands."""
        found = self._by_position(self.departures)
        total = together(cost.among(self.judged.hands) for cost in found.values())
        return total.scaled(HANDS / len(self.chart.run.players))


def _times(by_position: dict[int, Cost]) -> float:
    return sum(cost.times for cost in by_position.values())


def _each(
    by_position: dict[int, Cost], times: float, a_hand: Estimate, share: float
) -> Estimate:
    """Estimate the cost of one departure."""
    if len(by_position) == 1:
        (cost,) = by_position.values()
        return cost.among(times)
    return a_hand.scaled(1 / share)


#: Rows of the habits that a page shows.
_SHOWN = 20


def habits_of(strategies: Sequence[Habits]) -> Table:
    """Return every habit of some strategies: first the dearest of each, then the second of each."""
    return _table(
        "miss_habits", "The worst habits", strategies, [own.habits() for own in strategies],
        f"{SURE} The first {_SHOWN} are here; miss_habits.csv has all.", (
            Column("place", "as", "text"),
            Column("before", "after", "text", "text", "what was declared before"),
            Column("hand", "with", "text", "text", "the kind of hand"),
            Column("turned_up", "turned up", "text", "text", "whether the turn-up is a double"),
            Column("heard", "", "text", "text", "the same, in letters")), most=_SHOWN)


def departures_of(strategies: Sequence[Habits]) -> Table:
    """Return what strategies do though they should not, the costliest first."""
    return _table(
        "miss_departures", "What it does instead", strategies, [own.kinds() for own in strategies],
        "Against the best move of its own chart, in deals in which it departed, and which the "
        "chart was not drawn from. A negative cost is a gain: there the strategy knows more "
        "than the chart.", (), by_cost=True)


def _table(
    name: str, title: str, strategies: Sequence[Habits], habits: Iterable[Iterable[Habit]],
    note: str, where: Sequence[Column], **shown: Any,
) -> Table:
    chart = strategies[0].chart
    return habits_table(name, title, habits, where, chart.unit, "what is better", note,
                        chart.stakes.pool, chart.in_chips, **shown)
