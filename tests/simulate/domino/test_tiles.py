"""Tiles as people write them, and as programs give them."""

import numpy as np
import pytest

from simulate.domino.tiles import TILES, mask, name, names, parse, with_plain_tiles
from simulate.errors import BoneyardError
from tests.spelled import signs, spellings


@pytest.mark.parametrize("tile", range(TILES))
def test_a_tile_is_read_however_it_is_written(tile):
    high, low = map(int, name(tile).split("-"))
    for text in [*spellings(tile), f"{high}{low}", f" {low}{high} "]:
        assert parse(text) == tile, text
    for given in ((high, low), [low, high], (np.int64(low), high), np.array([low, high]), tile,
                  np.int64(tile)):
        assert parse(given) == tile


def test_every_sign_of_unicode_but_the_two_backs_is_a_tile():
    read = [parse(sign) for high in range(7) for low in range(high + 1)
            for sign in signs(high, low)]
    assert len(read) == 4 * TILES and set(read) == set(range(TILES))
    for back in "\U0001F030\U0001F062":
        with pytest.raises(BoneyardError, match="is not a tile"):
            parse(back)


@pytest.mark.parametrize("given", [
    "", "6", "6-7", "7-1", "66-4", "6--4", "6 4", "[6|4", "6|4]", "(6|4]", "\u00b2-1", "\u0663-1",
    np.array([6, 7]), np.array([[6, 4]]),
    "a6-4", "6-4-2", True, None, 2.0, (6,), (6, 7), (6, 4, 1), (6.0, 4), (True, 4), -1, 28, 64])
def test_what_is_no_tile_is_refused(given):
    with pytest.raises(BoneyardError, match=r"not (a tile|the number of a tile)"):
        parse(given)
    with pytest.raises(BoneyardError, match=r"not (a tile|the number of a tile)"):
        name(given)
    with pytest.raises(BoneyardError, match=r"not (a tile|the number of a tile)"):
        mask([given])


def test_sets_are_made_of_tiles_however_they_are_written():
    for given in ([27, "6-2"], "6-6 6-2", "[6|6][2|6]", np.array([[6, 6], [6, 2]]),
                  (tile for tile in ([6, 6], 23, "6-2"))):
        assert names(mask(given)) == ["6-6", "6-2"]
    for no_set in ("6-6", None, ["6-6"], np.array([27, 23])):
        with pytest.raises(BoneyardError, match="is no set of tiles"):
            names(no_set)
    for none in (5, None):
        with pytest.raises(BoneyardError, match="is no list of tiles"):
            mask(none)


@pytest.mark.parametrize(("text", "plain"), [
    ("4:6-4 66; 2:2:2", "4:6-4 66; 2:2:2"), ("4: 6:4 [6|5]; 2: 2/2", "4: 6-4 6-5 ; 2: 2-2"),
    ("[6|6][6|2]", "6-6 6-2"), ("\U0001F061\U0001F05B", "6-6 6-0"),
    ("6/4 2/1 5/5 / 3 4", "6-4 2-1 5-5 / 3 4"), ("6|4, 4\u20132 right", "6-4, 4-2 right"),
    ("(6, 4), pass", "6-4 , pass"), ("cap:40 12:30 1-2-3", "cap:40 12:30 1-2-3"),
])
def test_tiles_of_a_text_become_plain_and_nothing_else_does(text, plain):
    assert " ".join(with_plain_tiles(text).split()) == plain
