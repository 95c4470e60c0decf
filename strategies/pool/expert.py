"""Hands that the others may hold at Domino Pool, and how the line goes on with them.

Each other hand gets as many tiles as it has of those that are out and that show none of the numbers
on which it passed (``simulate.domino.deck``; the weights are left out).  From there all play on
soundly: a double where one fits, else the tile with the most pips.

When few tiles are left, every choice is played out.  Each seat then chooses what takes most of the
pool for it, as if it saw all hands (the max^n of Luckhardt and Irani 1986), and of equal choices
the sound one.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from simulate.domino.deck import HOLDER, add_holder, draw_holdings
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import ALL_TILES, SHOWS
from simulate.games.pool.playing import extended, options, pips_of, posed
from simulate.games.pool.views import RIGHT, SEATS, Turn
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import copy_into
from strategies.base import Parameter
from strategies.pool.base import PoolStrategy, byte_of, free_of, sound_option, without
from strategies.skills import keep_close

#: Tries to deal hands that agree with all passes.
_TRIES = 8
_HEAVIER = 1 << 40
#: Room for the rivals, as holders.
RIVALS = SEATS * HOLDER.size


@helper
def list_rivals(view: Any, rivals: Any) -> int:
    """Write down what each rival can hold, int64[RIVALS]; return how many they are."""
    free, many = ALL_TILES & ~(view.hand | view.tiles_played), 0
    for p in range(view.players):
        if p != view.position:
            open_to = free & free_of(byte_of(view.voids, p))
            many = add_holder(rivals, many, p, open_to, byte_of(view.sizes, p))
    return many


@helper
def imagine_hands(rivals: Any, many: int, view: Any, stream: Any, hands: Any) -> bool:
    """Deal so many rivals possible hands, int64[SEATS]; return whether that could be done."""
    free = ALL_TILES & ~(view.hand | view.tiles_played)
    for _ in range(_TRIES):
        for p in range(SEATS):
            hands[p] = view.hand if p == view.position else 0
        if draw_holdings(rivals, many, free, stream, hands) > 0.0:
            return True
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


@inlined
def _part(won: int, p: int) -> float:
    """Return a position's part of the pool when some win; below 0 when that is not known yet."""
    return (won >> p & 1) / count(won) if won else -1.0


@helper
def winners_of(hands: Any, line: int, p: int, players: int) -> int:
    """Return who wins, as a set, if all see all hands and play as is best for them."""
    passes, legal = 0, options(hands[p], line)
    while legal == 0:
        passes += 1
        if passes == players:
            return lightest_hands(hands, players)
        p = p + 1 if p < players - 1 else 0
        legal = options(hands[p], line)
    following = p + 1 if p < players - 1 else 0
    held, best, option = hands[p], 0, sound_option(legal)
    while True:
        legal &= ~(1 << option)
        hands[p], won = without(held, option), 1 << p
        if hands[p] != 0:
            won = winners_of(hands, extended(line, option), following, players)
        if _part(won, p) > _part(best, p):
            best = won
        if legal == 0 or _part(best, p) == 1.0:
            hands[p] = held
            return best
        option = lowest(legal)


@helper
def best_part_after(hands: Any, view: Any, option: int) -> float:
    """Return the part that an option takes if all play on as is best for them."""
    players, p, won = view.players, view.position, 1 << view.position
    hands[p] = without(hands[p], option)
    if hands[p] != 0:
        following = p + 1 if p < players - 1 else 0
        won = winners_of(hands, line_after(view, option), following, players)
    return _part(won, p)


class Expert(PoolStrategy):
    """Imagines hands of the others, and plays each of them out.

    The hands agree with what each of them passed on. From there all play doubles first, then the
    heaviest, and once few tiles are left each seat chooses as if it saw all hands. Nobody draws. It
    looks at the pool of the hand alone, also in a game hundred up. Options differ by a few per cent
    of the pool, so they race: one that falls behind is tried no more.
    """

    name = "expert"
    looks_at = "its own tiles, the line, hand sizes, and who passed on which numbers"
    is_slow = True
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "deals": Parameter(1024, 1, 8192, "hands of the others that it imagines", whole=True),
        "behind": Parameter(0.5, 0.0, 100.0, "an option so many pools behind the best, times the "
                            "root of the deals to come, is dropped"),
        "open": Parameter(15, 0, 18, "tiles in all hands from which on they are played open",
                          whole=True),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        hands, room = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        rivals, stream = np.zeros(RIVALS, np.int64), np.zeros(2, np.int64)
        chosen, parts = np.zeros(2 * RIGHT, np.int64), np.zeros(2 * RIGHT)
        others, many, tiles = list_rivals(view, rivals), count(view.legal), 0
        for k in range(many):
            chosen[k] = nth(view.legal, k)
        for position in range(view.players):
            tiles += byte_of(view.sizes, position)
        stream[0], stream[1] = view.word, 0
        for left in range(int(p.deals), 0, -1):
            many = keep_close(chosen, parts, many, p.behind * left ** 0.5)
            if many == 1:
                break
            if imagine_hands(rivals, others, view, stream, hands):
                for k in range(many):
                    copy_into(room, hands)
                    parts[k] += (best_part_after(room, view, chosen[k]) if tiles <= p.open
                                 else part_after(room, view, chosen[k]))
        return int(chosen[int(np.argmax(parts[:many]))])
