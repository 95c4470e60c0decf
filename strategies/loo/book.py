"""Rules of thumb: what one can add up in the head at the table."""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, DOUBLES
from simulate.domino.tricks import TRUMPS
from simulate.games.loo.views import MISS, PLAY, Declaring
from simulate.machine.compiling import helper
from strategies.base import Parameter
from strategies.loo.base import LooStrategy
from strategies.loo.skills.declaring import misses_against, stay_out
from strategies.loo.skills.hand_strength import best_trumps, trumps_above


@helper
def points_of(
    hand: int, trump: int, turn_up: int, is_dealer: bool, highest: int, second: int, double: int
) -> int:
    """Add up a hand; the dealer counts the turn-up as held. The highest trump out, the next one and
    each double that is no trump count the points given; any other trump counts one, and each trump
    after the first three more.
    """
    held = hand | 1 << turn_up if is_dealer else hand
    trumps = held & TRUMPS[trump]
    masters, seconds = best_trumps(trumps, TRUMPS[trump] & ~(hand | 1 << turn_up))
    trumps_held = count(trumps)
    points = double * count(held & ~trumps & DOUBLES) + 3 * max(trumps_held - 1, 0)
    return points + highest * masters + second * seconds + trumps_held - masters - seconds


@helper
def book_points(hand: int, trump: int, turn_up: int, is_dealer: bool) -> int:
    """Add up a hand: 6 for the highest trump out, 3 for the next, 2 for each double."""
    return points_of(hand, trump, turn_up, is_dealer, 6, 3, 2)


class Book(LooStrategy):
    """Adds up points and goes by three numbers: nobody in, somebody in, the dealer.

    Six for the highest trump out, three for the next, one for any other trump; three more
    for each trump after the first; two for each double.  With fewer points it takes the miss as
    long as nobody is in with a dealt hand (the dealer also against one), and drops otherwise.

    The three numbers were found by changing one at a time: a best response wins least from these
    (``boneyard exploit book``).
    """

    name = "book"
    summary = "Adds up points for trumps and doubles and goes by three numbers."
    looks_at = "its trumps and doubles, who is in, whether it deals"
    parameters = {  # noqa: RUF012  # read only
        "first": Parameter(8, 0, 30, "points to play with when nobody is in"),
        "later": Parameter(8, 0, 30, "points to play with when somebody is"),
        "dealer": Parameter(8, 0, 30, "points for the dealer, the turn-up counted"),
    }

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        is_dealer = view.position == view.players - 1
        points = book_points(view.hand, view.trump, view.turn_up, is_dealer)
        asked = p.first if view.stayed | view.missed == 0 else p.later
        if points >= (p.dealer if is_dealer else asked):
            return PLAY
        return MISS if misses_against(view.legal, view.stayed, is_dealer) else stay_out(view.legal)


class PocketRule(LooStrategy):
    """The same sum with other weights: the shortest rule found that loses little.

    Seven for the highest trump out, four for the next, one for any other trump; three more for
    each trump after the first; one for each double.  The weights of ``book`` count doubles for
    too much: they play two low trumps and two doubles.  Found with ``boneyard.exploit``, by
    changing the weights and the thresholds of ``book``: a best response wins 1.71% of the pool
    a hand from four who play it (1.68 to 1.74, a million deals, seed 7), and 2.25% from ``book``.
    """

    name = "pocket-rule"
    summary = "Adds up points like book, high trumps for more and doubles for less."
    looks_at = "its trumps and doubles, who is in, whether it deals"
    parameters = {  # noqa: RUF012  # read only
        "points": Parameter(8, 0, 30, "points to play with"),
    }

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        is_dealer = view.position == view.players - 1
        if points_of(view.hand, view.trump, view.turn_up, is_dealer, 7, 4, 1) >= p.points:
            return PLAY
        return MISS if misses_against(view.legal, view.stayed, is_dealer) else stay_out(view.legal)


@helper
def has_master(trumps: int, trump: int, turn_up: int) -> bool:
    """Tell whether no trump is out above the best of some trumps."""
    out = ALL_TILES & ~(trumps | 1 << turn_up)
    found = False
    while trumps:
        found = found or trumps_above(lowest(trumps), trump, out) == 0
        trumps &= trumps - 1
    return found


class TwoTrumps(LooStrategy):
    """Plays with two trumps or the highest; the miss against no dealt hand; else drops."""

    name = "two-trumps"
    summary = "Plays with two trumps or the highest one out; else the miss if nobody plays."
    looks_at = "its trumps, whether anybody is in"

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        is_dealer = view.position == view.players - 1
        held = view.hand | 1 << view.turn_up if is_dealer else view.hand
        trumps = held & TRUMPS[view.trump]
        if count(trumps) >= 2 or has_master(trumps, view.trump, view.turn_up):
            return PLAY
        return MISS if misses_against(view.legal, view.stayed, 0) else stay_out(view.legal)
