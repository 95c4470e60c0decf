"""Vectors: what an operator does in every lane is what NumPy does with an array."""

import numpy as np
import pytest

from simulate.games.loo.in_lanes.vectors import (
    LANES,
    larger,
    leading_zeros,
    load,
    populations,
    reals,
    set_lanes,
    smaller,
    store,
    where,
)
from simulate.machine.compiling import inlined, instruction, kernel
from simulate.machine.pointers import pointer

_wide_product = instruction("wide_product")


@inlined
def operators(out, a, b, plain):
    """Store what operators make of two vectors, and of a vector and a plain number."""
    store(out, 0, a + b)
    store(out, 1, a - plain)
    store(out, 2, plain * a)
    store(out, 3, (a & b) | (a ^ plain))
    store(out, 4, ~a)
    store(out, 5, -a)
    store(out, 6, a << (b & 7))
    store(out, 7, a >> 3)


@inlined
def choices(out, a, b, plain):
    """Store what is chosen by comparisons."""
    store(out, 8, where(a < b, a, plain))
    store(out, 9, where((a <= plain) & ~(b == plain), 1, 0))
    store(out, 10, where((a > b) ^ (a != b) | (a >= plain), b, a))
    store(out, 11, smaller(a, b))
    store(out, 12, larger(a, b))


@kernel
def all_of_them(numbers, out, floats):
    """Do everything that lanes can, with the first two vectors and the number behind them."""
    place, into = pointer(numbers), pointer(out)
    a, b, plain = load(place, 0), load(place, 1), place[2 * LANES]
    operators(into, a, b, plain)
    choices(into, a, b, plain)
    store(into, 13, populations(a))
    store(into, 14, leading_zeros(a))
    high, low = _wide_product(a, b)
    store(into, 15, high)
    store(into, 16, low)
    x = reals(a)
    store(pointer(floats), 0, x * x + load(pointer(floats), 0))
    return set_lanes(a < b)


@pytest.fixture(scope="module")
def done():
    """Random words of any sign, small numbers among them, and what the kernel makes of them."""
    numbers = np.random.default_rng(1).integers(-(2**63), 2**63, 2 * LANES + 1)
    numbers[:4], numbers[LANES : LANES + 4], numbers[-1] = (0, 1, -1, 40), (0, 2, -1, 40), 40
    out, floats = np.zeros((17, LANES), np.int64), np.full(LANES, 0.5)
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
