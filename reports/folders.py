"""What was written comes back: finished runs, their sums, and the answers of studies."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from reports.door import checked
from reports.options import Option
from reports.request import OutArg, OverwriteArg, set_up
from simulate.errors import BoneyardError
from simulate.places import read_place
from simulate.runs.run import Run

if TYPE_CHECKING:
    from reports.results.result import Result

#: The options of a command that say what was played.
_TABLE = ("players", "lineup", "preset", "sessions", "hands", "seed")


def summary_of(folder: str | Path) -> dict[str, Any]:
    """Read the summary of a finished run, with its command and its digests."""
    path = Path(folder) / "summary.json"
    try:
        if not path.is_file():
            raise BoneyardError(f"folder {str(folder)!r} holds no finished run (summary.json)")
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found["command"], str) and isinstance(found["digests"], dict):
            return dict(found)
    except BoneyardError:
        raise
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    raise BoneyardError(f"{str(path)!r} is no summary of a run with digests of its sessions")


def _asked(command: str) -> dict[str, Any]:
    """Return what the command that a summary names asks for."""
    given: dict[str, Any] = dict.fromkeys(_TABLE)
    rules: dict[str, Any] = {}
    try:
        _, _, game, *words = shlex.split(command)
        for option, value in zip(words[::2], words[1::2], strict=True):
            if option == "--rule":
                name, _, rules[name] = value.partition("=")
            elif option.removeprefix("--") in given:
                given[option.removeprefix("--")] = value
        if None in (given["sessions"], given["hands"], given["seed"]):
            raise ValueError(command)
    except ValueError:
        raise BoneyardError(f"command {command!r} of the summary sets no table") from None
    return {"game": game, **given, "rules": rules}


def _where(name: str, folder: str | Path) -> str:
    """Return the place of a file that a run named from the folder in which it was started. That
    folder is this one, or else one above the folder of the results."""
    try:
        if Path(name).exists():
            return name
        places = (above / name for above in Path(folder).resolve().parents)
        return str(next((place for place in places if place.is_file()), name))
    except (OSError, ValueError):  # it cannot be a file name, as reading it will say
        return name


def run_of(folder: str | Path, summary: dict[str, Any]) -> Run:
    """Return the run of a summary, whose files may be named from another folder than this. A player
    by a solved table keeps the name that it had in the run, which depends on the folder."""
    from strategies.lineup import names_file, split

    asked, called = _asked(summary["command"]), summary.get("lineup")
    entries = split(asked["lineup"] or "random")
    moved = []
    for seat, entry in enumerate(entries):
        file, colon, name = entry.rpartition(":")
        place = _where(file, folder) + colon + name if colon else entry
        if not colon and names_file(asked["game"], entry):
            place = _where(entry, folder)
        if place != entry:
            entries[seat] = place
            moved.append(seat)
    preset = asked.pop("preset")
    rules = {"preset": preset and _where(preset, folder), **asked["rules"]}
    run = set_up(**{**asked, "lineup": entries, "rules": rules})
    if moved and isinstance(called, list) and len(called) == len(run.players):
        everybody = len(entries) == 1
        run = replace(run, players=tuple(
            replace(player, label=str(label)) if everybody or seat in moved else player
            for seat, (player, label) in enumerate(zip(run.players, called, strict=True))))
    if [run.labels, run.rules.as_dict()] != [called, summary.get("rules")]:
        raise BoneyardError(f"the summary in {str(folder)!r} contradicts itself: its command sets "
                            "another table")
    return run


@checked
def load(
    folder: Annotated[str | Path, Option(
        "The folder of a finished run, as ``save`` and ``--out`` write it.", None,
        kind="str or Path")],
) -> Result:
    """Return the result of a finished run that was written into a folder.

    Its tables are those of the run. Where its strategies are not found any more, its sessions
    cannot be played again, and the rest is there. The most extreme hands are not kept.

    Raises
    ------
    BoneyardError
        If the folder holds no finished run, or a damaged one.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.load("nowhere")
    Traceback (most recent call last):
        ...
    simulate.errors.BoneyardError: folder 'nowhere' holds no finished run (summary.json)
    """
    from reports.results.result import Result
    from simulate.runs.adding import read_totals

    place = read_place(folder)
    summary, total = summary_of(place), read_totals(place)
    played = total.played()
    if len(total.runs) > 1:
        return Result(played, summary["command"], total)
    with suppress(BoneyardError):
        played = replace(played, run=run_of(place, summary))
    return Result(played, summary["command"])


@checked
def merge(
    folders: Annotated[Sequence[str], Option(
        "The folders of finished runs of one table, each with a seed of its own.", "A B...",
        is_argument=True, is_place=True, repeated=True, kind="sequence of str")],
    out: OutArg = None, overwrite: OverwriteArg = False,
) -> Result:
    """Add up finished runs with different seeds, as if they had been one.

    Raises
    ------
    BoneyardError
        If a folder holds no finished run, or they do not belong together.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.merge(["monday"])
    Traceback (most recent call last):
        ...
    simulate.errors.BoneyardError: merge adds up two runs or more: name their folders
    """
    from reports.results.result import Result
    from simulate.runs.adding import merge as added_up
    from simulate.runs.resuming import folder_word, reserved

    total = added_up(folders)
    with reserved(out):
        command = " ".join(["boneyard merge", *(folder_word(Path(folder)) for folder in folders)])
        result = Result(total.played(), command, total)
        if out is not None:
            result.save(out, overwrite)
    return result
