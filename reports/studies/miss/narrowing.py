"""Playing out no more than a chart needs: which moves, and how many of the deals.

After each round of deals the charts say, cell by cell, what the next round has to play out.

- **Moves** that are clearly behind, at every pool that is looked at, are not played out again.
- **Deals** of a cell that is known well are left out by lot. A cell is known well if its margin is
  surer than that of half the cells, and a small part of itself. A cell in doubt keeps all of its
  deals.

So the widest standard errors, the median one and the clear cells are those of a chart whose deals
are all played out under every move. How often a decision comes up, and what is then done, is
counted in all deals. Within a cell it is chance alone that leaves deals out. What a move brings
that is no longer played out is told by its distance from one that is, in the deals that had both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from reports.moves import Flags, MoveValues, ratio
from reports.studies.miss.chart import LEAST, totals
from simulate.books.tally import Floats, Ints
from simulate.theory.later_pools import Payoff
from simulate.theory.loo.what_if import CERTAIN, Forks

#: There is nothing where nothing came up.
_ratio = partial(ratio, empty=0.0)
#: Deals of a cell after which moves and deals may be left out.
_DECIDED = 200
#: Standard errors by which a move must be behind to be left out.
_BEHIND = 5.0
#: The largest part of a margin that its standard error may grow to.
_OF_MARGIN = 0.2
#: What a cell's standard error may grow to, in those of the median cell: lots are not even.
_OF_MEDIAN = 0.95


@dataclass
class Narrowing:
    """What has been played out, and what will be."""

    every: Forks  #: deals in which all moves were played out
    few: Forks  #: deals of the cells that are decided
    decided: Flags  #: bool[units, situations, kinds]
    moves: Ints  #: int64[units, situations, kinds]: bits of the moves that are played out
    best: Ints  #: int64[units, situations, kinds]: the move that was best when a cell was decided
    chances: Ints  #: int64[units, situations, kinds]: in how many of ``CERTAIN`` deals

    @classmethod
    def begin(cls, every: Forks, few: Forks) -> Narrowing:
        """Play everything out, in two empty books."""
        cells, moves = every.made.shape[:-1], len(every.moves)
        return cls(every, few, np.zeros(cells, np.bool_), np.full(cells, (1 << moves) - 1),
                   np.zeros(cells, np.int64), np.full(cells, CERTAIN))

    @property
    def plays_out(self) -> Ints:
        """The moves that are played out, whatever is made: ``Question.plays_out``."""
        return np.repeat(self.moves[..., None], len(self.every.moves), axis=-1)

    def add(self, forked: Forks) -> None:
        """Add a round of deals."""
        self.every.add(forked.where(~self.decided))
        self.few.add(forked.where(self.decided))

    def _played(self) -> tuple[Ints, Ints]:
        """Return how often each move was played out, with all and later: [..., K]."""
        first, later = (forks.outcomes[:, :, :, 0].sum(-1) for forks in (self.every, self.few))
        return first, later

    def estimated(self, payoffs: Sequence[Payoff], positions: list[int]) -> Forks:
        """Return the books as they would be if all moves had been played out in all deals, as
        shares of the deals, and what the variances grow by."""
        every, few = self.every, self.few
        if not self.decided.any():
            return every
        (first, later), made = self._played(), every.made + few.made
        count = made.sum(-1)
        ends = _scaled(every.noted + few.noted, first + later, count)
        before = _scaled(every.noted, first, count)
        # A move that is no longer played out keeps its distance from one that is.
        best = self.best[..., None, None, None]
        moved = np.take_along_axis(ends, best, -2) - np.take_along_axis(before, best, -2)
        fewer = self.decided[..., None] & (first > 0) & (later == 0)
        ends = np.where(fewer[:, :, :, None, :, None], before + moved, ends)
        tricks = _scaled(every.outcomes + few.outcomes, first + later, count)
        known = _together(first, later)
        share = _ratio(count[..., None, None], known)[:, :, :, None, :, :, None]
        squares = (every.squares + few.squares) * share
        found = Forks(made, ends, tricks, squares, np.zeros(squares.shape), every.deals)
        return replace(found, left_out=_left_out(found, count, known, payoffs, positions))

    def narrow(
        self, units: list[int], cells: Sequence[MoveValues], payoffs: Sequence[Payoff],
        growth: float,
    ) -> None:
        """Decide what the next round plays out in the cells of a strategy. ``units``: the
        strategy's. ``cells``: what its moves are worth, for each payoff. ``growth``: how many deals
        there will be for each one that there is."""
        first, later = (played[units].sum(0) for played in self._played())
        legal, known = first > 0, _together(first, later)
        count = cells[0].count
        decided = self.decided[units[0]]
        new = ~decided & (first.max(-1) >= _DECIDED)
        # Two moves can never differ by more.
        most = [float(np.ptp(payoff.taken) + np.ptp(payoff.later[0])) for payoff in payoffs]
        kept = np.any([_near(one, one.order(legal)[..., 0], legal, largest)
                       for one, largest in zip(cells, most, strict=True)], axis=0)
        first_choice, second = np.moveaxis(cells[0].order(legal)[..., :2], -1, 0)
        kept |= _near(cells[0], second, legal, most[0])
        moves = np.where(new, kept @ (1 << np.arange(kept.shape[-1])), self.moves[units[0]])
        best = np.where(new, first_choice, self.best[units[0]])
        decided = decided | new
        played = moves[..., None] >> np.arange(kept.shape[-1]) & 1 == 1
        share = np.max([_share_needed(one, legal & played, known, count, growth)
                        for one in cells], axis=0)
        for unit in units:
            self.decided[unit], self.moves[unit], self.best[unit] = decided, moves, best
            self.chances[unit] = np.where(decided, np.ceil(share * CERTAIN), CERTAIN)


def _near(cells: MoveValues, move: Ints, legal: Flags, largest: float) -> Flags:
    """Tell which moves are not clearly behind one of them, with a rare deal added."""
    at = move[..., None, None]
    margin, spread = (np.take_along_axis(table, at, -2)[..., 0, :]
                      for table in (cells.margins, cells.spread))
    unseen = _ratio(largest, cells.count[..., None])
    return legal & ~(margin > _BEHIND * np.sqrt(spread + unseen**2))


def _share_needed(
    cells: MoveValues, legal: Flags, known: Ints, count: Floats, growth: float
) -> Floats:
    """Return which share of the next deals it takes: float64[situations, kinds]."""
    first, second = np.moveaxis(cells.order(legal)[..., :2], -1, 0)
    at = (*np.indices(first.shape), first, second)
    margin = cells.margins[at]
    variance = (_ratio(cells.squares[at], count) - margin**2).clip(min=0)
    error = np.sqrt(_ratio(variance, growth * count))
    usual = np.median(error[growth * count >= LEAST]) if (growth * count >= LEAST).any() else 0.0
    enough = np.maximum(error, np.minimum(_OF_MEDIAN * usual, _OF_MARGIN * margin))
    needed = _ratio(variance, enough**2) - known[at]
    return _ratio(needed, (growth - 1) * count).clip(0, 1)


def _together(first: Ints, later: Ints) -> Ints:
    """Return in how many deals both moves of a pair were played out: [..., K, K]."""
    return first.max(-1)[..., None, None] + np.minimum(later[..., :, None], later[..., None, :])


def _left_out(
    found: Forks, count: Ints, known: Ints, payoffs: Sequence[Payoff], positions: list[int]
) -> Floats:
    """Return what the variances of sums grow by since ``known`` deals stand for ``count``."""
    worth = np.stack([
        totals(found, replace(payoff, later=payoff.later[:1]), positions)[..., 0]
        for payoff in payoffs], axis=-1)
    apart = worth[..., :, None, :] - worth[..., None, :, :]
    itself = np.eye(worth.shape[-2], dtype=np.bool_)[..., None]
    sums = np.where(itself, worth[..., :, None, :], apart)
    deals, both = (np.asarray(each)[:, :, :, None, ..., None] for each in (
        np.broadcast_to(count[..., None, None], known.shape), known))
    variance = (_ratio(found.squares, deals) - _ratio(sums, deals) ** 2).clip(min=0)
    growth = (_ratio(1.0, both - 1) - _ratio(1.0, deals - 1)).clip(min=0)
    return variance * deals.astype(np.float64) ** 2 * growth


def _scaled(counts: Ints | Floats, played: Ints, count: Ints) -> Floats:
    """Return counts of the deals that were played out as shares of all: [..., 1, K, ...]."""
    return counts * _ratio(count[..., None], played)[:, :, :, None, :, None]
