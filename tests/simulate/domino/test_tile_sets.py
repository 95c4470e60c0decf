"""Sets of tiles: members by their place, on machines of every kind."""

import importlib.util

import numpy as np
import pytest
from llvmlite import binding

from simulate.domino.tiles import ALL_TILES, members
from simulate.machine import instructions

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
