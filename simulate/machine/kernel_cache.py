"""Compiled code on disk: one file for each function and signature, checked when it is read.

numba keeps an index and numbered files beside it; a damaged index ends the run, and two
processes that write at once can exchange their files.  Here a file is named for what it
holds, replaced in one step and carries a checksum.  What cannot be read is compiled again,
and what cannot be written is not kept: a cache never ends a run.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from simulate.machine.kept_files import KeptFiles

log = logging.getLogger("boneyard")


@cache
def _warn(folder: str, reason: str) -> None:
    """Say once that compiled code cannot be kept."""
    log.warning("compiled code cannot be kept in %r (%s): this run compiles what it needs",
                folder, reason)


class _KernelFiles:
    """The compiled code of one function.

    Parameters
    ----------
    files : KeptFiles
    """

    def __init__(self, files: KeptFiles) -> None:
        self._files = files

    def load(self, key: object) -> Any:
        """Return what was saved under a key; None if nothing was, or it is damaged."""
        body = self._files.load(key)
        return None if body is None else pickle.loads(body)

    def save(self, key: object, data: Any) -> None:
        """Put data into its file in one step.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        self._files.save(key, dumps(data))

    def flush(self) -> None:
        """Forget everything that is kept of the function."""
        self._files.keep(0)


class _InFolder(CompileResultCacheImpl):
    """Keeps compiled functions in the folder that was chosen, and nowhere else."""

    _locator_classes = CompileResultCacheImpl._locator_classes[:1]


class KernelCache(FunctionCache):
    """What numba asks for compiled code, with files that are checked."""

    _impl_class = _InFolder

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _KernelFiles(KeptFiles(
            Path(self._impl.locator.get_cache_path()), self._impl.filename_base,
            self._impl.locator.get_source_stamp(), "it is compiled again"))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return compiled code, or None if no usable code is kept.

        numba first takes in all that code could be compiled with, again for each function. Finished
        code needs only the functions that manage memory; what is compiled takes in the rest itself.
        """
        try:
            rtsys.initialize(target_context)
            return self._load_overload(sig, target_context)
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


class LateCache(NullCache):
    """The cache of a function that may never be compiled: it is looked for when it is."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @cached_property
    def _cache(self) -> Any:
        return cache_for(self._function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return compiled code, or None if no usable code is kept."""
        return self._cache.load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code if that is possible."""
        self._cache.save_overload(sig, data)
