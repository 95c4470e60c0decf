"""Trick-taking with tiles: suits, rank, what may be led and followed, who wins.

Every function takes an *order*: which number is trump, how trumps rank, and as which of its
numbers a tile may be led.  Domino Loo and Rounce use ``plain(trump)``, Domino Euchre
``bowers(trump, high)``; nothing else differs.
"""

import numpy as np

from simulate.domino.tile_sets import count, either, lowest, nth_bit
from simulate.domino.tiles import DOUBLES, HIGH, LOW, NUMBERS, SHOWS, TILE, TILES
from simulate.machine.compiling import inlined
from simulate.machine.randomness import pick
from simulate.machine.table import pointer

#: Orders by trump: plain, with bowers, with bowers and without where a tile is led as its higher
#: end.
_ORDERS = 4 * NUMBERS


def left_bower(trump: int) -> int:
    """Return the tile that ranks second in trumps at Domino Euchre."""
    return int(TILE[trump - 1, trump - 1]) if trump > 0 else int(TILE[6, 6])


def _tables() -> tuple[np.ndarray, ...]:
    """Return ``SUIT``, ``STRENGTH`` and ``LED_AS``."""
    suit = np.zeros((_ORDERS, NUMBERS), np.int64)
    strengths = np.zeros((_ORDERS, NUMBERS, TILES), np.int8)
    led = np.zeros((_ORDERS, TILES), np.int8)
    for order in range(_ORDERS):
        trump, has_bowers = order % NUMBERS, NUMBERS <= order < 3 * NUMBERS
        trumps = int(SHOWS[trump]) | (1 << left_bower(trump) if has_bowers else 0)
        suit[order] = SHOWS & ~trumps
        suit[order, trump] = trumps
        for tile in range(TILES):
            high, low = int(HIGH[tile]), int(LOW[tile])
            if trumps >> tile & 1:
                # The double is the highest, then the other end; bowers come before them.
                rank = 7 if high == low else high + low - trump
                if has_bowers and high == low:
                    rank = 9 if high == trump else 8
                strengths[order, :, tile] = 16 + rank
                led[order, tile] = 1 << trump
                continue
            for number in {high, low}:
                strengths[order, number, tile] = 8 if high == low else 1 + high + low - number
            led[order, tile] = 1 << high | (0 if order >= 2 * NUMBERS else 1 << low)
    return suit, strengths, led


#: SUIT[order, k]: the set of tiles of suit k, of trumps where k is the trump number.
#: STRENGTH[order, led, tile]: 0 for a tile that cannot win, trumps from 16 on.
#: LED_AS[order, tile]: the suits a tile may be led as; trumps and doubles have one.
SUIT, STRENGTH, LED_AS = _tables()
TRUMPS = np.array([SUIT[order, order % NUMBERS] for order in range(_ORDERS)], dtype=np.int64)
#: BEATING[order, led, tile]: the set of tiles that beat a tile in a trick.
BEATING = ((STRENGTH[:, :, None, :] > STRENGTH[:, :, :, None]) << np.arange(TILES)).sum(
    -1).astype(np.int32)
#: Tiles of a suit that beat a tile of it: int64[orders, suits, tiles].
BETTER = (SUIT[:, :, None] >> np.arange(TILES) & 1) * (BEATING & SUIT[:, :, None])
_BETTER = BETTER.ravel()
#: The same of a tile led as its higher, then as its lower number: a pair a tile, by order.
_AS_ENDS = np.stack([BETTER[:, end, np.arange(TILES)] for end in (HIGH, LOW)], axis=-1).ravel()
#: _END[order, tile, end]: the lower and the higher of the suits a tile may be led as.
_END = np.array([[(suits & -suits, suits) for suits in row] for row in LED_AS.tolist()])
_END = np.log2(_END).astype(np.int8)
_END_SUIT = np.take_along_axis(SUIT[:, None, :], _END.astype(np.int64), axis=2)


@inlined
def plain(trump: int, high: int = 0) -> int:
    """Return the order of Loo and Rounce: the double highest, then 6 down to blank.

    With ``high`` 1 a plain tile is led as its higher end only, with 0 as either.

    Examples
    --------
    >>> from boneyard.loo import plain, trumps_of
    >>> from boneyard.tiles import names
    >>> names(trumps_of(plain(6)))
    ['6-6', '6-5', '6-4', '6-3', '6-2', '6-1', '6-0']
    """
    return trump + 3 * NUMBERS * high


@inlined
def bowers(trump: int, high: int = 0) -> int:
    """Return the order of Euchre: right bower, left bower, then 6 down to blank.

    With ``high`` 1 a plain tile is led as its higher end only, with 0 as either.

    Examples
    --------
    >>> from boneyard.euchre import bowers, trumps_of
    >>> from boneyard.tiles import names
    >>> names(trumps_of(bowers(1)))
    ['6-1', '5-1', '4-1', '3-1', '2-1', '1-1', '1-0', '0-0']
    """
    return trump + NUMBERS * (1 + high)


@inlined
def trumps_of(order: int) -> int:
    """Return the set of all trumps.

    Examples
    --------
    >>> from boneyard.loo import plain, trumps_of
    >>> from boneyard.tiles import count
    >>> count(trumps_of(plain(3)))
    7
    """
    return TRUMPS[order]


