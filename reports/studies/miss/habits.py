"""What a strategy does wrong: where it departs from its chart, and what that costs it.

A departure is a move that the chart clearly thinks worse than its best.  Its cost is not
the chart's margin: it is what the best move would have brought in those very deals, so
that a strategy which knows better than the chart is seen to gain by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from reports.results.frames import columns
from reports.stats.estimates import Estimate, around
from reports.studies.miss import words as say
from reports.studies.miss.chart import CLEAR, LEAST, Chart
from simulate.books.tally import Floats
from simulate.solving.loo.hand_kinds import DOUBLE_KINDS, TRUMP_KINDS
from simulate.solving.loo.later_pools import standard_error

#: Costs are told for so many hands of a strategy.
HANDS = 100

_COSTS = ("share", "each", "each_low", "each_high", "cost", "cost_low", "cost_high",
          "cost_in_pools")
_DOES = ("strategy", "does", "better")
_WHERE = ("strategy", "place", "before", "heard", "hand", "does", "better")


@dataclass(frozen=True)
class Cost:
    """Departures of some kind in one position, added up.

    Parameters
    ----------
    times : float
        How often.
    lost, squares : float
        Sums over them of what was lost, and of its square.
    replicas : float64[R]
        What was lost, first as it is and then by every replica of the worth of later pools.
    """

    times: float
    lost: float
    squares: float
    replicas: Floats

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.times + other.times, self.lost + other.lost, self.squares + other.squares,
            self.replicas + other.replicas,
        )

    def among(self, deals: float) -> Estimate:
        """Estimate what is lost a deal, one departure in each at most."""
        mean = self.lost / deals
        variance = max(0.0, self.squares / deals - mean**2) / max(deals - 1, 1)
        later = float(standard_error(self.replicas)) / deals
        return around(mean, float(np.sqrt(variance + later**2)), int(deals))


def together(costs: Iterable[Estimate]) -> Estimate:
    """Add up the costs in several positions, which share their deals.

    Standard errors are added, as if all positions erred the same way: they are on the
    wide side.
    """
    parts = list(costs)
    value, se = sum(part.value for part in parts), sum(part.se for part in parts)
    return Estimate(value, se, value - CLEAR * se, value + CLEAR * se)


def scaled(estimate: Estimate, by: float) -> Estimate:
    """Return a multiple of an estimate."""
    return Estimate(*(by * number for number in estimate))


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

    Parameters
    ----------
    chart : Chart
        It says what is better.
    judged : Chart
        Of other deals: they say what that costs, so that no luck of the first is praised.
    """

    chart: Chart
    judged: Chart

    def departures(self) -> Iterator[Departure]:
        """Yield what it does though the chart clearly knows better."""
        chart, parts = self.chart, self.judged.parts
        worse = (chart.ahead >= CLEAR * chart.ahead_se) & chart.legal[:, None]
        for s, kind in zip(*(index.tolist() for index in np.nonzero(chart.covered)), strict=True):
            best = int(chart.best[s, kind])
            for made in np.flatnonzero(worse[s, kind] & (parts.count[s, kind] > 0)).tolist():
                if made == best:
                    continue
                at = (s, kind, made)
                lost = parts.replicas[at][best] - parts.replicas[at][made]
                cost = Cost(float(parts.count[at]), float(lost[0]),
                            float(parts.squares[at][best, made]), lost)
                yield Departure(s, kind, made, best, cost)

    def _position(self, departure: Departure) -> int:
        return self.chart.positions[departure.situation]

    def _costs(self, by_position: dict[int, Cost]) -> dict[str, Any]:
        """Return how often some departures happen and what they cost."""
        chart, times = self.chart, sum(cost.times for cost in by_position.values())
        # Each deal gives a strategy's seats a hand in each position, or none of them.
        a_hand = scaled(
            together(cost.among(self.judged.hands) for cost in by_position.values()),
            1 / len(chart.run.players),
        )
        share = times / self.judged.hands / len(chart.run.players)
        return {
            "share": share,
            **columns("each", _each(by_position, times, a_hand, share), error=True),
            **columns("cost", scaled(a_hand, HANDS), error=True),
            "cost_in_pools": HANDS * a_hand.value / chart.stakes.pool,
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield habits: what it does with some trumps in some situation, doubles or not."""
        found: dict[tuple[int, int, int, int], Cost] = {}
        for d in self.departures():
            key = d.situation, d.kind // len(DOUBLE_KINDS), d.made, d.better
            found[key] = found[key] + d.cost if key in found else d.cost
        for (s, trumps, made, better), cost in found.items():
            situation = self.chart.situations[s]
            if cost.times >= LEAST:
                yield {
                    "strategy": self.chart.strategy,
                    "place": say.place(situation.position, len(self.chart.run.players)),
                    "before": say.heard(situation), "heard": say.heard_letters(situation),
                    "hand": TRUMP_KINDS[trumps], "does": say.DOES[made],
                    "better": say.MOVES[better], **self._costs({situation.position: cost}),
                }

    def kinds(self) -> Iterator[dict[str, Any]]:
        """Yield the departures by what is done and what would be better."""
        moves = range(len(say.MOVES))
        for made, better in product(moves, moves):
            found = self._by_position(
                d for d in self.departures() if (d.made, d.better) == (made, better))
            if sum(cost.times for cost in found.values()) >= LEAST:
                yield {
                    "strategy": self.chart.strategy, "does": say.DOES[made],
                    "better": say.MOVES[better], **self._costs(found),
                }

    def _by_position(self, departures: Iterable[Departure]) -> dict[int, Cost]:
        found: dict[int, Cost] = {}
        for departure in departures:
            key = self._position(departure)
            found[key] = found[key] + departure.cost if key in found else departure.cost
        return found

    @property
    def share(self) -> float:
        """Departures a decision."""
        made = sum(departure.cost.times for departure in self.departures())
        return float(made / self.judged.parts.count.sum())

    @property
    def cost(self) -> Estimate:
        """What following the chart would gain in ``HANDS`` hands."""
        found = self._by_position(self.departures())
        total = together(cost.among(self.judged.hands) for cost in found.values())
        return scaled(total, HANDS / len(self.chart.run.players))


def _each(
    by_position: dict[int, Cost], times: float, a_hand: Estimate, share: float
) -> Estimate:
    """Estimate the cost of one departure."""
    if len(by_position) == 1:
        (cost,) = by_position.values()
        return cost.among(times)
    return scaled(a_hand, 1 / share)


def _frame(rows: list[dict[str, Any]], names: tuple[str, ...]) -> pd.DataFrame:
    """Return rows as a table, the costliest first; one without rows has its columns still."""
    frame = pd.DataFrame(rows) if rows else pd.DataFrame(columns=[*names, *_COSTS])
    return frame.sort_values("cost", ascending=False, ignore_index=True)


def habits_frame(habits: Iterable[Habits]) -> pd.DataFrame:
    """Return every habit of some strategies: the worst of each first, then the second worst."""
    frame = _frame([row for own in habits for row in own.rows()], _WHERE)
    rank = frame.groupby("strategy").cumcount()
    return frame.iloc[np.lexsort((-frame["cost"], rank))].reset_index(drop=True)


def departures_frame(habits: Iterable[Habits]) -> pd.DataFrame:
    """Return what strategies do though they should not, the costliest first."""
    return _frame([row for own in habits for row in own.kinds()], _DOES)


def worst_of(frame: pd.DataFrame, strategy: str) -> str:
    """Say what the costliest habit of a strategy is."""
    own = frame[frame["strategy"] == strategy]
    if own.empty:
        return "it has no habit that the chart clearly thinks wrong"
    row = own.iloc[0]
    heard = "" if row["before"] == "nothing" else f" after {row['before']}"
    held = row["hand"].replace(":", ",")
    return (
        f"its worst habit is that as {row['place']}{heard}, with {held}, it "
        f"{row['does']} where it should {row['better']}"
    )
