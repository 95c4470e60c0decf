"""Files of solved tables: arrays with what they are about, read without running any code."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simulate.errors import BoneyardError
from simulate.places import read_place
from simulate.runs import safe_files
from simulate.solving.tree import NO_MOVE

#: The ending of a solved table's file name.
SOLUTION = ".npz"
_ABOUT = "about"
#: The most bytes that we unpack: far more than the largest table takes, and safe anywhere.
_MOST_BYTES = 1 << 26


def refusal(path: str | Path) -> str:
    """Return how an error begins that refuses a file."""
    return f"solved table {str(path)!r} cannot be read"


def write_table(path: str | Path, about: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a file: the same bytes for the same table.

    Raises
    ------
    BoneyardError
        If it cannot be written; what was there before stays.
    """
    try:
        with safe_files.replacing(Path(path)) as file:
            np.savez_compressed(file, about=np.array(json.dumps(dict(about))), **arrays)
    except OSError as error:
        raise BoneyardError(f"file {str(path)!r} cannot be written "
                            f"({error.strerror or error})") from error


def _members(path: Path, names: Sequence[str], games: Sequence[str]) -> dict[str, Any]:
    """Read what a file is about and its arrays, after a look at what they say of their sizes."""
    with zipfile.ZipFile(path) as packed:
        sizes = {entry.filename.removesuffix(".npy"): entry.file_size
                 for entry in packed.infolist()}
    if sum(sizes.values()) > _MOST_BYTES:
        raise ValueError("it is too large for a solved table")
    with np.load(path, allow_pickle=False) as found:
        about = json.loads(str(found[_ABOUT]))
        if not isinstance(about, dict):
            raise BoneyardError(f"{refusal(path)}: it does not say what it is")
        if about.get("game") not in games:
            raise BoneyardError(f"{refusal(path)}: it is for the game {about.get('game')!r}, not "
                                f"for {' or '.join(games)}")
        return {_ABOUT: about, **{name: found[name] for name in names}}


def read_table(
    path: str | Path, names: Sequence[str], games: Sequence[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a file.

    Parameters
    ----------
    path : str or path
    names : sequence of str
        The arrays that it must have.
    games : sequence of str
        The games that it may be for.

    Returns
    -------
    tuple
        What it is about, and the arrays by name.

    Raises
    ------
    BoneyardError
        If it cannot be read, is another game's or no solved table.
    """
    try:
        place = read_place(path)
        if not place.exists():
            raise FileNotFoundError
        if not place.is_file():  # a pipe would be waited for
            raise BoneyardError(f"{refusal(path)}: it is no file")
        found = _members(place, names, games)
    except FileNotFoundError:
        raise BoneyardError(f"solved table {str(path)!r} does not exist") from None
    except BoneyardError:
        raise
    except Exception as error:  # numpy and zlib raise many kinds for damaged files
        raise BoneyardError(
            f"{refusal(path)}: it is damaged, or another kind of file") from error
    return found.pop(_ABOUT), found


def wrong_head(about: Mapping[str, Any], form: int | str) -> str:
    """Return what is wrong with what a file says that it is; nothing if all is well.

    Parameters
    ----------
    about : mapping
    form : int or str
        The format that is read.
    """
    if about.get("format") != form:
        return f"its format is {about.get('format')!r}, not {form!r}"
    if about.get("players") not in (2, 3, 4):
        return f"it is for {about.get('players')!r} players, not for 2 to 4"
    return ""


def wrong_chances(chances: Any, follows: Any = None) -> str:
    """Return what is wrong with the chances of moves; nothing if all is well.

    Parameters
    ----------
    chances : float64[..., nodes, kinds, moves]
    follows : int64[nodes, moves], optional
        Where moves lead, ``NO_MOVE`` for those that the rules do not allow (``Tree``).
    """
    if follows is not None and chances.swapaxes(-3, -2)[..., follows == NO_MOVE].any():
        return "it has chances for moves that the rules do not allow"
    if not (np.abs(chances.sum(axis=-1) - 1) < 1e-6).all():
        return "the chances of some moves do not add up to 1"
    return ""


def check_damage(path: str | Path, damage: str) -> None:
    """Raise ``BoneyardError`` if anything is wrong with a file."""
    if damage:
        raise BoneyardError(f"{refusal(path)}: {damage}")
