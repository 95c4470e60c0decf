"""The chart: for every kind of hand in every situation the move that is worth most.

A chart is for one strategy of a line-up: it knows what each move brings to a seat that goes
on to play its tiles as that strategy does, against the others at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.studies.miss import words as say
from reports.studies.miss.later_pools import LaterPools
from reports.studies.miss.move_values import Sums, added, per_penalty, per_trick, priced, worth
from simulate.books.tally import Floats, Ints
from simulate.runs.run import Run
from simulate.solving.loo.hand_kinds import name_of_kind
from simulate.solving.loo.what_if_counts import (
    Forks,
    Situation,
    Stakes,
    plays_for_chips,
    situations,
)

#: Fewer deals than this leave a cell of the chart empty.
LEAST = 100
#: Standard errors by which a move must be ahead of every other.
CLEAR = 2.0
_TRICKS = 5

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Switch:
    """Where another move becomes the best one.

    Parameters
    ----------
    ratio, se : float
        The pool divided by the penalty, at the start of play.
    move : int
    """

    ratio: float
    se: float
    move: int


@dataclass(frozen=True)
class Chart:
    """The worth of every move by situation and kind of hand.

    Parameters
    ----------
    run : Run
    strategy : str
    stakes : Stakes
    later : LaterPools
        Of the strategy; all zeros for a chart of the hand alone.
    forks : Forks
        Of the strategy's seats.
    """

    run: Run
    strategy: str
    stakes: Stakes
    later: LaterPools
    forks: Forks

    @cached_property
    def situations(self) -> list[Situation]:
        """What a seat may have heard, in the order of the chart's columns."""
        return situations(len(self.run.players))

    @property
    def positions(self) -> list[int]:
        """The position of each situation."""
        return [situation.position for situation in self.situations]

    @cached_property
    def parts(self) -> Sums:
        """The worth of the moves by situation, kind of hand and the move made."""
        return added(worth(self.forks, self.stakes, self.later, self.positions), (0,))

    @cached_property
    def cells(self) -> Sums:
        """The same by situation and kind of hand."""
        return added(self.parts, (2,))

    @cached_property
    def legal(self) -> Flags:
        """Which moves there are: bool[situations, K]."""
        flags: Flags = self.forks.outcomes.sum((0, 2, 3, 5)) > 0
        return flags

    @cached_property
    def share(self) -> Floats:
        """Share of each kind among the hands of a situation: float64[situations, kinds]."""
        count = self.cells.count
        return count / count.sum(1, keepdims=True).clip(min=1)

    @property
    def hands(self) -> float:
        """How many hands the strategy was dealt in each position."""
        return float(self.cells.count[0].sum())

    @property
    def often(self) -> Floats:
        """How often a position hears what: float64[situations]."""
        heard: Floats = self.cells.count.sum(1) / self.hands
        return heard

    @property
    def in_chips(self) -> bool:
        """Whether there is a pool."""
        return plays_for_chips(self.run)

    @property
    def unit(self) -> str:
        """What a hand is worth, in words."""
        return "chips" if self.in_chips else "points"

    @property
    def pool_may_grow(self) -> bool:
        """Whether there are pools that are more penalties than this one."""
        return self.in_chips and self.run.rules.as_dict()["penalty"] != "unlimited"

    @cached_property
    def covered(self) -> Flags:
        """Which cells have been seen often enough."""
        flags: Flags = self.cells.count >= LEAST
        return flags

    @cached_property
    def seen(self) -> Floats:
        """Deals in the cells covered; 0 in the others."""
        return np.where(self.covered, self.cells.count, 0)

    @cached_property
    def order(self) -> Ints:
        """The moves of each cell, the best first; those not allowed last."""
        means = np.where(self.legal[:, None], np.nan_to_num(self.cells.mean()), -np.inf)
        return np.argsort(-means, axis=-1, kind="stable")

    @property
    def best(self) -> Ints:
        """The best move of each cell."""
        return self.order[..., 0]

    def _of_best(self, table: Floats) -> Floats:
        """Pick the rows of the best moves of a table of pairs."""
        return np.take_along_axis(table, self.best[..., None, None], axis=-2)[..., 0, :]

    @cached_property
    def ahead(self) -> Floats:
        """What the best move is worth above each: float64[situations, kinds, K]."""
        return self._of_best(self.cells.margin())

    @cached_property
    def ahead_se(self) -> Floats:
        """The standard errors of that."""
        return self._of_best(self.cells.margin_se())

    @cached_property
    def clear(self) -> Flags:
        """Which cells have a best move that is no accident."""
        surely = self.ahead >= CLEAR * self.ahead_se
        others = self.legal[:, None] & (np.arange(len(self.forks.moves)) != self.best[..., None])
        flags: Flags = self.covered & (surely | ~others).all(-1)
        return flags

    @property
    def resolved(self) -> float:
        """Share of the decisions covered whose best move is clear."""
        return float((self.seen * self.clear).sum() / max(self.seen.sum(), 1))

    @cached_property
    def _lines(self) -> tuple[Sums, Sums, Sums]:
        """What moves gain in fifths of the pool, cost in penalties, and both together.

        Each move's worth is a straight line in the pool; lines cross where moves change.
        """
        gain, cost = per_trick(self.later) / _TRICKS, per_penalty(self.later)
        together = [priced(self.forks, each, self.positions) for each in (gain, cost, gain + cost)]
        gains, costs, both = (added(sums, (0, 3)) for sums in together)
        return gains, costs, both

    @cached_property
    def _slopes(self) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Differences of the best move to each: gain, cost, their variances, and covariance."""
        gains, costs, both = self._lines
        a, b, c = (self._of_best(sums.margin_se()) ** 2 for sums in (gains, costs, both))
        return self._of_best(gains.margin()), self._of_best(costs.margin()), a, b, (c - a - b) / 2

    def switches(self, s: int, kind: int) -> tuple[Switch | None, Switch | None]:
        """Return where a cell's best move changes when the pool falls, and when it grows."""
        now = self.stakes.pool / self.stakes.penalty if self.stakes.penalty else np.inf
        falls: Switch | None = None
        grows: Switch | None = None
        gain, cost, *moments = (table[s, kind] for table in self._slopes)
        for move in np.flatnonzero(self.legal[s]):
            if gain[move] == 0 or move == self.best[s, kind]:
                continue
            ratio = cost[move] / gain[move]
            a, b, ab = (float(table[move]) for table in moments)
            error = np.sqrt(max(0.0, b - 2 * ratio * ab + ratio**2 * a)) / abs(gain[move])
            switch = Switch(float(ratio), float(error), int(move))
            if gain[move] > 0 and 0 < ratio <= now and (falls is None or ratio > falls.ratio):
                falls = switch
            if gain[move] < 0 and ratio >= now and (grows is None or ratio < grows.ratio):
                grows = switch
        return falls, grows

    def best_at(self, ratio: float) -> Ints:
        """Return the best move of each cell where the pool is that many penalties."""
        gains, costs, _ = self._lines
        means = np.nan_to_num(ratio * gains.mean() - costs.mean())
        return np.where(self.legal[:, None], means, -np.inf).argmax(-1)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the cells covered as rows of a table."""
        players = len(self.run.players)
        for s, situation in enumerate(self.situations):
            for kind in np.flatnonzero(self.covered[s]).tolist():
                yield {
                    "position": situation.position, "place": say.place(situation.position, players),
                    "before": say.heard(situation), "hand": name_of_kind(kind),
                    "deals": int(self.cells.count[s, kind]), "share": self.share[s, kind],
                    **self._verdict(s, kind), **self._by_move(s, kind),
                }

    def _verdict(self, s: int, kind: int) -> dict[str, Any]:
        """Return the best move of a cell, its margin, and where it changes."""
        best, second = self.order[s, kind, :2]
        margin, error = self.ahead[s, kind, second], self.ahead_se[s, kind, second]
        row: dict[str, Any] = {
            "best": say.MOVES[best], "clear": bool(self.clear[s, kind]),
            "second": say.MOVES[second], "margin": margin, "margin_se": error,
            "margin_low": margin - CLEAR * error, "margin_high": margin + CLEAR * error,
        }
        for side, switch in zip(("falls", "grows"), self.switches(s, kind), strict=True):
            row[f"if_pool_{side}"] = say.MOVES[switch.move] if switch else ""
            row[f"ratio_{side}"] = switch.ratio if switch else np.nan
            row[f"ratio_{side}_se"] = switch.se if switch else np.nan
        return row

    def _by_move(self, s: int, kind: int) -> dict[str, Any]:
        """Return what each move brings in a cell: worth, tricks, how often it is looed."""
        row: dict[str, Any] = {}
        outcomes = self.forks.outcomes[:, s, kind].sum((0, 1))
        for move, letter in enumerate(say.LETTERS):
            if self.legal[s, move]:
                shares = outcomes[move] / outcomes[move].sum()
                tricks = float(shares @ np.arange(6))
                row[f"tricks_{letter}"] = tricks
                row |= {f"{letter}_{t}": share for t, share in enumerate(shares)}
        return row

    def frame(self) -> pd.DataFrame:
        """Return the chart as a table, a row a cell."""
        return pd.DataFrame(list(self.rows())).set_index(["place", "before", "hand"])
