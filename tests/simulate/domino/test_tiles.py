"""Tiles as they are written and read, sets of them, and the order in which they are drawn."""

import importlib.util

import numpy as np
import pytest
from llvmlite import binding

from simulate.domino.deck import draw_all, draw_tiles, shuffle, shuffle_on
from simulate.domino.tiles import (
    ALL_TILES,
    TILES,
    mask,
    members,
    name,
    names,
    parse,
    with_plain_tiles,
)
from simulate.errors import BoneyardError
from simulate.machine import instructions
from simulate.machine.compiling import kernel
from simulate.machine.table import BASE, pointer
from tests.spelled import signs, spellings

RANDOM = np.random.default_rng(5)
SETS = [0, ALL_TILES, *(int(tiles) for tiles in RANDOM.integers(0, ALL_TILES, 30))]


@pytest.fixture(params=[True, False], ids=["with pdep", "by loops"])
def instruction(request, monkeypatch):
    """The instructions of this machine, and those of one that cannot find a bit at once."""
    if request.param:
        return instructions
    monkeypatch.setattr(binding, "get_host_cpu_features", dict)
    spec = importlib.util.spec_from_file_location("plain_instructions", instructions.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def at_places_in_words(places, tiles):
    held = list(members(tiles))
    return sum(1 << tile for n, tile in enumerate(held) if places >> n & 1)


def test_tiles_are_found_by_their_places(instruction):
    found = instruction.at_places
    for tiles in SETS:
        for places in (0, 1, 0b1011, ALL_TILES):
            assert found(places, tiles) == at_places_in_words(places, tiles)


def test_a_single_place_is_the_nth_tile(instruction):
    for tiles in SETS:
        for n in range(tiles.bit_count()):
            assert instruction.nth_bit(tiles, n) == instruction.at_places(1 << n, tiles)


def test_places_in_a_set_are_those_that_its_tiles_are_found_by(instruction):
    for among in SETS:
        for tiles in (0, among, among & 0b1110101, among & ~(among - 1)):
            places = instruction.places_in(tiles, among)
            assert instruction.at_places(places, among) == tiles
            assert places < 1 << among.bit_count()


ROW = BASE.size + TILES


@kernel
def draw_in_pieces(row, sizes, drawn):
    """Draw the whole deck in pieces of these sizes."""
    table = pointer(row)
    shuffle(table)
    start = 0
    for k in range(len(sizes)):
        drawn[k] = draw_tiles(table, start, sizes[k])
        start += sizes[k]


@kernel
def draw_one_by_one(row):
    """Draw the whole deck at once, into the entries behind the row."""
    table = pointer(row)
    shuffle(table)
    shuffle_on(table)
    draw_all(table, BASE.size)


def test_more_tiles_than_the_set_has_cannot_be_drawn():
    row = np.zeros(ROW, np.int64)
    with pytest.raises(ValueError, match="more tiles are drawn than the set has"):
        draw_in_pieces(row, np.array([20, 9]), np.zeros(2, np.int64))


def test_tiles_come_in_one_order_in_pieces_of_any_size():
    for number in range(20):
        row = np.zeros(ROW, np.int64)
        row[BASE.seed], row[BASE.number] = 3, number
        draw_one_by_one(row)
        order = row[BASE.size :].copy()
        assert np.bitwise_or.reduce(order) == ALL_TILES
        for sizes in ([1] * TILES, [5, 5, 5, 5, 1, 7], [2, 9, 17], [28]):
            drawn = np.zeros(len(sizes), np.int64)
            draw_in_pieces(row, np.array(sizes), drawn)
            ends = np.cumsum(sizes)
            assert drawn.tolist() == [
                order[end - size : end].sum() for size, end in zip(sizes, ends, strict=True)]
            assert row[BASE.boneyard] == 0


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
