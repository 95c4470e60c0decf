"""Chips a hand from shares of the pool, where a few large pools would dominate a plain mean.

Where a pool can grow without bound, a hand multiplies it by M and gives each seat a share of it:
at Loo a fifth for every trick, less a whole one for a seat that is looed.  Neither depends on how
large the pool is, as long as no strategy looks at it.  So both are estimated from bounded
numbers, one a hand, whatever the pools; and the mean pool of every hand follows from the last

    E[pool'] = E[pool] E[M] + top-up, or the antes of all where M is 0,

dealer by dealer, and with it the chips.  No large pool has to be met for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from reports.stats.estimates import NOTHING, Estimate
from reports.stats.jackknife import Floats, jackknife
from reports.stats.pool_factors import group_of
from simulate.books.tally import GROUPS, Ints
from simulate.games.game import Antes, PoolGrowth, PoolShares
from simulate.runs.follow import Paths
from simulate.runs.player import Player

#: The fields of views that show the pool, or something that follows from it.
_SCALE = {"pool", "penalty"}


def looks_at_pool(players: Sequence[Player]) -> bool:
    """Tell whether a decision of some player may look at the pool, or at the penalty.

    It may if its code, or that of a function of the same module that it calls, reads such a field.
    """
    return any(
        _names(decision) & _SCALE for player in players for decision in player.decisions.values()
        if decision is not None)


def _names(function: Any, seen: frozenset[Any] = frozenset()) -> set[str]:
    """Return the names that a function reads, and those that the functions it calls read."""
    plain = getattr(function, "py_func", function)
    code = getattr(plain, "__code__", None)
    if code is None or code in seen:
        return set()
    found = set(code.co_names)
    for name in code.co_names:
        found |= _names(plain.__globals__.get(name), seen | {code})
    return found


class ShareCounts(NamedTuple):
    """What hands did, added up by group of sessions and by the dealer's seat.

    ``hands`` (int64[GROUPS, dealers]). ``grown`` (int64[GROUPS, dealers]): parts of the pool that
    are in the next one: M. ``emptied`` (int64[GROUPS, dealers]): hands that left nothing. ``taken``
    (int64[GROUPS, dealers, seats]): parts of the pool that each seat made, less those that it must
    pay into the next one.
    """

    hands: Ints
    grown: Ints
    emptied: Ints
    taken: Ints


def count_shares(
    paths: Paths, seats: int, grows: PoolGrowth, shares: PoolShares, steps: int
) -> ShareCounts:
    """Count the hands of some paths.

    ``paths``: with ``dealer``, the seat from which positions are counted, and what ``grows`` needs.
    ``steps``: steps from that seat to the first position.
    """
    position = np.arange(seats)
    made = shares.made(paths)[:, :seats]
    seat_of = (paths["dealer"][:, None] + steps + position) % seats
    taken = np.zeros_like(made)
    np.put_along_axis(taken, seat_of, made, axis=1)
    grown = grows.factors(paths)
    at = group_of(paths) * seats + paths["dealer"]

    def added(numbers: Ints) -> Ints:
        sums = np.zeros((GROUPS * seats, *numbers.shape[1:]), np.int64)
        np.add.at(sums, at, numbers)
        return sums.reshape(GROUPS, seats, *numbers.shape[1:])

    return ShareCounts(added(np.ones_like(at)), added(grown), added(grown == 0), added(taken))


def added_up(parts: Sequence[ShareCounts]) -> ShareCounts:
    """Add counts up."""
    return ShareCounts(*(np.sum(field, axis=0) for field in zip(*parts, strict=True)))


def _chips(
    totals: Floats, antes: Antes, parts: int, seats: int, hands: int, unit: Sequence[int]
) -> Floats:
    """Return the chips a hand of a unit's seats, from totals on the last axis: float64[...]."""
    played = totals[..., 1:].reshape(*totals.shape[:-1], seats, 3 + seats)
    a_hand = played[..., 1:] / played[..., :1]
    factor, emptied = a_hand[..., 0] / parts, a_hand[..., 1]
    taken = a_hand[..., 2:][..., list(unit)].mean(axis=-1) / parts
    owns = np.isin(np.arange(seats), list(unit)) / len(unit)
    # Sessions begin equally often with each dealer: one pool for each first dealer.
    dealer = np.arange(seats)
    pool = np.full(taken.shape, float(antes.first_pool(seats)))
    empty = np.ones(taken.shape)
    chips = np.zeros(taken.shape)
    for _ in range(hands):
        own = owns[dealer]
        anted = antes.each * (1 - own) + antes.dealer * own
        chips += pool * taken[..., dealer] - empty * anted - (1 - empty) * antes.top_up * own
        left = pool * factor[..., dealer]
        empty = emptied[..., dealer]
        pool = left + empty * antes.first_pool(seats) + (1 - empty) * antes.top_up
        dealer = (dealer + 1) % seats
    # What is left belongs to all seats in equal parts.
    result: Floats = (chips + left / seats).mean(axis=-1) / hands
    return result


def chips_from_shares(
    counts: ShareCounts, antes: Antes, parts: int, hands: int, unit: Sequence[int]
) -> Estimate:
    """Estimate the chips a hand of sessions of so many hands, with an equal share of what is left.

    ``parts``: how many make the whole pool. ``unit``: the seats whose mean is asked for.
    """
    groups, seats = counts.hands.shape
    if not counts.hands.sum(axis=0).all():
        return NOTHING  # a seat never dealt
    numbers = np.concatenate([
        counts.hands[..., None], counts.grown[..., None], counts.emptied[..., None], counts.taken,
    ], axis=2)
    totals = np.column_stack([counts.hands.sum(axis=1), numbers.reshape(groups, -1)]).astype(float)
    return jackknife(totals, lambda sums: _chips(sums, antes, parts, seats, hands, unit))