@inlined
def by_rank(trumps: int) -> int:
    """Return trumps of Loo or Rounce as a set in which a higher bit is a higher trump.

    The numbers of trumps rise with the other end; the double, which is the highest, goes on top.

    Examples
    --------
    >>> from simulate.domino.tiles import mask, parse
    >>> by_rank(mask([parse("3-3")])) > by_rank(mask([parse("6-3")]))
    True
    """
    double = trumps & DOUBLES
    return trumps ^ double | double << TILES


@inlined
def better_than(tile: int, suit: int, order: int) -> int:
    """Return the tiles of a suit that beat a tile of it."""
    return pointer(_BETTER)[(order * NUMBERS + suit) * TILES + tile]


@inlined
def beaten_as(tile: int, order: int, unseen: int) -> tuple[int, int]:
    """Count the tiles of a set that beat a plain tile led as its higher, then its lower number."""
    at = 2 * (order * TILES + tile)
    return count(unseen & pointer(_AS_ENDS)[at]), count(unseen & pointer(_AS_ENDS)[at + 1])


@inlined
def beaten_by(tile: int, order: int, unseen: int) -> int:
    """Count the tiles of a set that beat a plain tile led as the better of its numbers."""
    as_high, as_low = beaten_as(tile, order, unseen)
    return min(as_high, as_low)


@inlined
def suit_of(order: int, suit: int) -> int:
    """Return the set of tiles of a suit; of trumps if it is the trump suit.

    Examples
    --------
    >>> from boneyard.loo import plain, suit_of
    >>> from boneyard.tiles import names
    >>> names(suit_of(plain(6), 0))
    ['5-0', '4-0', '3-0', '2-0', '1-0', '0-0']
    """
    return SUIT[order, suit]


@inlined
def strength(order: int, led: int, tile: int) -> int:
    """Return how strong a tile is in a trick: 0 cannot win; trumps from 16 on.

    Examples
    --------
    >>> from boneyard.loo import plain, strength
    >>> from boneyard.tiles import parse
    >>> strength(plain(6), 5, parse("6-0")) > strength(plain(6), 5, parse("5-5"))
    True
    """
    return STRENGTH[order, led, tile]


@inlined
def beating(order: int, led: int, tile: int) -> int:
    """Return the tiles that beat a tile in a trick, as a set."""
    return BEATING[order, led, tile]


@inlined
def follows(hand: int, suit: int, trumps: int) -> int:
    """Return the tiles of a hand that may follow (rules 3 to 5 of Loo): a suit, else the trumps
    where it has to trump (empty where it need not), else any."""
    return either(either(hand & suit, hand & trumps), hand)


@inlined
def leads(hand: int, trumps: int, trumps_that_oblige: int) -> int:
    """Return the tiles that may be led: trumps alone from a hand with that many of them."""
    held = hand & trumps
    return held if held != 0 and count(held) >= trumps_that_oblige else hand


@inlined
def announce(tile: int, suit: int) -> int:
    """Return the action of a lead: this tile, led as this suit.

    Examples
    --------
    >>> from boneyard.loo import announce
    >>> from boneyard.tiles import parse
    >>> announce(parse("5-3"), 3)
    147
    """
    return tile * 8 + suit


@inlined
def led_as(order: int, tile: int) -> int:
    """Return the suits that a tile may be led as, bit k for suit k."""
    return LED_AS[order, tile]


@inlined
def is_legal_lead(order: int, legal: int, answer: int) -> bool:
    """Return whether an announced lead is a legal tile under a suit it belongs to."""
    tile = answer >> 3
    if answer < 0 or tile >= TILES or not legal >> tile & 1:
        return False
    return bool(LED_AS[order, tile] >> (answer & 7) & 1)


@inlined
def is_legal_tile(legal: int, tile: int) -> bool:
    """Return whether an action is one of the legal tiles."""
    return 0 <= tile < TILES and bool(legal >> tile & 1)


@inlined
def only_lead(order: int, legal: int) -> int:
    """Return the announced lead when there is nothing to choose, else -1."""
    tile = lowest(legal)
    suits = LED_AS[order, tile]
    if legal & (legal - 1) or suits & (suits - 1):
        return -1
    return announce(tile, lowest(suits))


@inlined
def uniform_lead(order: int, legal: int, word: int) -> int:
    """Return a tile chosen uniformly, then one of its suits uniformly."""
    tile = uniform_tile(legal, word)
    return announce(tile, uniform_suit(order, tile, word))


@inlined
def uniform_suit(order: int, tile: int, word: int) -> int:
    """Return one of the suits that a tile may be led as, chosen uniformly."""
    return _END[order, tile, word & 1]


@inlined
def tiles_of_uniform_suit(order: int, tile: int, word: int) -> int:
    """Return the tiles of the ``uniform_suit``, found without waiting for its number."""
    return _END_SUIT[order, tile, word & 1]


@inlined
def uniform_bit(legal: int, word: int) -> int:
    """Return a tile of a set chosen uniformly, as a set."""
    return nth_bit(legal, pick(word, count(legal)))


@inlined
def uniform_tile(legal: int, word: int) -> int:
    """Return a tile of a set chosen uniformly."""
    return lowest(uniform_bit(legal, word))
