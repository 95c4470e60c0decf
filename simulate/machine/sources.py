"""What compiled code is made of: the source files whose hash names its folder.

numba keeps compiled kernels on disk, but it notices edits only in the file of the
kernel itself, never in the helpers that were inlined into it.  The cache folder is
therefore keyed by a hash of the package's sources: an edit anywhere starts a new folder.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

_SOURCES = ("simulate", "strategies")


@cache
def source_hash() -> str:
    """Hash of every source file whose code can end up inside a kernel."""
    root = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256()
    for package in _SOURCES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def installed() -> str:
    """Return, in words, the versions of all that results follow from."""
    return (f"boneyard {version('boneyard')} ({source_hash()}), Python "
            f"{platform.python_version()}, NumPy {version('numpy')}, numba {version('numba')}")


@cache
def is_source(file: str | None) -> bool:
    """Tell whether a file is among the sources that the cache folder is keyed by."""
    root = Path(__file__).resolve().parents[2]
    return file is not None and any(
        Path(file).is_relative_to(root / package) for package in _SOURCES)


def is_ours(function: Callable[..., Any]) -> bool:
    """Tell whether a function, and all that it encloses, is among these sources."""
    enclosed = (getattr(cell.cell_contents, "py_func", None) for cell in function.__closure__ or ())
    return is_source(function.__code__.co_filename) and all(
        is_ours(one) for one in enclosed if one is not None)
