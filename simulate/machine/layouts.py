"""Rows of numbers: names for their entries, and plain pointers to them.

A kernel touches its scratch rows dozens of times a hand and hands them to helpers; as arrays that
costs a third of its time.  So pointers know no bounds, no reference counts and no negative indices;
the arrays themselves stay with the session loop, which outlives every pointer into them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from simulate.errors import BoneyardError
from simulate.machine.compiling import Compiled, helper, inlined, instruction


class Layout:
    """The first index of each entry of a row, by name: each is an attribute, a number to compiled
    code.

    A named tuple would do the same, but numba takes a tuple apart wherever one of its names stands:
    half of what it wrote for LLVM was that. ``size`` is the index after the last entry.
    """

    names: tuple[str, ...]
    size: int

    def __init__(self, start: int | Layout, sizes: dict[str, int]) -> None:
        first: tuple[str, ...] = ()
        if isinstance(start, Layout):
            vars(self).update(vars(start))
            first, start = start.names, start.size
        at = start
        for name, size in sizes.items():
            if hasattr(self, name) or name in Layout.__annotations__:
                raise BoneyardError(f"entry {name!r} of a layout: it has that name already, for "
                                    f"{'itself' if name not in first else 'another entry'}; give "
                                    "the entry another name")
            setattr(self, name, at)
            at += size
        self.names, self.size = (*first, *sizes), at

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> int: ...

    @property
    def _numba_type_(self) -> Any:
        """The numba type of this layout."""
        return import_module("simulate.machine.instructions").layout_type(self)


def lay_out(start: int | Layout, /, **sizes: int) -> Layout:
    """Return where entries of so many integers begin, from an index or behind another layout."""
    return Layout(start, sizes)


#: ``pointer(array)``: the address of the first element of a contiguous array.
pointer = instruction("pointer")
#: ``room_for(many)``: the address of room for so many int64, until the function returns.
room_for = instruction("room_for")
#: ``whole_numbers(address)``: the int64 there.
whole_numbers = instruction("whole_numbers")
#: ``numbers(array, strategy)``: the same of an array of floats, taken by fours where a strategy is
#: one for four games.
numbers = Compiled("simulate.machine.fours", "numbers")


@inlined
def keep(*arrays: Any) -> None:
    """Let arrays live until here: numba frees them after the last line that names them."""


@helper
def copy_into(to: Any, source: Any) -> None:
    """Copy an array to the beginning of another; ``to[:] = source`` compiles for seconds."""
    for k in range(len(source)):
        to[k] = source[k]
