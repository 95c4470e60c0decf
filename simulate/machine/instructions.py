"""Machine instructions that kernels need and that Python has no name for, and types of layouts.

Modules name them by ``simulate.machine.compiling.instruction``, so that numba is not imported
before something is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import intrinsic, models, register_model

from simulate.machine.compile import attributes, binding, inlined, ir, know

if TYPE_CHECKING:
    from simulate.machine.layouts import Layout

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
    def nth_bit(tiles: int, n: int) -> int:
        """Return the tile of a set that has ``n`` tiles of the set below it, as a set."""
        return _deposit(1 << n, tiles)

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
    def nth_bit(tiles: int, n: int) -> int:
        """Return the tile of a set that has ``n`` tiles of the set below it, as a set."""
        for _ in range(n):
            tiles &= tiles - 1
        return tiles & -tiles

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
