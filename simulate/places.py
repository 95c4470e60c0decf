"""The files and folders that a person names: read in one way, checked before the work."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from simulate.errors import BoneyardError, refusal


def read_place(name: str | Path) -> Path:
    """Return the file or folder that a person named; ``~`` is their home, ``~ann`` Ann's."""
    text = str(name)
    if not isinstance(name, str | Path) or not text or "\0" in text:
        raise BoneyardError(f"{text!r} is no name of a file or folder: write one")
    if text != text.encode(errors="ignore").decode():
        raise BoneyardError(f"{text!r} is no name in UTF-8: choose another")
    found = os.path.expanduser(text)  # noqa: PTH111  # pathlib takes ./~ann for Ann's home
    if text.startswith("~") and found == text:
        raise BoneyardError(f"{text!r}: whose home that is, is not known; write it in full")
    return Path(found).absolute() if str(Path(found)).startswith("~") else Path(found)


def output_path(file: str | Path, ending: str, overwrite: bool = False) -> Path:
    """Return where a result is to be written; refuse another ending, a missing folder, and a file
    that exists unless it is to be replaced."""
    path = read_place(file)
    if path.suffix != ending:
        raise BoneyardError(f"file {str(file)!r} has another ending than {ending}: give it a name "
                            f"ending in {ending}")
    if not path.parent.is_dir():
        raise BoneyardError(f"file {str(file)!r}: there is no folder {str(path.parent)!r}; make it "
                            "first, or name another")
    if path.exists() and not path.is_file():
        raise BoneyardError(f"{str(file)!r} is there already and is not a file: name another")
    if path.exists() and not overwrite:
        raise BoneyardError(f"file {str(file)!r} is there already: name another, or replace it "
                            "with --overwrite (in Python: overwrite=True)")
    check_writable(path, f"file {str(file)!r}")
    return path


def check_writable(path: Path, called: str) -> None:
    """Refuse a file, ``called`` so, if nothing can be written beside it, where results go first."""
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BoneyardError(f"{called} cannot be written ({refusal(error, named=True)})") from error
