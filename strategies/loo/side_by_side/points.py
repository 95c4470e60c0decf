"""The sum of ``strategies.loo.book`` in lanes."""

from __future__ import annotations

from simulate.domino.in_lanes import highest_bit, number_showing
from simulate.domino.tiles import DOUBLES, TILES
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, Declaring
from simulate.machine.compiling import inlined
from simulate.machine.lanes import Flags, Lanes, everywhere, larger, populations, reals, where


@inlined
def may(legal: Lanes, action: int) -> Flags:
    """Tell where an action is allowed."""
    return (legal & 1 << action) != 0


@inlined
def is_dealer(view: Declaring) -> Flags:
    """Tell where the seat deals."""
    return view.position == view.players - 1


@inlined
def fears_turn_up(view: Declaring) -> Flags:
    """Tell where a double is turned up that another seat may take."""
    is_double = (everywhere(1) << view.turn_up & DOUBLES) != 0
    return (view.position < view.players - 1) & is_double


@inlined
def by_rank(trumps: Lanes) -> Lanes:
    """Return trumps as a set in which a higher bit is a higher trump."""
    double = trumps & DOUBLES
    return trumps ^ double | double << TILES


@inlined
def _holds(held: Lanes, tile: Lanes) -> Lanes:
    return reals(where((held & tile) != 0, 1, 0))


@inlined
def points_of(
    view: Declaring, highest: float, second: float, third: float, more: float, double: float
) -> Lanes:
    """Add up the hands; see ``strategies.loo.book.points_of``."""
    turned, dealer = everywhere(1) << view.turn_up, is_dealer(view)
    held = where(dealer, view.hand | turned, view.hand)
    all_trumps = number_showing(view.trump)
    trumps = held & all_trumps
    ranked = by_rank(where(dealer, all_trumps, all_trumps & ~turned))
    first_trump = highest_bit(ranked)
    second_trump = highest_bit(ranked ^ first_trump)
    third_trump = highest_bit(ranked ^ first_trump ^ second_trump)
    own = by_rank(trumps)
    points = _holds(own, first_trump) * highest + _holds(own, second_trump) * second
    lower = reals(populations(own & (third_trump - 1)))
    points = points + (_holds(own, third_trump) * third + lower)
    points = points + reals(larger(populations(trumps) - 1, everywhere(0))) * more
    return points + reals(populations(held & ~trumps & DOUBLES)) * double


@inlined
def declares(
    view: Declaring, points: Lanes, first: float, later: float, dealer: float, turned: float
) -> Lanes:
    """Return what seats declare with so many points; see ``strategies.loo.book.declares``."""
    deals, fears = is_dealer(view), fears_turn_up(view)
    nobody_in = (view.stayed | view.missed) == 0
    needed = where(nobody_in, first, later)
    needed = where(deals, dealer, where(fears, turned, needed))
    may_drop = may(view.legal, DROP)
    few_stayed = populations(view.stayed) <= where(deals, 1, 0)
    shuns = fears & (view.position < view.players - 2)
    misses = ~shuns & may(view.legal, MISS) & (few_stayed | ~may_drop)
    stays_out = where(may(view.legal, FOR_POOL), FOR_POOL, where(may_drop, DROP, PLAY))
    return where(points >= needed, PLAY, where(misses, MISS, stays_out))
