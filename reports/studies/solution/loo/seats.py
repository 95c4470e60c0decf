"""What seats do and get at a solved table, with the errors of the deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from reports.page.document import Column, Kind, Row
from reports.stats.estimates import Estimate, around, share_of_trials
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import words_of
from simulate.runs.run import Run
from simulate.theory.loo.chips import ChipHands, Solved
from simulate.theory.minimiser import ends_of

POOL = Column("pool", "pool", "count", "chips", "the pool")
FOR_THE_POOL = Column("for_pool", "for the pool", "share", "share of hands",
                      "played for the pool as dealer")
#: The columns of what is declared.
_DECLARED = {"plays": PLAY, "misses": MISS, "drops": DROP, "for_pool": FOR_POOL, "silent": 0}


def declared(solver: ChipHands, one: Solved) -> Floats:
    """Return how often each position declares what: float64[positions, actions]."""
    said = np.array(solver.declared.ends)
    often = one.ends.sum(axis=1)
    return np.array([
        [often[said[:, p] == action].sum() for action in range(FOR_POOL + 1)]
        for p in range(said.shape[1])
    ])


def looed(solver: ChipHands, one: Solved) -> Floats:
    """Return how often each position is looed: float64[positions]."""
    mean: Floats = np.einsum("ls,lsp->p", one.ends, solver.endings.looed)
    return mean


@dataclass(frozen=True)
class Ended:
    """How the hands of a solved table end on some deals.

    ``ends`` (float64[leaves, shares]): how often each ending comes.
    """

    solver: ChipHands
    one: Solved
    ends: Floats
    deals: int

    @classmethod
    def of(cls, solver: ChipHands, one: Solved) -> Ended:
        """Return how hands end on all deals of a table."""
        return cls(solver, one, one.ends, len(solver.rolled.outcomes))

    @classmethod
    def fresh(cls, solver: ChipHands, one: Solved, jobs: int) -> Ended:
        """Return how hands end on the deals that nothing was solved with."""
        deals = solver.deals([one.pool], solver.judged)
        return cls(solver, one, ends_of(solver.declared.tree, one.chances, deals, jobs), len(deals))

    @cached_property
    def pay(self) -> Floats:
        """What endings bring: float64[leaves, shares, positions]."""
        return self.solver.pay(self.one.pool)

    def worth(self, p: int) -> Estimate:
        """Return what a hand is worth to a position.

        The scatter is that of hands in which declarations are drawn by chance: no smaller than
        that of the deals.
        """
        brought = self.pay[..., p]
        mean = float((self.ends * brought).sum())
        scatter = float((self.ends * (brought - mean) ** 2).sum())
        emptied = float(self.one.worth[p] - (self.one.ends * brought).sum())
        return around(mean + emptied, (scatter / self.deals) ** 0.5, self.deals)

    def _share(self, often: float) -> Estimate:
        return share_of_trials(round(often * self.deals), self.deals)

    def row(self, p: int) -> Row:
        """Return what a position does and gets, with intervals."""
        at = replace(self.one, ends=self.ends)
        often, lost = declared(self.solver, at)[p], looed(self.solver, at)[p]
        shares = {name: self._share(float(often[action])) for name, action in _DECLARED.items()}
        worth, gain = self.worth(p), around(self.one.gain.mean[p], self.one.gain.se[p], self.deals)
        return {**shares, "looed": self._share(float(lost)), "worth": worth,
                "of_pool": worth.scaled(1 / self.one.pool), "gain": gain.scaled(1 / self.one.pool)}


def columns_of(run: Run, worth: Kind) -> tuple[Column, ...]:
    """Return the columns of what seats do and get; ``worth`` is how their worth is written."""
    words, unit = words_of(run.rules), find_game(run.game).unit(run.rules)
    return (
        Column("plays", "plays", "share", "share of hands", "played as dealt"),
        Column("misses", f"takes {words.taken}", "share", "share of hands", "missed"),
        Column("drops", "drops", "share", "share of hands", "dropped"),
        FOR_THE_POOL,
        Column("silent", "left alone", "share", "share of hands",
               "in which the dealer never had to declare"),
        Column("looed", words.looed),
        Column("worth", f"worth, {unit}", worth, "{value} a hand", "what the seat may expect",
               with_error=True),
        Column("of_pool", "of the pool", "share", "share of the pool",
               "the same, or the worth, for the pool that is played for"),
        Column("gain", "best response gains at least", "share", "share of the pool",
               "gained by declaring otherwise, at least"),
    )
