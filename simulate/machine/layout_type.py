"""What numba knows of a layout: a number for each name, and nothing when the code runs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from numba import types
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, models, register_model

if TYPE_CHECKING:
    from simulate.machine.layouts import Layout


class LayoutType(types.Type):
    """The type of one layout.

    Parameters
    ----------
    layout : Layout
    """

    def __init__(self, layout: Layout) -> None:
        self.first = {name: getattr(layout, name) for name in (*layout.names, "size")}
        super().__init__(name=f"Layout({self.first})")


register_model(LayoutType)(models.OpaqueModel)
#: The type of a layout, made once: numba asks wherever the layout is named.
type_of = cache(LayoutType)


@infer_getattr
class _Names(AttributeTemplate):
    key = LayoutType

    def generic_resolve(self, layout: LayoutType, name: str) -> Any:
        return types.int64 if name in layout.first else None


@lower_getattr_generic(LayoutType)
def _number(context: Any, builder: Any, layout: LayoutType, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, layout.first[name])


@lower_constant(LayoutType)
def _nothing(context: Any, builder: Any, layout: LayoutType, value: Any) -> Any:
    return context.get_dummy_value()


# A function that is being compiled has just imported this.
cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
