"""The money and the points of Loo and Rounce in lanes."""

from __future__ import annotations

from typing import NamedTuple

from simulate.games.loo.in_lanes.declaring import Declared
from simulate.games.loo.in_lanes.state import Each
from simulate.games.loo.in_lanes.tuples import each, fold
from simulate.games.loo.in_lanes.vectors import Flags, Lanes, everywhere, larger, smaller, where
from simulate.games.loo.row import AT
from simulate.games.loo.rules import PENALTY_KINDS
from simulate.games.loo.settling import GAME_POINTS, LOOED_POINTS
from simulate.games.loo.views import FOR_POOL
from simulate.machine.compiling import inlined, instruction
from simulate.machine.randomness import Word
from simulate.machine.table import Table

#: The high word of the product with this is four fifths, rounded down: shifted, a fifth.
_FOUR_FIFTHS = Word(0xCCCCCCCCCCCCCCCD)
_wide_product = instruction("wide_product")
_UNLIMITED, _FIXED = PENALTY_KINDS.index("unlimited"), PENALTY_KINDS.index("fixed")


class Antes(NamedTuple):
    """What each other seat pays for a hand, what the dealer pays, and the pool after that."""

    others: Lanes
    dealers: Lanes
    pool: Lanes


@inlined
def collect_antes(table: Table, pool: Lanes, seats: int) -> Antes:
    """Let the seats pay for the hand; see ``settling.collect_antes``."""
    if table[AT.points_game]:
        return Antes(everywhere(0), everywhere(0), everywhere(table[AT.pool]))
    empty = pool < table[AT.empty_below]
    others = where(empty, table[AT.ante], 0)
    dealers = where(empty, table[AT.dealer_ante], table[AT.dealer_top_up])
    return Antes(others, dealers, pool + others * (seats - 1) + dealers)


@inlined
def penalty_of(table: Table, pool: Lanes, seats: int) -> Lanes:
    """Return what a looed seat owes; see ``rules.penalty_due``."""
    limit = everywhere(table[AT.penalty_chips] + table[AT.penalty_a_seat] * seats)
    if table[AT.points_game]:
        return everywhere(LOOED_POINTS)
    if table[AT.penalty_kind] == _UNLIMITED:
        return pool
    return limit if table[AT.penalty_kind] == _FIXED else smaller(pool, limit)


@inlined
def fifth_of(pool: Lanes) -> Lanes:
    """Return what a trick pays; vectors cannot be divided."""
    four_fifths, _ = _wide_product(pool, _FOUR_FIFTHS)
    return four_fifths >> 2


@inlined
def made(tricks: Lanes, hand: Lanes, share: Lanes, penalty: Lanes) -> Lanes:
    """Return what a position takes from the pool, less what it owes."""
    return where(tricks == 0, where(hand != 0, -penalty, 0), share * tricks)


@inlined
def settle(table: Table, declared: Declared, tricks: Each, pool: Lanes) -> Each:
    """Return what each position takes, less what it owes, the antes not counted."""
    penalty, share = penalty_of(table, pool, len(tricks)), fifth_of(pool)
    takes = each(made, (tricks, declared.hands), (share, penalty))
    dealers = where(declared.actions[-1] == FOR_POOL, 0, takes[-1])
    return (*takes[:-1], where(declared.alone, pool, dealers))


@inlined
def where_turned(value: Lanes, other: Lanes, turned: Flags) -> Lanes:
    """Choose between a seat's value before a turn of the table and after it."""
    return where(turned, other, value)


@inlined
def by_seat(dealer: Lanes, values: Each) -> Each:
    """Return by seat what is by position: position 0 sits on the dealer's left."""
    turn = where(dealer == len(values) - 1, 0, dealer + 1)
    once = values[-1:] + values[:-1]
    values = each(where_turned, (values, once), ((turn & 1) != 0,))
    twice = values[-2:] + values[:-2]
    return each(where_turned, (values, twice), ((turn & 2) != 0,))


@inlined
def and_leader(leaders: Lanes, score: Lanes, best: Lanes) -> Lanes:
    """Count a seat that has the most points."""
    return leaders + where(score == best, 1, 0)


@inlined
def game_over(scores: Each) -> Flags:
    """Tell whether one seat alone has the most points, and enough; see ``settle_points``."""
    best = fold(larger, scores[0], (scores[1:],), ())
    leaders = fold(and_leader, everywhere(0), (scores,), (best,))
    return (best >= GAME_POINTS) & (leaders == 1)
