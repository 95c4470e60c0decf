"""The money and the points of Loo and Rounce in lanes."""

from __future__ import annotations

from typing import NamedTuple

from simulate.games.loo.in_lanes.declaring import Declared
from simulate.games.loo.in_lanes.state import Four
from simulate.games.loo.row import AT, SEATS
from simulate.games.loo.rules import PENALTY_KINDS
from simulate.games.loo.settling import GAME_POINTS, LOOED_POINTS
from simulate.games.loo.views import FOR_POOL
from simulate.machine.compiling import inlined, instruction
from simulate.machine.lanes import Flags, Lanes, everywhere, larger, smaller, where
from simulate.machine.randomness import Word
from simulate.machine.table import Table

#: The high word of the product with this is four fifths, rounded down: shifted, a fifth.
_FOUR_FIFTHS = Word(0xCCCCCCCCCCCCCCCD)
_wide_product = instruction("wide_product")
_UNLIMITED, _FIXED = PENALTY_KINDS.index("unlimited"), PENALTY_KINDS.index("fixed")


class Antes(NamedTuple):
    """What the dealer pays for a hand, what each other seat pays, and the pool after that."""

    each: Lanes
    dealers: Lanes
    pool: Lanes


@inlined
def collect_antes(table: Table, pool: Lanes) -> Antes:
    """Let the seats pay for the hand; see ``settling.collect_antes``."""
    if table[AT.points_game]:
        return Antes(everywhere(0), everywhere(0), everywhere(table[AT.pool]))
    empty = pool < table[AT.empty_below]
    each = where(empty, table[AT.ante], 0)
    dealers = where(empty, table[AT.dealer_ante], table[AT.dealer_top_up])
    return Antes(each, dealers, pool + each * (SEATS - 1) + dealers)


@inlined
def penalty_of(table: Table, pool: Lanes) -> Lanes:
    """Return what a looed seat owes; see ``rules.penalty_due``."""
    limit = everywhere(table[AT.penalty_chips] + table[AT.penalty_a_seat] * SEATS)
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
def made(share: Lanes, tricks: Lanes, penalty: Lanes, hand: Lanes) -> Lanes:
    """Return what a position takes from the pool, less what it owes."""
    return where(tricks == 0, where(hand != 0, -penalty, 0), share * tricks)


@inlined
def settle(table: Table, declared: Declared, tricks: Four, pool: Lanes) -> Four:
    """Return what each position takes, less what it owes, the antes not counted."""
    penalty = penalty_of(table, pool)
    share = fifth_of(pool)
    hands = declared.hands
    dealers = where(declared.actions[3] == FOR_POOL, 0,
                    made(share, tricks[3], penalty, hands[3]))
    return (made(share, tricks[0], penalty, hands[0]), made(share, tricks[1], penalty, hands[1]),
            made(share, tricks[2], penalty, hands[2]), where(declared.alone, pool, dealers))


@inlined
def by_seat(dealer: Lanes, values: Four) -> Four:
    """Return by seat what is by position: position 0 sits on the dealer's left."""
    a, b, c, d = values
    turn = dealer + 1
    odd, far = (turn & 1) != 0, (turn & 2) != 0
    a, b, c, d = where(odd, d, a), where(odd, a, b), where(odd, b, c), where(odd, c, d)
    return where(far, c, a), where(far, d, b), where(far, a, c), where(far, b, d)


@inlined
def game_over(scores: Four) -> Flags:
    """Tell whether one seat alone has the most points, and enough; see ``settle_points``."""
    a, b, c, d = scores
    best = larger(larger(a, b), larger(c, d))
    leaders = (where(a == best, 1, 0) + where(b == best, 1, 0) + where(c == best, 1, 0)
               + where(d == best, 1, 0))
    return (best >= GAME_POINTS) & (leaders == 1)
