"""What compiled code is made of, and the folder that it is kept in, for each state of the sources.

numba keeps compiled kernels on disk, but it notices edits only in the file of the
kernel itself, never in the helpers that were inlined into it.  The cache folder is
therefore keyed by a hash of the package's sources: an edit anywhere starts a new folder.
It is private; its files are named for what they hold, replaced in one step, and checked when read.
"""

import atexit
import hashlib
import logging
import os
import platform
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

_ROOT, _SOURCES = Path(__file__).resolve().parents[2], ("simulate", "strategies")


def _hash_of(paths: Iterable[Path]) -> str:
    """Hash of some source files and of their places."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(_ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def source_hash() -> str:
    """Hash of every source file whose code can end up inside a kernel."""
    return _hash_of(path for package in _SOURCES for path in (_ROOT / package).rglob("*.py"))


#: A module as an import or a text names it, and what is imported of one.
_NAMED = re.compile(r"\b(?:simulate|strategies|reports)(?:\.\w+)*")
_IMPORTED = re.compile(r"from ([\w.]+) import (\([^)]*\)|.*)")


@cache
def code_hash(*modules: str) -> str:
    """Hash of the source files of some modules, and of all modules that these name."""
    todo, used = [*modules], set[Path]()
    while todo:
        place = _ROOT.joinpath(*todo.pop().split("."))
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if path in used or not path.is_file():
            continue
        used.add(path)
        text = path.read_text(encoding="utf-8")
        todo += _NAMED.findall(text)
        todo += [f"{module}.{name}" for module, names in _IMPORTED.findall(text)
                 for name in re.findall(r"\w+", names)]
    return _hash_of(used)


def installed() -> str:
    """Return, in words, the versions of all that results follow from."""
    return (f"boneyard {version('boneyard')} ({source_hash()}), Python "
            f"{platform.python_version()}, NumPy {version('numpy')}, numba {version('numba')}")


@cache
def is_source(file: str | None) -> bool:
    """Return whether a file is among the sources that the cache folder is keyed by."""
    return file is not None and any(
        Path(file).is_relative_to(_ROOT / package) for package in _SOURCES)


def is_ours(function: Callable[..., Any]) -> bool:
    """Return whether a function, and all that it encloses, is among these sources."""
    enclosed = (getattr(cell.cell_contents, "py_func", None) for cell in function.__closure__ or ())
    return is_source(function.__code__.co_filename) and all(
        is_ours(one) for one in enclosed if one is not None)


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
