"""What a strategy does wrong: where it departs from the chart, and what that costs it.

A departure is a move that the chart clearly thinks worse than its best.  Its cost is not
the chart's margin: it is what the best move would have brought in those very deals, with
this strategy's own play of the tiles, so that a strategy which knows better than the chart
is seen to gain by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from reports.estimates import Estimate, around
from reports.studies import miss_words as say
from reports.studies.miss_chart import CLEAR, LEAST, Chart
from simulate.loo.holdings import DOUBLE_KINDS, TRUMP_KINDS

#: Costs are told for so many hands of a strategy.
HANDS = 100


@dataclass(frozen=True)
class Cost:
    """Departures of some kind, added up.

    Parameters
    ----------
    times : float
        How often.
    lost, squares : float
        Sums over them of what was lost, and of its square.
    """

    times: float = 0.0
    lost: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.times + other.times, self.lost + other.lost, self.squares + other.squares
        )

    def each(self) -> Estimate:
        """Estimate the cost of one departure."""
        mean = self.lost / self.times
        variance = max(0.0, self.squares / self.times - mean**2)
        return around(mean, float(np.sqrt(variance / max(self.times - 1, 1))), int(self.times))

    def per(self, hands: float) -> Estimate:
        """Estimate the cost in ``HANDS`` hands; these departures are of one position."""
        scale = HANDS / hands
        variance = max(0.0, self.squares - self.lost**2 / hands)
        return around(scale * self.lost, scale * float(np.sqrt(variance)), int(hands))


@dataclass(frozen=True)
class Habits:
    """The departures of every strategy of a line-up from the chart."""

    chart: Chart

    @property
    def strategies(self) -> list[str]:
        """Strategies, in the order of the line-up."""
        return list(dict.fromkeys(self.chart.run.labels))

    def hands(self, unit: int) -> int:
        """Return how many hands a strategy's seats were dealt."""
        seats = self.chart.run.labels.count(self.strategies[unit])
        return self.chart.forks.deals * seats

    def _lost(self, unit: int, s: int, kind: int, made: int) -> Cost:
        """Return the departures of one cell in which a move was made."""
        parts, best = self.chart.parts, self.chart.best[s, kind]
        at = (unit, s, kind, made)
        first, second = parts.first[at], parts.second[at]
        squares = second[best, best] + second[made, made] - 2 * second[best, made]
        return Cost(
            float(parts.count[at]), float(first[best] - first[made]), float(squares)
        )

    def departures(self, unit: int) -> Iterator[tuple[int, int, int, int, Cost]]:
        """Yield situation, kind of hand, move made, move that is better, and the cost."""
        chart = self.chart
        moves = range(len(chart.forks.moves))
        worse = chart.ahead >= CLEAR * chart.ahead_se
        for s, kind, made in product(*map(range, chart.best.shape), moves):
            best = int(chart.best[s, kind])
            known = chart.covered[s, kind] and chart.legal[s, made] and worse[s, kind, made]
            if made != best and known and chart.parts.count[unit, s, kind, made]:
                yield s, kind, made, best, self._lost(unit, s, kind, made)

    def _row(self, unit: int, cost: Cost) -> dict[str, Any]:
        """Return how often some departures happen and what they cost."""
        hands = self.hands(unit)
        each, total = cost.each(), cost.per(hands)
        row: dict[str, Any] = {"share": cost.times / hands}
        for name, estimate in (("each", each), ("cost", total)):
            row |= {
                name: estimate.value, f"{name}_se": estimate.se, f"{name}_low": estimate.low,
                f"{name}_high": estimate.high,
            }
        return row | {"cost_in_pools": total.value / self.chart.stakes.pool}

    def frame(self) -> pd.DataFrame:
        """Return every habit of every strategy, the costliest first.

        A habit is what a strategy does with some number of trumps in some situation,
        whatever its plain tiles.
        """
        players, rows = len(self.chart.run.players), []
        for unit, strategy in enumerate(self.strategies):
            found: dict[tuple[int, int, int, int], Cost] = {}
            for s, kind, made, best, cost in self.departures(unit):
                key = (s, kind // len(DOUBLE_KINDS), made, best)
                found[key] = found.get(key, Cost()) + cost
            for (s, trumps, made, best), cost in found.items():
                if cost.times < LEAST:
                    continue
                situation = self.chart.situations[s]
                rows.append({
                    "strategy": strategy, "place": say.place(situation.position, players),
                    "before": say.heard(situation), "heard": say.heard_letters(situation),
                    "hand": TRUMP_KINDS[trumps],
                    "does": say.DOES[made], "better": say.MOVES[best], **self._row(unit, cost),
                })
        columns = [
            "strategy", "place", "before", "heard", "hand", "does", "better", "cost",
        ]
        frame = pd.DataFrame(rows, columns=None if rows else columns)
        return frame.sort_values("cost", ascending=False, ignore_index=True)

    def kinds(self) -> pd.DataFrame:
        """Return the departures by what is done and what would be better."""
        rows = []
        for unit, strategy in enumerate(self.strategies):
            found: dict[tuple[int, int], dict[int, Cost]] = {}
            for s, _, made, best, cost in self.departures(unit):
                position = self.chart.situations[s].position
                by_position = found.setdefault((made, best), {})
                by_position[position] = by_position.get(position, Cost()) + cost
            rows += [
                {"strategy": strategy, "does": say.DOES[made], "better": say.MOVES[best],
                 **self._together(unit, list(costs.values()))}
                for (made, best), costs in found.items()
            ]
        columns = ["strategy", "does", "better", "cost"]
        frame = pd.DataFrame(rows, columns=None if rows else columns)
        return frame.sort_values("cost", ascending=False, ignore_index=True)

    def _together(self, unit: int, parts: list[Cost]) -> dict[str, Any]:
        """Return the row of departures in several positions, which share their deals.

        Standard errors are added, as if all positions erred the same way: they are on the
        wide side.
        """
        hands, scale = self.hands(unit), float(self.hands(unit)) / HANDS
        costs = [part.per(hands) for part in parts]
        times = sum(part.times for part in parts)
        total = around(sum(c.value for c in costs), sum(c.se for c in costs), hands)
        row: dict[str, Any] = {"share": times / hands}
        for name, per in (("each", scale / times), ("cost", 1.0)):
            row |= {
                name: per * total.value, f"{name}_se": per * total.se,
                f"{name}_low": per * total.low, f"{name}_high": per * total.high,
            }
        return row | {"cost_in_pools": total.value / self.chart.stakes.pool}

    def total(self, unit: int) -> tuple[float, Estimate]:
        """Return the departures a decision, and what following the chart would gain."""
        by_position: dict[int, Cost] = {}
        for s, _, _, _, cost in self.departures(unit):
            position = self.chart.situations[s].position
            by_position[position] = by_position.get(position, Cost()) + cost
        if not by_position:
            return 0.0, Estimate(0.0, 0.0, 0.0, 0.0)
        row = self._together(unit, list(by_position.values()))
        decisions = float(self.chart.parts.count[unit].sum())
        departures = sum(cost.times for cost in by_position.values())
        return departures / decisions, Estimate(
            row["cost"], row["cost_se"], row["cost_low"], row["cost_high"]
        )


def worst_of(frame: pd.DataFrame, strategy: str) -> str:
    """Say what the costliest habit of a strategy is."""
    own = frame[frame["strategy"] == strategy]
    if own.empty:
        return "it has no habit that the chart clearly thinks wrong"
    row = own.iloc[0]
    heard = "" if row["before"] == "nothing" else f" after {row['before']}"
    return (
        f"its worst habit is that as {row['place']}{heard}, with {row['hand']}, it "
        f"{row['does']} where it should {row['better']}"
    )

