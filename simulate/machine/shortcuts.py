"""What numba does over and over while it compiles is done once, or not at all.

Compiled code is the same to the bit; compiling takes a tenth less time.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite.binding import ffi
from numba.core import types
from numba.core.cpu import CPUContext
from numba.core.types.functions import BaseFunction

#: Where the functions behind operators say that they come from.
_OPERATORS = operator.add.__module__


def _once_for_numbers(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return what finds the meaning of a call, which finds that of an operator on numbers once.

    numba tries a dozen templates for every ``+``, those of numpy's arrays first.
    """
    found = dict[Any, tuple[Any, Any]]()

    def _resolve(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or getattr(self.typing_key, "__module__", None) != _OPERATORS or not all(
                isinstance(kind, types.Number | types.Boolean | types.IntegerLiteral)
                for kind in args):
            return resolve(self, context, args, kws)
        asked = self, context, tuple(args)
        if asked not in found:
            signature = resolve(self, context, args, kws)
            found[asked] = signature, self._impl_keys[signature.args]
        signature, key = found[asked]
        self._impl_keys[signature.args] = key
        return signature

    return _resolve


def _once_for_a_type(measure: Callable[..., int]) -> Callable[..., int]:
    """Return what tells the size of a type, which asks LLVM once for each that has no name.

    numba asks for every variable, and writes and reads a module of LLVM each time.
    """
    found = dict[str, int]()

    def _measure(self: Any, kind: Any) -> int:
        words = str(kind)
        if "%" in words:  # a name may mean something else elsewhere
            return measure(self, kind)
        if words not in found:
            found[words] = measure(self, kind)
        return found[words]

    return _measure


def _tell_no_clock() -> None:
    """Let calls of LLVM begin and end unannounced: numba's clocks listen, and nobody reads them."""
    for told in tuple(ffi.lib._lock._cblist):
        ffi.unregister_lock_callback(*told)


@cache
def take_shortcuts() -> None:
    """Do so from now on, for everything that numba compiles in this process."""
    BaseFunction.get_call_type = _once_for_numbers(  # type: ignore[method-assign]
        BaseFunction.get_call_type)
    CPUContext.get_abi_sizeof = _once_for_a_type(CPUContext.get_abi_sizeof)
    _tell_no_clock()
