"""Hands that the others may hold at Domino Pool, and how the line goes on with them.

Each other hand gets as many tiles as it has, uniformly from those that are out and that show none
of the numbers on which it passed; the hand with the least choice is filled first.  From there all
play on soundly: a double where one fits, else the tile with the most pips.

When few tiles are left, all deals that agree with the sizes of the hands and with what was passed
on can be listed, and each can be played out with every choice there is.  There each seat chooses
what takes most of the pool for it, as if it saw all hands (the max^n of Luckhardt and Irani 1986);
where that is all one, it plays soundly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from simulate.domino.tile_sets import count, either, lowest, nth, nth_bit
from simulate.domino.tiles import ALL_TILES, DOUBLES, SHOWS, TILES
from simulate.games.pool.playing import extended, options, pips_of, posed
from simulate.games.pool.views import RIGHT, SEATS, Turn
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import copy_into
from simulate.machine.randomness import decision_word, pick
from strategies.base import Parameter
from strategies.pool.base import PoolStrategy
from strategies.pool.options import byte_of, free_of, heaviest, without

_DOUBLE_OPTIONS = DOUBLES | DOUBLES << RIGHT
#: Tries to deal hands that agree with all passes.
_TRIES = 8
#: Random numbers that a try may use: a hand of the set is far smaller.
_NUMBERS = 64
_HEAVIER = 1 << 40


@helper
def _least_choice(hands: Any, free: int, sizes: int, voids: int, players: int) -> int:
    """Return the position without a hand for which most of its open tiles are needed."""
    chosen, least = -1, ALL_TILES
    for position in range(players):
        if hands[position] < 0:
            spare = count(free & free_of(byte_of(voids, position))) - byte_of(sizes, position)
            if spare < least:
                chosen, least = position, spare
    return chosen


@helper
def imagine_hands(hands: Any, view: Any, word: int) -> bool:
    """Deal the others possible hands, int64[SEATS]; tell whether that could be done."""
    for attempt in range(_TRIES):
        free, number = ALL_TILES & ~(view.hand | view.tiles_played), _NUMBERS * attempt * SEATS
        for p in range(SEATS):
            hands[p] = -1 if p < view.players else 0
        hands[view.position] = view.hand
        while True:
            p = _least_choice(hands, free, view.sizes, view.voids, view.players)
            if p < 0:
                return True
            can, dealt = free & free_of(byte_of(view.voids, p)), 0
            if count(can) < byte_of(view.sizes, p):
                break
            for _ in range(byte_of(view.sizes, p)):
                tile = nth_bit(can, pick(decision_word(word, number), count(can)))
                number += 1
                can &= ~tile
                dealt |= tile
            hands[p] = dealt
            free &= ~dealt
    return False


@helper
def lightest_hands(hands: Any, players: int) -> int:
    """Return the positions that take the pool with the hands that are left, as a set."""
    lightest, winners = _HEAVIER, 0
    for p in range(players):
        weight = 2 * pips_of(hands[p]) + int(hands[p] != 0)
        if weight < lightest:
            lightest, winners = weight, 0
        if weight == lightest:
            winners |= 1 << p
    return winners


@helper
def sound_option(legal: int) -> int:
    """Return a double that fits, else the heaviest tile."""
    return int(heaviest(either(legal & _DOUBLE_OPTIONS, legal)))


@helper
def line_of(left: int, right: int) -> int:
    """Return the line whose open ends show two numbers."""
    return int(SHOWS[left] | SHOWS[right] << RIGHT)


@inlined
def line_after(view: Any, option: int) -> int:
    """Return the line after an option: ``left`` is -1 before the first tile."""
    return posed(option) if view.left < 0 else extended(line_of(view.left, view.right), option)


@helper
def part_after(hands: Any, view: Any, option: int) -> float:
    """Return the part that an option takes if all play on soundly; ``hands`` are played."""
    players, p, line, passes = view.players, view.position, line_after(view, option), 0
    hands[p] = without(hands[p], option)
    while hands[p] != 0 and passes < players:
        p = p + 1 if p < players - 1 else 0
        legal = options(hands[p], line)
        if legal == 0:
            passes += 1
            continue
        passes = 0
        chosen = sound_option(legal)
        hands[p] = without(hands[p], chosen)
        line = extended(line, chosen)
    return _part(lightest_hands(hands, players), view.position)


@helper
def bound_of_deals(view: Any) -> float:
    """Return a number that the deals which agree with what was seen do not exceed."""
    free = ALL_TILES & ~(view.hand | view.tiles_played)
    left, bound = count(free), 1.0
    for p in range(view.players):
        if p != view.position:
            open_tiles = min(left, count(free & free_of(byte_of(view.voids, p))))
            for k in range(byte_of(view.sizes, p)):
                bound *= max(0, open_tiles - k) / (k + 1)
            left -= byte_of(view.sizes, p)
    return bound


@inlined
def _part(won: int, p: int) -> float:
    """Return the part of the pool of a position when some win; below 0 when it is not known yet."""
    return (won >> p & 1) / count(won) if won else -1.0


@helper
def winners_of(hands: Any, line: int, p: int, players: int) -> int:
    """Return who wins, as a set of positions, if all see all ``hands`` (``int64[SEATS]``, as before
    when it returns) and play as is best for them from the turn of ``p`` on."""
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
def best_part_after(hands: Any, view: Any, option: int) -> float:
    """Return the part that an option takes if all play on as is best for them."""
    players, p, won = view.players, view.position, 1 << view.position
    hands[p] = without(hands[p], option)
    if hands[p] != 0:
        following = p + 1 if p < players - 1 else 0
        won = winners_of(hands, line_after(view, option), following, players)
    return _part(won, p)


@helper
def add_parts(
    totals: Any, legal: int, hands: Any, room: Any, view: Any, is_open: bool
) -> None:
    """Add what each option takes from some hands, open or not; ``room`` is to play them."""
    k = 0
    while legal != 0:
        option = lowest(legal)
        legal &= legal - 1
        copy_into(room, hands)
        if is_open:
            totals[k] += best_part_after(room, view, option)
        else:
            totals[k] += part_after(room, view, option)
        k += 1


@helper
def add_every_deal(totals: Any, hands: Any, room: Any, view: Any, is_open: bool) -> int:
    """Add what each option takes, over every deal that agrees with what was seen, all hands being
    played as is best for each if ``is_open``, else soundly; return how many."""
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
            add_parts(totals, view.legal, hands, room, view, is_open)
        k -= 1
        if k < 0:
            return many
        hands[whose[k]] ^= dealt[k]
        free ^= dealt[k]


#: Deals between two looks at which options are still in.
_LOOKS = 32


@helper
def still_in(totals: Any, legal: int, sure: float) -> int:
    """Return the options that do not surely take less than the best; close up their totals.

    One is out if it is behind by so many standard deviations of the lead. If neither were better,
    the lead would change only with deals in which one of both wins and the other does not, so its
    variance is at most what both have won together, on the same deals.
    """
    most, k, kept, left = np.max(totals), 0, 0, 0
    while legal != 0:
        option = lowest(legal)
        legal &= legal - 1
        lead = most - totals[k]
        if lead * lead <= sure * sure * (most + totals[k]):
            totals[kept] = totals[k]
            left |= 1 << option
            kept += 1
        k += 1
    totals[kept:k] = 0.0
    return left


class Expert(PoolStrategy):
    """Plays what takes most of the pool over many hands that the others may hold.

    The hands agree with what each of them passed on; where there are few such deals, all are tried.
    From there all play doubles first, then the heaviest, and once few tiles are left all that can
    be played is tried, each seat choosing what takes most for it if it saw all hands. Nobody draws.
    It looks at the pool of the hand alone, also in a game hundred up. Options differ by a few parts
    in a hundred of the pool, and with 64 hands it is no better than ``counter``. So they race: one
    that falls behind is tried no more.
    """

    name = "expert"
    summary = "Imagines hands that the others may hold, and plays each of them out."
    looks_at = "its own tiles, the line, hand sizes, and who passed on which numbers"
    is_slow = True
    slowness = 1_000
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "deals": Parameter(1024, 1, 8192, "hands of the others that it imagines", whole=True),
        "sure": Parameter(1.3, 0.5, 100.0, "standard deviations by which an option falls behind "
                          "the best to be tried no more"),
        "listed": Parameter(1000, 0, 10000, "deals up to which all that there may be are listed",
                            whole=True),
        "open": Parameter(15, 0, 18, "tiles in all hands from which on they are played open",
                          whole=True),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        hands, room = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        totals, tiles = np.zeros(2 * RIGHT), 0
        for position in range(view.players):
            tiles += byte_of(view.sizes, position)
        is_open = tiles <= p.open
        if bound_of_deals(view) <= p.listed and add_every_deal(totals, hands, room, view, is_open):
            return nth(view.legal, int(np.argmax(totals)))
        legal = view.legal
        for deal in range(int(p.deals)):
            if imagine_hands(hands, view, decision_word(view.word, deal)):
                add_parts(totals, legal, hands, room, view, is_open)
            if deal % _LOOKS == _LOOKS - 1:
                legal = still_in(totals, legal, p.sure)
                if legal & (legal - 1) == 0:
                    break
        return nth(legal, int(np.argmax(totals)))
