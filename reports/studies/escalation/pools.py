"""The pools of a table followed from hand to hand, and what is known of their growth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from reports.results.result import Result
from reports.stats import tails
from reports.stats.estimates import NOTHING, Estimate
from reports.stats.per_session import mean_of, quantile_of, share_of
from reports.studies.escalation.growth_factor import (
    POOL_ENTRIES,
    FactorCounts,
    Factors,
    added,
    count_growth,
    is_empty,
)
from simulate.books.kernel_books import MARKS
from simulate.books.tally import Ints
from simulate.games.loo.game import Growth, growth
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import TRICKS
from simulate.runs.follow import Paths, follow, joined
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: Levels, in stakes, above which pools are counted: for excitement, and for what no bank can bear.
EXCITING = (10, 20, 50, 100)
RUINOUS = (100, 10_000, 1_000_000)
#: From this many stakes on a pool is large: a strategy that heeds the pool plays it differently.
LARGE = 20


def stake_of(rules: LooRules) -> int:
    """Return what a seat pays into an empty pool: the unit of pools."""
    return rules.ante or rules.dealer_ante


class Sessions(NamedTuple):
    """Numbers of each session.

    ``hands`` (int64[sessions]). ``large`` (int64[sessions, 2]): hands with a large pool, and their
    factors in fifths. ``above`` (int64[sessions, len(EXCITING)]): hands whose pool was above so
    many stakes. ``passed`` (int64[sessions, len(RUINOUS) + 1]): hand, from 1, after which the pool
    was first above so many stakes, or above the limit; 0 if it never was. ``pools``
    (int64[sessions, marks]): the pool at the start of play at the hand numbers of ``MARKS``; -1
    where the session had ended before.
    """

    hands: Ints
    large: Ints
    above: Ints
    passed: Ints
    pools: Ints


class Cycles(NamedTuple):
    """Cycles: from an empty pool to the next empty one.

    ``session`` (int64[cycles]). ``begins`` (int64[cycles]): number of the first hand in its
    session, from 0. ``length`` (int64[cycles]): hands. ``largest`` (int64[cycles]): the largest
    pool. ``ended`` (bool[cycles]): false if the session was over before the pool was empty again.
    """

    session: Ints
    begins: Ints
    length: Ints
    largest: Ints
    ended: NDArray[np.bool_]


def first_passages(over: NDArray[np.bool_], paths: Paths) -> Ints:
    """Return the number, from 1, of the first hand of each session that is over; else 0."""
    never = np.iinfo(np.int64).max
    number = np.where(over, paths.number + 1, never)
    first = np.minimum.reduceat(number, paths.starts[:-1])
    return np.where(first == never, 0, first)


def _pools_at_marks(paths: Paths) -> Ints:
    pools = np.full((paths.sessions, len(MARKS)), -1)
    played = paths.lengths[:, None] > MARKS
    at = (paths.starts[:-1, None] + MARKS)[played]
    pools[played] = paths["pool"][at]
    return pools


def read_sessions(paths: Paths, grown: Growth, rules: LooRules) -> Sessions:
    """Add the pools of each session up."""
    stake, pool = stake_of(rules), paths["pool"]
    size = np.maximum(pool, paths["pool_next"])
    large = (pool > LARGE * stake).astype(np.int64)
    levels = [stake * k for k in RUINOUS] + [rules.escalation_limit]
    return Sessions(
        paths.lengths,
        paths.total(np.column_stack([large, large * grown.fifths])),
        paths.total((pool[:, None] > stake * np.array(EXCITING)).astype(np.int64)),
        np.column_stack([first_passages(size > level, paths) for level in levels]),
        _pools_at_marks(paths),
    )


def read_cycles(paths: Paths, rules: LooRules) -> Cycles:
    """Cut the sessions into cycles.

    A cycle that the end of the session cuts short also counts the pool that was left, because its
    largest pool is at least that.
    """
    number, empty = paths.number, is_empty(paths["pool_next"], rules)
    begin = number == 0
    begin[1:] |= empty[:-1]
    starts = np.flatnonzero(begin)
    last = np.append(starts[1:], len(number)) - 1
    largest = np.maximum.reduceat(paths["pool"], starts)
    ended = empty[last]
    largest = np.where(ended, largest, np.maximum(largest, paths["pool_next"][last]))
    session = paths.first + paths.session[starts]
    return Cycles(session, number[starts], last - starts + 1, largest, ended)


class Reading(NamedTuple):
    """What is read of a piece of a run."""

    sessions: Sessions
    cycles: Cycles
    factors: FactorCounts


def reader(run: Run) -> Callable[[Paths], Reading]:
    """Return the function that reads the hands of a run in chips."""
    rules, seats = cast("LooRules", run.rules), len(run.players)

    def read(paths: Paths) -> Reading:
        grown = growth(paths)
        return Reading(
            read_sessions(paths, grown, rules), read_cycles(paths, rules),
            count_growth(paths, grown, seats),
        )

    return read


@dataclass(frozen=True)
class Pools(Factors):
    """A table in chips whose pools were followed."""

    sessions: Sessions
    cycles: Cycles

    @property
    def rules(self) -> LooRules:
        """The rules of the table."""
        return cast("LooRules", self.result.run.rules)

    @property
    def unlimited(self) -> bool:
        """Whether penalties are as large as the pool."""
        return self.rules.penalty == "unlimited"

    @property
    def multiplies(self) -> bool:
        """Whether a pool can grow without bound: no penalty and no bankroll limits it."""
        return self.unlimited and self.rules.bankroll is None

    @property
    def factor_of_large(self) -> Estimate:
        """Mean of the factor M over the hands with a large pool."""
        return mean_of(self.sessions.large[:, 1] / TRICKS, self.sessions.large[:, 0])

    @property
    def has_mean(self) -> bool:
        """Whether the pool has a mean in the long run, as far as can be told."""
        root = self.root
        return not self.multiplies or (root.value if np.isnan(root.low) else root.low) > 1

    @cached_property
    def tail(self) -> tails.PowerLaw | None:
        """The power law of the largest pools of cycles, where there is one.

        It has the exponent of the pools themselves (Iglehart, Ann. Math. Statist. 43, 1972, on the
        excursions of a random walk). The hands of a cycle depend on each other, cycles do not.
        """
        if not self.multiplies or not np.isfinite(self.root.value):
            return None
        cycles, limit = self.early_cycles, self.rules.escalation_limit
        sizes = tails.Sizes(
            np.minimum(cycles.largest, limit).astype(float),
            cycles.ended & (cycles.largest <= limit), cycles.session,
        )
        return tails.fit_power_law(sizes, LARGE * stake_of(self.rules))

    @cached_property
    def early_cycles(self) -> Cycles:
        """The cycles that begin in the first half of the sessions: few are cut short."""
        kept = self.cycles.begins < max(1, self.result.run.hands // 2)
        return Cycles._make(field[kept] for field in self.cycles)

    def cycle_quantile(self, field: str, q: float) -> Estimate:
        """Estimate a quantile of ``length`` or ``largest`` over cycles.

        A cycle that was cut short counts as longer, and as larger, than any other.
        """
        cycles = self.early_cycles
        sizes = np.where(cycles.ended, getattr(cycles, field), np.inf)
        return quantile_of(sizes, q, len(np.unique(cycles.session)))

    def exciting(self, which: int) -> Estimate:
        """Share of hands with a pool above ``EXCITING[which]`` stakes."""
        return share_of(self.sessions.above[:, which], self.sessions.hands)

    def passed(self, which: int, hands: int) -> Estimate:
        """Share of sessions whose pool passed ``RUINOUS[which]`` stakes in so many hands."""
        first = self.sessions.passed[:, which]
        return share_of((first > 0) & (first <= hands))

    def mean_pool(self, mark: int) -> Estimate:
        """Mean pool at the start of play of hand ``MARKS[mark]``; NaN where it has none."""
        pools = self.sessions.pools[:, mark]
        whole = pools[pools >= 0]
        if not self.has_mean or len(whole) < len(pools):
            return NOTHING
        return mean_of(whole)


def follow_pools(
    run: Run, label: str, jobs: int | None = None, progress: Progress | None = None,
    options: str | None = None,
) -> Pools:
    """Play a run in chips and follow its pools.

    ``progress``: called with the sessions and the hands done so far.
    """
    followed = follow(run, POOL_ENTRIES, reader(run), jobs, progress=progress)
    pieces = followed.pieces
    return Pools(
        label, Result(followed.played, options), added([piece.factors for piece in pieces]),
        joined([piece.sessions for piece in pieces]), joined([piece.cycles for piece in pieces]),
    )
