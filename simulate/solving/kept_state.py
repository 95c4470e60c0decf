"""Unfinished solutions: what a file keeps of one, read back."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simulate.errors import BoneyardError
from simulate.runs import safe_files


def restored(path: Path, use: Callable[[Any, str], None]) -> bool:
    """Use what a file keeps of an unfinished solution, if there is one; tell whether there was.

    Parameters
    ----------
    path : Path
    use : callable
        Called with what the file holds, and what to do about it, in words, if that is wrong.

    Raises
    ------
    BoneyardError
        If the file is damaged, or ``use`` refuses what it holds.
    """
    remedy = f"name another file, or remove {str(path)!r} to begin anew"
    try:
        found = safe_files.read(path)
    except FileNotFoundError:
        return False
    except BoneyardError as error:
        raise BoneyardError(f"{error}; {remedy}") from error
    try:
        use(found, remedy)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, zlib.error) as error:
        if isinstance(error, BoneyardError):
            raise
        # The checksum is right: somebody wrote it by hand.
        raise BoneyardError(
            f"{str(path)!r} is damaged: it holds no unfinished solution; {remedy}") from error
    return True


def counted(number: Any) -> int:
    """Return a number of rounds or steps that a file holds.

    Raises
    ------
    TypeError
        If it is none.
    """
    if type(number) is not int or not 0 <= number < 10**9:
        raise TypeError(f"{number!r} is no count")
    return number
