"""Dealing: tiles are drawn one by one from the set of those that remain.

The order in which the 28 tiles come is a function of (seed, session, hand) alone: whoever
draws, and whenever, the j-th tile drawn is the same.  Seven draws share a word of
randomness, three words and the key of the seats' own randomness come from one block.

A deck can be *stacked*: ``stack`` finds the words with which the tiles come in a given order,
and a table whose entry ``stacked`` is 1 is dealt from the words that it holds.

``draw_holdings`` deals what others can hold.  A *holder*, a seat or a place in the deck, has some
tiles, none of those that it has shown to be without.  The holders are dealt in turn, those with the
fewest open tiles first, each uniformly from what is left.  A deal comes with the chance
1 / (n1 n2 n3 ...), where the n are the numbers of choices that there were.  So it gets the weight
n1 n2 n3 ..., and all deals that agree count alike (importance sampling; Owen, "Monte Carlo theory,
methods and examples", chapter 9).  Weights are shares of the most that they can be: a deal kept
with its weight for a chance needs none (rejection sampling, chapter 4 there).
"""

from typing import Any

import numpy as np

from simulate.domino.tile_sets import at_places, count, nth_bit
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import Word, block, decision_word, draw, pick
from simulate.machine.table import BASE, Table, lay_out

_DRAWS_A_WORD = 7
_WORDS_A_BLOCK = 3


@inlined
def shuffle(table: Table) -> None:
    """Turn all tiles face down, ready to be drawn."""
    table[BASE.boneyard] = ALL_TILES
    if table[BASE.stacked]:
        return
    a, b, c, key = block(table[BASE.seed], table[BASE.session], table[BASE.number], 0)
    table[BASE.key] = np.int64(key)
    table[BASE.words] = np.int64(a)
    table[BASE.words + 1] = np.int64(b)
    table[BASE.words + 2] = np.int64(c)


@inlined
def shuffle_on(table: Table) -> tuple[Word, Word, Word]:
    """Get the word for the tiles from the 22nd on; return those that no tile is drawn with."""
    if table[BASE.stacked]:
        return (np.uint64(table[BASE.words + 4]), np.uint64(table[BASE.words + 5]),
                np.uint64(table[BASE.words + 6]))
    a, b, c, d = block(table[BASE.seed], table[BASE.session], table[BASE.number], 1)
    table[BASE.words + _WORDS_A_BLOCK] = np.int64(a)
    return b, c, d


@inlined
def draw_tiles(table: Table, start: int, tiles: int) -> int:
    """Draw ``tiles`` tiles after ``start`` of them; return them as a set."""
    if start + tiles > TILES:
        raise ValueError("more tiles are drawn than the set has")
    boneyard = table[BASE.boneyard]
    # The tiles' places in the boneyard are drawn first: that need not wait for the draws before.
    all_places = (1 << TILES - start) - 1
    places = all_places
    left_over = np.uint64(table[BASE.left_over])
    for j in range(start, start + tiles):
        if j % _DRAWS_A_WORD == 0:
            if j == _DRAWS_A_WORD * _WORDS_A_BLOCK:
                shuffle_on(table)
            left_over = np.uint64(table[BASE.words + j // _DRAWS_A_WORD])
        r, left_over = draw(left_over, TILES - j)
        places ^= nth_bit(places, np.int64(r))
    table[BASE.left_over] = np.int64(left_over)
    drawn = at_places(all_places ^ places, boneyard)
    table[BASE.boneyard] = boneyard ^ drawn
    return drawn


@inlined
def draw_all(table: Table, into: int) -> None:
    """Draw the whole set into entries of the table, each tile as a set, after ``shuffle_on``."""
    boneyard = ALL_TILES
    for word in range(TILES // _DRAWS_A_WORD):
        start = _DRAWS_A_WORD * word
        # As in draw_tiles, places are drawn first.
        all_places = (1 << TILES - start) - 1
        places = all_places
        left_over = np.uint64(table[BASE.words + word])
        for j in range(start, start + _DRAWS_A_WORD):
            r, left_over = draw(left_over, TILES - j)
            place = nth_bit(places, np.int64(r))
            places ^= place
            table[into + j] = at_places(place, boneyard)
        boneyard ^= at_places(all_places ^ places, boneyard)
    table[BASE.boneyard] = boneyard


@helper
def word_that_draws(choices: Any, drawn: Any, draws: int) -> int:
    """Return a word of randomness that draws numbers one after the other of so many ``choices``,
    whose product is below 2**36: then the float's 53 bits leave no doubt."""
    share = 0.5
    for j in range(draws - 1, -1, -1):
        share = (drawn[j] + share) / choices[j]
    return int(np.int64(np.uint64(share * 2.0**64)))


@helper
def stack(table: Table, order: Any, choices: Any, drawn: Any) -> None:
    """Stack the deck so that tiles come in an order, int64[28]; the rest is room to work."""
    left = ALL_TILES
    for word in range(TILES // _DRAWS_A_WORD):
        for j in range(_DRAWS_A_WORD):
            tile = order[_DRAWS_A_WORD * word + j]
            choices[j] = TILES - (_DRAWS_A_WORD * word + j)
            drawn[j] = count(left & ((1 << tile) - 1))
            left &= ~(1 << tile)
        table[BASE.words + word] = word_that_draws(choices, drawn, _DRAWS_A_WORD)
    table[BASE.stacked] = 1


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
