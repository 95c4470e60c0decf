"""One place for everything that the project asks of numba.

numba keeps compiled kernels on disk, but it notices edits only in the file of the
kernel itself, never in the helpers that were inlined into it.  The cache folder is
therefore keyed by a hash of the package's sources: an edit anywhere starts a new folder.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import shutil
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba

from simulate.machine.kernel_cache import cache_for

__all__ = [
    "helper", "inlined", "installed", "is_ours", "is_source", "kept", "kernel", "numba",
    "source_hash",
]

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


@cache
def is_source(file: str | None) -> bool:
    """Tell whether a file is among the sources that the cache folder is keyed by."""
    root = Path(__file__).resolve().parents[2]
    return file is not None and any(
        Path(file).is_relative_to(root / package) for package in _SOURCES)


def is_ours(function: Callable[..., Any]) -> bool:
    """Tell whether a function is among the sources that the cache folder is keyed by."""
    return is_source(function.__code__.co_filename)


def _clear(parent: Path) -> None:
    """Remove what was compiled for versions that have not been used for longest.

    Others may be doing the same: what has gone by the time we look is left out.
    """
    used = {}
    for folder in parent.iterdir():
        with suppress(OSError):
            used[folder] = folder.stat().st_mtime
    for folder in sorted(used, key=lambda one: used[one], reverse=True)[_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _is_private(folder: Path) -> bool:
    """Tell whether a folder is no link, and nobody but this user can write into it.

    What is in it is run: another user's file there would be run with our rights.
    """
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name == "nt" or (
        found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _own_folder(parent: Path) -> Path | None:
    """Return the folder of these sources, if it can be made and is nobody else's."""
    folder = parent / source_hash()
    try:
        parent.parent.mkdir(parents=True, exist_ok=True)
        for made in (parent, folder):
            made.mkdir(exist_ok=True, mode=0o700)
            if not _is_private(made):
                return None
        folder.touch()
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    with suppress(OSError):
        _clear(parent)
    return folder


def _cache_folder() -> Path:
    """First folder that is ours to write: the user's cache, a temporary one, or a new one."""
    places = [Path(tempfile.gettempdir()) / (
        f"boneyard-{os.getuid()}" if hasattr(os, "getuid") else "boneyard")]
    # A user without a home and without an entry in the list of users has no cache either.
    with suppress(RuntimeError):
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        places.insert(0, Path(base) / "boneyard")
    for parent in places:
        if (folder := _own_folder(parent)) is not None:
            return folder
    folder = Path(tempfile.mkdtemp(prefix="boneyard-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


if "NUMBA_CACHE_DIR" not in os.environ:
    # The variable is for worker processes; numba itself may have read it before.
    os.environ["NUMBA_CACHE_DIR"] = numba.config.CACHE_DIR = str(_cache_folder())


def kept(function: Callable[..., Any], dispatcher: Any) -> Any:
    """Let numba keep on disk what it compiles of a function."""
    dispatcher._cache = cache_for(function)
    return dispatcher


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
    return kept(function, numba.njit(error_model="numpy", nogil=True)(function))
