"""Loo and Rounce in lanes leave the books of the kernel, to the bit."""

import numpy as np
import pytest

from simulate.books.rows import Rows
from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import HIGH, LOW
from simulate.domino.tricks import announce, plain, trumps_of
from simulate.games.game import find_game
from simulate.machine.compiling import helper
from simulate.machine.lanes import LANES
from simulate.runs.chunk import set_table
from simulate.runs.in_lanes import lay_for_lanes, play_in_lanes
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy

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
#: Line-ups whose seats are asked: one at a time, all lanes at once, and both.
ASKED = {
    2: ("book", "cautious", "solved,banker"),
    3: ("book,random,pocket-rule", "banker,book,book(first=12)", "solved"),
    4: ("book", "book,random,book(first=9,double=2),pocket-rule", "two-trumps,solved,random,solved",
        "random,book,random,random", "solved"),
}


def books(in_lanes, table, sessions, extremes, players=4, first=32, lineup="random", hands=None):
    game, options, most = TABLES[table]
    hands = hands or most
    found = find_game(game)
    run = Run(game, found.rules_class.of(None, **options), seat_players(game, lineup, players),
              sessions, hands, 5)
    row, _parameters = set_table(run, watched=False)
    rows = Rows.blank(found.books, sessions, players, extremes)
    if in_lanes:
        assert found.in_lanes.suits(row, players)
        lay_for_lanes(run, row)
        play_in_lanes(run, row, first, sessions, hands, rows)
    else:
        found.kernel(row, first, sessions, hands, rows, np.zeros((0, len(row)), np.int64), 0)
    return rows


@PLAYERS
@pytest.mark.parametrize("table", TABLES)
def test_books_are_the_same(table, players):
    assert_same_books(*(books(lanes, table, 200, 10, players) for lanes in (True, False)))


def assert_same_books(ours, kernels):
    for name in Rows._fields:
        np.testing.assert_array_equal(getattr(ours, name), getattr(kernels, name), name)


@pytest.mark.parametrize(("players", "lineup"), [
    pytest.param(players, lineup, marks=() if players == THREE else pytest.mark.slow)
    for players, lineups in ASKED.items() for lineup in lineups])
@pytest.mark.parametrize("table", ["cap", "other duties", "points", "rounce"])
def test_books_are_the_same_where_seats_are_asked(table, players, lineup):
    assert_same_books(*(books(lanes, table, 50, 10, players, lineup=lineup)
                        for lanes in (True, False)))


@pytest.mark.slow  # its decisions are compiled once more for lanes: 10 to 20 s
@pytest.mark.parametrize("table", ["cap", "points"])
def test_books_are_the_same_where_expert_thinks(table):
    assert_same_books(*(books(lanes, table, LANES, 10, lineup="expert,book,random,banker", hands=20)
                        for lanes in (True, False)))


@helper
def looks_at_all(view):
    """Lead or follow by the sum of all that a view shows, so that a wrong entry is found out."""
    seen = view.hand + view.turn_up + view.turn_up_taken + view.seats + view.players
    seen += view.position + view.seats_in + view.missed + view.to_come + view.trick + view.led
    seen += view.winning + view.winner + view.played + view.laid_0 + 3 * view.laid_1
    seen += 5 * view.laid_2 + 7 * view.laid_3 + view.discarded + view.voids + view.eldest_trumps
    seen += view.tricks + view.for_pool + view.pool + view.penalty + view.must_trump
    seen += view.chips_0 + view.chips_1 + view.chips_2 + view.chips_3 + view.number + view.hands
    seen += view.score_0 + 3 * view.score_1 + 5 * view.score_2 + 7 * view.score_3
    return nth(view.legal, (seen + view.word & 0xFFFFFF) % count(view.legal))


@helper
def declares_by_all(view):
    """Declare by the sum of all that a view shows."""
    seen = view.hand + view.trump + view.turn_up + view.seats + view.seat + view.players
    seen += view.position + view.stayed + view.missed + view.dropped + view.misses_left
    seen += view.pool + view.penalty + view.penalty_limit + view.must_trump + view.lead_trump_min
    seen += view.points_game + view.rounce + view.number + view.hands + view.chips_0
    seen += view.score_0 + 3 * view.score_1 + 5 * view.score_2 + 7 * view.score_3
    return nth(view.legal, (seen + view.word & 0xFFFFFF) % count(view.legal))


class Watchful(LooStrategy):
    name = "watchful"

    @staticmethod
    def declare(view, p):
        return declares_by_all(view)

    @staticmethod
    def take_turn_up(view, p):
        return nth(view.hand, (view.hand + view.stayed + view.missed + view.dropped) % 5)

    @staticmethod
    def keep_after_miss(view, p):
        kept = view.hand
        turn = view.position + view.missed + view.stayed + view.misses_left + view.legal
        while count(kept) > 5:
            kept &= ~(1 << nth(kept, turn % count(kept)))
        return kept

    @staticmethod
    def follow(view, p):
        return looks_at_all(view)

    @staticmethod
    def lead(view, p):
        tile = looks_at_all(view)
        if trumps_of(plain(view.trump)) >> tile & 1:
            return announce(tile, view.trump)
        return announce(tile, HIGH[tile] if view.word & 1 else LOW[tile])


@PLAYERS
@pytest.mark.parametrize("table", TABLES)
def test_views_in_lanes_show_what_the_row_shows(table, players):
    assert_same_books(*(books(lanes, table, 50, 10, players, lineup=[Watchful] * players)
                        for lanes in (True, False)))


@pytest.mark.parametrize("sessions", [1, LANES - 1, LANES + 1])
def test_lanes_without_a_session_are_not_counted(sessions):
    for lineup in ("random", "book"):
        assert_same_books(*(books(lanes, "cap", sessions, 3, THREE, lineup=lineup)
                            for lanes in (True, False)))


def test_rules_that_lanes_do_not_play():
    found = find_game("loo")
    run = Run("loo", found.rules_class.of(None, bankroll=100),
              seat_players("loo", "random", 4), 16, 10)
    assert not found.in_lanes.suits(set_table(run, watched=False)[0], 4)
