"""Compiled code on disk: one file for each function and signature, checked when it is read.

numba keeps an index and numbered files beside it; a damaged index ends the run, and two
processes that write at once can exchange their files.  Here a file is named for what it
holds, replaced in one step and carries a checksum.  What cannot be read is compiled again,
and what cannot be written is not kept: a cache never ends a run.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.serialize import dumps

_HEAD = b"boneyard kernel 1\n"

log = logging.getLogger("boneyard")


@cache
def _warn(folder: str, reason: str) -> None:
    """Say once that compiled code cannot be kept."""
    log.warning("compiled code cannot be kept in %r (%s): this run compiles what it needs",
                folder, reason)


class _KernelFiles:
    """The files of one function in the cache folder.

    Parameters
    ----------
    folder : Path
    name : str
        What the files of the function begin with.
    stamp : object
        Changes with the source file.
    """

    def __init__(self, folder: Path, name: str, stamp: object) -> None:
        self._folder, self._name, self._stamp = folder, name, stamp

    def _path(self, key: object) -> Path:
        digest = hashlib.sha256(repr((self._stamp, key)).encode()).hexdigest()
        return self._folder / f"{self._name}.{digest[:32]}.nbc"

    def load(self, key: object) -> Any:
        """Return what was saved under a key; None if nothing was, or it is damaged."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        body = content[len(_HEAD) + 64 :]
        if content[: len(_HEAD) + 64] != _HEAD + hashlib.sha256(body).hexdigest().encode():
            log.warning("compiled code in %r is damaged: it is compiled again", str(path))
            path.unlink(missing_ok=True)
            return None
        return pickle.loads(body)

    def save(self, key: object, data: Any) -> None:
        """Put data into its file in one step.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        body = dumps(data)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, part = tempfile.mkstemp(dir=self._folder, prefix=".part-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_HEAD + hashlib.sha256(body).hexdigest().encode() + body)
            Path(part).replace(self._path(key))
        except OSError:
            with suppress(OSError):
                Path(part).unlink()
            raise

    def flush(self) -> None:
        """Forget everything that is kept of the function."""
        for path in self._folder.glob(f"{self._name}.*.nbc"):
            path.unlink(missing_ok=True)


class _InFolder(CompileResultCacheImpl):  # type: ignore[misc]  # numba is untyped
    """Keeps compiled functions in the folder that was chosen, and nowhere else."""

    _locator_classes = CompileResultCacheImpl._locator_classes[:1]


class KernelCache(FunctionCache):  # type: ignore[misc]  # numba is untyped
    """What numba asks for compiled code, with files that are checked."""

    _impl_class = _InFolder

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _KernelFiles(
            Path(self._impl.locator.get_cache_path()), self._impl.filename_base,
            self._impl.locator.get_source_stamp())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return compiled code, or None if no usable code is kept."""
        try:
            return super().load_overload(sig, target_context)
        except MemoryError:
            raise
        except Exception as error:  # whatever is wrong with a file, it can be made again
            _warn(self.cache_path, f"{type(error).__name__}: {error}")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code if that is possible."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _warn(self.cache_path, error.strerror or str(error))


def cache_for(function: Callable[..., Any]) -> Any:
    """Return the cache of a function; one that keeps nothing where no folder can be written."""
    try:
        return KernelCache(function)
    except RuntimeError:  # numba's word for a folder that cannot be written
        from numba import config

        _warn(str(config.CACHE_DIR), "the folder cannot be written")
        return NullCache()
