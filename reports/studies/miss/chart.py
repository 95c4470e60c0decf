"""The chart: for every kind of hand in every situation the move that is worth most.

A chart is for one strategy of a line-up: it knows what each move brings to a seat that goes
on to play its tiles as that strategy does, against the others at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from reports.stats.move_values import SURE, Flags, MoveValues
from reports.studies.miss import words as say
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.games.loo.views import TRICKS
from simulate.runs.run import Run
from simulate.theory.declarations import Stakes, units_of
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import Payoff, PoolValues, payoffs_at
from simulate.theory.loo import what_if
from simulate.theory.loo.at_score import GAMES
from simulate.theory.loo.declarations import OWN, plays_for_chips, unit_of
from simulate.theory.loo.hands import TURNED_KINDS, TURNED_UP

#: Fewer deals than this leave a cell of the chart empty.
LEAST = 100
#: Pools at which it is known how sure a margin is, in pools of the chart; the first and the last
#: of them end what is told of other pools.
SCALES = (1.0, 0.25, 0.5, 2.0, 4.0, 8.0)
#: Games of a hundred that are to a chart at a score what the pool is to others.
_MANY_GAMES = 20.0
#: So many pools the best move is looked for at.
_SCALES_LOOKED_AT = 49
#: A pool at which the best move changes is known to one part in so many, or not told.
_KNOWN_TO = 3


def totals(forks: what_if.Forks, payoff: Payoff, position: list[int]) -> Floats:
    """Return what the moves of every cell are worth in all: float64[units, situations, kinds, M, K,
    R] in chips or points, by the move made and the move forked. ``position``: of each situation."""
    noted = forks.noted.astype(np.float64)
    taken = np.einsum("ushmke,e->ushmk", noted[..., :OWN], payoff.taken)
    later = np.einsum("ushmke,ruse->ushmkr", noted[..., OWN:], payoff.later[:, :, position])
    return taken[..., None] + later


def worth(
    forks: what_if.Forks, payoffs: Sequence[Payoff], at: int, position: list[int]
) -> MoveValues:
    """Return what the moves are worth by payoff ``at``, of shape [units, situations, kinds, M]; NaN
    where a move was not played out in every deal of a cell. ``position``: of each situation."""
    off_diagonal = 1 - np.eye(len(forks.moves))
    pairs = forks.squares[..., at]  # the books have each pair of moves once
    squares = pairs + np.swapaxes(pairs, -1, -2) * off_diagonal
    made = forks.made if forks.noted.shape[3] > 1 else forks.made.sum(-1, keepdims=True)
    known = forks.outcomes.sum(-1) >= made[..., None]
    total = np.where(known[..., None], totals(forks, payoffs[at], position), np.nan)
    return MoveValues(made.astype(np.float64), total[..., 0], squares, total)


def units_with(run: Run, strategy: str) -> list[int]:
    """Return the units of the forks that a strategy's seats make."""
    units = zip(units_of(run), run.labels, strict=True)
    return sorted({unit for unit, label in units if label == strategy})


@dataclass(frozen=True)
class Switch:
    """Where another move becomes the best one."""

    pool: float  #: chips at the start of play
    #: Pools on either side of it, from which on one move is clearly better, and then the other.
    low: float
    high: float
    move: int

    @property
    def se(self) -> float:
        """A quarter of what lies between, in chips: the standard error that is told."""
        return (self.high - self.low) / (2 * CLEAR)


