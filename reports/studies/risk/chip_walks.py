"""Chips as a walk: how deep a seat sank, how far it fell from its best, when a bank was gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from reports.stats.estimates import NOTHING, Estimate, jackknife
from reports.stats.tails import group_of
from simulate.books.tally import GROUPS, Floats, Ints
from simulate.games.game import Antes, PoolGrowth, PoolShares
from simulate.machine.compiling import kernel
from simulate.runs.follow import Paths
from simulate.runs.player import Player


class Walks(NamedTuple):
    """The walks of the seats of some sessions.

    ``lowest`` (int64[sessions, seats, marks]): the least total, 0 at most, after no more hands than
    each mark. ``gone`` (int64[sessions, seats, banks]): hand, counted from 1, after which each bank
    was gone; 0 if it never was. ``total`` (int64[sessions, seats]): at the end of the session.
    ``drawdown`` (int64[sessions, seats]): the largest fall from a total, or from the start, to a
    later total. ``hands`` (int64[sessions]): hands of the session.
    """

    lowest: Ints
    gone: Ints
    total: Ints
    drawdown: Ints
    hands: Ints


@kernel
def _walk(
    values: Any, starts: Any, marks: Any, banks: Any, lowest: Any, gone: Any, total: Any,
    drawdown: Any,
) -> None:
    for i in range(len(starts) - 1):
        for seat in range(values.shape[1]):
            chips, low, high, fall, mark, bank = 0, 0, 0, 0, 0, 0
            for hand in range(starts[i], starts[i + 1]):
                chips += values[hand, seat]
                low, high = min(low, chips), max(high, chips)
                fall = max(fall, high - chips)
                number = hand - starts[i] + 1
                while bank < len(banks) and banks[bank] <= -low:
                    gone[i, seat, bank] = number
                    bank += 1
                if mark < len(marks) and number == marks[mark]:
                    lowest[i, seat, mark] = low
                    mark += 1
            lowest[i, seat, mark:] = low
            total[i, seat] = chips
            drawdown[i, seat] = fall


def walk(values: Ints, starts: Ints, marks: Sequence[int], banks: Sequence[int]) -> Walks:
    """Follow the chips of every seat through some sessions.

    ``values`` (int64[hands, seats]): what each hand brought, one session after another. ``starts``
    (int64[sessions + 1]): where the sessions begin, and where the last one ends. ``marks``: numbers
    of hands, rising, at which the least total so far is told. A walk that ended before stays where
    it was. ``banks``: banks, rising, for which the hand that empties them is looked for.
    """
    sessions, seats = len(starts) - 1, values.shape[1]
    found = Walks(
        np.zeros((sessions, seats, len(marks)), np.int64),
        np.zeros((sessions, seats, len(banks)), np.int64),
        np.zeros((sessions, seats), np.int64), np.zeros((sessions, seats), np.int64),
        np.diff(starts),
    )
    _walk(
        np.ascontiguousarray(values), starts, np.array(marks, np.int64),
        np.array(banks, np.int64), *found[:4],
    )
    return found


#: The fields of views that show the pool, or something that follows from it.
_SCALE = {"pool", "penalty"}


def looks_at_pool(players: Sequence[Player]) -> bool:
    """Tell whether a decision of some player may look at the pool, or at the penalty. It may if its
    code, or that of a function of the same module that it calls, reads such a field."""
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
    """Count the hands of some paths. ``paths``: with ``dealer``, the seat from which positions are
    counted, and what ``grows`` needs. ``steps``: steps from that seat to the first position."""
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
    return (chips + left / seats).mean(axis=-1) / hands


def chips_from_shares(
    counts: ShareCounts, antes: Antes, parts: int, hands: int, unit: Sequence[int]
) -> Estimate:
    """Estimate the chips a hand of sessions of so many hands, with an equal share of what is left.
    ``parts``: how many make the whole pool. ``unit``: the seats whose mean is asked for."""
    groups, seats = counts.hands.shape
    if not counts.hands.sum(axis=0).all():
        return NOTHING  # a seat never dealt
    numbers = np.concatenate([
        counts.hands[..., None], counts.grown[..., None], counts.emptied[..., None], counts.taken,
    ], axis=2)
    totals = np.column_stack([counts.hands.sum(axis=1), numbers.reshape(groups, -1)]).astype(float)
    return jackknife(totals, lambda sums: _chips(sums, antes, parts, seats, hands, unit))
