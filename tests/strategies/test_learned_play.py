"""Tiles that were learnt: their file, their cells, and what they win from rules of thumb."""

from itertools import combinations

import numpy as np
import pytest

from scripts.learn_tiles import _NOTE, fork, gain, player_of, tables_of
from simulate.domino.tiles import NUMBERS, TILES, mask, members
from simulate.errors import BoneyardError
from strategies.lineup import seat_players
from strategies.loo.skills import learned_play, situations

#: Standard errors by which a gain is sure.
SURE = 4.0
KINDS = [(game, players) for game in ("loo", "rounce") for players in (2, 3, 4)]


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_solved_wins_by_its_tiles(game, players):
    """It makes more of the same deals than a seat that declares alike, by rule of thumb."""
    table = tables_of(game, players, 77)[0]
    (player,) = seat_players(game, "solved", players)[:1]
    won, error = gain(table, player, 0, 1 << 16, 1)
    assert won > SURE * error


def test_with_a_wrong_table_it_loses():
    """The same cells in the wrong places: the first table of the leads and all that follows."""
    table = tables_of("loo", 2, 77)[0]
    right = learned_play.read(learned_play.SHIPPED, learned_play.name_of("loo", 2))
    won, error = gain(table, player_of(np.roll(right, 3), "loo"), 0, 1 << 13, 1)
    assert won < -SURE * error


@pytest.mark.parametrize("players", [2, 4])
def test_every_cell_is_of_its_table(players):
    sizes = [*situations._LEADS, *situations._FOLLOWS, *situations._FIVES, *situations._FIVES]
    ends = np.cumsum([1, *sizes])
    notes, seen = fork(tables_of("loo", players, 5)[1], 0, 512).tolist(), set()
    while notes:
        many, width = notes[:2]
        written = np.array(notes[_NOTE.size : _NOTE.size + many * width])
        answers = written.reshape(many, width)[:, 2:]
        del notes[: _NOTE.size + many * width]
        first = int(np.searchsorted(ends, answers[0, 0], "right")) - 1
        seen.add(first)
        if width - 2 == 21:
            of_tables = [first, *(first + kind for more in (4, 3, 2, 1, 0)
                                  for kind in (1, 3, *[2] * more))]
        else:
            of_tables = list(range(first, first + width - 2))
        for cells in answers:
            for table, cell in zip(of_tables, cells.tolist(), strict=True):
                assert ends[table] <= cell < ends[table + 1] or (cell == 0 and table > first)
    assert len(seen) == 4  # leads, follows, tiles kept after a miss, and for the turn-up


def worth_of(five, before, start, chart):
    trumps = five & before.trumps
    n = trumps.bit_count()
    tiles = list(members(five))
    cells = [situations.pattern_cell(before, start, trumps)]
    cells += [cell(before, start, tile, n) for tile in tiles
              for cell in (situations.tile_cell, situations.number_cell)]
    cells += [situations.pair_cell(before, start, a, b, n) for a, b in combinations(tiles, 2)]
    return sum(chart[cell] for cell in cells)


@pytest.mark.parametrize(("drawn", "start"), [
    (6, situations.AFTER_MISS), (7, situations.AFTER_MISS), (6, situations.FOR_TURN_UP)])
def test_the_five_tiles_kept_have_the_highest_sum(drawn, start):
    random, cells = np.random.default_rng(4), learned_play.read(learned_play.SHIPPED, "loo-4")
    chart = learned_play.with_cells(np.zeros(0), [cells] * 3)
    for _ in range(300):
        deck = random.permutation(TILES)
        trump, tiles = int(random.integers(NUMBERS)), mask(deck[:drawn])
        view = situations.AtFives(
            trump, int(deck[drawn]), mask(deck[20:25]), 4, 4, int(random.integers(4)), 0, 25, 25)
        before = situations.before_of(view, tiles)
        sums = {five: worth_of(five, before, start, cells)
                for five in map(mask, combinations(members(tiles), 5))}
        kept = learned_play.best_five(view, chart, tiles, start)
        assert kept in sums and sums[kept] == pytest.approx(max(sums.values()), abs=1e-9)
        fives = np.zeros(learned_play.FIVES, np.int64)
        listed = np.zeros(learned_play.CELLS_OF_FIVE, np.int64)
        found = {}
        for five in fives[:learned_play.list_fives(tiles, fives)].tolist():
            learned_play.list_cells(before, start, five, listed)
            found[five] = cells[listed].sum()
        assert found == pytest.approx(sums)


@pytest.mark.parametrize(("version", "cells", "said"), [
    (learned_play.VERSION + 1, np.zeros(situations.CELLS, np.int16), "version"),
    (learned_play.VERSION, np.zeros(situations.CELLS - 1, np.int16), "int16"),
    (learned_play.VERSION, np.zeros(situations.CELLS), "int16"),
    (learned_play.VERSION, np.ones(situations.CELLS, np.int16), "cell 0")])
def test_other_files_are_refused(tmp_path, version, cells, said):
    path = tmp_path / "other.npz"
    np.savez(path, **{"version": np.array(version), "loo-4": cells})
    with pytest.raises(BoneyardError, match=said):
        learned_play.read(path, "loo-4")
