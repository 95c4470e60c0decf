"""Loo and Rounce in lanes leave the books of the kernel, to the bit."""

import numpy as np
import pytest
from numba import types
from numba.extending import intrinsic

from simulate.books.rows import Rows
from simulate.games.game import find_game
from simulate.games.loo.in_lanes.kernel import LANES
from simulate.games.loo.in_lanes.vectors import (
    Lanes,
    Row,
    Vectors,
    larger,
    leading_zeros,
    populations,
    reals,
    set_lanes,
    smaller,
    where,
    wide_product,
)
from simulate.machine.compiling import kernel
from simulate.machine.layouts import pointer
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.run import Run
from strategies.lineup import seat_players

TABLES = {
    "cap": ("loo", {"penalty": "cap:40"}, 100),
    "unlimited, where sessions escalate at different times": (
        "loo", {"escalation_limit": 10**5}, 60),
    "pools that are just the limit": (
        "loo", {"penalty": "fixed:20", "escalation_limit": 40}, 50),
    "pools that do not divide by five": (
        "loo", {"remainder": "stays", "ante": 1, "dealer_ante": 5, "penalty": "fixed:7"}, 50),
    "other duties": ("loo", {"lead_trump_min": 3, "must_trump": False, "penalty": "cap:80"}, 50),
    "penalties by the number of seats, and more trumps to lead than a hand holds": (
        "loo", {"lead_trump_min": 6, "penalty": "cap:20n"}, 50),
    "points": ("loo", {"scoring": "points"}, 10_000),
    "points, unfinished": ("loo", {"scoring": "points"}, 9),
    "rounce": ("rounce", {}, 10_000)}

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


def operators(out, a, b, plain):
    """Store what operators make of two vectors, and of a vector and a plain number."""
    out[0], out[1], out[2], out[3] = a + b, a - plain, plain * a, a & b | a ^ plain
    out[4], out[5], out[6], out[7] = ~a, -a, a << (b & 7), a >> 3


def choices(out, a, b, plain):
    """Store what is chosen by comparisons."""
    out[8] = where(a < b, a, plain)
    out[9] = where((a <= plain) & ~(b == plain), 1, 0)
    out[10] = where((a > b) ^ (a != b) | (a >= plain), b, a)
    out[11], out[12] = smaller(a, b), larger(a, b)


@intrinsic
def everything(typingctx, numbers, out, floats):
    """Do all that lanes can, with two vectors and the number behind them."""

    def codegen(context, builder, signature, args):
        pairs, row = Vectors(builder, args[0]), Row(builder, args[0])
        into, sums = Vectors(builder, args[1]), Vectors(builder, args[2], floats=True)
        a, b = pairs[0], pairs[1]
        operators(into, a, b, row[2 * LANES])
        choices(into, a, b, 40)
        into[13], into[14] = populations(a), leading_zeros(a)
        into[15], into[16] = wide_product(a, b)
        into[17], into[18] = 40 - a, np.uint64(2**64 - 1) ^ a
        x = reals(a)
        sums[0] += x * x
        return set_lanes(a < b)

    return types.int64(numbers, out, floats), codegen


@kernel
def all_of_them(numbers, out, floats):
    return everything(pointer(numbers), pointer(out), pointer(floats))


def test_a_comparison_is_no_truth():
    with pytest.raises(TypeError):
        bool(Lanes(None, None))


@pytest.fixture(scope="module")
def done():
    """Random words of any sign, small numbers among them, and what the kernel makes of them."""
    numbers = np.random.default_rng(1).integers(-(2**63), 2**63, 2 * LANES + 1)
    numbers[:4], numbers[-1] = (0, 1, -1, 40), 40
    numbers[LANES : LANES + 4] = (0, 2, -1, 40)
    out, floats = np.zeros((19, LANES), np.int64), np.full(LANES, 0.5)
    bits = all_of_them(numbers, out, floats)
    return numbers[:LANES], numbers[LANES:-1], 40, out, floats, bits


def test_operators(done):
    a, b, plain, out, _, _ = done
    expected = [a + b, a - plain, plain * a, (a & b) | (a ^ plain), ~a, -a, a << (b & 7),
                (a.view(np.uint64) >> np.uint64(3)).view(np.int64)]
    np.testing.assert_array_equal(out[:8], expected)


def test_choices(done):
    a, b, plain, out, floats, bits = done
    np.testing.assert_array_equal(out[8:13], [
        np.where(a < b, a, plain), (a <= plain) & (b != plain),
        np.where((a > b) ^ (a != b) | (a >= plain), b, a), np.minimum(a, b), np.maximum(a, b)])
    assert bits == sum(1 << lane for lane in range(LANES) if a[lane] < b[lane])
    np.testing.assert_array_equal(floats, a.astype(float) ** 2 + 0.5)


def test_bits_and_products(done):
    a, b, _, out, _, _ = done
    for lane in range(LANES):
        first, second = int(a[lane]) % 2**64, int(b[lane]) % 2**64
        assert out[13, lane] == first.bit_count()
        assert out[14, lane] == 64 - first.bit_length()
        assert int(out[15, lane]) % 2**64 == first * second >> 64
        assert int(out[16, lane]) % 2**64 == first * second % 2**64
    np.testing.assert_array_equal(out[17:], [40 - a, ~a])
