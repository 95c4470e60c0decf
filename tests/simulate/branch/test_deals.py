"""Deals that agree with what is known come with the right frequencies."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from simulate.branch.deals import draw_deals, known_deal
from simulate.domino.tiles import ALL_TILES, members, parse
from simulate.errors import BoneyardError
from simulate.games.spot import Event, Holding, InfoState, no_extra, nothing_fixed

_FREE = [parse(text) for text in ("6-6", "6-5", "5-5", "4-3", "2-1")]


def _spot(groups):
    """A deck whose first five places are unknown: all tiles but five lie behind them."""
    fixed = nothing_fixed()
    fixed[5:] = [tile for tile in members(ALL_TILES) if tile not in _FREE]
    return InfoState(Event(0, "play", 0, 0, ""), {}, fixed, tuple(groups), (), (), no_extra())


def drawn(spot, deals):
    """Some deals that agree with a spot, and their weights."""
    orders, weights = np.zeros((deals, 28), np.int64), np.zeros(deals)
    known = known_deal(spot)
    draw_deals(known, 7919, np.arange(deals), orders, np.zeros((0, 0), np.int64), weights)
    return orders, weights


def _frequencies(groups, deals=40_000):
    orders, weights = drawn(_spot(groups), deals)
    found = Counter()
    for order, weight in zip(orders[:, :5].tolist(), weights, strict=True):
        found[tuple(order)] += weight
    total = sum(found.values())
    return {order: weight / total for order, weight in found.items()}


def _agrees(order, groups):
    for group in groups:
        known = {tile: (first, stop) for tile, first, stop in group.known}
        for k, slot in enumerate(group.slots):
            tile = order[slot]
            if tile in known:
                if not known[tile][0] <= k < known[tile][1]:
                    return False
            elif not group.open[k] >> tile & 1:
                return False
        if not {order[slot] for slot in group.slots} >= set(known):
            return False
    return True


_NO_SIX = ALL_TILES & ~(1 << parse("6-6") | 1 << parse("6-5"))
_GROUPS = {
    "a void": [Holding((0, 1), (), (_NO_SIX,) * 2)],
    "a void and a tile shown": [Holding((0, 1, 2), ((parse("4-3"), 0, 3),), (_NO_SIX,) * 3)],
    "a tile shown early": [
        Holding((0, 1, 3), ((parse("6-6"), 0, 1), (parse("5-5"), 0, 3)), (ALL_TILES,) * 3)],
    "a tile that came late": [
        Holding((0, 1, 3), ((parse("6-6"), 2, 3),), (_NO_SIX, _NO_SIX, ALL_TILES))],
    "two seats": [Holding((0, 1), (), (_NO_SIX,) * 2),
                  Holding((2, 3), (), (ALL_TILES & ~(1 << parse("5-5")),) * 2)]}


@pytest.mark.parametrize("name", _GROUPS)
def test_all_deals_that_agree_are_equally_likely(name):
    groups = _GROUPS[name]
    agreeing = [order for order in permutations(_FREE) if _agrees(order, groups)]
    found = _frequencies(groups)
    assert set(found) == set(agreeing)
    expected = 1 / len(agreeing)
    error = np.sqrt(expected / 40_000)
    assert max(abs(share - expected) for share in found.values()) < 6 * error


def test_a_sampler_that_forgets_a_void_is_found_out():
    groups = _GROUPS["a void"]
    forgetful = [Holding((0, 1), (), (ALL_TILES,) * 2)]
    assert any(not _agrees(order, groups) for order in _frequencies(forgetful))


def test_a_tile_in_two_places_is_refused():
    groups = [Holding((0,), ((parse("6-6"), 0, 1),), (ALL_TILES,)),
              Holding((1,), ((parse("6-6"), 0, 1),), (ALL_TILES,))]
    with pytest.raises(BoneyardError, match="6-6 is in two places"):
        known_deal(_spot(groups))
