"""From counts of forked deals to what each move is worth, and how surely.

What a move brings is a sum of the things noted of it, each times its price.  The books of
``Forks`` have all products of what was noted, so every price gives not only the mean but
the standard error of the difference of any two moves, deal by deal: nothing is simulated
again for another pool or penalty.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reports.studies.miss.later_pools import LaterPools
from simulate.books.tally import Floats
from simulate.solving.loo.what_if import NOTED
from simulate.solving.loo.what_if_counts import Forks, Stakes

_SIZE = len(NOTED)


#: Prices of the things noted of a move: float64[units, positions, len(NOTED)].
Prices = Floats


def prices(stakes: Stakes, later: LaterPools) -> Prices:
    """Return the prices in chips or points.

    A trick pays its share, a looed seat pays the penalty; and of the next pool, which is
    this one less what is paid for tricks and with all penalties, each chip has a worth.
    """
    return stakes.trick * per_trick(later) - stakes.penalty * per_penalty(later)


def per_trick(later: LaterPools) -> Prices:
    """Return what is noted of a move in tricks that the seat gains, sooner or later."""
    worth = later.value
    none = np.zeros_like(worth)
    return np.stack([none + 1, none, none, worth], axis=-1)


def per_penalty(later: LaterPools) -> Prices:
    """Return what is noted of a move in penalties that it costs the seat in the end."""
    worth = later.value
    none = np.zeros_like(worth)
    return np.stack([none, none + 1, -worth, none], axis=-1)


def next_pool(stakes: Stakes, later: LaterPools) -> Prices:
    """Return the prices that make the chips in the next pool of what is noted."""
    each = np.zeros((*later.value.shape, _SIZE))
    each[..., 2:] = stakes.penalty, stakes.trick
    return each


@dataclass(frozen=True)
class Sums:
    """Totals over deals of what the moves are worth.

    Attributes
    ----------
    count : float64[...]
        Deals.
    first : float64[..., K]
    second : float64[..., K, K]
        Of the products, two by two.
    blur : float64[..., K, K]
        Variance of the mean difference of two moves because prices are measured.
    """

    count: Floats
    first: Floats
    second: Floats
    blur: Floats

    def mean(self) -> Floats:
        """Return what each move is worth."""
        return _ratio(self.first, self.count[..., None])

    def margin(self) -> Floats:
        """Return what the one move is worth above the other: [..., K, K]."""
        mean = self.mean()
        difference: Floats = mean[..., :, None] - mean[..., None, :]
        return difference

    def margin_se(self) -> Floats:
        """Return the standard errors of the margins, paired deal by deal."""
        own = np.einsum("...kk->...k", self.second)
        squares = own[..., :, None] + own[..., None, :] - 2 * self.second
        count = self.count[..., None, None]
        variance = (_ratio(squares, count) - self.margin() ** 2).clip(min=0)
        error: Floats = np.sqrt(_ratio(variance, count - 1) + self.blur)
        return error

    def mean_se(self) -> Floats:
        """Return the standard errors of what the moves are worth, prices taken as given."""
        squares = _ratio(np.einsum("...kk->...k", self.second), self.count[..., None])
        variance = (squares - self.mean() ** 2).clip(min=0)
        error: Floats = np.sqrt(_ratio(variance, self.count[..., None] - 1))
        return error


def _ratio(above: Floats, below: Floats) -> Floats:
    """Divide; NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient: Floats = np.where(below > 0, above / np.where(below > 0, below, 1), np.nan)
    return quotient


def priced(forks: Forks, each: Prices, position: list[int]) -> Sums:
    """Price the forks of every cell by strategy and by the move made.

    Parameters
    ----------
    forks : Forks
    each : float64[units, positions, len(NOTED)]
    position : list of int
        Of each situation.

    Returns
    -------
    Sums
        Of shape [units, situations, kinds, K], prices taken as given.
    """
    upper = forks.products.astype(np.float64)
    moves, lead = len(forks.moves), upper.shape[:4]
    each = each[:, position]
    noted = upper[..., 0, 1:].reshape(*lead, moves, _SIZE)
    products = upper[..., 1:, 1:]
    products = products + np.swapaxes(products, -1, -2) * (1 - np.eye(products.shape[-1]))
    products = products.reshape(*lead, moves, _SIZE, moves, _SIZE)
    first = np.einsum("ushmki,usi->ushmk", noted, each)
    second = np.einsum("ushmkifj,usi,usj->ushmkf", products, each, each, optimize=True)
    return Sums(upper[..., 0, 0], first, second, np.zeros_like(second))


def worth(forks: Forks, stakes: Stakes, later: LaterPools, position: list[int]) -> Sums:
    """Return what the moves are worth in chips or points; see ``priced``.

    What every move brings alike is left out.
    """
    sums = priced(forks, prices(stakes, later), position)
    pool = priced(forks, next_pool(stakes, later), position).mean()
    error = pool * later.se[:, position][:, :, None, None, None]
    blur = np.nan_to_num(error[..., :, None] - error[..., None, :]) ** 2
    return Sums(sums.count, sums.first, sums.second, blur)


def added(parts: Sums, axes: tuple[int, ...]) -> Sums:
    """Add cells up along some axes.

    The blur of the prices is that of all cells together: their errors go the same way.
    """
    count = parts.count.sum(axes)
    weight = _ratio(parts.count, np.expand_dims(count, axes))
    blur = (np.sqrt(parts.blur) * np.nan_to_num(weight)[..., None, None]).sum(axes) ** 2
    return Sums(count, parts.first.sum(axes), parts.second.sum(axes), blur)
