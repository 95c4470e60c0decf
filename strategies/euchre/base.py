"""What all strategies for Euchre inherit: sound play of the tiles.

What it does, in a player's words:

- *Count.*  Tiles played or lying face up are gone; a seat that did not follow is void.
  From that comes the chance that a tile stands against the rivals still to play.
- *Win cheaply, with a partner in mind.*  Play the tile with the largest chance that its side
  wins the trick, less what the tile would be worth later.  A trick that the partner has won
  already is left alone.
- *Draw trumps* on the side that made them; the other side leads plain tiles first.
- *Keep doubles and high trumps*, throw off what can no longer take a trick.

With three players the two against the maker are partners for the hand.
"""

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES
from simulate.domino.tricks import beaten_by, better_than, bowers, trumps_of
from simulate.games.euchre.views import Discarding, Playing
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import pointer
from strategies.base import UNIFORM, Strategy
from strategies.skills import Reckoning, best_follow, best_lead, chance_to_stand, reckoning

#: Tricks that a trump is worth later, by the number of trumps out that beat it.
_TRUMP_LATER = np.array([0.95, 0.8, 0.65, 0.55, 0.5, 0.5, 0.45, 0.45])
#: Tricks that a plain tile is worth later, by the number of tiles out that beat it.
_PLAIN_LATER = np.array([0.2, 0.1, 0.06, 0.04, 0.03, 0.02, 0.01])
#: What drawing trumps is worth to the side that made them.
_DRAW_TRUMPS = 0.4


@inlined
def worth_later(tile: int, trump: int, unseen: int) -> float:
    """Tricks that a tile may still bring if it is not played now."""
    if trumps_of(bowers(trump)) >> tile & 1:
        return pointer(_TRUMP_LATER)[count(unseen & better_than(tile, trump, bowers(trump)))]
    return pointer(_PLAIN_LATER)[beaten_by(tile, bowers(trump), unseen)]


@inlined
def own_side(maker: int, position: int, players: int) -> int:
    """Return the positions that score with this one: the makers, or all who are not."""
    makers = 0b0101 << (maker & 1) if players == 4 else 1 << maker
    return makers if makers >> position & 1 else ~makers


@inlined
def _reckoning(view: Playing) -> Reckoning:
    """Return what a seat knows of a trick against those who do not score with it."""
    rivals = view.to_come & ~own_side(view.maker, view.position, view.players)
    return reckoning(view, bowers(view.trump, view.high), rivals, 0)


# numba keeps no function that is called with another one: so these name it.


@inlined
def _best_lead(at: Reckoning, legal: int, drawing: float) -> int:
    """Return the best lead by what a tile is worth later in this game."""
    return best_lead(at, legal, worth_later, drawing)


@inlined
def _best_follow(at: Reckoning, legal: int, led: int, winning: int, left_alone: float) -> int:
    """Return the tile to follow with by what a tile is worth later in this game."""
    return best_follow(at, legal, led, winning, worth_later, left_alone)


@helper
def least_useful(tiles: int, trump: int) -> int:
    """Return the tile that a hand needs least before play."""
    unseen = ALL_TILES & ~tiles
    best, least = 0, 9.0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        worth = worth_later(tile, trump, unseen)
        if worth < least:
            best, least = tile, worth
    return best


class EuchreStrategy(Strategy):
    """Base of the strategies for Euchre.

    The decisions, each a static function of a view (``simulate.games.euchre.views``) and ``p``;
    all but the first have a default, sound play:

    ``call(view: Calling, p)``
        PASS, or ``make(suit, alone)``, one of ``view.legal``; see ``simulate.games.euchre.views``.
    ``discard(view: Discarding, p)``
        The tile of the six in ``view.hand`` that the dealer discards for the turn-up.
    ``lead(view: Playing, p)``
        ``announce(tile, suit)`` with a tile of ``view.legal``.
    ``follow(view: Playing, p)``
        A tile of ``view.legal``.

    Examples
    --------
    >>> from boneyard import simulate
    >>> from boneyard.euchre import PASS, EuchreStrategy
    >>> class Silent(EuchreStrategy):
    ...     name = "silent"
    ...
    ...     def call(view, p):
    ...         return PASS
    >>> simulate("euchre", [Silent, "hoyle"], sessions=20, jobs=1).run.labels
    ['silent', 'hoyle']
    """

    games = ("euchre",)
    decisions = ("call", "discard", "lead", "follow")

    @staticmethod
    def discard(view: Discarding, p: Any) -> int:
        """Discard the tile least likely to take a trick."""
        return least_useful(view.hand, view.trump)

    @staticmethod
    def lead(view: Playing, p: Any) -> int:
        """Lead what is most likely to win the trick for one's side."""
        at = _reckoning(view)
        makes = own_side(view.maker, view.maker, view.players) >> view.position & 1
        drawing = _DRAW_TRUMPS if makes and at.unseen & trumps_of(bowers(view.trump)) else 0.0
        return _best_lead(at, view.legal, drawing)

    @staticmethod
    def follow(view: Playing, p: Any) -> int:
        """Win cheaply, leave the trick to the partner who wins it, or throw off."""
        at, left_alone = _reckoning(view), 0.0
        if own_side(view.maker, view.position, view.players) >> view.winner & 1:
            left_alone = chance_to_stand(at, view.winning, view.led)
        return _best_follow(at, view.legal, view.led, view.winning, left_alone)


class Random(EuchreStrategy):
    """Takes every decision at random."""

    name = "random"
    looks_at = "nothing"
    call = discard = lead = follow = UNIFORM
