"""Sets of tiles as bits of an int64: bit i is tile i."""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simulate.machine.compiling import inlined

# pdep finds the n-th bit in one instruction; elsewhere a short loop gives the same answer.
_HAS_DEPOSIT = binding.get_host_cpu_features().get("bmi2", False)


@intrinsic
def _population(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def _trailing_zeros(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), codegen


@intrinsic
def _leading_zeros(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), codegen


@inlined
def count(tiles: int) -> int:
    """Count the tiles of a set.

    Examples
    --------
    >>> from boneyard.tiles import count
    >>> count(0b1011)
    3
    """
    return _population(tiles)


@inlined
def lowest(tiles: int) -> int:
    """Return the lowest tile of a set (64 for the empty set).

    Examples
    --------
    >>> from boneyard.tiles import lowest
    >>> lowest(0b1010)
    1
    """
    return _trailing_zeros(tiles)


@inlined
def highest(tiles: int) -> int:
    """Return the highest tile of a set (-1 for the empty set).

    Examples
    --------
    >>> from boneyard.tiles import highest
    >>> highest(0b1010)
    3
    """
    return 63 - _leading_zeros(tiles)


@intrinsic
def _deposit(typingctx: Any, bit: Any, tiles: Any) -> Any:
    """Spread the bits of the first word over the set bits of the second (pdep)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pdep = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, (word, word)), "llvm.x86.bmi.pdep.64"
        )
        return builder.call(pdep, args)

    return types.int64(types.int64, types.int64), codegen


if _HAS_DEPOSIT:

    @inlined
    def nth_bit(tiles: int, n: int) -> int:
        """Return the tile of a set that has ``n`` tiles of the set below it, as a set."""
        return _deposit(1 << n, tiles)

else:

    @inlined
    def nth_bit(tiles: int, n: int) -> int:
        """Return the tile of a set that has ``n`` tiles of the set below it, as a set."""
        for _ in range(n):
            tiles &= tiles - 1
        return tiles & -tiles


@inlined
def nth(tiles: int, n: int) -> int:
    """Return the tile of a set that has ``n`` tiles of the set below it.

    Examples
    --------
    >>> from boneyard.tiles import nth
    >>> nth(0b1010, 1)
    3
    """
    return _trailing_zeros(nth_bit(tiles, n))


@inlined
def either(first: int, second: int) -> int:
    """Return the first set unless it is empty, else the second; without a branch.

    Examples
    --------
    >>> from boneyard.tiles import either
    >>> either(0b100, 0b1), either(0, 0b1)
    (4, 1)
    """
    return first | second & -int(first == 0)
