"""From counts of forked deals to what each move is worth, and how surely.

What a move brings at any pool follows from how often it ends in which way, so nothing is simulated
again for another pool. How surely it is better than another move follows from the squares of their
differences, deal by deal, and from the replicas of the worth of later pools, whose errors all moves
and cells share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulate.books.jackknife import standard_error
from simulate.books.tally import Floats
from simulate.theory.loo.endings import OWN
from simulate.theory.loo.what_if_counts import Forks, Payoff


@dataclass(frozen=True)
class Sums:
    """Totals over deals of what the moves are worth.

    Attributes
    ----------
    count : float64[...]
        Deals.
    replicas : float64[..., K, R]
        What each move is worth: in all, and by every replica of the worth of later pools.
    squares : float64[..., K, K]
        Of the difference between two moves, and on the diagonal of what each is worth.
    left_out : float64[..., K, K]
        What the variances of these sums grow by since not all deals were played out.
    """

    count: Floats
    replicas: Floats
    squares: Floats
    left_out: Floats

    @property
    def first(self) -> Floats:
        """What each move is worth in all: float64[..., K]."""
        return self.replicas[..., 0]

    def mean(self) -> Floats:
        """Return what each move is worth."""
        return _ratio(self.first, self.count[..., None])

    def margin(self) -> Floats:
        """Return what the one move is worth above the other: [..., K, K]."""
        mean = self.mean()
        difference: Floats = mean[..., :, None] - mean[..., None, :]
        return difference

    def margin_se(self) -> Floats:
        """Return the standard errors of the margins: of the deals, and of later pools."""
        error: Floats = np.sqrt(self.spread() + self.blur())
        return error

    def spread(self) -> Floats:
        """Return the variance of the margins that the deals make: [..., K, K]."""
        count = self.count[..., None, None]
        variance = (_ratio(self.squares, count) - self.margin() ** 2).clip(min=0)
        return _ratio(variance, count - 1) + _ratio(self.left_out, count**2)

    def blur(self) -> Floats:
        """Return the variance of the margins that measuring later pools adds: [..., K, K]."""
        if self.replicas.shape[-1] == 1:
            return np.zeros(self.squares.shape)
        mean = np.moveaxis(_ratio(self.replicas, self.count[..., None, None]), -1, 0)
        return np.stack([
            standard_error(mean[..., [k]] - mean) ** 2 for k in range(mean.shape[-1])
        ], axis=-2)

    def mean_se(self) -> Floats:
        """Return the standard errors of what the moves are worth."""
        own = np.einsum("...kk->...k", self.squares)
        variance = (_ratio(own, self.count[..., None]) - self.mean() ** 2).clip(min=0)
        means = _ratio(self.replicas, self.count[..., None, None])
        later = standard_error(np.moveaxis(means, -1, 0))
        left_out = _ratio(np.einsum("...kk->...k", self.left_out), self.count[..., None] ** 2)
        error: Floats = np.sqrt(_ratio(variance, self.count[..., None] - 1) + left_out + later**2)
        return error


def _ratio(above: Floats, below: Floats) -> Floats:
    """Divide; NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient: Floats = np.where(below > 0, above / np.where(below > 0, below, 1), np.nan)
    return quotient


def totals(forks: Forks, payoff: Payoff, position: list[int]) -> Floats:
    """Return what the moves of every cell are worth in all at any pool.

    Parameters
    ----------
    forks : Forks
    payoff : Payoff
        Of the same units.
    position : list of int
        Of each situation.

    Returns
    -------
    float64[units, situations, kinds, M, K, R]
        In chips or points, by the move made and the move forked.
    """
    noted = forks.noted.astype(np.float64)
    taken = noted[..., :OWN] @ payoff.taken
    later = np.einsum("ushmke,ruse->ushmkr", noted[..., OWN:], payoff.later[:, :, position],
                      optimize=True)
    worth: Floats = taken[..., None] + later
    return worth


def worth(forks: Forks, payoffs: Sequence[Payoff], at: int, position: list[int]) -> Sums:
    """Return what the moves are worth, by cell and the move made.

    A move that was not played out in every deal of a cell has no worth there: NaN.

    Parameters
    ----------
    forks : Forks
    payoffs : sequence of Payoff
        Those of the question, of the same units.
    at : int
        Which of them.
    position : list of int
        Of each situation.

    Returns
    -------
    Sums
        Of shape [units, situations, kinds, M].
    """
    squares, left_out = (_both_ways(pairs[..., at]) for pairs in (forks.squares, forks.left_out))
    made = forks.made if forks.noted.shape[3] > 1 else forks.made.sum(-1, keepdims=True)
    known = forks.outcomes.sum(-1) > made[..., None] - 0.5  # shares of deals are not exact
    total = np.where(known[..., None], totals(forks, payoffs[at], position), np.nan)
    return Sums(made.astype(np.float64), total, squares, left_out)


def _both_ways(upper: Floats) -> Floats:
    """Return what is known of pairs of moves by either of them first."""
    both: Floats = np.swapaxes(upper, -1, -2) * (1 - np.eye(upper.shape[-1])) + upper
    return both


def added(parts: Sums, axes: tuple[int, ...]) -> Sums:
    """Add cells up along some axes."""
    return Sums(parts.count.sum(axes), parts.replicas.sum(axes), parts.squares.sum(axes),
                parts.left_out.sum(axes))
