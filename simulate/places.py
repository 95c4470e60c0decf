"""The places that a person names, files and folders, read in one way."""

from __future__ import annotations

import os
from pathlib import Path

from simulate.errors import BoneyardError


def read_place(name: str | Path) -> Path:
    """Return the file or folder that a person named; ``~`` is their home, ``~ann`` Ann's.

    Raises
    ------
    BoneyardError
        If it is no name of a place, or nobody knows whose home that is.
    """
    text = str(name)
    if not isinstance(name, str | Path) or not text or "\0" in text:
        raise BoneyardError(f"{text!r} is no name of a file or folder: write one")
    if text != text.encode(errors="ignore").decode():
        raise BoneyardError(f"{text!r} is no name in UTF-8: choose another")
    found = os.path.expanduser(text)  # noqa: PTH111  # pathlib takes ./~ann for Ann's home
    if text.startswith("~") and found == text:
        raise BoneyardError(f"{text!r}: whose home that is, is not known; write it in full")
    return Path(found).absolute() if str(Path(found)).startswith("~") else Path(found)
