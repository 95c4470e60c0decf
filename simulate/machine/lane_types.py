"""Numbers side by side: the types of vectors that compiled code can hold.

Lane i of every vector belongs to the same session.  LLVM puts a vector into as many registers of
the processor as it needs, so that one instruction does a step of several sessions.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.extending import models, register_model

from simulate.machine.lanes import LANES

WORD = ir.IntType(64)
_AT = ir.IntType(32)


class Vector(types.Type):
    """A number of some type in every lane.

    Parameters
    ----------
    title : str
        What messages call it.
    element : LLVM type
        Of the number in a lane.
    """

    def __init__(self, title: str, element: Any) -> None:
        self.vector = ir.VectorType(element, LANES)
        super().__init__(name=title)


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Vector) -> None:
        super().__init__(manager, kind, kind.vector)


#: Whole numbers and sets of tiles; words of randomness, which have no sign, are the same 64 bits.
Lanes = Vector("Lanes", WORD)
#: What a comparison says of each lane.
Flags = Vector("Flags", ir.IntType(1))
Reals = Vector("Reals", ir.DoubleType())


def constant(number: int) -> Any:
    """Return a vector with the same number in every lane."""
    return ir.Constant(Lanes.vector, [number] * LANES)


def in_every_lane(builder: Any, number: Any) -> Any:
    """Return a vector with a number, known when it runs, in every lane."""
    undefined = ir.Constant(ir.VectorType(number.type, LANES), ir.Undefined)
    first = builder.insert_element(undefined, number, ir.Constant(_AT, 0))
    everywhere = ir.Constant(ir.VectorType(_AT, LANES), [0] * LANES)
    return builder.shuffle_vector(first, undefined, everywhere)


def widened(builder: Any, value: Any, kind: Any) -> Any:
    """Return a vector as it is, and a number in every lane."""
    return value if isinstance(kind, Vector) else in_every_lane(builder, value)


def wide_products(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """Multiply words lane by lane into (high words, low words).

    Processors have no such product of vectors, so it is made of four products of halves.
    """
    half, rest = constant(32), constant(0xFFFFFFFF)
    low_a, high_a = builder.and_(a, rest), builder.lshr(a, half)
    low_b, high_b = builder.and_(b, rest), builder.lshr(b, half)
    lowest = builder.mul(low_a, low_b)
    middle = builder.add(builder.mul(high_a, low_b), builder.lshr(lowest, half))
    other = builder.add(builder.mul(low_a, high_b), builder.and_(middle, rest))
    high = builder.add(builder.mul(high_a, high_b), builder.lshr(middle, half))
    low = builder.or_(builder.shl(other, half), builder.and_(lowest, rest))
    return builder.add(high, builder.lshr(other, half)), low


@cache
def lanes_pay() -> bool:
    """Tell whether this processor's vectors are wide enough to be faster than one at a time."""
    return bool(binding.get_host_cpu_features().get("avx2", False))
