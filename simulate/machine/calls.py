"""Compiled functions that others call by address, so that these are compiled once for all."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def entry(compiled: Any, signature: tuple[Any, ...]) -> int:
    """Return the address of a function that is compiled for such arguments."""
    overload = compiled.overloads[signature]
    address: int = overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)
    return address


def call_entry(
    context: Any, builder: Any, address: Any, answer: Any, signature: tuple[Any, ...], args: Any
) -> Any:
    """Call the function at an address; its exceptions are those of the caller."""
    convention = context.call_conv
    function_type = convention.get_function_type(answer, signature)
    function = builder.inttoptr(address, function_type.as_pointer())
    status, answered = convention.call_function(builder, function, answer, signature, args)
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return answered


@intrinsic
def call(typingctx: Any, address: Any, arguments: Any) -> Any:
    """Call the function at ``address`` with a tuple of arguments; it answers nothing."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        call_entry(context, builder, args[0], types.none, tuple(arguments),
                   cgutils.unpack_tuple(builder, args[1]))
        return context.get_dummy_value()

    return types.none(types.int64, arguments), codegen
