"""Sets of tiles side by side, and the deal: ``tile_sets``, ``deck`` and ``tricks`` in lanes.

The answers are the same to the bit. Nothing branches and nothing is looked up, since lanes would
part: where one tile is, or what suit it belongs to, is found by masks.
"""

from __future__ import annotations

import operator
from typing import NamedTuple

from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, LOW, NUMBERS, SHOWS, TILES
from simulate.games.loo.in_lanes.vectors import (
    Each,
    Lanes,
    Places,
    each,
    everywhere,
    fold,
    leading_zeros,
    populations,
    shared_out,
    where,
)
from simulate.machine.compiling import inlined
from simulate.machine.randomness import Word, draw, philox, pick

#: Draws that follow one another, the last one first.
Draws = tuple[Lanes, ...]

#: Shifting a tile by so many bits asks for its higher end: see ``showing``.
HIGHER = 32
_TOP_BIT = -(2**63)


def _ends() -> list[int]:
    """Return, by number, the tiles of which it is the lower end; above them the higher end."""
    by_end = [[sum(1 << t for t in range(TILES) if end[t] == k) for k in range(NUMBERS)]
              for end in (LOW, HIGH)]
    return [low | high << HIGHER for low, high in zip(*by_end, strict=True)]


_, _END_1, _END_2, _END_3, _END_4, _END_5, _END_6 = _ends()
_SHOWS_0, _SHOWS_1, _SHOWS_2, _SHOWS_3, _SHOWS_4, _SHOWS_5, _SHOWS_6 = (int(s) for s in SHOWS)


@inlined
def either(first: Lanes, second: Lanes) -> Lanes:
    """Return the first set unless it is empty, else the second."""
    return where(first == 0, second, first)


@inlined
def nth_bit(tiles: Lanes, n: Lanes, most: int) -> Lanes:
    """Return the tile that has ``n`` tiles of a set below it, as a set; n is ``most`` at most."""
    for k in range(most):
        tiles = where(n > k, tiles & (tiles - 1), tiles)
    return tiles & -tiles


@inlined
def uniform_bit(tiles: Lanes, word: Lanes, most: int) -> Lanes:
    """Return a tile chosen uniformly, as a set, from sets of ``most + 1`` tiles at most."""
    return nth_bit(tiles, pick(word, populations(tiles)), most)


@inlined
def showing(tile: Lanes, end: Lanes) -> Lanes:
    """Return the tiles that show the lower (0) or ``HIGHER`` end of a tile, a set of one."""
    asked = tile << end
    shown = where((asked & _END_1) != 0, _SHOWS_1, _SHOWS_0)
    shown = where((asked & _END_2) != 0, _SHOWS_2, shown)
    shown = where((asked & _END_3) != 0, _SHOWS_3, shown)
    shown = where((asked & _END_4) != 0, _SHOWS_4, shown)
    shown = where((asked & _END_5) != 0, _SHOWS_5, shown)
    return where((asked & _END_6) != 0, _SHOWS_6, shown)


@inlined
def winning(laid: Lanes, suit: Lanes, trumps: Lanes) -> Lanes:
    """Return the tile that wins a trick: the double of the best suit, or its highest tile."""
    best = either(laid & trumps, laid & suit)
    return everywhere(_TOP_BIT) >> leading_zeros(either(best & DOUBLES, best))


@inlined
def draw_seven(word: Lanes, left: int) -> Draws:
    """Draw seven places with one word while so many tiles are left; see ``deck``."""
    a, word = draw(word, left)
    b, word = draw(word, left - 1)
    c, word = draw(word, left - 2)
    d, word = draw(word, left - 3)
    e, word = draw(word, left - 4)
    f, word = draw(word, left - 5)
    g, word = draw(word, left - 6)
    return a, b, c, d, e, f, g


@inlined
def before(places: Lanes, drawn: Lanes) -> Lanes:
    """Turn places among the tiles left by a draw into places among those before it: those from the
    drawn place on move up by one, as adding a set of bits to itself does."""
    return places + (places & -(everywhere(1) << drawn))


@inlined
def with_draw(places: Lanes, drawn: Lanes) -> Lanes:
    """Do the same, and put the place drawn into the set."""
    bit = everywhere(1) << drawn
    return places + (places & -bit) | bit


@inlined
def before_all(places: Lanes, draws: Draws) -> Lanes:
    """Turn places among the tiles left by some draws into places among those before them."""
    return fold(before, places, (draws,), ())


@inlined
def hand_of(draws: Draws) -> Lanes:
    """Return the places of some draws among the tiles before them; none where nothing is drawn."""
    return fold(with_draw, everywhere(0), (draws,), ())


_NO_SEED = Word(0)


class Deal(NamedTuple):
    """A hand as it is dealt: sets of tiles, and the key of the seats' own randomness."""

    hands: Each
    turn_up: Lanes
    trumps: Lanes
    misses: tuple[Lanes, Lanes]  #: the tiles of the first miss, and of the second
    key: Lanes


@inlined
def and_hand(later: Each, draws: Draws) -> Each:
    """Put a hand before sets drawn later, which become sets among the tiles before that hand."""
    return (hand_of(draws), *each(before_all, (later,), (draws,)))


@inlined
def deal(seed: Word, session: Lanes, number: Lanes, places: Places) -> Deal:
    """Deal five tiles a position and expose the turn-up, as ``hand.deal`` does: all places are
    drawn first and then turned, from the last hand back, into those among the tiles before the
    draws, until they are the tiles themselves."""
    start = everywhere(0)
    first, second, third, key = philox(session, number, start, start, seed, _NO_SEED)
    # The word of the tiles from the 21st on; see ``deck.shuffle_on``.
    fourth, _, _, _ = philox(session, number, everywhere(1), start, seed, _NO_SEED)
    draws = draw_seven(first, TILES) + draw_seven(second, TILES - 7)
    draws = draws + draw_seven(third, TILES - 14) + draw_seven(fourth, TILES - 21)
    hands_drawn, turned, one, two = shared_out(draws, places)
    later = (hand_of(turned), before_all(hand_of(one), turned),
             before_all(before_all(hand_of(two), one), turned))
    sets = fold(and_hand, later, (hands_drawn,), ())
    hands, turn_up = sets[:-3], sets[-3]
    boneyard = ALL_TILES ^ fold(operator.or_, turn_up, (hands,), ())
    # Where a miss has no draws of its own, it has all tiles that are left.
    miss = either(sets[-2], boneyard)
    misses = miss, either(sets[-1], boneyard ^ miss)
    return Deal(hands, turn_up, showing(turn_up, everywhere(HIGHER)), misses, key)
