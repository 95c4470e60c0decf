"""Importing this module checks that the packages that boneyard is built on are its own.

They have plain names, which a folder or a file of the person's own may have too: ./simulate/
or ./reports.py in the folder where Python was started.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_PACKAGES = ("simulate", "strategies", "reports")


def _check() -> None:
    """Raise ``ImportError`` if another file hides one of our packages."""
    home = Path(__file__).resolve().parents[1]
    for package in _PACKAGES:
        if package in sys.modules:
            place = getattr(sys.modules[package], "__file__", None)
        else:
            spec = importlib.util.find_spec(package)
            place = spec and spec.origin
        if place and Path(place).resolve() != home / package / "__init__.py":
            raise ImportError(
                f"{place!r} hides the package {package!r} that belongs to boneyard: rename "
                "it, or start Python in another folder")


_check()
