"""One place for everything that the project asks of numba.

numba keeps compiled kernels on disk, but it notices edits only in the file of the
kernel itself, never in the helpers that were inlined into it.  The cache folder is
therefore keyed by a hash of the package's sources: an edit anywhere starts a new folder.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba

__all__ = ["helper", "inlined", "installed", "is_ours", "kernel", "numba", "source_hash"]

_SOURCES = ("simulate", "strategies")
#: Folders of other versions that are left alone; older ones are cleared away.
_KEPT = 8


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


def is_ours(function: Callable[..., Any]) -> bool:
    """Tell whether a function is among the sources that the cache folder is keyed by."""
    root, path = Path(__file__).resolve().parents[2], Path(function.__code__.co_filename)
    return any(path.is_relative_to(root / package) for package in _SOURCES)


def _clear(parent: Path) -> None:
    """Remove what was compiled for versions that have not been used for longest."""
    folders = sorted(parent.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _cache_folder() -> Path:
    """First folder that can be written: the user's cache, else a temporary one."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    user = f"boneyard-{os.getuid()}" if hasattr(os, "getuid") else "boneyard"
    for parent in (base / "boneyard", Path(tempfile.gettempdir()) / user):
        folder = parent / source_hash()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.touch()
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _clear(parent)
            return folder
    return Path(tempfile.mkdtemp(prefix="boneyard-"))


if "NUMBA_CACHE_DIR" not in os.environ:
    # The variable is for worker processes; numba itself may have read it before.
    os.environ["NUMBA_CACHE_DIR"] = numba.config.CACHE_DIR = str(_cache_folder())


def helper(function: Callable[..., Any]) -> Any:
    """Compile a small function that kernels and strategies call.

    Examples
    --------
    >>> from boneyard import helper
    >>> from boneyard.tiles import DOUBLES, count
    >>> @helper
    ... def doubles(hand):
    ...     return count(hand & DOUBLES)
    >>> doubles(0b111)
    2
    """
    return numba.njit(error_model="numpy", nogil=True)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a few instructions that are always worth putting where they are used.

    Examples
    --------
    >>> from boneyard import inlined
    >>> @inlined
    ... def has(hand, tile):
    ...     return hand >> tile & 1
    >>> has(0b100, 2)
    1
    """
    return numba.njit(error_model="numpy", nogil=True, forceinline=True)(function)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a session kernel: releases the GIL, kept on disk."""
    return numba.njit(error_model="numpy", nogil=True, cache=True)(function)
