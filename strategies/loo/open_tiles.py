"""What the tricks of Loo and Rounce come to when all tiles lie face up.

One seat plays for its own good, and all others are in league against it: a game of two
sides, which alpha-beta search solves exactly (for more than two players it is known as the
paranoid reduction: Sturtevant and Korf, "On pruning techniques for multi-player games",
AAAI 2000).  What a seat makes is its own chips above the mean of all seats dealt in:

    score = players * own - sum of all

in chips times ``players``, where ``own`` is a fifth of the pool a trick, less the penalty
of a seat that stays without one.  So a penalty hurts the seat that pays it, and all others win
their share of the pool that it goes to; a dealer who plays for the pool makes nothing himself and
gains with every trick that he takes from the seat that missed. Against one rival the reduction
changes nothing: what one wins the other loses.

The deal lies on a *board*: a hand of five tiles is five bits, and the four hands are 20 bits of
one number, position p from bit 5 * p on; what each bit stands for is laid out once a deal. What
follows from the start of a trick is remembered in a *memo*, as a lower and an upper bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, highest, lowest
from simulate.domino.tiles import NUMBERS, TILES
from simulate.domino.trick_kit import next_in
from simulate.domino.tricks import STRENGTH, SUIT, follows, leads, led_as, plain
from simulate.games.loo.views import SEATS, TRICKS
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out, pointer

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
    hands=1, took=1, led=1, to_come=1,
    position=1,  # that is to play
    winner=1, best=1,
    won=1,  # what the trick just ended brings
    key=1,  # 0 in the midst of a trick
    low=1,  # no less, no more: from the memo
    high=1, alpha=1, beta=1,
    found=1,  # the best so far
    legal=1,  # tiles to try
    tile=1,  # tried now
    suits=1,  # that it may yet be led as
)

BOARD = lay_out(
    0,
    trump=1, must_trump=1,
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

    ``of``: ``of(order, suit, tile)``. Returns ``int64[NUMBERS * TILES]``.
    """
    return np.array([sum(int(of(trump, suit, tile)) << 8 * suit for suit in range(NUMBERS))
                     for trump in range(NUMBERS) for tile in range(TILES)])


_STRENGTHS = _a_byte_a_suit(lambda order, suit, tile: STRENGTH[order, suit, tile])
_BELONGS = _a_byte_a_suit(lambda order, suit, tile: SUIT[order, suit] >> tile & 1)


@helper
def lay_out_hands(board: Any) -> int:
    """Lay out what the tiles of a new deal are; return the hands as bits.

    ``board`` (``int64[BOARD.size]``): ``trump`` and ``hand`` are set.
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
def loo(board: Any, without: int) -> int:
    """Return what the owner makes of the penalties of some positions, if they owe any."""
    return board[BOARD.loo + (without & (1 << SEATS) - 1)]


@helper
def set_stakes(board: Any, trick: int, penalty: int, players: int, for_pool: int) -> None:
    """Say what is played for, once ``seats_in`` and ``owner`` are set.

    A trick of a seat that does not play for itself stays in the pool, of which all have a share.

    ``board`` is ``int64[BOARD.size]``. ``trick``, ``penalty``: chips that a trick pays, and that a
    seat without one owes. ``players``: seats dealt in, the last of them the dealer. ``for_pool``: 1
    if the dealer plays for the pool.
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
        winner = winner * 13 >> 6
        value = board[BOARD.gain + winner] + loo(board, ~(took | 1 << winner))
        if mine and winner == board[BOARD.owner]:
            return value  # he makes most if he wins
        found = max(found, value) if mine else min(found, value)
    return found


#: Positions remembered of a whole hand with four seats in; a quarter of them for each seat fewer,
#: and for each trick that is over: a power of two, enough to keep most of a deal.
MEMO = 1 << 12
_FOLD = 0x9E3779B1


@inlined
def memory_place(board: Any, key: int) -> int:
    """Return where in the memo a position is looked for."""
    return 3 * (((key & 0xFFFFFFFF) * _FOLD >> 16) & board[BOARD.memo_mask])


