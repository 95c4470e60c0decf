"""What the tricks of Loo and Rounce come to when all tiles lie face up.

Everybody sees every tile, and each seat plays for its own good ("max^n": Luckhardt and
Irani, "An algorithmic solution of N-person games", AAAI 1986).  What a seat makes is its
own chips above the mean of all seats dealt in:

    score = players * own - sum of all

in chips times ``players``, where ``own`` is a fifth of the pool a trick, less the penalty
of a seat that stays without one.  So a penalty hurts the seat that pays it, and all others
win their share of the pool that it goes to; a dealer who plays for the pool makes nothing
himself and gains with every trick that he takes from the misser.  Against one rival that
is a game of opposed interests, and the outcome is its minimax value.

Of choices that are equal for itself a seat takes the one that leaves least to the next
seat in on its left, then to the next after that.  That makes the value of every position
unique, whatever the order in which tiles are looked at.

A hand of five tiles is five bits; the four hands are 20 bits of one number, position p
from bit 5 * p on.  What each bit stands for is laid out once a deal on a *board*, and what
follows from the start of a trick is remembered in a *memo*.
"""

from __future__ import annotations

from typing import Any

from simulate.bits import count, highest, lowest
from simulate.compiling import helper, inlined
from simulate.loo.layout import SEATS, TRICKS
from simulate.loo.playing import next_in
from simulate.table import lay_out
from simulate.tiles import NUMBERS
from simulate.tricks import follows, leads, led_as, plain, strength, suit_of

_SLOTS = SEATS * TRICKS
_ONE_HAND = (1 << TRICKS) - 1
#: Leaders do not follow a suit.
LEADS = -1
_ONE_EACH = 0x1111

BOARD = lay_out(
    0,
    trump=1,
    must_trump=1,
    players=1,  # seats dealt in
    seats_in=1,  # positions
    selfish=1,  # positions that play for themselves, bit 4 * p for position p
    pool_shift=1,  # where the tricks are that are taken for the pool
    pool_mask=1,
    trick=1,  # chips
    penalty=1,  # chips
    deal=1,  # number of the deal, that memories of another one are told by
    memo_mask=1,  # positions remembered, less one; their number is a power of two
    hand=SEATS,  # tiles held by each position, none by those who are out
    suits=SEATS * NUMBERS,  # bits of a hand that belong to a suit
    led_as=_SLOTS,  # suits that a tile may be led as
    strength=_SLOTS * NUMBERS,  # by the suit led
)

#: Positions remembered of a whole hand: as many as keep most of a deal.
MEMO = 1 << 14
_FOLD = 0x9E3779B1


@helper
def lay_out_hands(board: Any) -> int:
    """Lay out what the tiles of a new deal are; return the hands as bits.

    Parameters
    ----------
    board : int64[BOARD.size]
        ``trump`` and ``hand`` are set.
    """
    board[BOARD.deal] += 1
    order = plain(board[BOARD.trump])
    held = 0
    for p in range(SEATS):
        for suit in range(NUMBERS):
            board[BOARD.suits + NUMBERS * p + suit] = 0
        left, slot = board[BOARD.hand + p], 0
        while left:
            tile = lowest(left)
            left &= left - 1
            at = TRICKS * p + slot
            held |= 1 << at
            board[BOARD.led_as + at] = led_as(order, tile)
            for suit in range(NUMBERS):
                belongs = suit_of(order, suit) >> tile & 1
                board[BOARD.suits + NUMBERS * p + suit] |= belongs << slot
                board[BOARD.strength + NUMBERS * at + suit] = strength(order, suit, tile)
            slot += 1
    return held


@inlined
def score(board: Any, position: int, took: int, tricks: int) -> int:
    """Return what a position makes, in chips times players.

    Parameters
    ----------
    took : int
        Positions that had a trick before, bit 4 * p for position p.
    tricks : int
        4 bits a position: tricks taken since.
    """
    shift = 4 * position
    some = (tricks | tricks >> 1 | tricks >> 2) & _ONE_EACH
    looed = board[BOARD.selfish] & ~(took | some)
    total = board[BOARD.penalty] * count(looed)
    total += board[BOARD.trick] * (tricks >> board[BOARD.pool_shift] & board[BOARD.pool_mask])
    own = board[BOARD.trick] * (tricks >> shift & 7) - board[BOARD.penalty] * (looed >> shift & 1)
    return total + board[BOARD.players] * own * (board[BOARD.selfish] >> shift & 1)


