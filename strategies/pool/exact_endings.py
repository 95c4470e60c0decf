"""Endings at Domino Pool: every hand that the others may hold, and the best play of open hands.

When few tiles are left, all deals that agree with the sizes of the hands and with what was passed
on can be listed, and each can be played out with every choice there is.  There each seat chooses
what takes most of the pool for it, as if it saw all hands (the max^n of Luckhardt and Irani 1986);
where that is all one, it plays soundly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest, nth_bit
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.games.pool.line import extended, options, posed
from simulate.machine.compiling import helper, inlined
from strategies.pool.imagined_hands import add_parts, lightest_hands, line_of, sound_option
from strategies.pool.options import byte_of, free_of, without


@helper
def bound_of_deals(
    hand: int, played: int, sizes: int, voids: int, players: int, position: int
) -> float:
    """Return a number that the deals which agree with what was seen do not exceed.

    Parameters
    ----------
    hand, played, sizes, voids, players, position : int
        As the view has them.
    """
    free = ALL_TILES & ~(hand | played)
    left, bound = count(free), 1.0
    for p in range(players):
        if p != position:
            open_tiles = min(left, count(free & free_of(byte_of(voids, p))))
            for k in range(byte_of(sizes, p)):
                bound *= max(0, open_tiles - k) / (k + 1)
            left -= byte_of(sizes, p)
    return bound


@inlined
def _part(won: int, p: int) -> float:
    """Return the part of the pool of a position when some win; below 0 when it is not known yet."""
    return (won >> p & 1) / count(won) if won else -1.0


@helper
def winners_of(hands: Any, line: int, p: int, players: int) -> int:
    """Return who wins, as a set of positions, if all see all hands and play as is best for them.

    Parameters
    ----------
    hands : int64[SEATS]
        By position; as before when it returns.
    line : int
        What fits (``simulate.games.pool.line``).
    p : int
        The position whose turn it is, after a tile was played.
    players : int
    """
    # Turns with something to play, from the first on: who plays, the line, the hand, the options
    # that were not tried, and who wins by the best one that was.
    turns, lines, held, untried, best = np.zeros((5, TILES), np.int64)
    turn, passes = -1, 0
    while True:
        legal = options(hands[p], line) if passes < players else 0
        if legal == 0 and passes < players:
            p = p + 1 if p < players - 1 else 0
            passes += 1
            continue
        won = 0
        if legal == 0:
            won = lightest_hands(hands, players)
        else:
            turn += 1
            turns[turn], lines[turn], held[turn], untried[turn], best[turn] = p, line, hands[p], \
                legal, 0
        option = sound_option(legal) if legal != 0 else 0
        while True:
            if won != 0:
                if turn < 0:
                    return won
                p = turns[turn]
                if _part(won, p) > _part(best[turn], p):
                    best[turn] = won
                if untried[turn] == 0 or _part(best[turn], p) == 1.0:
                    hands[p], won = held[turn], best[turn]
                    turn -= 1
                    continue
                option = lowest(untried[turn])
            untried[turn] &= ~(1 << option)
            hands[p] = without(held[turn], option)
            won = 1 << p if hands[p] == 0 else 0
            if won == 0:
                break
        line, passes = extended(lines[turn], option), 0
        p = p + 1 if p < players - 1 else 0


@helper
def add_best_parts(
    totals: Any, legal: int, hands: Any, left: int, right: int, players: int, position: int
) -> None:
    """Add what each option takes from some open hands that all play as is best for them.

    The parameters are those of ``add_parts``.
    """
    k, held = 0, hands[position]
    following = position + 1 if position < players - 1 else 0
    while legal != 0:
        option = lowest(legal)
        legal &= legal - 1
        line = posed(option) if left < 0 else extended(line_of(left, right), option)
        hands[position] = without(held, option)
        won = 1 << position
        if hands[position] != 0:
            won = winners_of(hands, line, following, players)
        totals[k] += (won >> position & 1) / count(won)
        k += 1
    hands[position] = held


@helper
def add_every_deal(totals: Any, hands: Any, room: Any, view: Any, is_open: bool) -> int:
    """Add what each option takes, over every deal that agrees with what was seen; return how many.

    Parameters
    ----------
    totals : float64[options]
    hands, room : int64[SEATS]
        Room for the hands, and to play them.
    view : Turn
    is_open : bool
        Whether all hands are played as is best for each; else soundly.
    """
    hands[:] = 0
    hands[view.position] = view.hand
    # The tiles that the others are dealt, one by one: whose, what it may still be, what it is.
    whose, may_be, dealt = np.zeros((3, TILES), np.int64)
    tiles, many = 0, 0
    for p in range(view.players):
        for _ in range(byte_of(view.sizes, p) if p != view.position else 0):
            whose[tiles] = p
            tiles += 1
    free, k = ALL_TILES & ~(view.hand | view.tiles_played), 0
    may_be[0] = free & free_of(byte_of(view.voids, whose[0]))
    while True:
        if k < tiles and may_be[k] != 0:
            dealt[k] = nth_bit(may_be[k], 0)
            may_be[k] ^= dealt[k]
            hands[whose[k]] |= dealt[k]
            free ^= dealt[k]
            k += 1
            if k < tiles:
                # The tiles of a hand come in rising order, so that none is dealt twice.
                same = whose[k] == whose[k - 1]
                may_be[k] = may_be[k - 1] if same else free & free_of(byte_of(view.voids, whose[k]))
            continue
        if k == tiles:
            many += 1
            if is_open:
                add_best_parts(totals, view.legal, hands, view.left, view.right, view.players,
                               view.position)
            else:
                add_parts(totals, view.legal, hands, room, view.left, view.right, view.players,
                          view.position)
        k -= 1
        if k < 0:
            return many
        hands[whose[k]] ^= dealt[k]
        free ^= dealt[k]
