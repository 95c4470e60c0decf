"""The folder that compiled code is kept in: private, and one for each state of the sources.

Its files are named for what they hold, replaced in one step and checked when they are read.
"""

import atexit
import hashlib
import logging
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from simulate.machine.sources import source_hash

#: Folders of other versions that are left alone; older ones are cleared away.
_KEPT = 8
_HEAD = b"boneyard kernel 1\n"

log = logging.getLogger("boneyard")


def _clear(parent: Path) -> None:
    """Remove what was compiled for versions long unused; others may be doing the same."""
    used = {}
    for folder in parent.iterdir():
        with suppress(OSError):
            used[folder] = folder.stat().st_mtime
    for folder in sorted(used, key=lambda one: used[one], reverse=True)[_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _is_private(folder: Path) -> bool:
    """Return whether a folder is no link, and only this user can write into it: its code is run."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name == "nt" or (
        found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def own_folder(parent: Path, name: str | None = None) -> Path | None:
    """Return the folder of a name (by default of these sources) if it can be made and is ours."""
    folder = parent / (name or source_hash())
    try:
        parent.parent.mkdir(parents=True, exist_ok=True)
        for made in (parent, folder):
            made.mkdir(exist_ok=True, mode=0o700)
            if not _is_private(made):
                return None
            made.chmod(0o700)  # an older version, or a person, may have let others read it
        folder.touch()
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    with suppress(OSError):
        _clear(parent)
    return folder


def cache_folder(name: str | None = None) -> Path:
    """Return the first ``own_folder``: in the user's cache, a temporary one, or a new one."""
    places = [Path(tempfile.gettempdir()) / (
        f"boneyard-{os.getuid()}" if hasattr(os, "getuid") else "boneyard")]
    # A user without a home and without an entry in the list of users has no cache either.
    with suppress(RuntimeError):
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        places.insert(0, Path(base) / "boneyard")
    for parent in places:
        if (folder := own_folder(parent, name)) is not None:
            return folder
    folder = Path(tempfile.mkdtemp(prefix="boneyard-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


_found = cache(cache_folder)


def folder_in_use(name: str | None = None) -> Path:
    """Return the folder that compiled code is kept in: the user's ``NUMBA_CACHE_DIR``, or ours,
    where ``name`` is a folder for what does not depend on all sources."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) if given else _found(name)


class KeptFiles:
    """The files of one function in the cache folder, whose names begin with ``name``. ``stamp``:
    what their content depends on. ``loss``: logged for a damaged file."""

    def __init__(self, folder: Path, name: str, stamp: object, loss: str) -> None:
        self._folder, self._name, self._stamp, self._loss = folder, name, stamp, loss

    def _path(self, key: object) -> Path:
        digest = hashlib.sha256(repr((self._stamp, key)).encode()).hexdigest()
        return self._folder / f"{self._name}.{digest[:32]}.nbc"

    def load(self, key: object) -> bytes | None:
        """Return what was saved under a key; None if nothing was, or it is damaged."""
        path = self._path(key)
        try:
            # A pipe in its place would be waited for.
            content = path.read_bytes() if path.is_file() or not path.exists() else b""
        except FileNotFoundError:
            return None
        body = content[len(_HEAD) + 64 :]
        if content[: len(_HEAD) + 64] != _HEAD + hashlib.sha256(body).hexdigest().encode():
            log.warning("%r is damaged: %s", str(path), self._loss)
            path.unlink(missing_ok=True)
            return None
        return body

    def save(self, key: object, body: bytes) -> None:
        """Put data into its file in one step; raise ``OSError`` if it cannot be written."""
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

    def all(self) -> list[Path]:
        """Return the files that are there, those written last first."""
        written = {}
        for path in self._folder.glob(f"{self._name}.*.nbc"):
            with suppress(OSError):  # another process may have removed it
                written[path] = path.stat().st_mtime_ns
        return sorted(written, key=lambda path: written[path], reverse=True)

    def keep(self, files: int) -> None:
        """Remove all but so many of those written last."""
        for path in self.all()[files:]:
            path.unlink(missing_ok=True)
