"""What compiled code can do with vectors: operators and instructions, named in ``lanes``.

Importing this tells numba of them; nothing does before something in lanes is compiled.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin

from simulate.machine.lane_types import WORD, Flags, Lanes, Reals, Vector, widened
from simulate.machine.lanes import LANES

_PLAIN = (types.int64, types.uint64)
_FLOAT = types.float64
_FLAG = ir.IntType(1)


def _declare(symbol: Any, signatures: Iterable[Any], does: Callable[..., Any]) -> None:
    """Tell numba of an operator: its signatures, and ``does(builder, *vectors)``."""
    known = list(signatures)
    infer_global(symbol)(type("_Operator", (ConcreteTemplate,), {"key": symbol, "cases": known}))

    def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        vectors = (widened(builder, value, kind)
                   for value, kind in zip(values, signature.args, strict=True))
        return does(builder, *vectors)

    for one in known:
        lower_builtin(symbol, *one.args)(lower)


def _pairs(result: Vector) -> list[Any]:
    """Return the signatures of an operator on lanes, and on lanes and plain numbers."""
    mixed = [pair for plain in _PLAIN for pair in ((Lanes, plain), (plain, Lanes))]
    return [signature(result, *pair) for pair in ((Lanes, Lanes), *mixed)]


def _real_pairs(result: Vector) -> list[Any]:
    """Return the same for floats."""
    return [signature(result, *pair) for pair in ((Reals, Reals), (Reals, _FLOAT), (_FLOAT, Reals))]


def _method(name: str) -> Callable[..., Any]:
    return lambda builder, *vectors: getattr(builder, name)(*vectors)


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda builder, a, b: (builder.icmp_signed(sign, a, b) if a.type == Lanes.vector
                                  else builder.fcmp_ordered(sign, a, b))


for _symbol, _name in (
    (operator.add, "add"), (operator.sub, "sub"), (operator.mul, "mul"), (operator.lshift, "shl"),
    (operator.rshift, "lshr"),
):
    _declare(_symbol, _pairs(Lanes), _method(_name))
for _symbol, _name in ((operator.and_, "and_"), (operator.or_, "or_"), (operator.xor, "xor")):
    _declare(_symbol, [*_pairs(Lanes), signature(Flags, Flags, Flags)], _method(_name))
for _symbol, _sign in (
    (operator.eq, "=="), (operator.ne, "!="), (operator.lt, "<"), (operator.le, "<="),
    (operator.gt, ">"), (operator.ge, ">="),
):
    _declare(_symbol, [*_pairs(Flags), *_real_pairs(Flags)], _comparison(_sign))
for _symbol, _name in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul")):
    _declare(_symbol, _real_pairs(Reals), _method(_name))
_declare(operator.neg, [signature(Lanes, Lanes)], _method("neg"))
_declare(operator.invert, [signature(Lanes, Lanes), signature(Flags, Flags)], _method("not_"))


def _or_plain(kind: Any, vector: Vector) -> Any:
    return kind if isinstance(kind, Vector) else _FLOAT if vector == Reals else types.int64


@intrinsic
def everywhere(typingctx: Any, number: Any) -> Any:
    """Return a plain number in every lane."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return widened(builder, args[0], signature.args[0])

    return Lanes(types.int64), codegen


@intrinsic
def where(typingctx: Any, flags: Any, a: Any, b: Any) -> Any:
    """Choose lane by lane."""
    chosen_from = Reals if {a, b} & {Reals, _FLOAT} else Lanes

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        chosen = [widened(builder, value, kind)
                  for value, kind in zip(args[1:], signature.args[1:], strict=True)]
        return builder.select(args[0], *chosen)

    return chosen_from(
        Flags, _or_plain(a, chosen_from), _or_plain(b, chosen_from)), codegen


