"""What players of several games use: positions, luck, unseen hands, tricks to win."""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, DOUBLES, NUMBERS, TILES
from simulate.domino.trick_kit import TRICKS
from simulate.domino.tricks import LED_AS, SUIT, TRUMPS, announce, better_than
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import pointer


@inlined
def by_position(position: int, first: float, second: float, third: float, fourth: float) -> float:
    """Return the value of a position, counted from 0."""
    early = first if position == 0 else second
    late = third if position == 2 else fourth
    return early if position < 2 else late


@inlined
def may(legal: int, answer: int) -> bool:
    """Return whether an action is allowed."""
    return bool(legal >> answer & 1)


@inlined
def chance_in(word: int) -> float:
    """Return a number from 0 to 1 out of a decision's randomness."""
    return (word & 0x7FFFFFFF) / 2.0**31


#: One more than the most tiles of a suit: at Euchre trumps are eight.
_GIVEN = 9

#: Chance that c of n unseen tiles include none of k given ones: at row(c, n) + k.
_MISSING = np.array([
    comb(unseen - given, held) / comb(unseen, held) if given <= unseen - held else 0.0
    for held in range(TRICKS + 1) for unseen in range(TILES + 1) for given in range(_GIVEN)])


@inlined
def missing_row(held: int, unseen: int) -> int:
    """Return the row of ``missing`` for hands of ``held`` tiles out of a set unseen."""
    return (held * (TILES + 1) + count(unseen)) * _GIVEN


@inlined
def missing(row: int, given: int) -> float:
    """Return the chance that such a hand holds none of so many given tiles, 8 at most."""
    return pointer(_MISSING)[row + given]


@inlined
def unseen_tiles(hand: int, played: int, discarded: int) -> int:
    """Return the tiles that a seat has not seen."""
    return ALL_TILES & ~(hand | played | discarded)


@inlined
def held_turn_up(turn_up: int, taken: int, played: int) -> int:
    """Return the turn-up as a set while the dealer holds it, else no tile."""
    return taken << turn_up & ~played


@helper
def keep_close(answers: Any, worth: Any, many: int, behind: float) -> int:
    """Drop the actions that are further behind the best; return how many are left.

    Over imagined deals a lead changes with the root of their number: an action is dropped when the
    deals that are left will hardly bring it forward.
    """
    best, left = worth[0], 0
    for i in range(1, many):
        best = max(best, worth[i])
    for i in range(many):
        if worth[i] >= best - behind:
            answers[left], worth[left] = answers[i], worth[i]
            left += 1
    return left


# Tricks: the tile with the most chance to win above what it would be worth later.


class Reckoning(NamedTuple):
    """What a seat knows at a trick."""

    order: int  #: how tiles rank (``simulate.domino.tricks``)
    trump: int
    unseen: int  #: set of tiles
    rivals: int  #: positions still to play that it plays against
    row: int  #: ``missing_row`` for the tiles in each of their hands
    voids: int  #: as a view has them
    turn_up: int  #: as a set while the dealer holds it, else no tile
    dealer: int  #: position
    double_adds: int  #: how many more tiles a double that is out counts as


@inlined
def reckoning(view: Any, order: int, rivals: int, double_adds: int) -> Reckoning:
    """Return what a seat knows at a trick."""
    unseen = unseen_tiles(view.hand, view.played, view.discarded)
    return Reckoning(
        order, view.trump, unseen, rivals, missing_row(TRICKS - view.trick, unseen), view.voids,
        held_turn_up(view.turn_up, view.turn_up_taken, view.played), view.players - 1, double_adds)


@inlined
def chance_to_stand(at: Reckoning, tile: int, suit: int) -> float:
    """Return the chance that no rival still to play beats the tile that wins so far."""
    if at.rivals == 0:
        return 1.0
    over, better, no_better, no_follower = at.unseen & pointer(TRUMPS)[at.order], 0, 1.0, 1.0
    is_trump = pointer(TRUMPS)[at.order] >> tile & 1
    if is_trump:
        over &= better_than(tile, at.trump, at.order)
    if suit != at.trump:
        followers = at.unseen & pointer(SUIT)[at.order * NUMBERS + suit]
        if not is_trump:
            better = followers & better_than(tile, suit, at.order)
            feared = count(better) + at.double_adds * int(better & DOUBLES != 0)
            no_better = missing(at.row, feared)
        no_follower = missing(at.row, count(followers ^ better))
    none_over = missing(at.row, count(over))
    chance, rivals = 1.0, at.rivals
    while rivals:
        position = lowest(rivals)
        rivals &= rivals - 1
        void = at.voids >> 8 * position
        # The rival may follow, trump or throw off.
        holds_over = position == at.dealer and at.turn_up & over != 0
        no_trump = 1.0 if void >> at.trump & 1 else 0.0 if holds_over else none_over
        is_void = void >> suit & 1
        within = 1.0 if is_void else no_better
        follows_not = 1.0 if is_void else no_follower
        beats_not = within * (1.0 - follows_not * (1.0 - no_trump))
        chance *= no_trump if suit == at.trump else beats_not
    return chance


@inlined
def best_lead(at: Reckoning, legal: int, worth_later: Any, drawing: float) -> int:
    """Return the lead with the most chance to stand above what its tile is ``worth_later``."""
    best, answer = -9.0, 0
    while legal:
        tile = lowest(legal)
        legal &= legal - 1
        value = -worth_later(tile, at.trump, at.unseen)
        if pointer(TRUMPS)[at.order] >> tile & 1:
            value += drawing
        suits = np.int64(pointer(LED_AS)[at.order * TILES + tile])
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            chance = chance_to_stand(at, tile, suit)
            if value + chance > best:
                best, answer = value + chance, announce(tile, suit)
    return answer


@inlined
def best_follow(
    at: Reckoning, legal: int, led: int, winning: int, worth_later: Any, left_alone: float
) -> int:
    """Return the tile with the largest chance to win, less what it is ``worth_later``."""
    best, answer, trumps = -9.0, 0, pointer(TRUMPS)[at.order]
    winners = better_than(winning, led, at.order) | trumps
    if trumps >> winning & 1:
        winners = better_than(winning, at.trump, at.order)
    while legal:
        tile = lowest(legal)
        legal &= legal - 1
        chance = chance_to_stand(at, tile, led) if winners >> tile & 1 else left_alone
        value = chance - worth_later(tile, at.trump, at.unseen)
        if value > best:
            best, answer = value, tile
    return answer
