"""Machine instructions that kernels need and Python has no name for; types of layouts; fours.

Modules name them by ``simulate.machine.compiling.instruction``, so that numba is not imported
before something is compiled.

Fours are four numbers that a kernel handles as one: they are added, subtracted and multiplied
number by number and never mixed. So a kernel that walks over a game walks over four games in little
more time, with the same results: ``numbers(array, strategy)[i]`` is the number at place i, or the
four there if the strategy is one for four games, with an axis for them at the end.
"""

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from simulate.machine.compile import attributes, binding, inlined, ir, know
from simulate.machine.table import Layout

# pdep and pext find bits by their places in one instruction; elsewhere short loops give the same
# answers.
_HAS_DEPOSIT = binding.get_host_cpu_features().get("bmi2", False)


@intrinsic
def pointer(typingctx: Any, array: Any) -> Any:
    """Return the address of the first element of a contiguous array."""
    if not isinstance(array, types.Array):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), codegen


@intrinsic(prefer_literal=True)
def room_for(typingctx: Any, many: Any) -> Any:
    """Return room for so many int64 until the calling function returns.

    An array costs fifty nanoseconds; this costs nothing.
    """
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():
            return builder.alloca(ir.IntType(64), ir.Constant(ir.IntType(64), many.literal_value))

    return types.CPointer(types.int64)(many), codegen


def of_one(asked: Any, result: Any, does: Callable[[Any, Any], Any]) -> Any:
    """Return the instruction ``does(builder, value)``."""

    @intrinsic
    def instruction(typingctx: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return does(builder, args[0])

        return result(asked), codegen

    return instruction


whole_numbers = of_one(types.int64, types.CPointer(types.int64), lambda builder, address: (
    builder.inttoptr(address, ir.IntType(64).as_pointer())))


@intrinsic
def call_back(typingctx: Any, address: Any, table: Any) -> Any:
    """Call ``int64 function(int64 *table)`` of C at an address."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        function = ir.FunctionType(ir.IntType(64), [args[1].type])
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), [args[1]])

    return types.int64(types.int64, table), codegen


@intrinsic
def wide_product(typingctx: Any, a: Any, b: Any) -> Any:
    """Multiply two words of 64 bits into (high, low)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        low = builder.trunc(product, word)
        return context.make_tuple(builder, signature.return_type, (high, low))

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), codegen


_FALSE = ir.Constant(ir.IntType(1), 0)
#: How many bits of a word are set, and the zeros below the lowest and above the highest of them.
population = of_one(types.int64, types.int64, lambda builder, word: builder.ctpop(word))
trailing_zeros = of_one(types.int64, types.int64, lambda builder, word: builder.cttz(word, _FALSE))
leading_zeros = of_one(types.int64, types.int64, lambda builder, word: builder.ctlz(word, _FALSE))


def _of_two_words(name: str) -> Any:
    """Return an instruction of the processor that makes a word of two."""

    @intrinsic
    def instruction(typingctx: Any, a: Any, b: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = builder.module.declare_intrinsic(
                name, (), ir.FunctionType(word, (word, word)))
            return builder.call(function, args)

        return types.int64(types.int64, types.int64), codegen

    return instruction


#: Spread the bits of a word over the set bits of another (pdep), or gather those there (pext).
_deposit = _of_two_words("llvm.x86.bmi.pdep.64")
_extract = _of_two_words("llvm.x86.bmi.pext.64")


if _HAS_DEPOSIT:

    @inlined
    def at_places(places: int, tiles: int) -> int:
        """Return the tiles of a set at some places: bit n stands for the n-th, from 0."""
        return _deposit(places, tiles)

    @inlined
    def places_in(tiles: int, among: int) -> int:
        """Return the places of some tiles in a set: bit n stands for the n-th of it, from 0."""
        return _extract(tiles, among)

else:

    @inlined
    def at_places(places: int, tiles: int) -> int:
        """Return the tiles of a set at some places: bit n stands for the n-th, from 0."""
        found = 0
        while places:
            found |= tiles & -tiles & -(places & 1)
            tiles &= tiles - 1
            places >>= 1
        return found

    @inlined
    def places_in(tiles: int, among: int) -> int:
        """Return the places of some tiles in a set: bit n stands for the n-th of it, from 0."""
        places, place = 0, 1
        while among:
            places |= place & -int(tiles & among & -among != 0)
            among &= among - 1
            place <<= 1
        return places


@inlined
def nth_bit(tiles: int, n: int) -> int:
    """Return the tile of a set that has ``n`` tiles of the set below it, as a set."""
    return at_places(1 << n, tiles)


class LayoutType(types.Dummy):
    """The type of one layout: a number for each name, and nothing when the code runs."""

    def __init__(self, layout: Layout) -> None:
        self.first = {name: getattr(layout, name) for name in (*layout.names, "size")}
        super().__init__(name=f"Layout({self.first})")


def _number(context: Any, builder: Any, layout: LayoutType, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, layout.first[name])


register_model(LayoutType)(models.OpaqueModel)
attributes(LayoutType, lambda layout, name: types.int64 if name in layout.first else None, _number)


@cache
def layout_type(layout: Layout) -> LayoutType:
    """Return the type of a layout, made once."""
    know()
    return LayoutType(layout)


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
