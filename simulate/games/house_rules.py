"""House rules: the options of a table in a TOML file of a person's own."""

from __future__ import annotations

import tomllib
from typing import Any

from simulate.errors import BoneyardError
from simulate.places import read_place
from simulate.whole_numbers import said

#: The ending of such a file's name; the file may be given wherever a preset may.
HOUSE_RULES = ".toml"
#: Rules take a few lines; a longer file is something else, and could take a minute to read.
_MOST_BYTES = 10_000


def read_house_rules(path: str, game: str) -> dict[str, Any]:
    """Return the options that a file of house rules sets.

    A file names options with their values; ``preset`` names the preset that they change, and
    ``game`` the game that they are for, if no other is to be played by them.

    Raises
    ------
    BoneyardError
        If the file cannot be read, is no TOML, holds more than options, or is for another game.
    """
    settings = _parse(_content(path), path)
    for name, value in settings.items():
        if not isinstance(value, str | int | float):
            raise BoneyardError(
                f"rules file {path!r}: {name} is {_kind(value)}, not a number, a text or true or "
                "false")
    meant = settings.pop("game", game)
    if meant != game:
        raise BoneyardError(f"rules file {path!r} is for {meant}, not for {game}")
    if str(settings.get("preset", "")).endswith(HOUSE_RULES):
        raise BoneyardError(f"rules file {path!r}: its preset is another file, "
                            f"{settings['preset']!r}; name a preset of {game}")
    return settings


def _kind(value: object) -> str:
    """Say what TOML calls a value that is no option's."""
    if isinstance(value, dict):
        return "a section"
    return "a list" if isinstance(value, list) else "a date or a time"


def _content(path: str) -> str:
    try:
        place = read_place(path)
        if not place.is_file():
            raise BoneyardError(f"rules file {path!r} does not exist or is not a file")
        with place.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise BoneyardError(f"rules file {path!r} is longer than {_MOST_BYTES:,} bytes")
        return content.decode()
    except UnicodeDecodeError:
        raise BoneyardError(f"rules file {path!r} is not a text in UTF-8") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BoneyardError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise BoneyardError(f"rules file {path!r} cannot be read: {reason}") from error


def _parse(content: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else said(error)
        raise BoneyardError(
            f"rules file {path!r} is not TOML ({reason}): write a line an option, as in "
            "penalty = \"cap:40\"") from error
