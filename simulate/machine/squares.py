"""Rows turned into columns, a square of eight by eight numbers at a time.

Number by number that takes a load and a part of a store each; the processor's wide registers turn
a square in as many steps as it has rows, three times over.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from simulate.machine.pointers import SQUARE

_WORD = ir.IntType(64)
_ROW = ir.VectorType(_WORD, SQUARE)
#: Arrays begin at multiples of this many bytes.
_ALIGNED = 8


def _swapped(builder: Any, rows: list[Any], distance: int) -> list[Any]:
    """Swap one bit of the numbers of rows and columns: between rows that far apart."""
    found = list(rows)
    for i in range(SQUARE):
        if i & distance:
            continue
        upper, lower = rows[i], rows[i | distance]
        # The numbers of the upper row count from 0, those of the lower one from SQUARE on.
        for at, kept, own, other in ((i, 0, 0, SQUARE), (i | distance, distance, SQUARE, 0)):
            taken = [own + k if k & distance == kept else other + (k ^ distance)
                     for k in range(SQUARE)]
            mask = ir.Constant(ir.VectorType(ir.IntType(32), SQUARE), taken)
            found[at] = builder.shuffle_vector(upper, lower, mask)
    return found


@intrinsic
def turn_square(
    typingctx: Any, rows: Any, at: Any, apart: Any, further: Any, columns: Any, to: Any,
    distance: Any,
) -> Any:
    """Write eight neighbours of eight rows into eight columns.

    Rows begin ``at`` a place of ``rows``: four that are ``apart`` numbers apart, and four more from
    ``further`` on. In this order their numbers stand in columns, ``distance`` numbers apart, that
    begin at the place ``to`` of ``columns``. Both are pointers to int64.
    """
    word = types.int64

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first, at, apart, further, column, to, distance = args

        def place(begin: Any, numbers: Any) -> Any:
            return builder.bitcast(builder.gep(begin, [numbers]), _ROW.as_pointer())

        def times(number: Any, factor: int) -> Any:
            return builder.mul(number, ir.Constant(_WORD, factor))

        half = SQUARE // 2
        read = [builder.load(
            place(builder.gep(first, [at]),
                  builder.add(times(further, i // half), times(apart, i % half))),
            align=_ALIGNED) for i in range(SQUARE)]
        for bit in (1, 2, 4):
            read = _swapped(builder, read, bit)
        for i, one in enumerate(read):
            builder.store(one, place(builder.gep(column, [to]), times(distance, i)), align=_ALIGNED)
        return context.get_dummy_value()

    return types.none(rows, word, word, word, columns, word, word), codegen


# A kernel that is being compiled has just imported this.
cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
