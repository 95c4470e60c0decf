"""What numba knows of a layout: a number for each name, and nothing when the code runs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import models, register_model

from simulate.machine.compile import attributes

if TYPE_CHECKING:
    from simulate.machine.layouts import Layout


class LayoutType(types.Dummy):
    """The type of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.first = {name: getattr(layout, name) for name in (*layout.names, "size")}
        super().__init__(name=f"Layout({self.first})")


def _number(context: Any, builder: Any, layout: LayoutType, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, layout.first[name])


register_model(LayoutType)(models.OpaqueModel)
attributes(
    LayoutType, lambda layout, name: types.int64 if name in layout.first else None, _number)
#: The type of a layout, made once: numba asks wherever the layout is named.
type_of = cache(LayoutType)
