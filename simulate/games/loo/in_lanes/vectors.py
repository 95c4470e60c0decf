"""Sessions side by side: numbers that have a lane for each of them.

A strategy is asked one seat at a time, but where all decisions are left to chance, hands of
different sessions take the same steps, and one instruction does a step of many. The results are
those of the kernel, to the bit.

``Lanes`` is a vector of ``LANES`` whole numbers.  It is added, compared and so on like a number,
lane by lane, and with plain numbers, which stand in every lane. Two things differ: ``>>`` takes no
account of the sign, since words of randomness have none, and nothing branches on a comparison;
``where`` chooses lane by lane.

Functions of lanes are plain Python, which runs once, while the kernel is compiled: an operator
writes LLVM's instruction instead of doing it (staging: Rompf and Odersky, "Lightweight modular
staging", 2010). So loops over seats and tricks are unrolled, and tuples cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from simulate.games.loo.in_lanes.kernel import LANES
from simulate.machine import randomness
from simulate.machine.compile import binding, ir

_WORD, _FLAG, _AT = ir.IntType(64), ir.IntType(1), ir.IntType(32)
_WORDS, _REALS = ir.VectorType(_WORD, LANES), ir.VectorType(ir.DoubleType(), LANES)


@cache
def lanes_pay() -> bool:
    """Tell whether this processor's vectors are wide enough to be faster than one at a time."""
    return bool(binding.get_host_cpu_features().get("avx2", False))


def _in_words(value: Any) -> Any:
    """Return the vector of a number in lanes, or of a plain one."""
    if isinstance(value, Lanes):
        return value.vector
    return ir.Constant(_WORDS, [(int(value) + 2**63) % 2**64 - 2**63] * LANES)


def _operator(whole: str, real: str = "") -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return what an operator writes, and what it writes with a plain number on its left."""

    def written(self: Lanes, other: Any) -> Lanes:
        name = real if self.vector.type == _REALS else whole
        return self.made(getattr(self.builder, name)(self.vector, _in_words(other)))

    def reflected(self: Lanes, other: Any) -> Lanes:
        return self.made(getattr(self.builder, whole)(_in_words(other), self.vector))

    return written, reflected


def _comparison(sign: str) -> Any:
    return lambda self, other: self.made(
        self.builder.icmp_signed(sign, self.vector, _in_words(other)))


class Lanes:
    """A whole number in every lane; from a comparison, whether it is true there; or a float."""

    __array_ufunc__ = None  # NumPy's numbers leave operators to lanes
    __hash__ = None  # type: ignore[assignment]  # nor is it equal to anything, but lane by lane
    __bool__ = None

    def __init__(self, builder: Any, vector: Any) -> None:
        self.builder, self.vector = builder, vector

    def made(self, vector: Any) -> Lanes:
        """Return another vector of the same code."""
        return Lanes(self.builder, vector)

    __add__, __radd__ = _operator("add", "fadd")
    __mul__, __rmul__ = _operator("mul", "fmul")
    __sub__, __rsub__ = _operator("sub")
    __and__, __rand__ = _operator("and_")
    __or__, __ror__ = _operator("or_")
    __xor__, __rxor__ = _operator("xor")
    __lshift__, __rlshift__ = _operator("shl")
    __rshift__, __rrshift__ = _operator("lshr")
    __eq__, __ne__ = _comparison("=="), _comparison("!=")
    __lt__, __le__ = _comparison("<"), _comparison("<=")
    __gt__, __ge__ = _comparison(">"), _comparison(">=")

    def __neg__(self) -> Lanes:
        return self.made(self.builder.neg(self.vector))

    def __invert__(self) -> Lanes:
        return self.made(self.builder.not_(self.vector))


def everywhere(builder: Any, number: Any) -> Lanes:
    """Put a number that compiled code knows into every lane."""
    undefined = ir.Constant(_WORDS, ir.Undefined)
    first = builder.insert_element(undefined, number, ir.Constant(_AT, 0))
    lanes = ir.Constant(ir.VectorType(_AT, LANES), [0] * LANES)
    return Lanes(builder, builder.shuffle_vector(first, undefined, lanes))


def where(flags: Lanes, a: Any, b: Any) -> Lanes:
    """Return a in the lanes of which the comparison is true, b in the others."""
    return flags.made(flags.builder.select(flags.vector, _in_words(a), _in_words(b)))


def smaller(a: Lanes, b: Any) -> Lanes:
    """Return the smaller number of each lane."""
    return where(a < b, a, b)


def larger(a: Lanes, b: Any) -> Lanes:
    """Return the larger number of each lane."""
    return where(a > b, a, b)


def set_lanes(flags: Lanes) -> Any:
    """Return the lanes of which it is true, as the bits of a number."""
    return flags.builder.zext(flags.builder.bitcast(flags.vector, ir.IntType(LANES)), _WORD)


def _lane_by_lane(name: str, sets: Lanes, *others: Any) -> Lanes:
    """Call one of LLVM's own functions of a vector."""
    kind = ir.FunctionType(_WORDS, [_WORDS, *(other.type for other in others)])
    function = sets.builder.module.declare_intrinsic(f"llvm.{name}.v{LANES}i64", (), kind)
    return sets.made(sets.builder.call(function, [sets.vector, *others]))


