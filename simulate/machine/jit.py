"""One place for everything that the project asks of numba, which is imported here.

numba takes longer to import than most commands take to answer, so nothing that only tells of
a game or a strategy imports this module: see ``simulate.machine.compiling``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numba
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from simulate.machine.cache_folder import folder_in_use
from simulate.machine.fewer_collections import collect_less_while_compiling
from simulate.machine.kernel_cache import LateCache, cache_for
from simulate.machine.shortcuts import take_shortcuts
from simulate.machine.sources import is_ours

__all__ = ["helper", "inlined", "kept", "kernel", "numba", "part_of", "type_of"]

#: The module in which numba looks for a library of linear algebra. Only inner products of floats
#: need it, and no kernel has any; looking for it takes half a second, most of the time that
#: importing numba takes.
_LINEAR_ALGEBRA = "scipy.linalg"


def _import_without_linear_algebra() -> None:
    """Import the module of numba that looks for linear algebra in a way that it finds none."""
    if _LINEAR_ALGEBRA in sys.modules:
        return
    sys.modules[_LINEAR_ALGEBRA] = None  # type: ignore[assignment]  # cannot be imported now
    try:
        import_module("numba.np.arraymath")
    finally:
        del sys.modules[_LINEAR_ALGEBRA]


_import_without_linear_algebra()
collect_less_while_compiling()
take_shortcuts()

# numba itself may have looked for the folder before.
numba.config.CACHE_DIR = str(folder_in_use())


def type_of(value: Any) -> Any:
    """Return the type that a compiled function has where another one names it."""
    context = cpu_target.typing_context
    if not isinstance(value, Dispatcher):
        context.refresh()  # an instruction that has just been imported
    return context.resolve_value_type(value)


def kept(function: Callable[..., Any], dispatcher: Any) -> Any:
    """Let numba keep on disk what it compiles of a function."""
    dispatcher._cache = cache_for(function)
    return dispatcher


def _kept_if_called(function: Callable[..., Any], dispatcher: Any) -> Any:
    """Let numba keep what it compiles of a function of ours, if it ever does.

    It does where Python calls the function: those that compile it in have a part of their own
    (``part_of``).
    """
    if is_ours(function):
        dispatcher._cache = LateCache(function)
    return dispatcher


def helper(function: Callable[..., Any]) -> Any:
    """Compile a small function that kernels and strategies call."""
    return _kept_if_called(function, numba.njit(error_model="numpy", nogil=True)(function))


@cache
def part_of(dispatcher: Any) -> Any:
    """Return a helper as other compiled functions take it in (``simulate.machine.parts``)."""
    from simulate.machine.parts import Part

    function = dispatcher.py_func
    if function.__name__ in function.__code__.co_names:
        return dispatcher  # calls itself: numba looks for its machine code by name
    options = {name: value for name, value in dispatcher.targetoptions.items()
               if name not in ("nopython", "boundscheck")}
    part = numba.njit(pipeline_class=Part, no_cpython_wrapper=True, no_cfunc_wrapper=True,
                      **options)(function)
    if options.get("forceinline"):
        _translate_once_for_any_constant(part)
    return part


def _translate_once_for_any_constant(part: Any) -> None:
    """Let a part be one function for all constants that it is called with.

    numba makes one for each constant. A part that is copied to where it is called meets its
    constants there; a longer one may be faster with each of its own.
    """
    find, plain = part.get_call_template, numba.types.unliteral

    def _find(args: Any, kws: Any) -> Any:
        return find(tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()})

    part.get_call_template = _find


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a short function that is always copied to where it is called."""
    return _kept_if_called(
        function, numba.njit(error_model="numpy", nogil=True, forceinline=True)(function))


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a session kernel: releases the GIL, kept on disk."""
    return kept(function, numba.njit(error_model="numpy", nogil=True)(function))
