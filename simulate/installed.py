"""Other packages: those that take long to import, and what installed ones add to this one.

Most commands answer without the first, which are imported when they are used, and all wrong input
is refused without them. The second declare entry points.
"""

import os
import sys
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import TYPE_CHECKING, Any

#: joblib sets this when it is imported, for an OpenMP that is not ours.
_OF_JOBLIB = "KMP_INIT_AT_FORK"


class Later:
    """Stands for a module, or for a part of one, until something of it is used."""

    def __init__(self, name: str, part: str = "") -> None:
        self._name, self._part = name, part

    def __getattr__(self, name: str) -> Any:
        was_set = _OF_JOBLIB in os.environ
        module = import_module(self._name)
        if not was_set:
            os.environ.pop(_OF_JOBLIB, None)
        found = getattr(getattr(module, self._part) if self._part else module, name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    import joblib as joblib
else:
    joblib = Later("joblib")


@cache
def _found_on(path: tuple[str, ...]) -> Any:
    """Return the entry points of all packages on Python's path: one search for all groups."""
    return entry_points()


def installed(group: str) -> EntryPoints:
    """Return the entry points of a group such as ``"boneyard.games"``, none of them imported."""
    return _found_on(tuple(sys.path)).select(group=group)


def loaded(entry: EntryPoint) -> Any:
    """Return what an entry point names, or raise an ``Exception``. What its module prints goes to
    standard error."""
    try:
        with redirect_stdout(sys.stderr):
            return entry.load()
    except KeyboardInterrupt:
        raise
    except Exception:
        raise
    except BaseException as error:
        raise ImportError(f"it ends Python ({type(error).__name__}: {error})") from error
