"""What players at Loo count in a hand, against counting tile by tile."""

import numpy as np
import pytest

from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, DOUBLES, NUMBERS, TILES, mask, members
from simulate.domino.tricks import STRENGTH, SUIT, TRUMPS, by_rank
from simulate.theory.loo.hands import ranks_of
from strategies.loo.book import points_of
from strategies.loo.skills.hand_strength import best_five, least_useful

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


@pytest.mark.parametrize("is_dealer", [False, True])
def test_a_sum_counts_trumps_by_rank_and_the_turn_up_for_the_dealer_alone(is_dealer):
    worth = [1000, 100, 10, 1, 1, 1, 1]
    for trump, hand, turn_up in hands(5, 200):
        turned = 1 << turn_up
        held = hand | turned if is_dealer else hand
        ranked = TRUMPS[trump] if is_dealer else TRUMPS[trump] & ~turned
        order = sorted(members(ranked), key=lambda tile: -rank(tile, trump))
        trumps, doubles = int(held & TRUMPS[trump]), int(held & DOUBLES & ~TRUMPS[trump])
        expected = sum(worth[place] for place, tile in enumerate(order) if held >> tile & 1)
        expected += 10_000 * max(trumps.bit_count() - 1, 0) + 0.5 * doubles.bit_count()
        assert points_of(
            hand, trump, turn_up, is_dealer, 1000.0, 100.0, 10.0, 10_000.0, 0.5) == expected


@pytest.mark.parametrize("drawn", [6, 7])
def test_five_tiles_are_kept_by_throwing_the_least_useful_away_one_by_one(drawn):
    """Of tiles that are worth the same the one with the lowest number goes."""
    for trump, tiles, turn_up in hands(drawn, 400):
        discarded = ALL_TILES & ~(tiles | 1 << turn_up) & 0b1001_1010_0100_1101_1011
        unseen, kept = ALL_TILES & ~(tiles | discarded | 1 << turn_up), tiles
        while count(kept) > 5:
            kept &= ~(1 << least_useful(kept, trump, unseen))
        assert best_five(tiles, trump, turn_up, discarded) == kept
