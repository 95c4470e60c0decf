"""What others can hold, and hands drawn that agree with it.

A *holder*, a seat or a place in the deck, has some tiles, none of those that it has shown to be
without.  The holders are dealt in turn, those with the fewest open tiles first, each uniformly from
what is left.  A deal comes with the chance 1 / (n1 n2 n3 ...), where the n are the numbers of
choices that there were.  So it gets the weight n1 n2 n3 ..., and all deals that agree count alike
(importance sampling; Owen, "Monte Carlo theory, methods and examples", chapter 9).  Weights are
shares of the most that they can be: a deal kept with its weight for a chance needs none (rejection
sampling, chapter 4 there).
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, nth_bit
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out
from simulate.machine.randomness import decision_word, pick

#: What a holder can have. Holders stand one behind the other, those with few open tiles first.
HOLDER = lay_out(
    0,
    owner=1,
    open_to=1,  # set of tiles that it may have, beside those that it is known to have
    tiles=1,  # how many it has in all
    most=1,  # how many of these can be left when its turn comes
)


@inlined
def fresh_word(stream: Any) -> int:
    """Return 63 random bits that have not been used; ``stream``: a key and a count, int64[2]."""
    stream[1] += 1
    return decision_word(stream[0], stream[1])


@helper
def add_holder(holders: Any, many: int, owner: int, open_to: int, tiles: int) -> int:
    """Add a holder to so many, ``int64[many * HOLDER.size]``; return how many there are then."""
    at = HOLDER.size * many
    while at > 0 and count(holders[at - HOLDER.size + HOLDER.open_to]) > count(open_to):
        for k in range(HOLDER.size):
            holders[at + k] = holders[at - HOLDER.size + k]
        at -= HOLDER.size
    holders[at + HOLDER.owner], holders[at + HOLDER.open_to] = owner, open_to
    holders[at + HOLDER.tiles], holders[at + HOLDER.most] = tiles, count(open_to)
    return many + 1


@inlined
def _missing(holders: Any, at: int, held: Any) -> int:
    """Return how many tiles a holder is still to be dealt."""
    return holders[at + HOLDER.tiles] - count(held[holders[at + HOLDER.owner]])


@helper
def find_most(holders: Any, many: int, held: Any) -> None:
    """Lower the most tiles that can be left to each holder by those that earlier ones must take of
    its own. ``held``: what each owner is known to have."""
    for i in range(0, HOLDER.size * many, HOLDER.size):
        own = holders[i + HOLDER.open_to]
        for j in range(0, i, HOLDER.size):
            elsewhere = count(holders[j + HOLDER.open_to] & ~own)
            holders[i + HOLDER.most] -= max(0, _missing(holders, j, held) - elsewhere)


@helper
def draw_set(stream: Any, tiles: int, many: int) -> int:
    """Draw some tiles of a set uniformly."""
    drawn = 0
    for _ in range(many):
        tile = nth_bit(tiles, pick(fresh_word(stream), count(tiles)))
        tiles ^= tile
        drawn |= tile
    return drawn


@helper
def draw_holdings(holders: Any, many: int, free: int, stream: Any, held: Any) -> float:
    """Draw the holders' tiles from those that are free, and add them to what is ``held`` by owner;
    return the weight of the deal, 0 if it failed."""
    weight = 1.0
    for i in range(0, HOLDER.size * many, HOLDER.size):
        tiles, most = _missing(holders, i, held), holders[i + HOLDER.most]
        choices = holders[i + HOLDER.open_to] & free
        left = count(choices)
        if left < tiles:
            return 0.0
        for k in range(tiles):
            weight *= (left - k) / (most - k)
        drawn = draw_set(stream, choices, tiles)
        held[holders[i + HOLDER.owner]] |= drawn
        free ^= drawn
    return weight
