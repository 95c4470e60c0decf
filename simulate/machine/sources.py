"""What compiled code is made of: the source files whose hash names its folder.

numba keeps compiled kernels on disk, but it notices edits only in the file of the
kernel itself, never in the helpers that were inlined into it.  The cache folder is
therefore keyed by a hash of the package's sources: an edit anywhere starts a new folder.
"""

import hashlib
import platform
import re
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


#: A module as an import or a text names it, and what is imported of one.
_NAMED = re.compile(r"\b(?:simulate|strategies|reports)(?:\.\w+)*")
_IMPORTED = re.compile(r"from ([\w.]+) import (\([^)]*\)|.*)")


@cache
def code_hash(*modules: str) -> str:
    """Hash of the source files of some modules, and of all modules that these name."""
    root, todo, used = Path(__file__).resolve().parents[2], [*modules], set[Path]()
    while todo:
        place = root.joinpath(*todo.pop().split("."))
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if path in used or not path.is_file():
            continue
        used.add(path)
        text = path.read_text(encoding="utf-8")
        todo += _NAMED.findall(text)
        todo += [f"{module}.{name}" for module, names in _IMPORTED.findall(text)
                 for name in re.findall(r"\w+", names)]
    digest = hashlib.sha256()
    for path in sorted(used):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def installed() -> str:
    """Return, in words, the versions of all that results follow from."""
    return (f"boneyard {version('boneyard')} ({source_hash()}), Python "
            f"{platform.python_version()}, NumPy {version('numpy')}, numba {version('numba')}")


@cache
def is_source(file: str | None) -> bool:
    """Return whether a file is among the sources that the cache folder is keyed by."""
    root = Path(__file__).resolve().parents[2]
    return file is not None and any(
        Path(file).is_relative_to(root / package) for package in _SOURCES)


def is_ours(function: Callable[..., Any]) -> bool:
    """Return whether a function, and all that it encloses, is among these sources."""
    enclosed = (getattr(cell.cell_contents, "py_func", None) for cell in function.__closure__ or ())
    return is_source(function.__code__.co_filename) and all(
        is_ours(one) for one in enclosed if one is not None)