@inlined
def look_up(board: Any, memo: Any, frame: int) -> int:
    """Return what is to come at the start of a trick, or ``FAR`` with the bounds narrowed."""
    hands, took = board[frame + FRAME.hands], board[frame + FRAME.took]
    leader = board[frame + FRAME.position]
    key = ((board[BOARD.deal] << SEATS | took) << 2 | leader) << SLOTS | hands
    place = memory_place(board, key)
    if memo[place] == key:
        low, high = memo[place + 1], memo[place + 2]
    else:
        # The least that the owner will make: nobody else is looed; the most: all the tricks left.
        owner, tricks = board[BOARD.owner], count(hands >> TRICKS * leader & ONE_HAND)
        low = loo(board, ~took & 1 << owner)
        high = loo(board, ~(took | 1 << owner)) + tricks * board[BOARD.gain + owner]
    if low >= board[frame + FRAME.beta] or low == high:
        return low
    if high <= board[frame + FRAME.alpha]:
        return high
    board[frame + FRAME.key] = key
    board[frame + FRAME.low], board[frame + FRAME.high] = low, high
    board[frame + FRAME.alpha] = max(board[frame + FRAME.alpha], low)
    board[frame + FRAME.beta] = min(board[frame + FRAME.beta], high)
    return FAR


@inlined
def set_frame(
    board: Any, frame: int, hands: int, took: int, led: int, to_come: int, position: int,
    winner: int, best: int, won: int, alpha: int, beta: int,
) -> None:
    """Set down a position that has to be searched; what is tried there is still to be set."""
    board[frame + FRAME.hands], board[frame + FRAME.took] = hands, took
    board[frame + FRAME.led], board[frame + FRAME.to_come] = led, to_come
    board[frame + FRAME.position] = position
    board[frame + FRAME.winner], board[frame + FRAME.best] = winner, best
    board[frame + FRAME.alpha], board[frame + FRAME.beta] = alpha - won, beta - won
    board[frame + FRAME.key], board[frame + FRAME.won] = 0, won


@inlined
def set_choices(board: Any, frame: int, legal: int) -> None:
    """Set down the tiles to try in a frame."""
    mine = board[frame + FRAME.position] == board[BOARD.owner]
    board[frame + FRAME.found] = -FAR if mine else FAR
    board[frame + FRAME.legal] = legal
    board[frame + FRAME.suits] = 0


@inlined
def end_trick(
    board: Any, memo: Any, frame: int, hands: int, took: int, winner: int, alpha: int, beta: int
) -> int:
    """Give a trick to its winner; return what ``play_tile`` returns."""
    won = board[BOARD.gain + winner]
    took |= 1 << winner
    if hands == 0:
        return won + loo(board, ~took)
    own = hands >> TRICKS * winner & ONE_HAND
    if own & (own - 1) == 0:  # all seats hold a single tile
        return won + last_trick(board, hands, took, winner)
    to_come = board[BOARD.seats_in] & ~(1 << winner)
    set_frame(board, frame, hands, took, LEADS, to_come, winner, winner, 0, won, alpha, beta)
    value = look_up(board, memo, frame)
    if value != FAR:
        return won + value
    set_choices(board, frame, may_play(board, hands, winner, LEADS))
    return FAR


@inlined
def play_tile(
    board: Any, memo: Any, frame: int, hands: int, took: int, led: int, to_come: int,
    position: int, winner: int, best: int, slot: int, alpha: int, beta: int,
) -> int:
    """Play a tile; return what the owner makes from now on, or ``FAR`` with a frame to search.

    The parameters are those of ``after``; ``frame`` is where the frame goes, and the result
    is exact between ``alpha`` and ``beta``, else a bound on the same side. Who has only one tile
    that he may play to the trick plays it at once.
    """
    while True:
        at = TRICKS * position + slot
        hands &= ~(1 << at)
        power = power_of(board, at, led)
        if power > best:
            winner, best = position, power
        if to_come == 0:
            return end_trick(board, memo, frame, hands, took, winner, alpha, beta)
        position = next_in(to_come, position)
        to_come &= ~(1 << position)
        legal = may_play(board, hands, position, led)
        if legal & (legal - 1):
            break
        slot = lowest(legal)
    set_frame(board, frame, hands, took, led, to_come, position, winner, best, 0, alpha, beta)
    set_choices(board, frame, legal)
    return FAR


