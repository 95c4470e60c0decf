"""How pools grow: the factor M of a hand without a limit, and pools followed from hand to hand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.results.result import Result
from reports.stats import tails
from reports.stats.estimates import Estimate, Sizes, mean_of, quantile_of, share_of
from simulate.books.rows import MAGNITUDES, magnitude_floors
from simulate.books.tally import GROUPS, Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.game import HandEnds, find_game
from simulate.runs.follow import Paths, follow, joined
from simulate.runs.run import Progress, Run, silent

#: A share or a mean of what groups of sessions have above and below the line.
Ratio = Callable[[ArrayLike, ArrayLike], Estimate]
#: From this many stakes on a pool is large: a strategy that heeds the pool plays it differently.
LARGE = 20


def growth_of(run: Run) -> HandEnds:
    """Return how hands multiply the pool; raise ``BoneyardError`` where the game has none."""
    growth = find_game(run.game).growth(run.rules)
    if growth is None:
        raise BoneyardError(f"no pool passes from hand to hand in a game of {run.game}"
                            f"{' for points' * (find_game(run.game).unit(run.rules) == 'points')}")
    return growth


class Cycles(NamedTuple):
    """Cycles: from an empty pool to the next empty one."""

    session: Ints  #: int64[cycles]
    begins: Ints  #: int64[cycles]: number of the first hand in its session, from 0
    length: Ints  #: int64[cycles]: hands
    largest: Ints  #: int64[cycles]: the largest pool
    #: bool[cycles]: false if the session was over before the pool was empty again.
    ended: NDArray[np.bool_]


def read_large(paths: Paths, factors: Ints, least: int) -> Ints:
    """Count the hands of each session with a pool above ``least``, and add up their ``factors``
    (int64[hands], in parts): int64[sessions, 2]."""
    large = (paths["pool"] > least).astype(np.int64)
    return paths.total(np.column_stack([large, large * factors]))


def read_cycles(paths: Paths, empty_below: int) -> Cycles:
    """Cut the sessions into cycles; a pool of fewer chips than ``empty_below`` is empty. One that
    the end of the session cuts short also counts the pool that was left."""
    number, empty = paths.number, paths["pool_next"] < empty_below
    begin = number == 0
    begin[1:] |= empty[:-1]
    starts = np.flatnonzero(begin)
    last = np.append(starts[1:], len(number)) - 1
    largest = np.maximum.reduceat(paths["pool"], starts)
    ended = empty[last]
    largest = np.where(ended, largest, np.maximum(largest, paths["pool_next"][last]))
    session = paths.first + paths.session[starts]
    return Cycles(session, number[starts], last - starts + 1, largest, ended)


@dataclass(frozen=True)
class Pools:
    """A table whose pools were followed."""

    result: Result  #: its books
    factors: Ints  #: int64[GROUPS, dealers, classes]: hands by the dealer's seat and by M in parts
    seats_looed: Ints  #: int64[GROUPS]: by group of sessions
    large: Ints  #: int64[sessions, 2]: hands with a large pool, and their factors in parts
    cycles: Cycles
    by_size: Ints  #: int64[MAGNITUDES]: hands by size of the pool
    largest: int  #: the largest

    @cached_property
    def growth(self) -> HandEnds:
        """How hands multiply the pool."""
        return growth_of(self.result.run)

    def _a_hand(self, numbers: Ints | Floats, estimate: Ratio = mean_of) -> Estimate:
        """Estimate numbers of the groups of sessions a hand; groups without hands are left out."""
        hands = self.factors.sum(axis=(1, 2))
        return estimate(numbers[hands > 0], hands[hands > 0])

    @property
    def looed(self) -> Estimate:
        """Mean number of seats looed a hand."""
        return self._a_hand(self.seats_looed)

    @property
    def factor(self) -> Estimate:
        """Mean of the factor M."""
        parts = self.factors @ np.arange(self.factors.shape[2])
        return self._a_hand(parts.sum(axis=1) / self.growth.parts).within(0.0)

    @property
    def shares(self) -> list[tuple[float, Estimate]]:
        """The values that M takes, and the share of hands of each."""
        counts = self.factors.sum(axis=1)
        return [(k / self.growth.parts, self._a_hand(counts[:, k], share_of))
                for k in range(counts.shape[1]) if counts[:, k].any()]

    @property
    def cleared(self) -> Estimate:
        """Share of hands that clear the pool: M is 0."""
        return self._a_hand(self.factors[:, :, 0].sum(axis=1), share_of)

    @cached_property
    def root(self) -> Estimate:
        """The root of E[M**a] = 1."""
        return tails.growth_root(self.factors, self.growth.parts)

    @property
    def stake(self) -> int:
        """What a seat pays into an empty pool: the unit of pools."""
        return self.result.game.stake(self.result.run.rules)

    @property
    def limit(self) -> int:
        """A larger pool ends a session."""
        return self.growth.limit

    @property
    def unlimited(self) -> bool:
        """Whether penalties are as large as the pool."""
        return self.result.game.is_unlimited(self.result.run.rules)

    @property
    def multiplies(self) -> bool:
        """Whether a pool can grow without bound: no penalty and no bankroll limits it."""
        return self.unlimited and self.result.game.bankroll_of(self.result.run.rules) is None

    @property
    def sizes(self) -> Sizes:
        """The pools of all hands; only sessions are taken as independent."""
        return Sizes(self.by_size, self.largest, independent=len(self.large))

    @property
    def factor_of_large(self) -> Estimate:
        """Mean of the factor M over the hands with a large pool."""
        return mean_of(self.large[:, 1] / self.growth.parts, self.large[:, 0]).within(0.0)

    @cached_property
    def early_cycles(self) -> Cycles:
        """The cycles that begin in the first half of the sessions: few are cut short."""
        kept = self.cycles.begins < max(1, self.result.run.hands // 2)
        return Cycles._make(field[kept] for field in self.cycles)

    def cycle_quantile(self, field: str, q: float) -> Estimate:
        """Estimate a quantile of ``length`` or ``largest`` over cycles; one that was cut short
        counts as larger than any other."""
        cycles = self.early_cycles
        sizes = np.where(cycles.ended, getattr(cycles, field), np.inf)
        return quantile_of(sizes, q, len(np.unique(cycles.session)))


def follow_pools(run: Run, jobs: int | None = None, progress: Progress = silent) -> Pools:
    """Play a run and follow its pools."""
    growth, seats, game = growth_of(run), len(run.players), find_game(run.game)
    (pool, left), stake = growth.pools, game.stake(run.rules)

    def read(paths: Paths) -> tuple[Ints, Cycles, Ints, Ints, Ints, int]:
        looed, factors = np.zeros(GROUPS, np.int64), growth.factors(paths)
        np.add.at(looed, tails.group_of(paths), growth.looed(paths))
        # By size, as ``simulate.books.rows.magnitude`` has it.
        at = np.searchsorted(magnitude_floors(), paths["pool"], side="right") - 1
        return (read_large(paths, factors, LARGE * stake),
                read_cycles(paths, growth.empty_below),
                tails.count_factors(paths, factors, seats, growth.parts), looed,
                np.bincount(at, minlength=MAGNITUDES), int(paths["pool"].max()))

    followed = follow(run, {"pool": (pool, 1), "pool_next": (left, 1),
                            "dealer": (game.begins[0], 1), **growth.entries},
                      read, jobs, progress=progress)
    large, cycles, factors, looed, by_size, largest = zip(*followed.pieces, strict=True)
    return Pools(Result(followed.played), np.sum(factors, axis=0), np.sum(looed, axis=0),
                 np.concatenate(large), joined(cycles), np.sum(by_size, axis=0), max(largest))
