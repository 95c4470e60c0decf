"""What all strategies for Domino Pool inherit, and what they ask of an option."""

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, either, lowest
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, LOW, NUMBERS, PIPS, SHOWS, TILES
from simulate.games.pool.playing import pips_of
from simulate.games.pool.views import RIGHT, SCORE_BITS, Drawing, Starring, goes_right, tile_of
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.table import lay_out, pointer
from strategies.base import UNIFORM, Strategy

_DOUBLE_OPTIONS = DOUBLES | DOUBLES << RIGHT
#: The tiles that show none of a set of numbers (bit k for number k).
_FREE = np.array([ALL_TILES & ~sum(1 << t for t in range(TILES)
                                   if numbers >> HIGH[t] & 1 or numbers >> LOW[t] & 1)
                  for numbers in range(1 << NUMBERS)])


@helper
def heaviest(options: int) -> int:
    """Return the option with the most pips; of equal ones the tile with the higher end."""
    chosen = lowest(options)
    left = options
    while left != 0:
        option = lowest(left)
        left &= left - 1
        tile, best = tile_of(option), tile_of(chosen)
        if PIPS[tile] > PIPS[best] or (PIPS[tile] == PIPS[best] and tile > best):
            chosen = option
    return chosen


@helper
def sound_option(options: int) -> int:
    """Return a double that fits, else the heaviest tile."""
    return int(heaviest(either(options & _DOUBLE_OPTIONS, options)))


@helper
def numbers_in(tiles: int) -> int:
    """Count the different numbers that a set of tiles shows."""
    numbers = 0
    for k in range(NUMBERS):
        numbers += int(tiles & SHOWS[k] != 0)
    return numbers


@inlined
def without(hand: int, option: int) -> int:
    """Return a hand after one of its options was played."""
    return hand & ~(1 << tile_of(option))


@helper
def fitting_after(left: int, right: int, option: int) -> int:
    """Return all tiles that would fit the line after an option; ``left`` is -1 before it."""
    tile = tile_of(option)
    shows, pips = pointer(SHOWS), pointer(PIPS)[tile]
    if left < 0:
        return shows[pointer(HIGH)[tile]] | shows[pointer(LOW)[tile]]
    if goes_right(option):
        return shows[left] | shows[pips - right]
    return shows[pips - left] | shows[right]


@inlined
def free_of(numbers: int) -> int:
    """Return the tiles that show none of a set of numbers (bit k for number k)."""
    return pointer(_FREE)[numbers]


@helper
def pips_of_the_shortest(hand: int, played: int, sizes: int, players: int, position: int) -> float:
    """Return the pips that the smallest of the other hands holds on average."""
    unseen, fewest = ALL_TILES & ~(hand | played), TILES
    for other in range(players):
        if other != position:
            fewest = min(fewest, byte_of(sizes, other))
    return pips_of(unseen) * fewest / count(unseen)


@inlined
def byte_of(packed: int, position: int) -> int:
    """Return what a view packs in 8 bits a position (``sizes``, ``voids``)."""
    return packed >> 8 * position & 0xFF


#: What is known of an option.
FACT = lay_out(
    0,
    double=1,  # 1 for a double
    pips=1,  # of the tile
    numbers=1,  # different numbers kept in hand
    fitting=1,  # unseen tiles that fit the line afterwards
    own_fitting=1,  # tiles kept that fit it
    pips_kept=1,  # pips left in hand
)


@kernel
def describe_options(
    options: Any, many: Any, hands: Any, lefts: Any, rights: Any, played: Any, facts: Any
) -> None:
    """Write down the facts, ``int64[turns, options, FACT.size]``, of options of some turns."""
    for d in range(len(many)):
        unseen = ALL_TILES & ~(hands[d] | played[d])
        for a in range(many[d]):
            tile = tile_of(options[d, a])
            kept = without(hands[d], options[d, a])
            facts[d, a, FACT.double] = DOUBLES >> tile & 1
            facts[d, a, FACT.pips] = PIPS[tile]
            facts[d, a, FACT.numbers] = numbers_in(kept)
            fits = fitting_after(lefts[d], rights[d], options[d, a])
            facts[d, a, FACT.fitting] = count(unseen & fits)
            facts[d, a, FACT.own_fitting] = count(kept & fits)
            facts[d, a, FACT.pips_kept] = pips_of(kept)


@kernel
def find_lightest(
    hands: Any, played: Any, sizes: Any, players: Any, positions: Any, pips: Any
) -> None:
    """Write down the pips that the smallest of the other hands of some turns holds on average."""
    for d in range(len(hands)):
        pips[d] = pips_of_the_shortest(hands[d], played[d], sizes[d], players[d], positions[d])


_ONE_SCORE = (1 << SCORE_BITS) - 1


class PoolStrategy(Strategy):
    """Base of the strategies for Domino Pool.

    Decisions are static functions of a view (``simulate.games.pool.views``) and ``p``; those
    that a strategy leaves out are inherited:

    ``play(view: Turn, p)``
        One of the options in ``view.legal``: the number of a tile, and 32 more where it goes
        to the right end.
    ``draw(view: Drawing, p)``
        1 draws a tile, 0 passes; asked with ``draw=may`` only.
    ``star(view: Starring, p)``
        1 pays again and comes back, 0 goes out; asked with ``star=may`` only.

    Examples
    --------
    >>> from boneyard import simulate
    >>> from boneyard.pool import PoolStrategy
    >>> from boneyard.tiles import lowest
    >>> class First(PoolStrategy):
    ...     name = "first"
    ...
    ...     def play(view, p):
    ...         return lowest(view.legal)
    >>> simulate("pool", [First, "random", "random"], sessions=20, hands=5, jobs=1).run.labels
    ['first', 'random', 'random']
    """

    games = ("pool",)
    decisions = ("play", "draw", "star")

    @staticmethod
    def draw(view: Drawing, p: Any) -> int:
        """Pass, unless that blocks the line while another hand is likely to be lighter."""
        blocks = view.passes == view.players - 1
        others = pips_of_the_shortest(
            view.hand, view.tiles_played, view.sizes, view.players, view.position)
        return int(blocks and view.pips > others)

    @staticmethod
    def star(view: Starring, p: Any) -> int:
        """Star where the seat's share of the pool is worth what it pays: the pips that it may still
        take before it is out, as a part of what all seats in may still take."""
        room = view.target - view.highest
        seats = 1 + count(view.starring)
        rooms = room * seats
        for position in range(view.players):
            if not view.going_out >> position & 1:
                rooms += view.target - (view.totals >> SCORE_BITS * position & _ONE_SCORE)
        pool = view.pool + seats * view.contribution
        return int(pool * room >= view.contribution * rooms)


class Random(PoolStrategy):
    """Plays at random."""

    name = "random"
    looks_at = "nothing"
    play = draw = star = UNIFORM
