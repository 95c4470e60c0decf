"""The chart: for every kind of hand in every situation the move that is worth most.

A chart is for one strategy of a line-up: it knows what each move brings to a seat that goes
on to play its tiles as that strategy does, against the others at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reports.later import pd
from reports.studies.miss import words as say
from reports.studies.miss.move_values import Sums, added, totals, worth
from simulate.books.tally import Floats, Ints
from simulate.games.loo.narrate import words_of
from simulate.games.loo.row import TRICKS
from simulate.runs.run import Run
from simulate.solving.loo.hand_classes import TURNED_KINDS, TURNED_UP
from simulate.solving.loo.hand_kinds import name_of_kind
from simulate.solving.loo.later_pools import PoolValues
from simulate.solving.loo.payoffs import payoffs_at
from simulate.solving.loo.races.payoff_at_score import GAMES
from simulate.solving.loo.what_if_counts import (
    Forks,
    Payoff,
    Situation,
    Stakes,
    plays_for_chips,
    situations,
    stakes_of,
    unit_of,
    units_of,
)

#: Fewer deals than this leave a cell of the chart empty.
LEAST = 100
#: Standard errors by which a move must be ahead of every other.
CLEAR = 2.0
#: Standard errors by which it is ahead by no luck at all: its own deals then tell what it brings.
_SURE = 5.0
#: Pools at which squares are kept, which say how sure a margin is there: in pools of the chart.
SCALES = (1.0, 0.25, 0.5, 2.0, 4.0, 8.0)
#: Games of a hundred that are to a chart at a score what the pool is to others.
_MANY_GAMES = 20.0
#: Pools at which the best move is looked for, in pools of the chart.
_LEAST_SCALE, _MOST_SCALE, _SCALES_LOOKED_AT = 0.1, 20.0, 49

#: Columns that name a cell.
CELL = ["place", "before", "turned_up", "hand"]

Flags = NDArray[np.bool_]


def units_with(run: Run, strategy: str) -> list[int]:
    """Return the units of the forks that a strategy's seats make."""
    units = zip(units_of(run), run.labels, strict=True)
    return sorted({unit for unit, label in units if label == strategy})


@dataclass(frozen=True)
class Switch:
    """Where another move becomes the best one.

    Parameters
    ----------
    pool, se : float
        Chips at the start of play.
    move : int
    """

    pool: float
    se: float
    move: int


