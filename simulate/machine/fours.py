"""Four numbers that a kernel handles as one.

Fours are added, subtracted and multiplied number by number and never mixed. So a kernel that walks
over a game walks over four games in little more time, with the same results:
``numbers(array, strategy)[i]`` is the number at place i, or the four there if the strategy is one
for four games, with an axis for them at the end.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from simulate.machine.compile import ir

_SIZE = 4
_FLOAT = ir.DoubleType()
_VECTOR = ir.VectorType(_FLOAT, _SIZE)
#: Arrays of floats begin at multiples of this many bytes.
_ALIGNED = 8
#: Axes of a strategy for one game: node, kind of hand, move.
_AXES = 3


class _Four(types.Type):
    """Four floats."""


class _Fours(types.Type):
    """The address of fours."""


_four, _fours = _Four("four"), _Fours("fours")


@register_model(_Four)
class _FourModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _VECTOR)


@register_model(_Fours)
class _FoursModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _FLOAT.as_pointer())


def _address(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return context.make_array(signature.args[0])(context, builder, args[0]).data


@intrinsic
def numbers(typingctx: Any, array: Any, strategy: Any) -> Any:
    """Return where a contiguous array of floats begins, or its fours if a strategy has 4 axes."""
    if not isinstance(array, types.Array) or array.dtype != types.float64:
        return None
    address = _fours if strategy.ndim == _AXES + 1 else types.CPointer(types.float64)
    return address(array, strategy), _address


@type_callable(operator.getitem)
def _read_type(context: Any) -> Any:
    return lambda place, index: (
        _four(_fours, types.int64)
        if place is _fours and isinstance(index, types.Integer) else None)


@type_callable(operator.setitem)
def _written_type(context: Any) -> Any:
    return lambda place, index, value: (
        types.none(_fours, types.int64, _four)
        if place is _fours and isinstance(index, types.Integer) and value is _four else None)


def _place(builder: Any, address: Any, index: Any) -> Any:
    first = builder.gep(address, [builder.mul(index, ir.Constant(index.type, _SIZE))])
    return builder.bitcast(first, _VECTOR.as_pointer())


@lower_builtin(operator.getitem, _Fours, types.Integer)
def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_place(builder, *args), align=_ALIGNED)


@lower_builtin(operator.setitem, _Fours, types.Integer, _Four)
def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address, index, value = args
    builder.store(value, _place(builder, address, index), align=_ALIGNED)
    return context.get_dummy_value()


def _define(instruction: str, *functions: Any) -> None:
    """Let Python's operators on fours be an instruction of the processor."""

    def compute(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return getattr(builder, instruction)(*args)

    for function in functions:
        type_callable(function)(lambda context: lambda a, b: _four if a is b is _four else None)
        lower_builtin(function, _Four, _Four)(compute)


_define("fadd", operator.add, operator.iadd)
_define("fsub", operator.sub, operator.isub)
_define("fmul", operator.mul, operator.imul)
