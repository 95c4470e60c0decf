"""Loo and Rounce in lanes leave the books of the kernel, to the bit."""

import numpy as np
import pytest

from simulate.books.rows import Rows
from simulate.games.game import find_game
from simulate.games.loo.in_lanes.vectors import LANES
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.run import Run
from strategies.lineup import seat_players

TABLES = {
    "cap": ("loo", {"penalty": "cap:40"}, 100),
    "unlimited, where sessions escalate at different times": (
        "loo", {"escalation_limit": 10**5}, 60),
    "pools that do not divide by five": (
        "loo", {"remainder": "stays", "ante": 1, "dealer_ante": 5, "penalty": "fixed:7"}, 50),
    "other duties": ("loo", {"lead_trump_min": 3, "must_trump": False, "penalty": "cap:80"}, 50),
    "penalties by the number of seats, and more trumps to lead than a hand holds": (
        "loo", {"lead_trump_min": 6, "penalty": "cap:20n"}, 50),
    "points": ("loo", {"scoring": "points"}, 10_000),
    "points, unfinished": ("loo", {"scoring": "points"}, 9),
    "rounce": ("rounce", {}, 10_000),
}

#: The same source is compiled for each number of players, which takes seconds: three have what two
#: have (two misses) and what four have (they may drop).
THREE = 3
PLAYERS = pytest.mark.parametrize("players", [
    pytest.param(2, marks=pytest.mark.slow), THREE, pytest.param(4, marks=pytest.mark.slow)])

def books(in_lanes, table, sessions, extremes, players=4, first=32):
    game, options, hands = TABLES[table]
    found = find_game(game)
    run = Run(game, found.rules_class.of(None, **options), seat_players(game, "random", players),
              sessions, hands, 5)
    row, _parameters = set_table(run, watched=False)
    rows = Rows.blank(found.books, sessions, players, extremes)
    lanes = found.in_lanes.places(row) if in_lanes else ()
    play_rows(run, row, first, sessions, hands, rows, lanes=lanes)
    return rows


@PLAYERS
@pytest.mark.parametrize("table", TABLES)
def test_books_are_the_same(table, players):
    assert_same_books(*(books(lanes, table, 200, 10, players) for lanes in (True, False)))


def assert_same_books(ours, kernels):
    for name in Rows._fields:
        np.testing.assert_array_equal(getattr(ours, name), getattr(kernels, name), name)


@pytest.mark.parametrize("sessions", [1, LANES - 1, LANES + 1])
def test_lanes_without_a_session_are_not_counted(sessions):
    assert_same_books(*(books(lanes, "cap", sessions, 3, THREE) for lanes in (True, False)))


def test_rules_that_lanes_do_not_play():
    found = find_game("loo")
    run = Run("loo", found.rules_class.of(None, bankroll=100),
              seat_players("loo", "random", 4), 16, 10)
    assert not found.in_lanes.suits(set_table(run, watched=False)[0])
