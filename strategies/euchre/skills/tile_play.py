"""Sound play of the tiles, which every strategy for Euchre inherits unless it has its own.

What it does, in a player's words:

- *Count.*  Tiles played or lying face up are gone; a seat that did not follow is void.
  From that comes the chance that a tile stands against the rivals still to play.
- *Win cheaply, with a partner in mind.*  Of all tiles that may be played take the one with
  the most chance that one's own side wins the trick, above what the tile would be worth
  later.  A trick that the partner has won already is left alone.
- *Draw trumps* on the side that made them; the other side leads plain tiles first.
- *Keep doubles and high trumps*, throw off what can no longer take a trick.

With three players the two against the maker are partners for the hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, NUMBERS, TILES
from simulate.domino.tricks import (
    LED_AS,
    STRENGTH,
    SUIT,
    TRUMPS,
    announce,
    beaten_by,
    better_than,
    bowers,
)
from simulate.games.euchre.views import TRICKS, Discarding, Playing
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import pointer
from strategies.skills import held_turn_up, missing, missing_row, unseen_tiles

#: Tricks that a trump is worth later, by the number of trumps out that beat it.
_TRUMP_LATER = np.array([0.95, 0.8, 0.65, 0.55, 0.5, 0.5, 0.45, 0.45])
#: Tricks that a plain tile is worth later, by the number of tiles out that beat it.
_PLAIN_LATER = np.array([0.2, 0.1, 0.06, 0.04, 0.03, 0.02, 0.01])
#: What drawing trumps is worth to the side that made them.
_DRAW_TRUMPS = 0.4


@inlined
def trumps_at(trump: int) -> int:
    """Return the set of all trumps, the bowers among them."""
    return pointer(TRUMPS)[bowers(trump)]


@inlined
def worth_later(tile: int, trump: int, unseen: int) -> float:
    """Tricks that a tile may still bring if it is not played now."""
    if trumps_at(trump) >> tile & 1:
        return pointer(_TRUMP_LATER)[count(unseen & better_than(tile, trump, bowers(trump)))]
    return pointer(_PLAIN_LATER)[beaten_by(tile, bowers(trump), unseen)]


@inlined
def own_side(maker: int, position: int, players: int) -> int:
    """Return the positions that score with this one: the makers, or all who are not."""
    makers = 0b0101 << (maker & 1) if players == 4 else 1 << maker
    return makers if makers >> position & 1 else ~makers


@helper
def chance_to_stand(
    view: Any, tile: int, suit: int, unseen: int, row: int, rivals: int, turn_up: int
) -> float:
    """Return the chance that no rival still to play beats the tile that wins so far.

    ``rivals``: as a set. ``row``: ``missing_row`` for the tiles in each of their hands.
    ``turn_up``: as a set while the dealer holds it, else no tile.
    """
    trump, dealer = view.trump, view.players - 1
    trumps = trumps_at(trump)
    over, better = unseen & trumps, 0
    followers = unseen & pointer(SUIT)[bowers(trump) * NUMBERS + suit]
    if trumps >> tile & 1:
        over &= better_than(tile, trump, bowers(trump))
    else:
        better = followers & better_than(tile, suit, bowers(trump))
    none_over, no_better = missing(row, count(over)), missing(row, count(better))
    no_follower = missing(row, count(followers ^ better))
    chance = 1.0
    while rivals:
        position = lowest(rivals)
        rivals &= rivals - 1
        void = view.voids >> 8 * position
        # The rival may follow, trump or throw off.
        holds_over = position == dealer and turn_up & over != 0
        no_trump = 1.0 if void >> trump & 1 else 0.0 if holds_over else none_over
        is_void = void >> suit & 1
        within = 1.0 if is_void else no_better
        follows_not = 1.0 if is_void else no_follower
        beats_not = within * (1.0 - follows_not * (1.0 - no_trump))
        chance *= no_trump if suit == trump else beats_not
    return chance


@helper
def best_lead(view: Any) -> int:
    """Return the lead with the most chance for one's side above what its tile is worth later."""
    unseen, trump = unseen_tiles(view.hand, view.played, view.discarded), view.trump
    rivals = view.to_come & ~own_side(view.maker, view.position, view.players)
    row = missing_row(TRICKS - view.trick, unseen)
    turn_up = held_turn_up(view.turn_up, view.turn_up_taken, view.played)
    is_maker = own_side(view.maker, view.maker, view.players) >> view.position & 1
    best, answer, legal = -9.0, 0, view.legal
    order, trumps = bowers(trump, view.high), trumps_at(trump)
    drawing = _DRAW_TRUMPS if is_maker and unseen & trumps else 0.0
    while legal:
        tile = lowest(legal)
        legal &= legal - 1
        value = -worth_later(tile, trump, unseen)
        if trumps >> tile & 1:
            value += drawing
        suits = np.int64(pointer(LED_AS)[order * TILES + tile])
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            chance = chance_to_stand(view, tile, suit, unseen, row, rivals, turn_up)
            if value + chance > best:
                best, answer = value + chance, announce(tile, suit)
    return answer


@helper
def best_follow(view: Any) -> int:
    """Return the tile with the most chance for one's side above what it is worth later."""
    unseen, led = unseen_tiles(view.hand, view.played, view.discarded), view.led
    side = own_side(view.maker, view.position, view.players)
    rivals, row = view.to_come & ~side, missing_row(TRICKS - view.trick, unseen)
    turn_up = held_turn_up(view.turn_up, view.turn_up_taken, view.played)
    best, answer, left_alone, legal = -9.0, 0, 0.0, view.legal
    at = (bowers(view.trump) * NUMBERS + led) * TILES
    to_beat = pointer(STRENGTH)[at + view.winning]
    if side >> view.winner & 1:
        left_alone = chance_to_stand(view, view.winning, led, unseen, row, rivals, turn_up)
    while legal:
        tile = lowest(legal)
        legal &= legal - 1
        chance = left_alone
        if pointer(STRENGTH)[at + tile] > to_beat:
            chance = chance_to_stand(view, tile, led, unseen, row, rivals, turn_up)
        value = chance - worth_later(tile, view.trump, unseen)
        if value > best:
            best, answer = value, tile
    return answer


def lead(view: Playing, p: Any) -> int:
    """Lead what is most likely to win the trick for one's side."""
    return best_lead(view)


def follow(view: Playing, p: Any) -> int:
    """Win cheaply, leave the trick to the partner who wins it, or throw off."""
    return best_follow(view)


@helper
def least_useful(tiles: int, trump: int) -> int:
    """Return the tile that a hand can best do without before play."""
    unseen = ALL_TILES & ~tiles
    best, least = 0, 9.0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        worth = worth_later(tile, trump, unseen)
        if worth < least:
            best, least = tile, worth
    return best


def discard(view: Discarding, p: Any) -> int:
    """Discard the tile least likely to take a trick."""
    return least_useful(view.hand, view.trump)
