"""What all strategies for Loo and Rounce inherit: sound play of the tiles.

What it does, in a player's words:

- *Count.*  Tiles played, discarded or lying face up are gone; a seat that did not follow
  is void.  From that comes the chance that a tile stands against the seats still to play.
- *Win cheaply.*  Play the tile with the largest chance of winning, less what it would be worth
  later.  The last seat therefore wins with the lowest tile that will do, and a seat that
  cannot win throws off the least useful one.
- *Keep what catches.*  A leader announces the lower number of a tile, for fewer tiles beat
  it so; low doubles and blanks catch such leads, the double six catches nothing.
- *Open low from two trumps*, and keep the higher: it comes in later, brings the lead, and
  by then fewer trumps are left against it.
- *Draw trumps* once in the lead, and from three or more.  Against one rival lead the
  highest.  Against more lead the master, or else the lowest, and let them beat each other.
- *Hold the master back.*  The last seat of the first trick that has the master and one low
  trump gives up the low one when it cannot win with it.
- *Lead plain tiles* as the number, and the tile, that is most likely to stand.
- *Fear the double.*  Everybody keeps doubles, so a double that is still out is in a rival's
  hand more often than other tiles: it counts as three.  Late in the hand lead the number
  whose double has gone, even if it is the higher of the two.

The same play serves a seat with no trick yet, a seat with several, and a dealer who plays for the
pool: nothing else that was tried avoids the loo better.
"""

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, either, highest, lowest
from simulate.domino.tiles import DOUBLES
from simulate.domino.tricks import STRENGTH, TRUMPS, announce, plain, trumps_of
from simulate.games.loo.views import LEAVE, PLAY, Declaring, Playing
from simulate.machine.compiling import inlined
from simulate.machine.table import pointer
from strategies.base import UNIFORM, Strategy
from strategies.loo.skills.hand_strength import best_discard, best_five, plain_worth, trumps_above
from strategies.skills import Reckoning, best_follow, best_lead, reckoning

#: Tricks that a trump is worth later, by the number of trumps out that beat it.
_TRUMP_LATER = np.array([0.95, 0.6, 0.4, 0.2, 0.13, 0.1, 0.08])
#: A trump that at least this many others beat is low: it is given up before the master.
_LOW_TRUMP = 3
#: A double that is out counts as this many more tiles that beat one's own, since rivals keep
#: doubles.
_DOUBLE_ADDS = 2


@inlined
def _worth_later(tile: int, trump: int, unseen: int) -> float:
    """Tricks that a tile may still bring if it is not played now."""
    if trumps_of(trump) >> tile & 1:
        return pointer(_TRUMP_LATER)[trumps_above(tile, trump, unseen)]
    return plain_worth(tile, trump, unseen)


@inlined
def _outer_trumps(trumps: int) -> tuple[int, int]:
    """Return the highest of some trumps, the double or else the largest number, and the lowest."""
    double = trumps & DOUBLES
    return highest(either(double, trumps)), lowest(either(trumps ^ double, trumps))


@inlined
def trump_to_duck_with(legal: int, led: int, winning: int, trump: int, unseen: int) -> int:
    """Return the low trump that the last seat gives up to keep the master, else -1."""
    if led != trump or count(legal) != 2 or not TRUMPS[trump] >> lowest(legal) & 1:
        return -1
    high, low = _outer_trumps(legal)
    if STRENGTH[trump, trump, low] > STRENGTH[trump, trump, winning]:
        return -1
    is_master = trumps_above(high, trump, unseen) == 0
    return low if is_master and trumps_above(low, trump, unseen) >= _LOW_TRUMP else -1


# numba keeps no function that is called with another one: so these name it.


@inlined
def _best_lead(at: Reckoning, legal: int, drawing: float) -> int:
    """Return the best lead by what a tile is worth later in this game."""
    return best_lead(at, legal, _worth_later, drawing)


@inlined
def _best_follow(at: Reckoning, legal: int, led: int, winning: int, left_alone: float) -> int:
    """Return the tile to follow with by what a tile is worth later in this game."""
    return best_follow(at, legal, led, winning, _worth_later, left_alone)


class LooStrategy(Strategy):
    """Base of the strategies for Loo and Rounce.

    The decisions, each a static function of a view (``simulate.games.loo.views``) and ``p``; all
    but the first have a default, sound play:

    ``declare(view: Declaring, p)``
        Returns PLAY, MISS, DROP or FOR_POOL, one of ``view.legal``.
    ``take_turn_up(view: Declaring, p)``
        The dealer's tile to discard for the turn-up, or LEAVE.
    ``keep_after_miss(view: Declaring, p)``
        The set of five tiles to keep of ``view.hand``.
    ``lead(view: Playing, p)``
        ``announce(tile, suit)`` with a tile of ``view.legal``.
    ``follow(view: Playing, p)``
        A tile of ``view.legal``.

    Examples
    --------
    >>> from boneyard import simulate
    >>> from boneyard.loo import DROP, PLAY, LooStrategy
    >>> class Shy(LooStrategy):
    ...     name = "shy"
    ...
    ...     def declare(view, p):
    ...         return DROP if view.legal >> DROP & 1 else PLAY
    >>> shy = simulate("loo", [Shy, "stay"], sessions=20, hands=10, jobs=1)
    >>> shy.strategies.index.tolist()
    ['shy', 'stay']
    """

    games = ("loo", "rounce")
    decisions = ("declare", "take_turn_up", "keep_after_miss", "lead", "follow")

    @staticmethod
    def take_turn_up(view: Declaring, p: Any) -> int:
        """Take the turn-up for the least useful tile: a trump is nearly always better."""
        tile = best_discard(view.hand, view.trump, view.turn_up)
        return LEAVE if tile == view.turn_up else tile

    @staticmethod
    def keep_after_miss(view: Declaring, p: Any) -> int:
        """Keep trumps, then doubles, then what catches."""
        return best_five(view.hand, view.trump, view.turn_up, view.discarded)

    @staticmethod
    def lead(view: Playing, p: Any) -> int:
        """Lead trumps by rule, and otherwise what is most likely to stand."""
        at = reckoning(view, plain(view.trump), view.to_come, _DOUBLE_ADDS)
        if view.legal & ~TRUMPS[view.trump] == 0:
            high, low = _outer_trumps(view.legal)
            opens = view.trick == 0 and count(view.legal) == 2
            masters = count(view.seats_in) == 2 or trumps_above(high, view.trump, at.unseen) == 0
            return announce(high if masters and not opens else low, view.trump)
        return _best_lead(at, view.legal, 0.0)

    @staticmethod
    def follow(view: Playing, p: Any) -> int:
        """Win cheaply or throw off; the last seat may keep its master back in trick one."""
        at = reckoning(view, plain(view.trump), view.to_come, _DOUBLE_ADDS)
        if view.trick == 0 and view.to_come == 0:
            low = trump_to_duck_with(view.legal, view.led, view.winning, view.trump, at.unseen)
            if low >= 0:
                return low
        return _best_follow(at, view.legal, view.led, view.winning, 0.0)


class Random(LooStrategy):
    """Takes every decision at random."""

    name = "random"
    looks_at = "nothing"
    declare = take_turn_up = keep_after_miss = lead = follow = UNIFORM


class Stay(Random):
    """Always plays the dealt hand, leaves the turn-up, plays at random."""

    name = "stay"

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return PLAY

    @staticmethod
    def take_turn_up(view: Declaring, p: Any) -> int:
        return LEAVE
