"""Loo and Rounce in lanes leave the books of the kernel, to the bit."""

import numpy as np
import pytest

from simulate.books.rows import Rows
from simulate.games.game import find_game
from simulate.games.loo.in_lanes import vectors
from simulate.machine.compiling import inlined, instruction, kernel
from simulate.machine.layouts import pointer
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


@pytest.mark.parametrize("sessions", [1, vectors.LANES - 1, vectors.LANES + 1])
def test_lanes_without_a_session_are_not_counted(sessions):
    assert_same_books(*(books(lanes, "cap", sessions, 3, THREE) for lanes in (True, False)))


def test_rules_that_lanes_do_not_play():
    found = find_game("loo")
    run = Run("loo", found.rules_class.of(None, bankroll=100),
              seat_players("loo", "random", 4), 16, 10)
    assert not found.in_lanes.suits(set_table(run, watched=False)[0])


@inlined
def weighed(value, weight, factor):
    return value + weight * factor


@inlined
def half(value):
    return value / 2 if value else 0.0


@inlined
def count_up(known, value):
    total, answers = known
    return total + value, answers + (total * value,)


@inlined
def put_before(row, value, add):
    return (value + add, *row)


@kernel
def through(values, weights):
    return (
        vectors.each(weighed, (values, weights), (10,)), vectors.each(half, (values,), ()),
        vectors.fold(count_up, (100, ()), (values,), ()),
        vectors.fold(put_before, (), (values[1:],), (1000,)))


@pytest.mark.parametrize("values", [(3, 1), (3, 1, 4), (3, 1, 4, 0)])
def test_what_is_made_of_every_place(values):
    weights = tuple(range(len(values)))
    weighed, halves, (total, answers), reversed_row = through(values, weights)
    assert weighed == tuple(value + 10 * i for i, value in enumerate(values))
    assert halves == tuple(value / 2 for value in values)
    assert total == 100 + sum(values)
    assert answers == tuple((100 + sum(values[:i])) * value for i, value in enumerate(values))
    assert reversed_row == tuple(1000 + value for value in values[:0:-1])


@inlined
def same(so_far, value):
    return so_far


@kernel
def through_nothing(start):
    return vectors.fold(same, start, ((),), ())


def test_nothing_is_left_as_it_was():
    assert through_nothing(7) == 7


_wide_product = instruction("wide_product")


@inlined
def operators(out, a, b, plain):
    """Store what operators make of two vectors, and of a vector and a plain number."""
    vectors.store(out, 0, a + b)
    vectors.store(out, 1, a - plain)
    vectors.store(out, 2, plain * a)
    vectors.store(out, 3, (a & b) | (a ^ plain))
    vectors.store(out, 4, ~a)
    vectors.store(out, 5, -a)
    vectors.store(out, 6, a << (b & 7))
    vectors.store(out, 7, a >> 3)


@inlined
def choices(out, a, b, plain):
    """Store what is chosen by comparisons."""
    vectors.store(out, 8, vectors.where(a < b, a, plain))
    vectors.store(out, 9, vectors.where((a <= plain) & ~(b == plain), 1, 0))
    vectors.store(out, 10, vectors.where((a > b) ^ (a != b) | (a >= plain), b, a))
    vectors.store(out, 11, vectors.smaller(a, b))
    vectors.store(out, 12, vectors.larger(a, b))


@kernel
def all_of_them(numbers, out, floats):
    """Do everything that lanes can, with the first two vectors and the number behind them."""
    place, into = pointer(numbers), pointer(out)
    a, b, plain = vectors.load(place, 0), vectors.load(place, 1), place[2 * vectors.LANES]
    operators(into, a, b, plain)
    choices(into, a, b, plain)
    vectors.store(into, 13, vectors.populations(a))
    vectors.store(into, 14, vectors.leading_zeros(a))
    high, low = _wide_product(a, b)
    vectors.store(into, 15, high)
    vectors.store(into, 16, low)
    x = vectors.reals(a)
    vectors.store(pointer(floats), 0, x * x + vectors.load(pointer(floats), 0))
    return vectors.set_lanes(a < b)


@pytest.fixture(scope="module")
def done():
    """Random words of any sign, small numbers among them, and what the kernel makes of them."""
    numbers = np.random.default_rng(1).integers(-(2**63), 2**63, 2 * vectors.LANES + 1)
    numbers[:4], numbers[-1] = (0, 1, -1, 40), 40
    numbers[vectors.LANES : vectors.LANES + 4] = (0, 2, -1, 40)
    out, floats = np.zeros((17, vectors.LANES), np.int64), np.full(vectors.LANES, 0.5)
    bits = all_of_them(numbers, out, floats)
    return numbers[:vectors.LANES], numbers[vectors.LANES:-1], 40, out, floats, bits


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
    assert bits == sum(1 << lane for lane in range(vectors.LANES) if a[lane] < b[lane])
    np.testing.assert_array_equal(floats, a.astype(float) ** 2 + 0.5)


def test_bits_and_products(done):
    a, b, _, out, _, _ = done
    for lane in range(vectors.LANES):
        first, second = int(a[lane]) % 2**64, int(b[lane]) % 2**64
        assert out[13, lane] == first.bit_count()
        assert out[14, lane] == 64 - first.bit_length()
        assert int(out[15, lane]) % 2**64 == first * second >> 64
        assert int(out[16, lane]) % 2**64 == first * second % 2**64
