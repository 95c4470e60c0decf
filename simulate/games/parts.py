"""Parts of a game that stand in a module of their own, found by its name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def module_of(name: str) -> ModuleType | None:
    """Return a module or package; None where there is none of that name."""
    try:
        found = find_spec(name)
    except ModuleNotFoundError:  # not even its package
        return None
    return None if found is None else import_module(name)
