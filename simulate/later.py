"""Packages that take long to import, imported when they are first used.

Most commands answer without these packages, and all wrong input is refused without them.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["Later", "joblib"]

#: joblib sets this when it is imported, for an OpenMP that is not ours.
_OF_JOBLIB = "KMP_INIT_AT_FORK"


class Later:
    """Stands for a module, or for a part of one, until something of it is used."""

    def __init__(self, name: str, part: str = "") -> None:
        self._name, self._part = name, part

    def __getattr__(self, name: str) -> Any:
        was_set = _OF_JOBLIB in os.environ
        module = import_module(self._name)
        if not was_set:
            os.environ.pop(_OF_JOBLIB, None)
        found = getattr(getattr(module, self._part) if self._part else module, name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    import joblib
else:
    joblib = Later("joblib")
