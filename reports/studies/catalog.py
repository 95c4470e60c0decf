"""Where studies are found: each package in here, or in an installed one, that has a ``STUDY``.

Finding studies imports nothing heavy; holding one does.
"""

from __future__ import annotations

import pkgutil
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import reports.studies
from reports.studies.kind import StudyKind, flag
from simulate.errors import BoneyardError, unknown
from simulate.installed import installed

#: Installed packages name their studies here: a module's attribute that is a ``StudyKind``.
ENTRY_POINTS = "boneyard.studies"


#: The ways in which two options of one name may differ.
_MANNERS = ("lets it be repeated", "gives it a value")


def _declared() -> Iterator[StudyKind]:
    """Yield the studies of this package's folders, then those of installed packages."""
    for module in pkgutil.iter_modules(reports.studies.__path__, "reports.studies."):
        if module.ispkg:
            declared = getattr(import_module(module.name), "STUDY", None)
            if declared is not None:
                yield declared
    for entry in installed(ENTRY_POINTS):
        try:
            yield entry.load()
        except Exception as error:
            warnings.warn(
                f"study {entry.name!r} of an installed package ({entry.value}) cannot be loaded "
                f"and is left out: {type(error).__name__}: {error}", stacklevel=2)


@cache
def studies() -> Mapping[str, StudyKind]:
    """Return all studies by name, in the order of a report's chapters.

    Raises ``BoneyardError`` if two studies have one name, or two of them have an option of one name
    with different use.
    """
    found: dict[str, StudyKind] = {}
    manner: dict[str, tuple[bool, bool]] = {}
    for kind in sorted(_declared(), key=lambda kind: (kind.chapter, kind.name)):
        if kind.name in found:
            raise BoneyardError(f"two studies are called {kind.name!r}: rename one of them")
        found[kind.name] = kind
        for name, option in kind.options.items():
            own = option.repeated, option.switch
            if manner.setdefault(name, own) != own:
                raise BoneyardError(
                    f"option {flag(name)} of study {kind.name} is another study's too, and only "
                    f"one of them {_MANNERS[manner[name][1] != option.switch]}: rename it")
    return found


def find_study(name: str) -> StudyKind:
    """Return a study.

    Raises ``BoneyardError`` if there is none of that name.
    """
    if name not in studies():
        raise unknown("study", name, studies())
    return studies()[name]


def chapters_of(game: str) -> list[StudyKind]:
    """Return the studies that a report of a game has, in the order of its page."""
    return [kind for kind in studies().values() if kind.has_chapter(game)]


def studies_of(game: str) -> list[StudyKind]:
    """Return the studies that can be held of a game, in the order of a report's chapters."""
    return [kind for kind in studies().values() if kind.is_for(game)]


def read_options(kind: StudyKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option of a study from what was given.

    Raises ``BoneyardError`` if one belongs to another study or to none, or its value is wrong.
    """
    for name in given:
        owners = [other.name for other in studies().values() if name in other.options]
        if owners and kind.name not in owners:
            raise BoneyardError(
                f"{flag(name)} belongs to study {' and '.join(owners)}, not to study {kind.name}")
    return kind.read(given)
