"""How a kernel asks a strategy: one compiled function a decision, called by address.

A strategy's decision is a plain function of a *view* and its parameters that returns an
integer.  In Python both are named tuples.  In compiled code both are read-only windows:
``view.hand`` is one load from the table's row, and asking passes two pointers.  Since the
kernel knows a decision only as an address, it is compiled once, whatever the line-up,
and a user's decision compiles alone.  Its exceptions propagate through the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from numba import types
from numba.core.caching import NullCache
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
)
from numba.np.arrayobj import populate_array

from simulate.machine.calls import call_entry, entry
from simulate.machine.compiling import Compiled
from simulate.machine.jit import kept, numba
from simulate.machine.lane_types import Lanes
from simulate.machine.own_code import OwnCode
from simulate.machine.sources import is_ours
from simulate.machine.stoppable import Stoppable

_INT = types.int64
_FLOAT = types.float64


class Window(types.Type):
    """Read-only access by name to some entries of a row of numbers.

    Parameters
    ----------
    title : str
        What messages call it.
    entries : mapping of str to int
        Index in the row by name.
    dtype : numba type
        Of every entry.
    chart : int, optional
        Index in the row where the length of a table stands, with the table behind it: the attribute
        ``chart`` is that table as an array.
    """

    def __init__(
        self, title: str, entries: Mapping[str, int], dtype: Any, chart: int | None = None
    ) -> None:
        self.entries = dict(entries)
        self.dtype = dtype
        self.chart = chart
        shown = self.entries if chart is None else {**self.entries, "chart": chart}
        listed = ", ".join(f"{name}@{index}" for name, index in shown.items())
        super().__init__(name=f"{title}({listed})")


@register_model(Window)
class _WindowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, window: Window) -> None:
        number = manager.lookup(window.dtype).get_data_type()
        super().__init__(manager, window, number.as_pointer())


@infer_getattr
class _WindowAttributes(AttributeTemplate):
    key = Window

    def generic_resolve(self, window: Window, name: str) -> Any:
        if name == "chart" and window.chart is not None:
            return _chart_type(window)
        return window.dtype if name in window.entries else None


@lower_getattr_generic(Window)
def _load_entry(context: Any, builder: Any, window: Window, row: Any, name: str) -> Any:
    if name == "chart" and window.chart is not None:
        return _load_chart(context, builder, window, row)
    index = context.get_constant(types.intp, window.entries[name])
    return builder.load(builder.gep(row, [index]), align=8)  # rows are aligned to their numbers


def _chart_type(window: Window) -> Any:
    return types.Array(window.dtype, 1, "C", readonly=True)


def _load_chart(context: Any, builder: Any, window: Window, row: Any) -> Any:
    """Return the table behind the parameters as an array that knows its length."""
    place = builder.gep(row, [context.get_constant(types.intp, window.chart)])
    length = builder.fptosi(builder.load(place), context.get_value_type(types.intp))
    data = builder.gep(place, [context.get_constant(types.intp, 1)])
    array = context.make_array(_chart_type(window))(context, builder)
    width = context.get_constant(types.intp, window.dtype.bitwidth // 8)
    populate_array(array, data, [length], [width], width, None)
    return array._getvalue()


@cache
def compile_decision(
    function: Callable[..., int], view: tuple[tuple[str, int], ...],
    parameters: tuple[tuple[str, int], ...], chart: int | None = None, fingerprint: str = "",
) -> tuple[Any, int]:
    """Compile a decision.

    Parameters
    ----------
    function : callable
        ``function(view, parameters) -> int`` in the part of Python that numba compiles.
    view : tuple of (str, int)
        What it may look at: names and their indices in the table's row.
    parameters : tuple of (str, int)
        The same for the strategy's parameters.
    chart : int, optional
        Index of the strategy's chart behind them.
    fingerprint : str
        What the function reaches (``simulate.machine.own_code``): when that has changed, it
        is compiled anew.

    Returns
    -------
    tuple
        The compiled function, which is kept alive, and its address.

    Raises
    ------
    numba.core.errors.NumbaError
        If the function does not compile.
    TypeError
        If it does not answer with whole numbers.
    """
    asked = (Window("View", dict(view), _INT),
             Window("Parameters", dict(parameters), _FLOAT, chart))
    compiled = _compile(function, asked)
    answer = compiled.overloads[asked].signature.return_type
    if not isinstance(answer, types.Integer | types.Boolean):
        raise TypeError(f"it answers with {_kind(answer)}, not with a whole number")
    if answer != _INT:
        compiled = _compile(function, _INT(*asked))
    return compiled, entry(compiled, asked)


def _kind(answer: Any) -> str:
    """Return in words what a decision answers with in place of a whole number."""
    if isinstance(answer, types.Optional | types.NoneType):
        return "nothing (None) on some of its ways"
    if isinstance(answer, types.StringLiteral | types.UnicodeType):
        return "a text"
    if isinstance(answer, types.Generator):
        return "a generator (yield)"
    return str(types.unliteral(answer))


@cache
def compile_for_lanes(
    function: Callable[[Any, Any], Any], view: tuple[tuple[str, int], ...],
    parameters: tuple[tuple[str, int], ...], chart: int | None = None,
) -> tuple[Any, int]:
    """Compile a decision that is taken in all lanes at once.

    Parameters are those of ``compile_decision``.  What the function finds in its view, and what it
    answers, are vectors; entry e of the row is the e-th vector.

    Returns
    -------
    tuple
        The compiled function, which is kept alive, and its address.
    """
    asked = (Window("Views", dict(view), Lanes),
             Window("Parameters", dict(parameters), _FLOAT, chart))
    compiled = _compile(function, Lanes(*asked))
    return compiled, entry(compiled, asked)


@cache
def compile_step(function: Callable[[Any, Any], int]) -> tuple[Any, int]:
    """Compile a function of the engine that ``ask`` can call and that sees the whole row.

    Parameters
    ----------
    function : callable
        ``function(table, numbers) -> int`` of two pointers to int64.

    Returns
    -------
    tuple
        The compiled function, which is kept alive, and its address.
    """
    asked = (types.CPointer(_INT), types.CPointer(_INT))
    compiled = _compile(function, _INT(*asked))
    return compiled, entry(compiled, asked)


def _compile(function: Callable[..., int], signature: Any) -> Any:
    """Compile a function for a signature; keep it on disk if it is one of the library.

    A person's own is compiled anew in each process, with what it calls: constants and helpers
    may have changed without numba's noticing.  Its indices are checked, so that a wrong one is
    an error and not a number from elsewhere or the end of the process; its loops can be stopped.
    """
    if is_ours(function):
        compiled = kept(function, numba.njit(function))
    else:
        compiled = numba.njit(boundscheck=True, pipeline_class=Stoppable)(function)
        for called in OwnCode(function).helpers:
            called = called.compiled if isinstance(called, Compiled) else called
            called._cache = NullCache()
            called._compiler.pipeline_class = Stoppable
            called.targetoptions["boundscheck"] = True
            called.recompile()
    compiled.compile(signature)
    return compiled


def _asking(number: Any) -> Any:
    """Return what calls a decision whose view and answer are such numbers."""
    asked = (Window("View", {}, number), Window("Parameters", {}, _FLOAT))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = builder.bitcast(args[1], context.get_value_type(asked[0]))
        floats = builder.inttoptr(args[2], context.get_value_type(asked[1]))
        return call_entry(context, builder, args[0], number, asked, (view, floats))

    return number(_INT, types.CPointer(_INT), _INT), codegen


@intrinsic
def ask(typingctx: Any, address: Any, table: Any, parameters: Any) -> Any:
    """Call the decision at ``address`` with a table's row and the address of parameters."""
    return _asking(_INT)


@intrinsic
def ask_lanes(typingctx: Any, address: Any, table: Any, parameters: Any) -> Any:
    """Call the decision at ``address`` that is taken in all lanes at once."""
    return _asking(Lanes)
