"""Charts and advice against whole sessions: the short form of what ``make verify`` compares."""

import numpy as np
import pytest

from simulate.domino.tiles import HIGH, TILES
from simulate.games.loo.views import AT, DROP, MISS, PLAY, SEATS
from simulate.machine.table import BASE
from simulate.theory.loo.hands import kind_of_hand, name_of_kind
from tests.proofs.margins import compare, name_of_hand
from tests.proofs.spots import SPOTS, Spot
from tests.proofs.whole_sessions import give


@pytest.mark.parametrize("spot", [
    # What the price of a chip in the next pool got wrong by ten chips, and the sign of it.
    next(spot for spot in SPOTS if spot.rules == {"penalty": "cap:40"}),
    Spot("banker,book,random", 3, 0, 0, 0, 0, "no trump", MISS, DROP),
    # Who plays the tiles by a chart as well.
    Spot("solved", 2, 0, 0, 0, 0, "2 trumps with the best", PLAY, MISS,
         rules={"penalty": "cap:10n"}),
    Spot("banker,random", 2, 0, 0, 0, 0, "2-1 4-4 3-1 2-0 5-4 6-3", PLAY, MISS),
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


def test_a_hand_that_is_given_leaves_the_others_dealt_evenly():
    rng, row = np.random.default_rng(2), np.zeros(AT.size, np.int64)
    row[AT.players] = SEATS
    hand, turn_up, counts, deals = 0b11111, 20, np.zeros((SEATS, TILES)), 4000
    for _ in range(deals):
        order = rng.permutation(TILES).tolist()
        for p in range(SEATS):
            row[AT.dealt + p] = sum(1 << tile for tile in order[5 * p : 5 * p + 5])
        row[AT.turn_up] = order[20]
        give(row, 2, hand, turn_up)
        held = [int(tiles) for tiles in row[AT.dealt : AT.dealt + SEATS]]
        assert held[2] == hand and row[AT.turn_up] == turn_up and row[AT.trump] == HIGH[turn_up]
        together = [*held, 1 << turn_up, int(row[BASE.boneyard])]
        assert sum(together) == (1 << TILES) - 1 and sum(map(int.bit_count, together)) == TILES
        counts += [[tiles >> tile & 1 for tile in range(TILES)] for tiles in held]
    others = np.delete(counts[[0, 1, 3]], [*range(5), turn_up], axis=1)
    expected, spread = deals * 5 / 22, np.sqrt(deals * 5 / 22 * 17 / 22)
    assert (abs(others - expected) < 4.5 * spread).all()
