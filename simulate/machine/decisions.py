"""How a kernel asks a strategy: one compiled function a decision, called by address.

A strategy's decision is a plain function of a *view* and its parameters that returns an
integer.  In Python both are named tuples.  In compiled code both are read-only windows:
``view.hand`` is one load from the table's row, and asking passes two pointers.  Since the
kernel knows a decision only as an address, it is compiled once, whatever the line-up,
and a user's decision compiles alone.  Its exceptions propagate through the kernel.
"""

import dis
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from numba import types
from numba.extending import intrinsic, models, register_model

from simulate.machine import compile as jit
from simulate.machine.sources import is_ours

_INT = types.int64
_FLOAT = types.float64


class Window(types.Type):
    """Read-only access by name to some entries of a row of numbers, by their indices.

    At index ``chart`` stands the length of a table, with the table behind it: an attribute too.
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


def _entry_type(window: Window, name: str) -> Any:
    if name == "chart" and window.chart is not None:
        return _chart_type(window)
    return window.dtype if name in window.entries else None


def _load_entry(context: Any, builder: Any, window: Window, row: Any, name: str) -> Any:
    if name == "chart" and window.chart is not None:
        return _load_chart(context, builder, window, row)
    index = context.get_constant(types.intp, window.entries[name])
    return builder.load(builder.gep(row, [index]), align=8)  # rows are aligned to their numbers


jit.attributes(Window, _entry_type, _load_entry)


def _chart_type(window: Window) -> Any:
    return types.Array(window.dtype, 1, "C", readonly=True)


def _load_chart(context: Any, builder: Any, window: Window, row: Any) -> Any:
    """Return the table behind the parameters as an array that knows its length."""
    place = builder.gep(row, [context.get_constant(types.intp, window.chart)])
    length = builder.fptosi(builder.load(place), context.get_value_type(types.intp))
    data = builder.gep(place, [context.get_constant(types.intp, 1)])
    array = context.make_array(_chart_type(window))(context, builder)
    width = context.get_constant(types.intp, window.dtype.bitwidth // 8)
    jit.populate_array(array, data, [length], [width], width, None)
    return array._getvalue()


@cache
def compile_decision(
    function: Callable[..., int], view: tuple[tuple[str, int], ...],
    parameters: tuple[tuple[str, int], ...], chart: int | None = None, fingerprint: str = "",
) -> tuple[Any, int]:
    """Compile ``function(view, parameters) -> int``; return that, which is kept alive, and its
    address.

    ``view`` and ``parameters`` name what it may look at, with indices in the table's row and among
    the strategy's parameters; ``chart`` is the index of its chart. It is compiled anew when its
    ``fingerprint`` has changed. Raises numba's errors, and ``TypeError`` if it returns anything but
    whole numbers.
    """
    asked = (Window("View", dict(view), _INT),
             Window("Parameters", dict(parameters), _FLOAT, chart))
    compiled = _compile(function, asked)
    answer = compiled.overloads[asked].signature.return_type
    if not isinstance(answer, types.Integer | types.Boolean):
        raise TypeError(_no_answer(function) or
                        f"it answers with {_kind(answer)}, not with a whole number")
    if answer != _INT:
        compiled = _compile(function, _INT(*asked))
    return compiled, jit.entry(compiled, asked)


def _no_answer(function: Callable[..., int]) -> str:
    """Return how a function ends that never returns; empty if it may return."""
    # numba infers None for it, as for a function that forgets to answer.
    operations = [one.opname for one in dis.get_instructions(function)]
    if any(name.startswith("RETURN") for name in operations):
        return ""
    ends = {"RAISE_VARARGS": "in an error (raise)", "JUMP_BACKWARD": "in a loop without an end"}
    found = [words for part, words in ends.items() if any(part in name for name in operations)]
    return f"it never answers: it ends {' or '.join(found)} whatever it sees"


def _kind(answer: Any) -> str:
    """Return in words what a decision returns in place of a whole number."""
    if isinstance(answer, types.NoneType):
        return "nothing (None)"
    if isinstance(answer, types.Optional):
        return "nothing (None) on some of its ways"
    if isinstance(answer, types.StringLiteral | types.UnicodeType):
        return "a text"
    if isinstance(answer, types.Float):
        return "a number that may have decimals (write // or int())"
    if isinstance(answer, types.BaseTuple | types.List):
        return "several values"
    return str(types.unliteral(answer))


@cache
def compile_step(function: Callable[[Any, Any], int]) -> tuple[Any, int]:
    """Compile ``function(table, numbers) -> int`` of two pointers; return it and its address."""
    asked = (types.CPointer(_INT), types.CPointer(_INT))
    compiled = _compile(function, _INT(*asked))
    return compiled, jit.entry(compiled, asked)


def _compile(function: Callable[..., int], signature: Any) -> Any:
    """Compile a function for a signature; keep it on disk if it is one of the library."""
    ours = is_ours(function)
    compiled = (jit.kept(function, jit.numba.njit(**jit.UNWRAPPED)(function)) if ours
                else jit.stoppable(function))
    compiled.compile(signature)
    return compiled


@intrinsic
def ask(typingctx: Any, address: Any, table: Any, parameters: Any) -> Any:
    """Call the decision at ``address`` with a table's row and the address of parameters."""
    asked = (Window("View", {}, _INT), Window("Parameters", {}, _FLOAT))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        floats = builder.inttoptr(args[2], context.get_value_type(asked[1]))
        return jit.call_entry(context, builder, args[0], _INT, asked, (args[1], floats))

    return _INT(_INT, types.CPointer(_INT), _INT), codegen
