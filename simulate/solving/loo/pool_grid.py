"""The pools of a table whose worth is worked out, and those at which strategies are watched."""

from __future__ import annotations

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.games.loo.row import TRICKS
from simulate.games.loo.rules import LooRules

#: Pools up to this one are looked at one by one; larger ones in steps of a tenth, between which the
#: worth is interpolated linearly.
_ALL, _STEP = 250, 1.1
#: Large pools at which strategies are watched are a third apart. Without a limit on penalties each
#: is twice the one before, because pool and penalty are then always the same. Below this pool every
#: one is watched.
_APART, _FAR_APART, _ODD = 4 / 3, 2.0, 45
#: The number of players with which a dealer may play for the pool.
_FOR_POOL = 4
#: How many first pools large the largest pool is that an unlimited table is solved for; beyond it
#: the worth is extrapolated linearly.
_FAR = 16


def _largest(rules: LooRules, players: int) -> int:
    """Return the largest pool that a table is looked at closely for."""
    first = rules.first_pool(players)
    if rules.penalty == "unlimited":
        return _FAR * first
    chips = rules.penalty_at(rules.escalation_limit, players)
    return max(_ALL, 2 * (first + rules.dealer_top_up + (players - 1) * chips))


def _steps(least: float, top: float, step: float) -> Ints:
    """Return pools that grow by a factor and divide by five."""
    steps = int(np.ceil(np.log(max(top / least, 1)) / np.log(step)))
    fifths = np.rint(least * step ** np.arange(steps + 1) / TRICKS).clip(min=1)
    return TRICKS * np.unique(fifths.astype(np.int64))


def _penalty_pools(rules: LooRules, players: int) -> list[int]:
    """Return the pools where a penalty ceases to grow, and those that penalties make."""
    if rules.penalty == "unlimited":
        return []
    chips = rules.penalty_at(rules.escalation_limit, players)
    made = (k * chips + more for k in range(1, players) for more in (0, rules.dealer_top_up))
    return [pool for pool in made if pool > 0]


def _has_odd(rules: LooRules, players: int) -> bool:
    """Tell whether pools come up that do not divide by five, so that chips are left over.

    Where all that is paid divides by five, they come up only after a hand for the pool.
    """
    paid = (rules.first_pool(players), rules.dealer_top_up, *_penalty_pools(rules, players))
    return players == _FOR_POOL or any(chips % TRICKS for chips in paid)


def grid_of(rules: LooRules, players: int) -> Ints:
    """Return the pools whose worth is worked out.

    A remainder stays in the pool, often for many hands on end, so pools with different remainders
    are not alike however close they are: where remainders occur, every chip has its place on the
    grid.
    """
    ones = 1 if _has_odd(rules, players) else TRICKS
    special = [rules.first_pool(players), *_penalty_pools(rules, players)]
    far = _steps(_ALL, _largest(rules, players), _STEP)
    return np.unique(np.concatenate([np.arange(ones, _ALL, ones), far, special]).astype(np.int64))


def watched_pools(rules: LooRules, players: int) -> tuple[Ints, Ints]:
    """Return the pools at which strategies are watched: those that divide by five, and others."""
    largest, chips = _largest(rules, players), _penalty_pools(rules, players)
    first, least = rules.first_pool(players), rules.empty_below + rules.dealer_top_up
    step = _FAR_APART if rules.penalty == "unlimited" else _APART
    fives = {
        *range(TRICKS, min(_ODD, largest), TRICKS), *_steps(_ODD, largest, step).tolist(),
        *(pool for pool in (first, *chips) if pool <= largest and pool % TRICKS == 0)}
    between: list[int] = []
    if _has_odd(rules, players):
        large = [pool + TRICKS - 1 for pool in fives if pool >= _ODD]
        between = [*(pool for pool in range(min(first, least), _ODD) if pool % TRICKS), *large]
    return (np.array(sorted(pool for pool in fives if pool >= min(first, least) - TRICKS)),
            np.array(sorted(pool for pool in between if pool > TRICKS), np.int64))
