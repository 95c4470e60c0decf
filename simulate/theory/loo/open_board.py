"""A deal of Loo or Rounce with all tiles face up: what each tile is, and what is played for.

A hand of five tiles is five bits; the four hands are 20 bits of one number, position p
from bit 5 * p on.  What each bit stands for is laid out once a deal on a *board*.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import NUMBERS, TILES
from simulate.domino.tricks import STRENGTH, SUIT, follows, leads, led_as, plain
from simulate.games.loo.row import SEATS, TRICKS
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out
from simulate.machine.pointers import pointer

#: Bits of all hands, and those of one.
SLOTS = SEATS * TRICKS
ONE_HAND = (1 << TRICKS) - 1
#: Leaders do not follow a suit.
LEADS = -1
#: More than anybody can make; the worth of a position that has to be searched.
FAR = 1 << 62

#: What a position in the search remembers: the play, what it may be worth, what is tried.
FRAME = lay_out(
    0,
    hands=1,
    took=1,
    led=1,
    to_come=1,
    position=1,  # that is to play
    winner=1,
    best=1,
    won=1,  # what the trick just ended brings
    key=1,  # 0 in the midst of a trick
    low=1,  # no less, no more: from the memo
    high=1,
    alpha=1,
    beta=1,
    found=1,  # the best so far
    legal=1,  # tiles to try
    tile=1,  # tried now
    suits=1,  # that it may yet be led as
)

BOARD = lay_out(
    0,
    trump=1,
    must_trump=1,
    seats_in=1,  # positions
    deal=1,  # number of the deal, that memories of another one are told by
    owner=1,  # position whose score is looked for
    gain=SEATS,  # by position: what a trick that it wins brings the owner
    loo=1 << SEATS,  # by positions without a trick: what the owner makes of their penalties
    memo_mask=1,  # positions remembered, less one; their number is a power of two
    hand=SEATS,  # tiles held by each position, none by those who are out
    suits=SEATS,  # by position: bits of its hand that belong to a suit, a byte a suit
    led_as=SLOTS,  # suits that a tile may be led as
    strength=SLOTS,  # by the suit led, a byte a suit
    frames=SLOTS * FRAME.size,  # of the search, one a tile that is played
)


def _a_byte_a_suit(of: Callable[[int, int, int], int]) -> np.ndarray:
    """Return numbers below 128 by trump and tile, those of the suits side by side.

    Parameters
    ----------
    of : callable
        ``of(order, suit, tile)``.

    Returns
    -------
    int64[NUMBERS * TILES]
    """
    return np.array([sum(int(of(trump, suit, tile)) << 8 * suit for suit in range(NUMBERS))
                     for trump in range(NUMBERS) for tile in range(TILES)])


_STRENGTHS = _a_byte_a_suit(lambda order, suit, tile: STRENGTH[order, suit, tile])
_BELONGS = _a_byte_a_suit(lambda order, suit, tile: SUIT[order, suit] >> tile & 1)


@helper
def lay_out_hands(board: Any) -> int:
    """Lay out what the tiles of a new deal are; return the hands as bits.

    Parameters
    ----------
    board : int64[BOARD.size]
        ``trump`` and ``hand`` are set.
    """
    board[BOARD.deal] += 1
    trump = board[BOARD.trump]
    held = 0
    for p in range(SEATS):
        left, slot, suits = board[BOARD.hand + p], 0, 0
        while left:
            tile = lowest(left)
            left &= left - 1
            at = TRICKS * p + slot
            held |= 1 << at
            suits |= pointer(_BELONGS)[trump * TILES + tile] << slot
            board[BOARD.led_as + at] = led_as(plain(trump), tile)
            board[BOARD.strength + at] = pointer(_STRENGTHS)[trump * TILES + tile]
            slot += 1
        board[BOARD.suits + p] = suits
    return held


@inlined
def power_of(board: Any, at: int, led: int) -> int:
    """Return the strength of a tile in a trick; see ``simulate.domino.tricks.strength``."""
    return board[BOARD.strength + at] >> 8 * led & 0x7F


@inlined
def gain(board: Any, winner: int) -> int:
    """Return what a trick brings the owner, whoever wins it."""
    return board[BOARD.gain + winner]


@inlined
def loo(board: Any, without: int) -> int:
    """Return what the owner makes of the penalties of some positions, if they owe any."""
    return board[BOARD.loo + (without & (1 << SEATS) - 1)]


@inlined
def worst_case(board: Any, took: int) -> int:
    """Return no more than the owner will make: nobody else is looed."""
    return loo(board, ~took & 1 << board[BOARD.owner])


@inlined
def best_case(board: Any, took: int, tricks: int) -> int:
    """Return no less than the owner can make: all the tricks there are."""
    owner = board[BOARD.owner]
    return loo(board, ~(took | 1 << owner)) + tricks * gain(board, owner)


@helper
def set_stakes(board: Any, trick: int, penalty: int, players: int, for_pool: int) -> None:
    """Say what is played for, once ``seats_in`` and ``owner`` are set.

    A trick of a seat that does not play for itself stays in the pool, of which all have a share.

    Parameters
    ----------
    board : int64[BOARD.size]
    trick, penalty : int
        Chips that a trick pays, and that a seat without one owes.
    players : int
        Seats dealt in, the last of them the dealer.
    for_pool : int
        1 if the dealer plays for the pool.
    """
    owner = board[BOARD.owner]
    selfish = board[BOARD.seats_in] & ~(for_pool << players - 1)
    for p in range(SEATS):
        own = trick * players * (p == owner)
        board[BOARD.gain + p] = own if selfish >> p & 1 else trick
    for without in range(1 << SEATS):
        looed = selfish & without
        board[BOARD.loo + without] = penalty * (count(looed) - players * (looed >> owner & 1))


@inlined
def may_play(board: Any, hands: int, position: int, led: int) -> int:
    """Return the tiles that a position may play, as bits of its hand.

    ``led`` is the suit led, or ``LEADS`` for one who has won a trick.
    """
    own = hands >> TRICKS * position & ONE_HAND
    suits = board[BOARD.suits + position]
    trumps = suits >> 8 * board[BOARD.trump] & ONE_HAND
    if led == LEADS:
        return leads(own, trumps, 1)
    return follows(own, suits >> 8 * led & ONE_HAND, trumps & -board[BOARD.must_trump])


@inlined
def position_of(at: int) -> int:
    """Return whose hand a bit of all hands belongs to: a fifth of it, without a division."""
    return at * 13 >> 6


@inlined
def is_last_trick(hands: int, leader: int) -> bool:
    """Tell whether the seats hold a single tile each."""
    own = hands >> TRICKS * leader & ONE_HAND
    return own & (own - 1) == 0


@inlined
def last_trick(board: Any, hands: int, took: int, leader: int) -> int:
    """Return what the owner makes of the last trick, in which only its leader has a choice.

    He may have two numbers to lead his tile as.
    """
    mine = leader == board[BOARD.owner]
    at = TRICKS * leader + lowest(hands >> TRICKS * leader & ONE_HAND)
    suits, found = board[BOARD.led_as + at], -FAR if mine else FAR
    while suits:
        led = lowest(suits)
        suits &= suits - 1
        left, winner, best = hands, at, 0
        while left:
            slot = lowest(left)
            left &= left - 1
            power = power_of(board, slot, led)
            winner = slot if power > best else winner
            best = max(best, power)
        winner = position_of(winner)
        value = gain(board, winner) + loo(board, ~(took | 1 << winner))
        if mine and winner == board[BOARD.owner]:
            return value  # he makes most if he wins
        found = max(found, value) if mine else min(found, value)
    return found