@helper
def prefers(board: Any, position: int, took: int, tricks: int, best: int) -> bool:
    """Tell whether a position would rather have these tricks than the best so far."""
    gain = score(board, position, took, tricks) - score(board, position, took, best)
    others = board[BOARD.seats_in] & ~(1 << position)
    while gain == 0 and others:
        position = next_in(others, position)
        others &= ~(1 << position)
        gain = score(board, position, took, best) - score(board, position, took, tricks)
    return gain > 0


@helper
def set_stakes(board: Any, trick: int, penalty: int, players: int, for_pool: int) -> None:
    """Say what is played for, once ``seats_in`` is set.

    Parameters
    ----------
    trick, penalty : int
        Chips that a trick pays, and that a seat without one owes.
    players : int
        Seats dealt in, the last of them the dealer.
    for_pool : int
        1 if the dealer plays for the pool.
    """
    board[BOARD.trick] = trick
    board[BOARD.penalty] = penalty
    board[BOARD.players] = players
    selfish = 0
    for p in range(players):
        selfish |= (board[BOARD.seats_in] >> p & 1) << 4 * p
    dealer = 4 * (players - 1)
    board[BOARD.selfish] = selfish & ~(for_pool << dealer)
    board[BOARD.pool_shift] = dealer
    board[BOARD.pool_mask] = 7 * for_pool


@inlined
def memory_key(board: Any, hands: int, took: int, leader: int) -> int:
    """Number a position between two tricks, the deal included."""
    return ((board[BOARD.deal] << 4 * SEATS | took) << 2 | leader) << _SLOTS | hands


@inlined
def memory_place(board: Any, key: int) -> int:
    """Return where in the memo a position is looked for."""
    return 2 * (((key & 0xFFFFFFFF) * _FOLD >> 16) & board[BOARD.memo_mask])


@inlined
def may_play(board: Any, hands: int, position: int, led: int) -> int:
    """Return the tiles that a position may play, as bits of its hand.

    ``led`` is the suit led, or ``LEADS`` for one who has won a trick.
    """
    own = hands >> TRICKS * position & _ONE_HAND
    suits = BOARD.suits + NUMBERS * position
    trumps = board[suits + board[BOARD.trump]]
    if led == LEADS:
        return leads(own, trumps, 1)
    return follows(own, board[suits + led], trumps & -board[BOARD.must_trump])


@helper
def after(
    board: Any, memo: Any, hands: int, took: int, led: int, to_come: int, position: int,
    winner: int, best: int, slot: int,
) -> int:
    """Return the tricks to come, 4 bits a position, when a position plays one of its tiles.

    Parameters
    ----------
    board : int64[BOARD.size]
    memo : int64[2 * (memo_mask + 1)]
    hands : int
        Held before the tile is played.
    took : int
        Positions that have a trick, bit 4 * p for position p.
    led : int
        The suit led, by this tile if it is the first.
    to_come : int
        Positions that play to this trick afterwards.
    position : int
    winner, best : int
        Who wins the trick so far, and the strength of the tile; 0 before the first.
    slot : int
        The tile, as a bit of the hand.
    """
    at = TRICKS * position + slot
    hands &= ~(1 << at)
    power = board[BOARD.strength + NUMBERS * at + led]
    if power > best:
        winner, best = position, power
    if hands == 0:
        return 1 << 4 * winner
    q, trick, key, place = winner, 0, 0, 0
    if to_come:
        q = next_in(to_come, position)
        to_come &= ~(1 << q)
    else:
        trick, led, best = 1 << 4 * q, LEADS, 0
        took |= trick
        to_come = board[BOARD.seats_in] & ~(1 << q)
        key = memory_key(board, hands, took, q)
        place = memory_place(board, key)
        if memo[place] == key:
            return trick + memo[place + 1]
    legal = may_play(board, hands, q, led)
    everything = count(hands >> TRICKS * q & _ONE_HAND) << 4 * q
    found = LEADS
    while legal and found != everything:
        tile = highest(legal)
        legal &= ~(1 << tile)
        choices = 1 << led if led >= 0 else board[BOARD.led_as + TRICKS * q + tile]
        while choices:
            suit = lowest(choices)
            choices &= choices - 1
            tricks = after(board, memo, hands, took, suit, to_come, q, winner, best, tile)
            if found < 0 or prefers(board, q, took, tricks, found):
                found = tricks
    if trick:
        memo[place], memo[place + 1] = key, found
    return trick + found