@dataclass(frozen=True)
class Chart:
    """The worth of every move by situation and kind of hand.

    Parameters
    ----------
    run : Run
    strategy : str
    values : PoolValues, optional
        The worth of later pools; none where points are played for.
    payoffs : tuple of Payoff
        What hands bring to the strategy's seats: at the pool of the chart, and at the other
        ones for which squares are kept.
    forks : Forks
        Of the strategy's seats; what they tell hands apart by are the kinds of the chart.
    at : int
        Which of the payoffs the chart goes by.
    """

    run: Run
    strategy: str
    values: PoolValues | None
    payoffs: tuple[Payoff, ...]
    forks: Forks
    at: int = 0

    @property
    def stakes(self) -> Stakes:
        """What is played for."""
        return self.payoffs[self.at].stakes

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
        return added(worth(self.forks, self.payoffs, self.at, self.positions), (0,))

    @cached_property
    def cells(self) -> Sums:
        """The same by situation and kind of hand."""
        return added(self.parts, (2,))

    def cells_at(self, at: int) -> Sums:
        """Return the cells for another payoff, the errors of later pools left aside."""
        payoffs = [replace(payoff, later=payoff.later[:1]) for payoff in self.payoffs]
        return added(worth(self.forks, payoffs, at, self.positions), (0, 3))

    @cached_property
    def whatever_turned_up(self) -> Chart:
        """The chart by ``HAND_KINDS``, of the same deals, where this one is by ``TURNED_KINDS``."""
        return replace(self, forks=self.forks.merged(np.arange(TURNED_KINDS) // TURNED_UP))

    @cached_property
    def dealt(self) -> Floats:
        """Share of the deals that give a seat each kind of hand: float64[situations, kinds]."""
        count, positions = self.cells.count, np.array(self.positions)
        by_position = np.array([count[positions == p].sum(0) for p in np.unique(positions)])
        dealt: Floats = by_position[positions] / self.hands
        return dealt

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
        return f"games of {GAMES}" if self.scores else unit_of(self.run)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points before the hand, by position, where the game is to be won; else none."""
        return self.payoffs[0].scores

    @property
    def much(self) -> float:
        """Ten times what makes a margin a large one: the pool, or as many games."""
        return _MANY_GAMES if self.scores else self.stakes.pool

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

    @cached_property
    def worse(self) -> Flags:
        """Which moves are clearly worse than the best of their cell: bool[situations, kinds, K]."""
        flags: Flags = self.covered[..., None] & self.legal[:, None] & (
            self.ahead >= CLEAR * self.ahead_se)
        flags[np.arange(len(self.forks.moves)) == self.best[..., None]] = False
        return flags

    @property
    def departs(self) -> Ints:
        """Bits of the best move and the one made where that is worse: [situations, kinds, K]."""
        made = np.arange(len(self.forks.moves))
        return np.where(self.worse, 1 << self.best[..., None] | 1 << made, 0)

    @property
    def misses(self) -> Flags:
        """Which cells have a miss as their best move: bool[situations, kinds]."""
        return self.covered & (self.best == say.MISS)

    @cached_property
    def sure(self) -> Flags:
        """Which cells have a best move that is far ahead of the next: bool[situations, kinds]."""
        second = self.order[..., 1:2]
        ahead, error = (np.take_along_axis(table, second, -1)[..., 0]
                        for table in (self.ahead, self.ahead_se))
        flags: Flags = self.covered & (ahead >= _SURE * error)
        return flags

    @property
    def doubtful_misses(self) -> Ints:
        """Bits of the two best moves where the best is a miss, and not surely: [situations, kinds].
        """
        first, second = self.order[..., 0], self.order[..., 1]
        return np.where(self.misses & ~self.sure, 1 << first | 1 << second, 0)

    @property
    def resolved(self) -> float:
        """Share of the decisions covered whose best move is clear."""
        return float((self.seen * self.clear).sum() / max(self.seen.sum(), 1))

    def _payoff(self, pool: int) -> Payoff:
        """Return what hands bring to the strategy's seats at another pool."""
        (payoff,) = payoffs_at(self.run, self.values, [stakes_of(self.run, pool)])
        own = payoff.of_units(units_with(self.run, self.strategy))
        return replace(own, later=own.later[:1])  # its replicas are not looked at here

    def means_at(self, pool: int) -> Floats:
        """Return what the moves are worth at another pool: float64[situations, kinds, K]."""
        total = totals(self.forks, self._payoff(pool), self.positions)[..., 0].sum((0, 3))
        means = total / self.cells.count[..., None].clip(min=1)
        return np.where(self.legal[:, None], means, -np.inf)

    def best_at(self, pool: int) -> Ints:
        """Return the best move of each cell at another pool."""
        return self.means_at(pool).argmax(-1)

    @cached_property
    def _pools(self) -> Ints:
        """The pools at which the best move is looked for, this one among them."""
        scales = np.geomspace(_LEAST_SCALE, _MOST_SCALE, _SCALES_LOOKED_AT)
        fifths = np.rint(self.stakes.pool * scales / TRICKS).clip(min=1)
        return np.unique(np.append(TRICKS * fifths, self.stakes.pool).astype(np.int64))

    @cached_property
    def _ahead_at(self) -> Floats:
        """What the best move is worth above each at every pool: [pools, situations, kinds, K]."""
        means = np.array([self.means_at(pool) for pool in self._pools.tolist()])
        best = np.broadcast_to(self.best[None, ..., None], (*means.shape[:-1], 1))
        with np.errstate(invalid="ignore"):  # cells without deals have no means
            ahead: Floats = np.take_along_axis(means, best, -1) - means
        return ahead

    @cached_property
    def _best_elsewhere(self) -> tuple[Ints, Flags]:
        """The best move at every pool, and whether it is another: [pools, situations, kinds]."""
        moves = self._ahead_at.argmin(-1)
        overtaken: Flags = np.take_along_axis(self._ahead_at, moves[..., None], -1)[..., 0] < 0
        return moves, overtaken

    @cached_property
    def _ahead_se(self) -> tuple[Ints, Floats]:
        """How sure that is, at the pools for which squares were kept."""
        scaled = self.payoffs[: len(SCALES)]
        order = np.argsort([payoff.stakes.pool for payoff in scaled], kind="stable")
        errors = [
            self._of_best(added(worth(self.forks, self.payoffs, i, self.positions), (0, 3))
                          .margin_se())
            for i in order
        ]
        return np.array([self.payoffs[i].stakes.pool for i in order]), np.array(errors)

    def switches(self, s: int, kind: int) -> tuple[Switch | None, Switch | None]:
        """Return where a cell's best move changes when the pool falls, and when it grows.

        The others are taken to declare as they do at the pool of the chart.
        """
        if not self.in_chips:
            return None, None
        now = int(np.searchsorted(self._pools, self.stakes.pool))
        last = len(self._pools) - 1
        return (self._switch(s, kind, range(now - 1, -1, -1)),
                self._switch(s, kind, range(now + 1, last + 1)))

    def _switch(self, s: int, kind: int, places: range) -> Switch | None:
        """Return the first change of a cell's best move on the way through some pools."""
        moves, overtaken = self._best_elsewhere
        changed = np.flatnonzero(overtaken[places, s, kind])
        if not changed.size:
            return None
        place = places[int(changed[0])]
        return self._between(s, kind, int(moves[place, s, kind]), place - places.step, place)

    def _between(self, s: int, kind: int, move: int, before: int, after: int) -> Switch:
        """Return where a move overtakes the best one, on the line between two pools."""
        pools, ahead = self._pools[[before, after]], self._ahead_at[[before, after], s, kind, move]
        slope = (ahead[1] - ahead[0]) / (pools[1] - pools[0])
        pool = pools[0] - ahead[0] / slope
        known, errors = self._ahead_se
        error = np.interp(pool, known, errors[:, s, kind, move])
        return Switch(float(pool), float(error / abs(slope)), move)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the cells covered as rows of a table."""
        players, words = len(self.run.players), words_of(self.run.rules)
        for s, situation in enumerate(self.situations):
            for kind in np.flatnonzero(self.covered[s]).tolist():
                yield {
                    "position": situation.position, "place": say.place(situation.position, players),
                    "before": say.heard(situation, words),
                    "turned_up": say.TURN_UPS[kind % TURNED_UP],
                    "hand": name_of_kind(kind // TURNED_UP),
                    "deals": int(self.cells.count[s, kind]), "share": self.share[s, kind],
                    **self._verdict(s, kind), **self._by_move(s, kind),
                }

    def _verdict(self, s: int, kind: int) -> dict[str, Any]:
        """Return the best move of a cell, its margin, and where it changes."""
        best, second = self.order[s, kind, :2]
        moves = say.moves(words_of(self.run.rules))
        margin, error = self.ahead[s, kind, second], self.ahead_se[s, kind, second]
        row: dict[str, Any] = {
            "best": moves[best], "clear": bool(self.clear[s, kind]),
            "second": moves[second], "margin": margin, "margin_se": error,
            "margin_low": margin - CLEAR * error, "margin_high": margin + CLEAR * error,
        }
        for side, switch in zip(("falls", "grows"), self.switches(s, kind), strict=True):
            row[f"if_pool_{side}"] = moves[switch.move] if switch else ""
            row[f"pool_{side}"] = switch.pool if switch else np.nan
            row[f"pool_{side}_se"] = switch.se if switch else np.nan
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
        return pd.DataFrame(list(self.rows())).set_index(CELL)
