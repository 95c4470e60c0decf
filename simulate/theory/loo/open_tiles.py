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

The deal lies on a *board* (``simulate.theory.loo.open_board``), and what follows from the start of
a trick is remembered in a *memo*, as a lower and an upper bound.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, highest, lowest
from simulate.games.loo.playing import next_in
from simulate.games.loo.row import SEATS, TRICKS
from simulate.machine.compiling import helper, inlined
from simulate.theory.loo.open_board import (
    BOARD,
    FAR,
    FRAME,
    LEADS,
    ONE_HAND,
    SLOTS,
    best_case,
    gain,
    is_last_trick,
    last_trick,
    loo,
    may_play,
    power_of,
    worst_case,
)

#: Positions remembered of a whole hand with four seats in.
MEMO = 1 << 12
_FOLD = 0x9E3779B1


@inlined
def positions_remembered(seats_in: int, trick: int) -> int:
    """Return how many positions to remember: a power of two, enough to keep most of a deal.

    Parameters
    ----------
    seats_in : int
        Positions that play for the tricks.
    trick : int
        The first trick that is searched, 0 to 4.
    """
    return MEMO >> 2 * (SEATS - count(seats_in) + trick)


@inlined
def memory_key(board: Any, hands: int, took: int, leader: int) -> int:
    """Number a position between two tricks, the deal included."""
    return ((board[BOARD.deal] << SEATS | took) << 2 | leader) << SLOTS | hands


@inlined
def memory_place(board: Any, key: int) -> int:
    """Return where in the memo a position is looked for."""
    return 3 * (((key & 0xFFFFFFFF) * _FOLD >> 16) & board[BOARD.memo_mask])


@inlined
def look_up(board: Any, memo: Any, frame: int) -> int:
    """Return what is to come at the start of a trick, or ``FAR`` with the bounds narrowed."""
    hands, took = board[frame + FRAME.hands], board[frame + FRAME.took]
    leader = board[frame + FRAME.position]
    key = memory_key(board, hands, took, leader)
    place = memory_place(board, key)
    if memo[place] == key:
        low, high = memo[place + 1], memo[place + 2]
    else:
        low = worst_case(board, took)
        high = best_case(board, took, count(hands >> TRICKS * leader & ONE_HAND))
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
    won = gain(board, winner)
    took |= 1 << winner
    if hands == 0:
        return won + loo(board, ~took)
    if is_last_trick(hands, winner):
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
    set_frame(
        board, frame, hands, took, led, to_come, position, winner, best, 0, alpha, beta
    )
    set_choices(board, frame, legal)
    return FAR


@inlined
def is_settled(board: Any, frame: int) -> bool:
    """Tell whether nothing is left to try, or worth trying."""
    found = board[frame + FRAME.found]
    if board[frame + FRAME.position] == board[BOARD.owner]:
        settled = found >= board[frame + FRAME.beta]
    else:
        settled = found <= board[frame + FRAME.alpha]
    return settled or board[frame + FRAME.legal] | board[frame + FRAME.suits] == 0


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

    Parameters
    ----------
    board : int64[BOARD.size]
    memo : int64[3 * (memo_mask + 1)]
    hands : int
        Held before the tile is played.
    took : int
        Positions that have a trick.
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
    frame = BOARD.frames
    value = play_tile(
        board, memo, frame, hands, took, led, to_come, position, winner, best, slot, -FAR, FAR
    )
    deep = 0 if value == FAR else -1
    while deep >= 0:
        if is_settled(board, frame):
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
