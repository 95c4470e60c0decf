"""What a strategy does wrong: where it departs from its chart, and what that costs it.

A departure is a move that is clearly worse than the best by the chart. Its cost is not the chart's
margin but what the best move would have brought more in just those deals, so that a strategy which
knows better than the chart is seen to gain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from reports import habits as finder
from reports.habits import HANDS, SURE, WHEN, Cost, Departure, Habit
from reports.page.document import Column, Table
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.chart import LEAST, Chart
from simulate.games.loo.words import words_of
from simulate.theory.loo.hands import DOUBLE_KINDS, TRUMP_KINDS, TURNED_UP


@dataclass(frozen=True)
class Habits:
    """The departures of a strategy from its chart."""

    chart: Chart  #: it says what is better
    #: The chart of other deals, which measures the costs, so that luck in the first deals does not
    #: count. It need know no more than what the departures bring, and the moves that are better.
    judged: Chart

    @cached_property
    def departures(self) -> list[Departure]:
        """What it does though another move is clearly better by the chart."""
        return finder.departures(self.judged.parts, self.chart.worse, self.chart.best)

    def _position(self, departure: Departure) -> int:
        return self.chart.positions[departure.cell[0]]

    def _a_hand(self, by_position: dict[int, Cost]) -> Estimate:
        """Estimate what is lost a hand: in a deal a strategy sits in every position, or in none."""
        total = finder.together(cost.among(self.judged.hands) for cost in by_position.values())
        return total.scaled(1 / len(self.chart.run.players))

    def _habit(self, made: int, better: int, by_position: dict[int, Cost], **where: str) -> Habit:
        """Return some departures as a habit, with how often they happen and what they cost."""
        words, a_hand = words_of(self.chart.run.rules), self._a_hand(by_position)
        times = sum(cost.times for cost in by_position.values())
        share = times / self.judged.hands / len(self.chart.run.players)
        # In one position the deals in which it happens tell what it costs once.
        each = (next(iter(by_position.values())).among(times) if len(by_position) == 1
                else a_hand.scaled(1 / share))
        return Habit(
            say.does(words)[made], say.should(words)[better], times, a_hand.scaled(HANDS),
            {"strategy": self.chart.strategy, **where}, share, each, times)

    def habits(self) -> list[Habit]:
        """Return what it does with some trumps and turn-up in some situation, doubles or not."""
        found = finder.gathered(self.departures, lambda d: (
            d.cell[0], d.cell[1] % TURNED_UP, d.cell[1] // TURNED_UP // len(DOUBLE_KINDS), d.made,
            d.better))
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
            some = (d for d in self.departures if (d.made, d.better) == (made, better))
            found = finder.gathered(some, self._position)
            if sum(cost.times for cost in found.values()) >= LEAST:
                yield self._habit(made, better, found)

    @property
    def counted(self) -> tuple[int, int]:
        """Departures, and the decisions among which they are."""
        made = sum(departure.cost.times for departure in self.departures)
        return round(made), round(float(self.judged.parts.count.sum()))

    @property
    def cost(self) -> Estimate:
        """What following the chart would gain in ``HANDS`` hands."""
        by_position = finder.gathered(self.departures, self._position)
        total = finder.together(cost.among(self.judged.hands) for cost in by_position.values())
        return total.scaled(HANDS / len(self.chart.run.players))


#: Rows of the habits that a page shows.
_SHOWN = 20


def habits_of(strategies: Sequence[Habits]) -> Table:
    """Return every habit of some strategies: first the dearest of each, then the second of each."""
    chart = strategies[0].chart
    return finder.habits_table(
        "miss_habits", "The worst habits", (own.habits() for own in strategies),
        (*WHEN, Column("heard", "", "text", "text", "the same, in letters")),
        chart.unit, "what is better",
        f"{SURE} The first {_SHOWN} are here; miss_habits.csv has all.", chart.stakes.pool,
        chart.in_chips, most=_SHOWN)


def departures_of(strategies: Sequence[Habits]) -> Table:
    """Return what strategies do though they should not, the costliest first."""
    chart = strategies[0].chart
    return finder.habits_table(
        "miss_departures", "What it does instead", (own.kinds() for own in strategies), (),
        chart.unit, "what is better",
        "Against the best move of its own chart, in deals in which it departed. The chart was "
        "drawn from others. A negative cost is a gain: there the strategy knows more "
        "than the chart.", chart.stakes.pool, chart.in_chips, by_cost=True)
