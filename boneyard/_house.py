"""Importing this module checks that the packages that boneyard is built on are its own.

They have plain names, which a folder or a file of the person's own may have too: ./simulate/
or ./reports.py in the folder where Python was started. And a package of another author, installed
after this one, overwrites the files of ours that it has too."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

TYPE_CHECKING = False  # as in ``boneyard``
if TYPE_CHECKING:
    from typing import Any

_PACKAGES = ("simulate", "strategies", "reports")
#: Stands in the file of each of them.
_MARK = b"OF_BONEYARD"


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
        if place and _MARK not in Path(place).read_bytes():
            raise ImportError(
                f"{place!r} is another author's: an installed package {package!r} has overwritten "
                "that of boneyard; install boneyard anew, in an environment without the other one")


_check()


def explained(view: Any, module: str) -> Any:
    """Return a view whose help says what each field means, from its comments."""
    import inspect
    import re

    meanings = dict(re.findall(r"^    (\w+): int  #: (.+)$", inspect.getsource(view), re.MULTILINE))
    lines = []
    for name in view._fields:
        meaning = meanings[name]
        getattr(view, name).__doc__ = meaning
        lines.append(f"{name} : int\n    {meaning}")
    example = (
        f">>> from {module} import {view.__name__}\n"
        f">>> seen = {view.__name__}(**dict.fromkeys({view.__name__}._fields, 0) | {{'word': 7}})\n"
        ">>> seen.word\n7")
    view.__doc__ = (
        f"{inspect.cleandoc(view.__doc__ or '')}\n\nParameters\n----------\n" + "\n".join(lines)
        + "\n\nExamples\n--------\nA decision can be tried by hand with a view of one's own.\n\n"
        + example)
    return view
