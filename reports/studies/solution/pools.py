"""A pool of a solved table, whatever the game: how its hands end, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from reports.page.document import Column
from reports.results.shared_sentences import amount
from reports.stats.estimates import Estimate, around
from reports.studies.solution.locked import chair_of, said
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.theory.chips import ChipHands, Chips, Solved
from simulate.theory.minimiser import ends_of
from simulate.theory.table import position_of

QUESTION = "What should a seat declare when everybody else declares well?"
AROUND = "What should the other seats declare around a player whose habits are known?"

POOL = Column("pool", "pool", "count", "chips", "the pool")
GAIN = Column("gain", "best response gains at least", "share", "share of the pool",
              "gained by declaring otherwise, at least")


@dataclass(frozen=True)
class SolvedPool:
    """The hands of a dealer at a pool, as they were solved."""

    table: Chips
    part: ChipHands
    one: Solved
    #: float64[leaves, shares]: how often each ending comes: around locked seats on ``deals`` deals
    #: that nothing was solved with.
    ends: Floats
    deals: int

    @classmethod
    def of(cls, table: Chips, part: ChipHands, one: Solved) -> Self:
        """Return how the hands of a dealer at a pool end."""
        if not table.locks:
            return cls(table, part, one, one.ends, len(part.rolled.outcomes))
        deals = part.deals([one.pool], part.judged)
        ends = ends_of(part.declared.tree, one.chances, deals, table.jobs)
        return cls(table, part, one, ends, len(deals))

    @classmethod
    def shown(
        cls, table: Chips, solved: Sequence[Sequence[Solved]], pool: int | None
    ) -> list[Self]:
        """Return the pools that are told, that one first; around locked seats it alone, by dealer.
        ``solved``: by dealer, then by pool."""
        return [cls.of(table, part, one) for part, own in zip(table.parts, solved, strict=True)
                for one in sorted(own, key=lambda one: one.pool != pool)[
                    : 1 if table.locks else None]]

    @property
    def judged(self) -> int:
        """On how many deals best responses were measured."""
        return len(self.part.rolled.outcomes) - int(self.part.learned.stop)

    @cached_property
    def declares(self) -> Floats:
        """How often each position declares what: float64[positions, actions]."""
        often = self.ends.sum(axis=1)
        return np.array([[often[own == action].sum() for action in range(self.table.at.actions)]
                         for own in np.array(self.part.declared.ends).T])

    @cached_property
    def _pay(self) -> Floats:
        """What endings bring: float64[leaves, shares, positions]."""
        return self.part.pay(self.one.pool)

    def worth(self, p: int) -> Estimate:
        """Return what a hand is worth to a position. The scatter is that of hands in which
        declarations are drawn by chance: no smaller than that of the deals."""
        brought = self._pay[..., p]
        mean = float((self.ends * brought).sum())
        scatter = float((self.ends * (brought - mean) ** 2).sum())
        emptied = float(self.one.worth[p] - (self.one.ends * brought).sum())
        return around(mean + emptied, (scatter / self.deals) ** 0.5, self.deals)

    def gain(self, p: int) -> Estimate:
        """Return what a best response gains at least in a position, as a share of the pool."""
        gain = around(float(self.one.gain.mean[p]), float(self.one.gain.se[p]), self.judged)
        return gain.scaled(1 / self.one.pool)


def around_locks(table: Chips, shown: Sequence[SolvedPool]) -> Iterator[str]:
    """Say what a hand is worth over all dealers, with the largest error: they share the packs."""
    unit = find_game(table.run.game).unit(table.run.rules)
    worth = []
    for seat in range(table.seats):
        own = [of.worth(position_of(seat, of.part.dealer, table.seats)) for of in shown]
        mean = Estimate(*(float(mean) for mean in np.mean(own, axis=0)))
        worth.append(f"{chair_of(table.locks, seat)} {amount(mean, signed=True)}")
    later = ", what it leaves in the pool counted, antes not" if table.counts_later else ""
    yield (f"Where {said(table.locks)}, a hand brings, in {unit} over all dealers{later}: "
           f"{', '.join(worth)}.")
