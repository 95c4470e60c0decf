"""What is imported when it is first used: pandas, scipy, and functions of our own."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simulate.later import Later

__all__ = ["forwarded", "pd", "special"]

if TYPE_CHECKING:
    import pandas as pd
    from scipy import special
else:
    pd = Later("pandas")
    special = Later("scipy.special")


def forwarded(place: str) -> Callable[..., Any]:
    """Return the function ``"module:name"``, whose module is imported when it is first called."""
    module, _, name = place.partition(":")

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*given, **named)

    return call
