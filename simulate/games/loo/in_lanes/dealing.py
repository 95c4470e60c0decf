"""The deal of Loo and Rounce in lanes."""

from __future__ import annotations

from typing import NamedTuple

from simulate.domino.in_lanes import HIGHER, before_five, draw_seven, hand_of, showing
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.games.loo.in_lanes.state import Four
from simulate.machine.compiling import inlined
from simulate.machine.lanes import Lanes, everywhere
from simulate.machine.randomness import Word, philox


class Deal(NamedTuple):
    """A hand as it is dealt: sets of tiles, and the key of the seats' own randomness."""

    hands: Four
    turn_up: Lanes
    trumps: Lanes
    boneyard: Lanes
    key: Lanes


@inlined
def deal(seed: Word, session: Lanes, number: Lanes) -> Deal:
    """Deal five tiles a position and expose the turn-up, as ``declaring.deal`` does.

    We draw all places first. Then, from the last hand back to the first, places are turned into
    those among the tiles before the draws, until they are the tiles themselves.
    """
    no_seed, start = Word(0), everywhere(0)
    first, second, third, key = philox(session, number, start, start, seed, no_seed)
    a, b, c, d, e, f, g = draw_seven(first, TILES)
    h, i, j, k, l, m, n = draw_seven(second, TILES - 7)  # noqa: E741
    o, p, q, r, s, t, up = draw_seven(third, TILES - 14)
    one, two, three, four = (a, b, c, d, e), (f, g, h, i, j), (k, l, m, n, o), (p, q, r, s, t)
    up = before_five(everywhere(1) << up, four)
    dealers, up = before_five(hand_of(four), three), before_five(up, three)
    third_hand, dealers, up = (
        before_five(hand_of(three), two), before_five(dealers, two), before_five(up, two))
    second_hand, third_hand, dealers, up = (
        before_five(hand_of(two), one), before_five(third_hand, one), before_five(dealers, one),
        before_five(up, one))
    hands = (hand_of(one), second_hand, third_hand, dealers)
    boneyard = ALL_TILES ^ (hands[0] | second_hand | third_hand | dealers | up)
    return Deal(hands, up, showing(up, everywhere(HIGHER)), boneyard, key)
