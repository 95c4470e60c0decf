"""Shortcuts of compiling: the same answers as without them, asked for once."""

import operator

import numba
import pytest
from llvmlite import ir
from llvmlite.binding import ffi
from numba import types
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from simulate.machine.jit import type_of
from simulate.machine.shortcuts import _once_for_a_type, _once_for_numbers


class _Counted:
    """Calls of a function."""

    def __init__(self, function):
        self.function, self.calls = function, 0

    def __call__(self, *arguments):
        self.calls += 1
        return self.function(*arguments)


def _without_shortcut(function):
    """Return what a shortcut stands before."""
    return function.__closure__[-1].cell_contents


@pytest.mark.parametrize("kinds", [
    (types.int64, types.int64), (types.literal(1), types.int64), (types.uint64, types.int8),
    (types.float64, types.int64), (types.boolean, types.boolean),
])
@pytest.mark.parametrize("called", [operator.add, operator.rshift, operator.lt, operator.iadd])
def test_an_operator_on_numbers_means_what_it_meant_and_is_looked_up_once(called, kinds):
    context = cpu_target.typing_context
    counted = _Counted(_without_shortcut(BaseFunction.get_call_type))
    resolve, asked = _once_for_numbers(counted), type_of(called)
    try:
        signature = counted(asked, context, kinds, {})
    except NumbaError:
        with pytest.raises(NumbaError):
            resolve(asked, context, kinds, {})
        return
    key = asked.get_impl_key(signature)
    assert [resolve(asked, context, kinds, {}) for _ in range(3)] == [signature] * 3
    assert asked.get_impl_key(signature) == key
    assert counted.calls == 2


def test_what_is_not_of_numbers_is_looked_up_each_time():
    context = cpu_target.typing_context
    counted = _Counted(_without_shortcut(BaseFunction.get_call_type))
    resolve, asked = _once_for_numbers(counted), type_of(operator.add)
    pair = types.UniTuple(types.int64, 2)
    assert resolve(asked, context, (pair, pair), {}) == resolve(asked, context, (pair, pair), {})
    assert counted.calls == 2


def test_an_operator_that_gets_a_meaning_later_is_found():
    def product(one, other):
        return one @ other

    with pytest.raises(numba.TypingError):
        numba.njit(product)(1, 2)

    @numba.extending.overload(operator.matmul)
    def matmul_of_numbers(one, other):
        if isinstance(one, types.Integer) and isinstance(other, types.Integer):
            return lambda one, other: -one - other
        return None

    assert numba.njit(product)(1, 2) == -3


@pytest.mark.parametrize(("kind", "asked"), [
    (ir.IntType(64), 1), (ir.ArrayType(ir.DoubleType(), 5), 1),
    (ir.global_context.get_identified_type("named in a test"), 3),
])
def test_the_size_of_a_type_without_a_name_is_asked_for_once(kind, asked):
    counted = _Counted(lambda context, kind: 8)
    measure = _once_for_a_type(counted)
    assert [measure(None, kind) for _ in range(3)] == [8] * 3
    assert counted.calls == asked


def test_sizes_are_those_of_llvm():
    context = cpu_target.target_context
    for kind in (ir.IntType(8), ir.IntType(64), ir.ArrayType(ir.DoubleType(), 5),
                 ir.LiteralStructType([ir.IntType(8), ir.IntType(64)])):
        assert context.get_abi_sizeof(kind) == kind.get_abi_size(context.target_data)


def test_no_clock_listens_to_calls_of_llvm():
    assert ffi.lib._lock._cblist == []
