"""What compiled code can do with vectors and tuples, as ``vectors`` names it.

Lane i of every vector belongs to the same session. LLVM puts a vector into as many registers of the
processor as it needs, so that one instruction does a step of several sessions. Importing this tells
numba of it; nothing does before something in lanes is compiled.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from numba import types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from simulate.domino.tiles import TILES
from simulate.games.loo.in_lanes.vectors import LANES
from simulate.games.loo.rules import miss_tiles, misses_in
from simulate.games.loo.views import TRICKS
from simulate.machine.compile import binding, ir
from simulate.machine.instructions import of_one

_WORD, _FLAG, _AT = ir.IntType(64), ir.IntType(1), ir.IntType(32)


class Vector(types.Type):  # type: ignore[misc]  # numba has no types
    """A number of some type in every lane. ``title``: what messages call it. ``element``: of the
    number in a lane."""

    def __init__(self, title: str, element: Any) -> None:
        self.vector = ir.VectorType(element, LANES)
        super().__init__(name=title)

    def wide_product(self, a: Any, b: Any) -> Any:
        """Return how words are multiplied lane by lane (``machine.instructions``)."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = (_widened(builder, word) for word in args)
            return context.make_tuple(
                builder, signature.return_type, _wide_products(builder, *words))

        return types.UniTuple(Lanes, 2)(*(kind if kind == Lanes else types.uint64
                                          for kind in (a, b))), codegen


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Vector) -> None:
        super().__init__(manager, kind, kind.vector)


#: Whole numbers and sets of tiles; words of randomness, which have no sign, are the same 64 bits.
Lanes = Vector("Lanes", _WORD)
#: What a comparison says of each lane.
Flags = Vector("Flags", _FLAG)
Reals = Vector("Reals", ir.DoubleType())


@cache
def lanes_pay() -> bool:
    """Tell whether this processor's vectors are wide enough to be faster than one at a time."""
    return bool(binding.get_host_cpu_features().get("avx2", False))


def _widened(builder: Any, value: Any) -> Any:
    """Leave a vector as it is, and put a number into every lane."""
    if isinstance(value.type, ir.VectorType):
        return value
    undefined = ir.Constant(ir.VectorType(value.type, LANES), ir.Undefined)
    first = builder.insert_element(undefined, value, ir.Constant(_AT, 0))
    everywhere = ir.Constant(ir.VectorType(_AT, LANES), [0] * LANES)
    return builder.shuffle_vector(first, undefined, everywhere)


def _constant(number: int) -> Any:
    return ir.Constant(Lanes.vector, [number] * LANES)


