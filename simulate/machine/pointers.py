"""Plain pointers for kernels: no bounds, no reference counts, no negative indices.

A kernel touches its scratch rows dozens of times a hand and hands them to helpers; as
arrays that costs a third of its time.  The arrays themselves stay with the session loop,
which outlives every pointer into them.
"""

from __future__ import annotations

from typing import Any

from simulate.machine.compiling import Compiled, helper, inlined, instruction

#: ``pointer(array)``: the address of the first element of a contiguous array.
pointer = instruction("pointer")
#: ``whole_numbers(address)``, ``real_numbers(address)``: the int64 or the float64 there.
whole_numbers, real_numbers = instruction("whole_numbers"), instruction("real_numbers")
#: ``numbers(array, strategy)``: the same of an array of floats, taken by fours where a strategy is
#: one for four games.
numbers = Compiled("simulate.machine.fours", "numbers")


@inlined
def keep(*arrays: Any) -> None:
    """Let arrays that a function makes live until here.

    numba frees an array after the last line that names it, although a pointer still leads there.
    """


@helper
def copy_into(to: Any, source: Any) -> None:
    """Copy the numbers of an array to the beginning of another, which may be longer.

    For ``to[:] = source`` numba compiles the sentence of an error as well, how strings are joined
    and numbers written: two seconds more in each process.
    """
    for k in range(len(source)):
        to[k] = source[k]
