"""The file that a person names for a result, checked before the work that fills it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from simulate.errors import BoneyardError
from simulate.places import read_place


def output_path(file: str | Path, ending: str) -> Path:
    """Return where a result is to be written.

    Raises
    ------
    BoneyardError
        If it has another ending, its folder does not exist, or it cannot be written.
    """
    path = read_place(file)
    if path.suffix != ending:
        raise BoneyardError(f"file {str(file)!r} has another ending than {ending}: give it a name "
                            f"ending in {ending}")
    if not path.parent.is_dir():
        raise BoneyardError(f"file {str(file)!r}: there is no folder {str(path.parent)!r}; make it "
                            "first, or name another")
    if path.exists() and not path.is_file():
        raise BoneyardError(f"{str(file)!r} is there already and is not a file: name another")
    check_writable(path, f"file {str(file)!r}")
    return path


def check_writable(path: Path, called: str) -> None:
    """Raise ``BoneyardError`` if nothing can be written beside a file, ``called`` so in the error.

    A result is written beside its place and then put into it.
    """
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BoneyardError(f"{called} cannot be written ({error.strerror or error})") from error
