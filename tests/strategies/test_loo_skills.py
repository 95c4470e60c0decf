"""What players at Loo count in a hand, against counting tile by tile."""

import numpy as np
import pytest

from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, NUMBERS, TILES, mask, members
from simulate.domino.tricks import STRENGTH, SUIT, TRUMPS, by_rank
from simulate.solving.loo.hand_classes import ranks_of
from strategies.loo.skills.hand_strength import best_five, best_trumps, least_useful

RANDOM = np.random.default_rng(11)


def rank(tile, trump):
    return STRENGTH[trump, trump, tile]


def hands(tiles, number):
    """Yield a trump, some tiles and a turn-up, at random."""
    for _ in range(number):
        dealt = RANDOM.permutation(TILES)
        yield int(RANDOM.integers(NUMBERS)), mask(dealt[:tiles]), int(dealt[tiles])


@pytest.mark.parametrize("trump", range(NUMBERS))
def test_trumps_stand_in_order_by_rank(trump):
    trumps = sorted(members(int(SUIT[trump, trump])), key=lambda tile: rank(tile, trump))
    raised = [by_rank(1 << tile) for tile in trumps]
    assert raised == sorted(set(raised))


def test_trumps_are_ranked_by_those_out_and_held():
    for trump, hand, turn_up in hands(5, 200):
        held, out = hand & TRUMPS[trump], TRUMPS[trump] & ~(hand | 1 << turn_up)
        order = sorted(members(held | out), key=lambda tile: -rank(tile, trump))
        assert ranks_of(held, out) == sum(
            1 << place for place, tile in enumerate(order) if held >> tile & 1)


def test_trumps_that_none_or_one_beats_are_counted():
    for trump, hand, turn_up in hands(5, 200):
        held, out = hand & TRUMPS[trump], TRUMPS[trump] & ~(hand | 1 << turn_up)
        above = [sum(rank(other, trump) > rank(tile, trump) for other in members(out))
                 for tile in members(held)]
        assert best_trumps(held, out) == (above.count(0), above.count(1))


@pytest.mark.parametrize("drawn", [6, 7])
def test_five_tiles_are_kept_by_throwing_the_least_useful_away_one_by_one(drawn):
    """Of tiles that are worth the same the one with the lowest number goes."""
    for trump, tiles, turn_up in hands(drawn, 400):
        unseen, kept = ALL_TILES & ~(tiles | 1 << turn_up), tiles
        while count(kept) > 5:
            kept &= ~(1 << least_useful(kept, trump, unseen))
        assert best_five(tiles, trump, turn_up) == kept


def test_of_trumps_alone_the_lowest_goes():
    for trump in range(NUMBERS):
        trumps = int(TRUMPS[trump])
        lowest = min(members(trumps), key=lambda tile: rank(tile, trump))
        assert least_useful(trumps, trump, 0) == lowest
        double = max(members(trumps), key=lambda tile: rank(tile, trump))
        assert least_useful(1 << double, trump, 0) == double