@dataclass(frozen=True)
class Chart:
    """The worth of every move by situation and kind of hand."""

    run: Run
    strategy: str
    values: PoolValues | None  #: the worth of later pools; none where points are played for
    #: What hands bring to the strategy's seats: at the pool of the chart, and at the other ones for
    #: which squares are kept.
    payoffs: tuple[Payoff, ...]
    #: Of the strategy's seats; what they tell hands apart by are the kinds of the chart.
    forks: what_if.Forks
    #: Deals forked at other pools, where the others declare as they do there. None where nobody at
    #: the table looks at the pool: the chart's own deals then tell of every pool.
    elsewhere: tuple[tuple[Payoff, what_if.Forks], ...] = ()

    @property
    def stakes(self) -> Stakes:
        """What is played for."""
        return self.payoffs[0].stakes

    @cached_property
    def situations(self) -> list[what_if.Situation]:
        """What a seat may have heard, in the order of the chart's columns."""
        return what_if.situations(len(self.run.players))

    @property
    def positions(self) -> list[int]:
        """The position of each situation."""
        return [situation.position for situation in self.situations]

    @cached_property
    def parts(self) -> MoveValues:
        """The worth of the moves by situation, kind of hand and the move made."""
        return worth(self.forks, self.payoffs, 0, self.positions).over(0)

    @cached_property
    def cells(self) -> MoveValues:
        """The same by situation and kind of hand."""
        return self.parts.over(2)

    @cached_property
    def whatever_turned_up(self) -> Chart:
        """The chart by ``HAND_KINDS``, of the same deals, where this one is by ``TURNED_KINDS``."""
        into = np.arange(TURNED_KINDS) // TURNED_UP
        return replace(
            self, forks=self.forks.merged(into),
            elsewhere=tuple((payoff, forks.merged(into)) for payoff, forks in self.elsewhere))

    @cached_property
    def dealt(self) -> Floats:
        """Share of the deals that give a seat each kind of hand: float64[situations, kinds]."""
        count, positions = self.cells.count, np.array(self.positions)
        by_position = np.array([count[positions == p].sum(0) for p in np.unique(positions)])
        return by_position[positions] / self.hands

    @cached_property
    def legal(self) -> Flags:
        """Which moves there are: bool[situations, K]."""
        return np.any([forks.outcomes.sum((0, 2, 3, 5)) > 0
                       for forks in self._forked_at.values()], axis=0)

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
        return np.asarray(self.cells.count.sum(1) / self.hands)

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
        return np.asarray(self.cells.count >= LEAST)

    @cached_property
    def seen(self) -> Floats:
        """Deals in the cells covered; 0 in the others."""
        return np.where(self.covered, self.cells.count, 0)

    @cached_property
    def order(self) -> Ints:
        """The moves of each cell, the best first; those not allowed last."""
        return self.cells.order(self.legal[:, None])

    @property
    def best(self) -> Ints:
        """The best move of each cell."""
        return self.order[..., 0]

    @cached_property
    def ahead(self) -> Floats:
        """What the best move is worth above each: float64[situations, kinds, K]."""
        return self.cells.of_best(self.best, self.cells.margins)

    @cached_property
    def ahead_se(self) -> Floats:
        """The standard errors of that."""
        return self.cells.of_best(self.best, self.cells.errors)

    @cached_property
    def worse(self) -> Flags:
        """Which moves are clearly worse than the best of their cell: bool[situations, kinds, K]."""
        return self.cells.worse(self.best, LEAST) & self.legal[:, None]

    @cached_property
    def clear(self) -> Flags:
        """Which cells have a best move that is no accident: others may be as good in every deal."""
        surely = self.ahead >= CLEAR * self.ahead_se
        others = self.legal[:, None] & (np.arange(len(self.forks.moves)) != self.best[..., None])
        return np.asarray(self.covered & (surely | ~others).all(-1))

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
        return np.asarray(self.covered & (ahead >= SURE * error))

    @property
    def doubtful_misses(self) -> Ints:
        """Bits of the two best moves where the best is a miss, but not surely: [situations,
        kinds]."""
        first, second = self.order[..., 0], self.order[..., 1]
        return np.where(self.misses & ~self.sure, 1 << first | 1 << second, 0)

    @property
    def resolved(self) -> float:
        """Share of the decisions covered whose best move is clear."""
        return float((self.seen * self.clear).sum() / max(self.seen.sum(), 1))

    @cached_property
    def _forked_at(self) -> dict[int, what_if.Forks]:
        """The forks by pool, this one among them."""
        forked = {self.stakes.pool: self.forks}
        forked |= {payoff.stakes.pool: forks for payoff, forks in self.elsewhere}
        return dict(sorted(forked.items()))

    def _near(self, pool: int) -> list[tuple[what_if.Forks, float]]:
        """Return the forks at the next pools below and above, each with its part."""
        known = list(self._forked_at)
        place = float(np.interp(np.log(pool), np.log(known), np.arange(len(known))))
        lower, share = int(place), place % 1
        parts = ((lower, 1 - share), (lower + 1, share))
        return [(self._forked_at[known[at]], part) for at, part in parts if part]

    def means_at(self, pool: int) -> Floats:
        """Return what moves are worth at a pool, float64[situations, kinds, K]; NaN with too few
        deals."""
        (payoff,) = payoffs_at(self.run, self.values, [declared_at(self.run).stakes(pool)])
        own = payoff.of_units(units_with(self.run, self.strategy))
        own, means = replace(own, later=own.later[:1]), np.zeros(())  # replicas are not looked at
        for forks, part in self._near(pool):
            total = totals(forks, own, self.positions)[..., 0].sum((0, 3))
            count = forks.made.sum((0, 3))[..., None]
            means = means + part * np.where(count >= LEAST, total / count.clip(min=1), np.nan)
        return np.where(self.legal[:, None], means, -np.inf)

    def best_at(self, pool: int) -> tuple[Ints, Floats]:
        """Return the best move of each cell at another pool, and how often decisions come there:
        int64 and float64[situations, kinds]. That share is 0 where too few deals tell which move is
        best."""
        means = self.means_at(pool)
        known = ~np.isnan(means).any(-1)
        often = sum(part * forks.made.sum((0, 3)) / forks.deals for forks, part in self._near(pool))
        return np.nan_to_num(means, nan=-np.inf).argmax(-1), np.where(known, often, 0.0)

    @cached_property
    def _pools(self) -> Ints:
        """The pools at which the best move is looked for, this one among them."""
        scales = np.geomspace(min(SCALES), max(SCALES), _SCALES_LOOKED_AT)
        fifths = np.rint(self.stakes.pool * scales / TRICKS).clip(min=1)
        return np.unique(np.append(TRICKS * fifths, self.stakes.pool).astype(np.int64))

    @cached_property
    def _ahead_at(self) -> Floats:
        """What the best move is worth above each at every pool: [pools, situations, kinds, K]."""
        means = np.array([self.means_at(pool) for pool in self._pools.tolist()])
        best = np.broadcast_to(self.best[None, ..., None], (*means.shape[:-1], 1))
        with np.errstate(invalid="ignore"):  # moves that are not allowed
            return np.take_along_axis(means, best, -1) - means

    @cached_property
    def _ahead_se(self) -> Floats:
        """How sure that is: [pools, situations, kinds, K]."""
        scaled = enumerate(self.payoffs[: len(SCALES)])
        values = {payoff.stakes.pool: worth(forks, (payoff,), 0, self.positions)
                  for payoff, forks in self.elsewhere} or {
                  payoff.stakes.pool: worth(self.forks, self.payoffs, i, self.positions)
                  for i, payoff in scaled}
        errors_at = {pool: one.over(0, 3).errors for pool, one in values.items()}
        errors_at[self.stakes.pool] = self.cells.errors
        known = sorted(errors_at)
        errors = np.array([self.cells.of_best(self.best, errors_at[pool]) for pool in known])
        places = np.interp(self._pools, known, np.arange(len(known)))
        lower = np.floor(places).astype(np.int64).clip(max=len(known) - 2)
        share = (places - lower)[:, None, None, None]
        return (1 - share) * errors[lower] + share * errors[lower + 1]

    def switches(self, s: int, kind: int) -> tuple[Switch | None, Switch | None]:
        """Return where a cell's best move changes when the pool falls, and when it grows. A change
        is not told where it is known no better than to a third of its pool."""
        if not self.in_chips:
            return None, None
        return self._switch(s, kind, -1), self._switch(s, kind, 1)

    def _switch(self, s: int, kind: int, step: int) -> Switch | None:
        """Return the first change of a cell's best move on the way up or down from its pool."""
        pools: Ints = self._pools[::step]
        ahead: Floats = self._ahead_at[::step, s, kind]
        error: Floats = self._ahead_se[::step, s, kind]
        now = int(np.flatnonzero(pools == self.stakes.pool)[0])
        overtaken = np.flatnonzero((ahead[now:] < 0).any(-1))
        if not overtaken.size:
            return None
        at = now + int(overtaken[0])
        move = int(np.nanargmin(ahead[at]))
        ahead, reach = ahead[:, move], np.asarray(CLEAR * error[:, move])
        before, after = np.flatnonzero(ahead[:at] >= reach[:at]), np.flatnonzero(ahead <= -reach)
        after = after[after >= at]
        if not (before.size and after.size):
            return None
        first, last = int(before[-1]), int(after[0])
        pool = _zero(pools, ahead, at - 1)
        ends = _zero(pools, ahead - reach, first), _zero(pools, ahead + reach, last - 1)
        if np.isnan(ahead[first : last + 1]).any() or abs(ends[1] - ends[0]) > 2 * pool / _KNOWN_TO:
            return None
        return Switch(pool, min(ends), max(ends), move)


def share_with(
    chart: Chart, best: Ints | Flags, position: int, moves: tuple[int, ...],
    kinds: slice = slice(None), seen: Floats | None = None,
) -> float:
    """Return the share of a position's decisions in which one of some moves is best. ``seen`` tells
    how often decisions come to each cell, if not as often as in the chart."""
    here = [s for s, at in enumerate(chart.positions) if at == position]
    count = (chart.seen if seen is None else seen)[here][:, kinds]
    return float(count[np.isin(best[here][:, kinds], moves)].sum() / max(count.sum(), 1e-9))


def _zero(pools: Ints, values: Floats, place: int) -> float:
    """Return where the line through a value and the next one is zero."""
    (one, other), (of_one, of_other) = pools[place : place + 2], values[place : place + 2]
    return float(one + (other - one) * of_one / (of_one - of_other))