@inlined
def try_next(board: Any, memo: Any, frame: int) -> int:
    """Try the next tile, or the same led as another suit; see ``play_tile``."""
    led, q = board[frame + FRAME.led], board[frame + FRAME.position]
    if board[frame + FRAME.suits] == 0:
        tile = highest(board[frame + FRAME.legal])
        board[frame + FRAME.legal] &= ~(1 << tile)
        board[frame + FRAME.tile] = tile
        board[frame + FRAME.suits] = (
            1 << led if led >= 0 else board[BOARD.led_as + TRICKS * q + tile]
        )
    suit = lowest(board[frame + FRAME.suits])
    board[frame + FRAME.suits] &= board[frame + FRAME.suits] - 1
    alpha, beta, found = (
        board[frame + FRAME.alpha], board[frame + FRAME.beta], board[frame + FRAME.found]
    )
    if q == board[BOARD.owner]:
        alpha = max(alpha, found)
    else:
        beta = min(beta, found)
    return play_tile(
        board, memo, frame + FRAME.size, board[frame + FRAME.hands], board[frame + FRAME.took],
        suit, board[frame + FRAME.to_come], q, board[frame + FRAME.winner],
        board[frame + FRAME.best], board[frame + FRAME.tile], alpha, beta,
    )


@inlined
def settle(board: Any, memo: Any, frame: int) -> int:
    """Remember what was found, and return it with what the last trick brings."""
    found, key = board[frame + FRAME.found], board[frame + FRAME.key]
    if key:
        place = memory_place(board, key)
        exact_above = found > board[frame + FRAME.alpha]
        exact_below = found < board[frame + FRAME.beta]
        memo[place] = key
        memo[place + 1] = found if exact_above else board[frame + FRAME.low]
        memo[place + 2] = found if exact_below else board[frame + FRAME.high]
    return board[frame + FRAME.won] + found


@helper
def after(
    board: Any, memo: Any, hands: int, took: int, led: int, to_come: int, position: int,
    winner: int, best: int, slot: int,
) -> int:
    """Return what the owner makes from now on when a position plays one of its tiles.

    The search keeps its frames on the board, because numba cannot cache functions that call
    themselves.

    ``board`` is ``int64[BOARD.size]``. ``memo`` is ``int64[3 * (memo_mask + 1)]``. ``hands``: held
    before the tile is played. ``took``: positions that have a trick. ``led``: the suit led, by this
    tile if it is the first. ``to_come``: positions that play to this trick afterwards. ``winner``,
    ``best``: who wins the trick so far, and the strength of the tile; 0 before the first. ``slot``:
    the tile, as a bit of the hand.
    """
    frame = BOARD.frames
    value = play_tile(
        board, memo, frame, hands, took, led, to_come, position, winner, best, slot, -FAR, FAR
    )
    deep = 0 if value == FAR else -1
    while deep >= 0:
        mine = board[frame + FRAME.position] == board[BOARD.owner]
        found = board[frame + FRAME.found]
        low, high = board[frame + FRAME.alpha], board[frame + FRAME.beta]
        settled = found >= high if mine else found <= low
        # Nothing is left to try, or worth trying.
        if settled or board[frame + FRAME.legal] | board[frame + FRAME.suits] == 0:
            value = settle(board, memo, frame)
            deep -= 1
            frame -= FRAME.size
        else:
            value = try_next(board, memo, frame)
            if value == FAR:
                deep += 1
                frame += FRAME.size
                continue
        if deep >= 0:
            found = board[frame + FRAME.found]
            mine = board[frame + FRAME.position] == board[BOARD.owner]
            board[frame + FRAME.found] = max(found, value) if mine else min(found, value)
    return value
