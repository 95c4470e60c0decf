"""Charts against whole sessions: the short form of what ``make verify`` compares."""

import numpy as np
import pytest

from simulate.domino.tiles import HIGH, TILES
from simulate.games.loo.views import DROP, MISS, PLAY
from simulate.theory.loo.hands import kind_of_hand, name_of_kind
from tests.proofs.margins import compare, name_of_hand
from tests.proofs.spots import SPOTS, Spot


@pytest.mark.parametrize("spot", [
    # What the price of a chip in the next pool got wrong by ten chips, and the sign of it.
    next(spot for spot in SPOTS if spot.rules == {"penalty": "cap:40"}),
    Spot("banker,book,random", 3, 0, 0, 0, 0, "no trump", MISS, DROP),
    # Who plays the tiles by a chart as well.
    Spot("solved", 2, 0, 0, 0, 0, "2 trumps with the best", PLAY, MISS,
         rules={"penalty": "cap:10n"}),
], ids=str)
@pytest.mark.slow
def test_a_margin_is_what_whole_sessions_show(spot):
    (row,) = compare((spot,), 400, 80_000)
    assert abs(row.apart) < 4
    assert row.sessions == 400
    # Both are sharp enough to say which declaration is better.
    assert np.sign(row.said) == np.sign(row.shown)
    assert abs(row.shown) > 3 * row.shown_se


def test_hands_are_named_as_the_chart_names_them():
    rng = np.random.default_rng(1)
    for _ in range(3000):
        tiles = rng.permutation(TILES)[:6].tolist()
        hand, turn_up = sum(1 << tile for tile in tiles[:5]), tiles[5]
        trump = int(HIGH[turn_up])
        kind = name_of_kind(kind_of_hand(hand, trump, turn_up, 0))
        assert name_of_hand(hand, trump, turn_up) == kind
