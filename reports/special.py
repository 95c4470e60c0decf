"""scipy's special functions of numbers and numpy arrays, imported without its support of others.

``scipy.special`` looks for the arrays of other libraries, and imports most of numpy for it, which
takes seven times as long as the functions. They stand in one compiled module of that package. So we
import this module with an empty package in its place; who imports ``scipy.special`` later gets it.
Where that module is no more, we import the package.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

__all__ = ["special"]

_PACKAGE = "scipy.special"


def _functions() -> ModuleType:
    """Return the module that has the functions."""
    if _PACKAGE in sys.modules:
        return sys.modules[_PACKAGE]
    empty = ModuleType(_PACKAGE)
    empty.__path__ = [str(Path(folder) / "special") for folder in import_module("scipy").__path__]
    sys.modules[_PACKAGE] = empty
    try:
        return import_module(f"{_PACKAGE}._ufuncs")
    except ImportError:
        pass
    finally:
        del sys.modules[_PACKAGE]
    return import_module(_PACKAGE)


special = _functions()