@intrinsic
def set_lanes(typingctx: Any, flags: Any) -> Any:
    """Return the lanes that are true as bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.zext(builder.bitcast(args[0], ir.IntType(LANES)), WORD)

    return types.int64(Flags), codegen


def _choice(sign: str) -> Callable[..., Any]:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.icmp_signed(sign, *args), *args)

    return codegen


@intrinsic
def smaller(typingctx: Any, a: Any, b: Any) -> Any:
    """Return the smaller number of each lane."""
    return Lanes(Lanes, Lanes), _choice("<")


@intrinsic
def larger(typingctx: Any, a: Any, b: Any) -> Any:
    """Return the larger number of each lane."""
    return Lanes(Lanes, Lanes), _choice(">")


def _call(builder: Any, name: str, *values: Any) -> Any:
    """Call one of LLVM's own functions of a vector."""
    asked = ir.FunctionType(Lanes.vector, [value.type for value in values])
    function = cgutils.get_or_insert_function(
        builder.module, asked, f"llvm.{name}.v{LANES}i64")
    return builder.call(function, values)


@intrinsic
def populations(typingctx: Any, sets: Any) -> Any:
    """Count the bits set in each lane."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "ctpop", args[0])

    return Lanes(Lanes), codegen


@intrinsic
def leading_zeros(typingctx: Any, sets: Any) -> Any:
    """Count the zeros above the highest bit set in each lane; 64 for nothing."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "ctlz", args[0], ir.Constant(_FLAG, 0))

    return Lanes(Lanes), codegen


@intrinsic
def reals(typingctx: Any, numbers: Any) -> Any:
    """Return whole numbers as floats."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.sitofp(args[0], Reals.vector)

    return Reals(Lanes), codegen


def _kept_at(place: Any) -> Vector:
    """Return what a pointer to numbers points to, taken as vectors."""
    return Lanes if place.dtype == types.int64 else Reals


def _address(builder: Any, place: Any, k: Any, kind: Vector) -> Any:
    first = builder.gep(place, [builder.mul(k, ir.Constant(WORD, LANES))])
    return builder.bitcast(first, kind.vector.as_pointer())


@intrinsic
def added_up(typingctx: Any, lanes: Any) -> Any:
    """Return the sum of all lanes."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        name = f"llvm.vector.reduce.add.v{LANES}i64"
        return builder.call(cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(WORD, [Lanes.vector]), name), args)

    return types.int64(Lanes), codegen


@intrinsic
def load(typingctx: Any, place: Any, k: Any) -> Any:
    """Return the k-th vector from a pointer on."""
    kind = _kept_at(place)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        # Arrays are aligned to their numbers only.
        return builder.load(_address(builder, args[0], args[1], kind), align=8)

    return kind(place, types.int64), codegen


@intrinsic
def store(typingctx: Any, place: Any, k: Any, value: Any) -> Any:
    """Store the k-th vector from a pointer on."""
    kind = _kept_at(place)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _address(builder, args[0], args[1], kind), align=8)
        return context.get_dummy_value()

    return types.void(place, types.int64, kind), codegen

    return types.void(place, types.int64, kind), codegen


@intrinsic
def at_lane(typingctx: Any, place: Any, lane: Any) -> Any:
    """Return the pointer to a number that stands so far behind another."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return place(place, types.int64), codegen


@intrinsic
def look_up(typingctx: Any, place: Any, lanes: Any) -> Any:
    """Return the numbers that stand at some places from a pointer on, a load a lane."""
    kind = _kept_at(place)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = ir.Constant(kind.vector, ir.Undefined)
        for lane in range(LANES):
            at = ir.Constant(ir.IntType(32), lane)
            number = builder.load(builder.gep(args[0], [builder.extract_element(args[1], at)]))
            found = builder.insert_element(found, number, at)
        return found

    return kind(place, Lanes), codegen


@intrinsic
def chosen(typingctx: Any, lanes: Any) -> Any:
    """Return what is true of the lanes that are set as bits of a plain number."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(builder.trunc(args[0], ir.IntType(LANES)), Flags.vector)

    return Flags(types.int64), codegen
