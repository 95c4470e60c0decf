"""What a pool is worth to each position when all play on for good.

The seats of a table are alike and take every position in turn, so the worth of a pool
depends on the position alone.  It follows from what a hand brings and leaves: for every
position, the worth of a pool is what the seat takes from it on average, and the worth of
the next pool to the position that the seat moves to.  These are linear equations, solved
exactly.  Chips come from nowhere else, so the worths of all positions add up to the pool.

Pools grow without end under some rules, so only a few are looked at; between them, and
beyond the largest, the worth is taken to run in straight lines.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.row import TRICKS
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import FOR_POOL, MISS, PLAY
from simulate.solving.loo.declaration_tree import SILENT, Declarations
from simulate.solving.loo.roll_out import SHARES

#: An unlimited pool looks alike at any size but for what the dealer adds: two show that.
_FAR = 8


def pools_to_solve(rules: LooRules, players: int) -> tuple[int, ...]:
    """Return the pools that a table is solved for.

    The first one; and those that penalties make of a large pool, where they have a limit.
    """
    first = rules.first_pool(players)
    if rules.penalty == "unlimited":
        return first, _FAR * first
    limit = rules.penalty_parts.limit(players)
    later = {rules.next_pool(looed * limit, players) for looed in range(1, players)}
    return tuple(sorted({first, *(pool for pool in later if pool >= TRICKS)}))


@dataclass(frozen=True)
class Endings:
    """What the leaves of a table's declarations mean, by how the tricks are shared.

    Attributes
    ----------
    tricks : int64[leaves, shares, positions]
        Tricks that are paid.
    looed : int64[leaves, shares, positions]
    kept : int64[leaves, shares]
        Tricks that nobody is paid.
    silent : int64[leaves]
        1 where the dealer takes the whole pool without a word.
    """

    tricks: Ints
    looed: Ints
    kept: Ints
    silent: Ints

    @classmethod
    def of(cls, declared: Declarations) -> Endings:
        """Return the endings of a table."""
        said = np.array(declared.ends)[:, None, :]
        shares = SHARES[None, :, : said.shape[2]]
        stays = (said == PLAY) | (said == MISS)
        silent = said[:, 0, -1] == SILENT
        paid = stays | (said == SILENT)
        return cls(
            shares * paid, (stays & (shares == 0)).astype(np.int64),
            (shares * (said == FOR_POOL)).sum(axis=-1), silent.astype(np.int64),
        )

    def left(self, pool: int, penalty: int) -> Ints:
        """Return the chips that a hand leaves in the pool: int64[leaves, shares]."""
        out = self.looed.sum(axis=-1) * penalty + self.kept * (pool // TRICKS)
        remainder = pool % TRICKS * (1 - self.silent)
        return out + remainder[:, None]

    def taken(self, pool: int, penalty: int) -> Floats:
        """Return the chips that a hand brings: float64[leaves, shares, positions]."""
        remainder = (pool % TRICKS) * self.silent[:, None, None] * (self.tricks > 0)
        chips: Floats = self.tricks * (pool // TRICKS) + remainder - self.looed * penalty * 1.0
        return chips


@dataclass(frozen=True)
class PoolWorth:
    """Worth of some pools to each position.

    Parameters
    ----------
    rules : LooRules
    pools : int64[G]
        Chips at the start of play, ascending.
    chips : float64[G, positions]
    """

    rules: LooRules
    pools: Ints
    chips: Floats

    @classmethod
    def equal(cls, rules: LooRules, players: int, pools: tuple[int, ...]) -> PoolWorth:
        """Return the worth that shares each pool equally."""
        each = np.array(pools)
        return cls(rules, each, np.repeat(each[:, None] / players, players, axis=1))

    def of_left(self, left: Ints) -> Floats:
        """Return what chips left in the pool are worth to the positions of the hand before.

        Parameters
        ----------
        left : int64[...]

        Returns
        -------
        float64[..., positions]
        """
        weights, paid = _next_hand(self.rules, self.pools, self.chips.shape[1], left)
        worth: Floats = np.roll(weights @ self.chips - paid, 1, axis=-1)
        return worth


def _next_hand(
    rules: LooRules, pools: Ints, players: int, left: Ints
) -> tuple[Floats, Floats]:
    """Return the weights of the pools that the next one lies between, and what seats pay."""
    empty = left < rules.empty_below
    paid = np.zeros((*left.shape, players))
    paid[..., -1] = np.where(empty, rules.dealer_ante, rules.dealer_top_up)
    paid[..., :-1] = np.where(empty, rules.ante, 0)[..., None]
    return _between(pools, left + paid.sum(axis=-1).astype(np.int64)), paid


def _between(pools: Ints, chips: Ints) -> Floats:
    """Return weights of pools that make up other pools: float64[..., G]."""
    if len(pools) == 1:
        return (chips / pools[0])[..., None]
    upper = np.clip(np.searchsorted(pools, chips), 1, len(pools) - 1)
    lower = upper - 1
    share = (chips - pools[lower]) / (pools[upper] - pools[lower])
    choice = np.arange(len(pools))
    weights: Floats = (choice == upper[..., None]) * share[..., None]
    return weights + (choice == lower[..., None]) * (1 - share)[..., None]


def solve_worth(
    rules: LooRules, pools: tuple[int, ...], endings: Endings, ends: list[Floats]
) -> PoolWorth:
    """Return what pools are worth when hands go on as they are played now.

    Parameters
    ----------
    rules : LooRules
    pools : tuple of int
    endings : Endings
    ends : list of float64[leaves, shares]
        For each pool, how often each ending comes.
    """
    grid, players = np.array(pools), endings.tricks.shape[2]
    size = len(pools) * players
    # Unknowns: worth of pool g to position p at g * players + p.  One equation each, and
    # one a pool for the sum.
    equations, constants = [], []
    for g, pool in enumerate(pools):
        penalty = rules.penalty_at(pool, players)
        taken = np.einsum("ls,lsp->p", ends[g], endings.taken(pool, penalty))
        weights, paid = _next_hand(rules, grid, players, endings.left(pool, penalty))
        weight = np.einsum("ls,lsg->g", ends[g], weights)
        cost = np.einsum("ls,lsp->p", ends[g], paid)
        for p in range(players):
            after = p - 1 if p > 0 else players - 1
            row = np.zeros((len(pools), players))
            row[:, after] -= weight
            row[g, p] += 1
            equations.append(row.ravel())
            constants.append(taken[p] - cost[after])
        whole = np.zeros((len(pools), players))
        whole[g] = 1
        equations.append(whole.ravel())
        constants.append(float(pool))
    worth = np.linalg.lstsq(np.array(equations), np.array(constants), rcond=None)[0]
    return PoolWorth(rules, grid, worth.reshape(len(pools), size // len(pools)))
