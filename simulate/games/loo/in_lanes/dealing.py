"""The deal of Loo and Rounce in lanes, and the tiles of the misses."""

from __future__ import annotations

from typing import NamedTuple

from simulate.domino.tiles import ALL_TILES, TILES
from simulate.games.loo.in_lanes.state import Each, Places
from simulate.games.loo.in_lanes.tiles import (
    HIGHER,
    Draws,
    before_all,
    draw_seven,
    either,
    hand_of,
    showing,
)
from simulate.games.loo.in_lanes.tuples import each, fold, for_length
from simulate.games.loo.in_lanes.vectors import Lanes, everywhere
from simulate.machine.compiling import inlined
from simulate.machine.randomness import Word, philox

_NO_SEED = Word(0)

#: The draws of the hands, the dealer's first, and the sets drawn after them: the turn-up and
#: those of the misses, as places among the tiles that the hands leave.
_Draws = tuple[tuple[Draws, ...], Each]


class Deal(NamedTuple):
    """A hand as it is dealt: sets of tiles, and the key of the seats' own randomness."""

    hands: Each
    turn_up: Lanes
    trumps: Lanes
    misses: tuple[Lanes, Lanes]  #: the tiles of the first miss, and of the second
    key: Lanes


@inlined
def next_word(seed: Word, session: Lanes, number: Lanes) -> Lanes:
    """Return the word that the tiles from the 21st on are drawn with; see ``deck.shuffle_on``."""
    word, _, _, _ = philox(session, number, everywhere(1), everywhere(0), seed, _NO_SEED)
    return word


@inlined
def draw_for_two(
    words: tuple[Lanes, Lanes, Lanes], seed: Word, session: Lanes, number: Lanes
) -> _Draws:
    """Draw two hands, the turn-up and two misses of six."""
    a, b, c, d, e, f, g = draw_seven(words[0], TILES)
    h, i, j, up, k, l, m = draw_seven(words[1], TILES - 7)  # noqa: E741  # l follows k
    n, o, p, q, r, s, t = draw_seven(words[2], TILES - 14)
    rest = draw_seven(next_word(seed, session, number), TILES - 21)
    first = (p, o, n, m, l, k)
    second = before_all(hand_of((rest[1], rest[0], t, s, r, q)), first)
    return ((j, i, h, g, f), (e, d, c, b, a)), after_turn_up(up, hand_of(first), second)


@inlined
def draw_for_three(
    words: tuple[Lanes, Lanes, Lanes], seed: Word, session: Lanes, number: Lanes
) -> _Draws:
    """Draw three hands, the turn-up and a miss of six, which leaves six for another."""
    a, b, c, d, e, f, g = draw_seven(words[0], TILES)
    h, i, j, k, l, m, n = draw_seven(words[1], TILES - 7)  # noqa: E741  # l follows k
    o, up, p, q, r, s, t = draw_seven(words[2], TILES - 14)
    rest = draw_seven(next_word(seed, session, number), TILES - 21)
    hands = (o, n, m, l, k), (j, i, h, g, f), (e, d, c, b, a)
    return hands, after_turn_up(up, hand_of((rest[0], t, s, r, q, p)), everywhere(0))


@inlined
def draw_for_four(
    words: tuple[Lanes, Lanes, Lanes], seed: Word, session: Lanes, number: Lanes
) -> _Draws:
    """Draw four hands and the turn-up, which leave seven tiles for the one miss."""
    a, b, c, d, e, f, g = draw_seven(words[0], TILES)
    h, i, j, k, l, m, n = draw_seven(words[1], TILES - 7)  # noqa: E741  # l follows k
    o, p, q, r, s, t, up = draw_seven(words[2], TILES - 14)
    hands = (t, s, r, q, p), (o, n, m, l, k), (j, i, h, g, f), (e, d, c, b, a)
    return hands, after_turn_up(up, everywhere(0), everywhere(0))


@inlined
def after_turn_up(up: Lanes, first: Lanes, second: Lanes) -> Each:
    """Return sets among the tiles that the hands leave: turn-up and misses drawn after it."""
    draw = (up,)
    return hand_of(draw), before_all(first, draw), before_all(second, draw)


@inlined
def and_hand(later: Each, draws: Draws) -> Each:
    """Put a hand before sets drawn later, which become sets among the tiles before that hand."""
    return (hand_of(draws), *each(before_all, (later,), (draws,)))


@inlined
def set_of_all(tiles: Lanes, others: Lanes) -> Lanes:
    """Unite sets."""
    return tiles | others


@inlined
def deal(seed: Word, session: Lanes, number: Lanes, places: Places) -> Deal:
    """Deal five tiles a position and expose the turn-up, as ``declaring.deal`` does.

    We draw all places first. Then, from the last hand back to the first, places are turned into
    those among the tiles before the draws, until they are the tiles themselves.
    """
    start = everywhere(0)
    first, second, third, key = philox(session, number, start, start, seed, _NO_SEED)
    draw = for_length(places, draw_for_two, draw_for_three, draw_for_four)
    draws, later = draw((first, second, third), seed, session, number)
    sets = fold(and_hand, later, (draws,), ())
    hands, turn_up = sets[:-3], sets[-3]
    boneyard = ALL_TILES ^ fold(set_of_all, turn_up, (hands,), ())
    # Where a miss has no draws of its own, it has all tiles that are left.
    miss = either(sets[-2], boneyard)
    misses = miss, either(sets[-1], boneyard ^ miss)
    return Deal(hands, turn_up, showing(turn_up, everywhere(HIGHER)), misses, key)
