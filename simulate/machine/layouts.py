"""Where the entries of a row begin: names for its numbers, in Python and in compiled code."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any


class Layout:
    """The first index of each entry of a row, by name: each is an attribute.

    Compiled code finds a number in place of each name. A named tuple would do the same, but numba
    takes a tuple apart, number by number, wherever one of its names stands: of what it wrote for
    LLVM, half was that.

    ``names`` are those of the entries in order; ``size`` is the index after the last entry.
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
            setattr(self, name, at)
            at += size
        self.names, self.size = (*first, *sizes), at

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> int: ...

    @property
    def _numba_type_(self) -> Any:
        """The type that numba asks for where a function that it compiles names this."""
        return import_module("simulate.machine.instructions").layout_type(self)


def lay_out(start: int | Layout, **sizes: int) -> Layout:
    """Return where each entry of a row begins, from an index or behind another layout.

    Names come with how many integers each entry takes.
    """
    return Layout(start, sizes)
