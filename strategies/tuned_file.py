"""The file of a tuned strategy: its name and its parameters, for a line-up to name.

    game = "loo"
    strategy = "threshold"

    [parameters]
    stay_1 = 1.42
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from simulate.errors import BoneyardError
from simulate.places import read_place
from simulate.runs import safe_files
from simulate.whole_numbers import said

#: The ending of such a file's name.
TUNED = ".toml"
#: It holds a name and some numbers; a longer file is something else.
_MOST_BYTES = 10_000


def read_tuned(path: str, game: str) -> tuple[str, dict[str, str]]:
    """Return the strategy that a file names, and its parameters as text.

    Raises
    ------
    BoneyardError
        If the file cannot be read, does not hold a tuned strategy, or is for another game.
    """
    place = read_place(path)
    if not place.is_file():  # a pipe would be waited for
        raise BoneyardError(f"strategy file {path!r} does not exist or is not a file")
    try:
        with place.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        found = tomllib.loads(content[:_MOST_BYTES].decode())
    except ValueError as error:
        raise BoneyardError(f"strategy file {path!r} cannot be read: {said(error)}") from error
    except (OSError, RecursionError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BoneyardError(f"strategy file {path!r} cannot be read: {why}") from error
    name, values = found.get("strategy"), found.get("parameters", {})
    if (not isinstance(name, str) or not isinstance(values, dict)
            or not all(isinstance(value, int | float) for value in values.values())):
        raise BoneyardError(
            f"strategy file {path!r} names no strategy: write strategy = \"NAME\" and, under "
            "[parameters], a number for each that differs from its default")
    if found.get("game", game) != game:
        raise BoneyardError(f"strategy file {path!r} is for {found['game']}, not for {game}")
    return name, {key: repr(value) for key, value in values.items()}


def write_tuned(path: Path, game: str, strategy: str, values: Mapping[str, float],
                about: list[str]) -> None:
    """Write the file of a tuned strategy.

    Parameters
    ----------
    path : Path
    game, strategy : str
    values : mapping of str to float
        Parameters that differ from their defaults.
    about : list of str
        Lines of comment: how good it is, and how that was found.
    """
    # A string written as JSON is also a string of TOML.
    lines = [*(f"# {line}" for line in about), f"game = {json.dumps(game)}",
             f"strategy = {json.dumps(strategy)}", "", "[parameters]",
             *(f"{key} = {value!r}" for key, value in values.items())]
    with safe_files.replacing(path) as file:
        file.write(("\n".join(lines) + "\n").encode())