def _wide_products(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """Multiply words lane by lane into (high words, low words), by products of halves."""
    half, rest = _constant(32), _constant(0xFFFFFFFF)
    low_a, high_a = builder.and_(a, rest), builder.lshr(a, half)
    low_b, high_b = builder.and_(b, rest), builder.lshr(b, half)
    lowest = builder.mul(low_a, low_b)
    middle = builder.add(builder.mul(high_a, low_b), builder.lshr(lowest, half))
    other = builder.add(builder.mul(low_a, high_b), builder.and_(middle, rest))
    high = builder.add(builder.mul(high_a, high_b), builder.lshr(middle, half))
    low = builder.or_(builder.shl(other, half), builder.and_(lowest, rest))
    return builder.add(high, builder.lshr(other, half)), low


def _declare(symbol: Any, results: dict[Vector, Vector], does: Callable[..., Any]) -> None:
    """Tell numba of an operator: of what it makes of each kind of vector, and how; a number beside
    whole ones stands in every lane."""

    @type_callable(symbol)
    def _typed(context: Any) -> Any:
        def typer(a: Any, b: Any = None) -> Any:
            kind = a if isinstance(a, Vector) else b
            if kind not in results:
                return None
            args = [one if isinstance(one, Vector) else types.uint64
                    if types.unliteral(one) == types.uint64 else types.int64
                    for one in (a, b) if one is not None]
            mixed = any(one != kind and (kind != Lanes or not isinstance(one, types.Integer))
                        for one in (a, b) if one is not None)
            return None if mixed else results[kind](*args)

        return typer

    def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return does(builder, *(_widened(builder, value) for value in values))

    for args in ((Vector,), (Vector, Vector), (Vector, types.Integer), (types.Integer, Vector)):
        lower_builtin(symbol, *args)(lower)


def _method(name: str) -> Callable[..., Any]:
    return lambda builder, *vectors: getattr(builder, name)(*vectors)


def _of_kind(whole: str, real: str) -> Callable[..., Any]:
    return lambda builder, *vectors: getattr(
        builder, whole if vectors[0].type == Lanes.vector else real)(*vectors)


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda builder, *vectors: builder.icmp_signed(sign, *vectors)


_declare(operator.add, {Lanes: Lanes, Reals: Reals}, _of_kind("add", "fadd"))
_declare(operator.mul, {Lanes: Lanes, Reals: Reals}, _of_kind("mul", "fmul"))
_symbol: Any
for _symbol, _name in (
    (operator.sub, "sub"), (operator.lshift, "shl"), (operator.rshift, "lshr"),
    (operator.neg, "neg"),
):
    _declare(_symbol, {Lanes: Lanes}, _method(_name))
for _symbol, _name in (
    (operator.and_, "and_"), (operator.or_, "or_"), (operator.xor, "xor"),
    (operator.invert, "not_"),
):
    _declare(_symbol, {Lanes: Lanes, Flags: Flags}, _method(_name))
for _symbol, _sign in (
    (operator.eq, "=="), (operator.ne, "!="), (operator.lt, "<"), (operator.le, "<="),
    (operator.gt, ">"), (operator.ge, ">="),
):
    _declare(_symbol, {Lanes: Flags}, _comparison(_sign))


def _choice(sign: str) -> Any:
    """Return the instruction that chooses the number of each lane that compares so."""

    @intrinsic
    def instruction(typingctx: Any, a: Any, b: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.select(builder.icmp_signed(sign, *args), *args)

        return Lanes(Lanes, Lanes), codegen

    return instruction


def _lane_by_lane(builder: Any, name: str, *values: Any) -> Any:
    """Call one of LLVM's own functions of a vector."""
    asked = ir.FunctionType(Lanes.vector, [value.type for value in values])
    return builder.call(
        builder.module.declare_intrinsic(f"llvm.{name}.v{LANES}i64", (), asked), values)


everywhere = of_one(types.int64, Lanes, _widened)
set_lanes = of_one(Flags, types.int64, lambda builder, flags: builder.zext(
    builder.bitcast(flags, ir.IntType(LANES)), _WORD))
populations = of_one(Lanes, Lanes, lambda builder, sets: _lane_by_lane(builder, "ctpop", sets))
leading_zeros = of_one(Lanes, Lanes, lambda builder, sets: _lane_by_lane(
    builder, "ctlz", sets, ir.Constant(_FLAG, 0)))
reals = of_one(Lanes, Reals, lambda builder, numbers: builder.sitofp(numbers, Reals.vector))
smaller, larger = _choice("<"), _choice(">")


@intrinsic
def where(typingctx: Any, flags: Any, a: Any, b: Any) -> Any:
    """Choose lane by lane."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(args[0], *(_widened(builder, value) for value in args[1:]))

    return Lanes(Flags, *(one if one == Lanes else types.int64 for one in (a, b))), codegen


def _kept_at(place: Any) -> Vector:
    """Return what a pointer to numbers points to, taken as vectors."""
    return Lanes if place.dtype == types.int64 else Reals


def _address(builder: Any, place: Any, k: Any, kind: Vector) -> Any:
    first = builder.gep(place, [builder.mul(k, ir.Constant(_WORD, LANES))])
    return builder.bitcast(first, kind.vector.as_pointer())


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


def _unpacked(builder: Any, items: Any) -> list[Any]:
    return [builder.extract_value(items, i) for i in range(len(items.type.elements))]


def _types_at(items: Any, place: int) -> list[Any]:
    """Return the types of the values at a place of some tuples."""
    return [types.unliteral(of_one.types[place]) for of_one in items.types]


def _values_at(builder: Any, items: Any, place: int) -> list[Any]:
    """Return the values at a place of some tuples."""
    return [builder.extract_value(of_one, place) for of_one in _unpacked(builder, items)]


def _calls(typingctx: Any, function: Any, items: Any, same: Any, so_far: Any = None) -> list[Any]:
    """Return the signatures of a function, place by place; its first argument is what is known."""
    calls = []
    for place in range(len(items.types[0].types)):
        known = [] if so_far is None else [so_far]
        calls.append(typingctx.resolve_function_type(
            function, (*known, *_types_at(items, place), *same.types), {}))
        if so_far is not None:
            so_far = calls[-1].return_type
    return calls


def _call(
    context: Any, builder: Any, function: Any, call: Any, given: Sequence[Any],
    kinds: Sequence[Any],
) -> Any:
    """Call a function with values of some types, as its signature wants them."""
    cast = [context.cast(builder, value, kind, wanted)
            for value, kind, wanted in zip(given, kinds, call.args, strict=True)]
    return context.get_function(function, call)(builder, cast)


@intrinsic
def each(typingctx: Any, function: Any, items: Any, same: Any) -> Any:
    """Call a function for every place; return its answers."""
    calls = _calls(typingctx, function, items, same)
    answers = types.Tuple([call.return_type for call in calls])

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        shared = _unpacked(builder, args[2])
        made = [_call(context, builder, function, call,
                      [*_values_at(builder, args[1], place), *shared],
                      [*_types_at(items, place), *same.types])
                for place, call in enumerate(calls)]
        return context.make_tuple(builder, signature.return_type, made)

    return answers(function, items, same), codegen


@intrinsic
def fold(typingctx: Any, function: Any, so_far: Any, items: Any, same: Any) -> Any:
    """Call a function that returns what is known after a place."""
    known_first = types.unliteral(so_far)
    calls = _calls(typingctx, function, items, same, known_first)
    returned = calls[-1].return_type if calls else known_first

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        shared = _unpacked(builder, args[3])
        known, kind = args[1], known_first
        for place, call in enumerate(calls):
            known = _call(context, builder, function, call,
                          [known, *_values_at(builder, args[2], place), *shared],
                          [kind, *_types_at(items, place), *same.types])
            kind = call.return_type
        return known

    return returned(function, known_first, items, same), codegen


@intrinsic
def shared_out(typingctx: Any, draws: Any, places: Any) -> Any:
    """Share the draws of a deal out among hands, turn-up and misses; none where all that is left
    goes to a miss."""
    players = len(places.types)
    sizes = [TRICKS] * players + [1]
    for miss in range(2):
        size, left = miss_tiles(players), TILES - sum(sizes)
        sizes.append(size if miss < misses_in(players) and left > size else 0)
    stops = list(accumulate(sizes))
    order = [range(stop - 1, stop - size - 1, -1) for size, stop in zip(sizes, stops, strict=True)]
    parts = [types.UniTuple(Lanes, size) for size in sizes]
    hands = types.Tuple(parts[players - 1 :: -1])

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        drawn = _unpacked(builder, args[0])
        made = [context.make_tuple(builder, part, [drawn[k] for k in those])
                for part, those in zip(parts, order, strict=True)]
        of_hands = context.make_tuple(builder, hands, made[players - 1 :: -1])
        return context.make_tuple(builder, signature.return_type, [of_hands, *made[players:]])

    return types.Tuple([hands, *parts[players:]])(draws, places), codegen