def populations(sets: Lanes) -> Lanes:
    """Count the bits that are set in each lane."""
    return _lane_by_lane("ctpop", sets)


def leading_zeros(sets: Lanes) -> Lanes:
    """Count the zeros above the highest bit set in each lane; 64 for nothing."""
    return _lane_by_lane("ctlz", sets, ir.Constant(_FLAG, 0))


def reals(numbers: Lanes) -> Lanes:
    """Return the same numbers as floats."""
    return numbers.made(numbers.builder.sitofp(numbers.vector, _REALS))


def wide_product(a: Lanes | int, b: Lanes | int) -> tuple[Lanes, Lanes]:
    """Multiply words lane by lane into (high words, low words), by products of halves."""
    one = a if isinstance(a, Lanes) else b
    assert isinstance(one, Lanes)
    a, b, rest = one.made(_in_words(a)), one.made(_in_words(b)), 0xFFFFFFFF
    low_a, high_a, low_b, high_b = a & rest, a >> 32, b & rest, b >> 32
    lowest = low_a * low_b
    middle = high_a * low_b + (lowest >> 32)
    other = low_a * high_b + (middle & rest)
    return high_a * high_b + (middle >> 32) + (other >> 32), other << 32 | lowest & rest


def _of_lanes(function: Any) -> Any:
    """Return a function of ``randomness`` for words in lanes, which have their own product."""
    plain = function.py_func
    return FunctionType(plain.__code__, {**plain.__globals__, "_wide_product": wide_product})


philox, draw, folded, pick = (_of_lanes(function) for function in (
    randomness.philox, randomness.draw, randomness.folded, randomness.pick))


class Row:
    """A row of numbers, of which each is read into every lane."""

    def __init__(self, builder: Any, first: Any) -> None:
        self._builder, self._first = builder, first

    def __getitem__(self, entry: int) -> Lanes:
        place = self._builder.gep(self._first, [ir.Constant(_WORD, entry)])
        return everywhere(self._builder, self._builder.load(place))


class Vectors:
    """Vectors that stand one after the other from a pointer on, of whole numbers or of floats."""

    def __init__(self, builder: Any, first: Any, floats: bool = False) -> None:
        self._builder, self._first = builder, first
        self._kind = _REALS if floats else _WORDS

    def _place(self, k: int) -> Any:
        first = self._builder.gep(self._first, [ir.Constant(_WORD, k * LANES)])
        return self._builder.bitcast(first, self._kind.as_pointer())

    def __getitem__(self, k: int) -> Lanes:
        # Arrays are aligned to their numbers only.
        return Lanes(self._builder, self._builder.load(self._place(k), align=8))

    def __setitem__(self, k: int, value: Lanes) -> None:
        self._builder.store(value.vector, self._place(k), align=8)
