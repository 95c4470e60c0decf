"""What installed packages add to this one, by the entry points that they declare."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any


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
