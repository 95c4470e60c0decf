"""Plain pointers for kernels: no bounds, no reference counts, no negative indices.

A kernel touches its scratch rows dozens of times a hand and hands them to helpers; as
arrays that costs a third of its time.  The arrays themselves stay with the session loop,
which outlives every pointer into them.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic
def pointer(typingctx: Any, array: Any) -> Any:
    """Return the address of the first element of a contiguous array."""
    if not isinstance(array, types.Array):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), codegen
