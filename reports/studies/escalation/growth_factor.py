"""The factor M by which a hand multiplies an unlimited pool, whatever the table plays for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy import bool_
from numpy.typing import NDArray

from reports.results.result import Result
from reports.stats import tails
from reports.stats.estimates import Estimate
from reports.stats.per_session import mean_of, share_of
from reports.stats.pool_factors import count_factors, group_of
from simulate.books.tally import GROUPS, Ints
from simulate.games.loo.game import ENTRIES, Growth
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import AT, TRICKS
from simulate.runs.follow import Entries, Paths

#: What must be followed to know the pools and their multiplication.
POOL_ENTRIES: Entries = {
    **{name: (getattr(AT, name), 1) for name in ("pool", "pool_next", "dealer")},
    **ENTRIES,
}


def is_empty(pool_next: Ints, rules: LooRules) -> NDArray[bool_]:
    """Tell whether a hand left a pool that counts as empty under the rules."""
    empty: NDArray[bool_] = pool_next < rules.empty_below
    return empty


class FactorCounts(NamedTuple):
    """Hands by group of sessions.

    ``factors`` (int64[GROUPS, dealers, classes]): by the dealer's seat and by M in fifths.
    ``looed`` (int64[GROUPS]): seats looed.
    """

    factors: Ints
    looed: Ints


def count_growth(paths: Paths, grown: Growth, seats: int) -> FactorCounts:
    """Count the hands of some paths."""
    looed = np.zeros(GROUPS, np.int64)
    np.add.at(looed, group_of(paths), grown.looed)
    return FactorCounts(count_factors(paths, grown.fifths, seats, TRICKS), looed)


def added(parts: Sequence[FactorCounts]) -> FactorCounts:
    """Add counts up."""
    factors, looed = zip(*parts, strict=True)
    return FactorCounts(np.sum(factors, axis=0), np.sum(looed, axis=0))


@dataclass(frozen=True)
class Factors:
    """A table whose factors were counted.

    ``label``: how it differs from the tables that it is compared with. ``result``: its books.
    """

    label: str
    result: Result
    counts: FactorCounts

    @property
    def _hands(self) -> Ints:
        """Hands by group of sessions, those without hands left out."""
        hands = self.counts.factors.sum(axis=(1, 2))
        return hands[hands > 0]

    def _by_group(self, numbers: Ints) -> Ints:
        return numbers[self.counts.factors.sum(axis=(1, 2)) > 0]

    @property
    def looed(self) -> Estimate:
        """Mean number of seats looed a hand."""
        return mean_of(self._by_group(self.counts.looed), self._hands)

    @property
    def factor(self) -> Estimate:
        """Mean of the factor M."""
        fifths = self.counts.factors @ np.arange(self.counts.factors.shape[2])
        return mean_of(self._by_group(fifths.sum(axis=1)) / TRICKS, self._hands)

    @property
    def shares(self) -> list[tuple[float, Estimate]]:
        """The values that M takes, and the share of hands of each."""
        counts = self.counts.factors.sum(axis=1)
        return [
            (k / TRICKS, share_of(self._by_group(counts[:, k]), self._hands))
            for k in range(counts.shape[1]) if counts[:, k].any()
        ]

    @property
    def cleared(self) -> Estimate:
        """Share of hands that clear the pool: M is 0."""
        nothing = self.counts.factors[:, :, 0].sum(axis=1)
        return share_of(self._by_group(nothing), self._hands)

    @cached_property
    def root(self) -> Estimate:
        """The root of E[M**a] = 1."""
        return tails.growth_root(self.counts.factors, TRICKS)
