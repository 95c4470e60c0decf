"""The commands about finished runs: ``verify`` and ``merge``."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from boneyard.cli.options import WRITTEN, Output, Quiet, TableOptions, argument, placed
from simulate.errors import BoneyardError

if TYPE_CHECKING:
    from simulate.runs.run import Run

#: The options of a command that say what was played.
_TABLE = ("players", "lineup", "preset", "sessions", "hands", "seed")
#: Entries of a summary that are not counts: how it was played, and hashes of single sessions.
_NOT_COUNTED = ("seconds", "versions", "command", "digests")


def verify(
    folder: Annotated[str, argument("DIR", "The folder of a finished run.", callback=placed)],
    quiet: Quiet = False,
) -> None:
    """Compare a finished run with its totals, and play some hundred parts of it again.

    [b]Example[/b]

    boneyard verify out
    """
    from rich.console import Console
    from rich.text import Text

    from reports.progress import watched
    from simulate.books.exact_sums import BLOCK
    from simulate.games.narrating import how_many
    from simulate.runs.replay import differing

    summary = _summary(folder)
    if summary["command"].startswith("boneyard merge "):
        raise BoneyardError(f"{folder!r} is several runs added up, and no session of it can be "
                            "played again: verify each of them")
    called = summary.get("lineup")
    run = _seated(_table(summary["command"]), folder, called if isinstance(called, list) else ())
    if [run.labels, run.rules.as_dict()] != [called, summary.get("rules")]:
        raise BoneyardError(f"the summary in {folder!r} contradicts itself: its command sets "
                            "another table")
    _check_counts(summary, run, folder)
    count = len(summary["digests"])
    with watched(not quiet, "Playing again", count) as tell:
        wrong = differing(run, summary["digests"], lambda done, _: tell(done, 0))
    if wrong:
        raise BoneyardError(
            f"{len(wrong)} of {how_many(count, 'block')} of {BLOCK} sessions "
            f"{'comes' if len(wrong) == 1 else 'come'} out otherwise than in "
            f"{folder!r}, the first from session {wrong[0]}: other versions, an edited strategy or "
            "a damaged run")
    if not quiet:
        comes = "comes" if count == 1 else "come"
        Console().print(Text(f"{how_many(count, 'block')} of {BLOCK} sessions, drawn from "
                             f"{run.sessions:,}, {comes} out as in {folder}"))


def merge(
    *,
    folders: Annotated[list[str], argument(
        "A B...", "The folders of finished runs of one table, each with a seed of its own.",
        callback=lambda names: [*map(placed, names)])],
    output: Annotated[Output, WRITTEN],
) -> None:
    """Add up finished runs with different seeds, as if they had been one.

    [b]Example[/b]

    boneyard merge monday tuesday --out both
    """
    from reports.results.result import Result
    from simulate.runs.adding import merge as added_up
    from simulate.runs.resuming import folder_word

    total = added_up(folders)
    with output.ready():
        command = " ".join(["boneyard merge", *(folder_word(Path(folder)) for folder in folders)])
        report = Result(total.played()).report()
        seeds = [seed for seed, _ in total.runs]
        output.put(replace(
            report, command=command, totals=total.content(),
            facts={**report.facts, "seed": ", ".join(map(str, seeds))},
            summary={**report.summary, "command": command, "seed": seeds, "digests": {}}))


def _summary(folder: str) -> dict[str, Any]:
    """Read the summary of a finished run, with its command and its digests."""
    path = Path(folder) / "summary.json"
    try:
        if not path.is_file():
            raise BoneyardError(f"folder {folder!r} holds no finished run (summary.json)")
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found["command"], str) and isinstance(found["digests"], dict):
            return dict(found)
    except BoneyardError:
        raise
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    raise BoneyardError(f"{str(path)!r} is no summary of a run with digests of its sessions")


def _table(command: str) -> TableOptions:
    """Return the table of the command that a summary names."""
    given: dict[str, Any] = dict.fromkeys(_TABLE)
    rules: list[str] = []
    try:
        _, _, game, *words = shlex.split(command)
        for option, value in zip(words[::2], words[1::2], strict=True):
            if option == "--rule":
                rules.append(value)
            elif option.removeprefix("--") in given:
                given[option.removeprefix("--")] = value
        if None in (given["sessions"], given["hands"], given["seed"]):
            raise ValueError(command)
    except ValueError:
        raise BoneyardError(f"command {command!r} of the summary sets no table") from None
    return TableOptions(game, rules=rules, **given)


def _where(name: str, folder: str) -> str:
    """Return the place of a file that a run named from the folder in which it was started. That
    folder is this one, or else one above the folder of the results."""
    try:
        if Path(name).exists():
            return name
        places = (above / name for above in Path(folder).resolve().parents)
        return str(next((place for place in places if place.is_file()), name))
    except (OSError, ValueError):  # it cannot be a file name, as reading it will say
        return name


def _seated(table: TableOptions, folder: str, called: Sequence[str]) -> Run:
    """Return the run of a table whose files may be named from another folder than this. A player by
    a solved table keeps the name that it had in the run, which depends on the folder."""
    from strategies.lineup import names_file, split

    entries = split(table.lineup_text or "random")
    moved = []
    for seat, entry in enumerate(entries):
        file, colon, name = entry.rpartition(":")
        place = _where(file, folder) + colon + name if colon else entry
        if not colon and names_file(table.game, entry):
            place = _where(entry, folder)
        if place != entry:
            entries[seat] = place
            moved.append(seat)
    preset = table.preset and _where(table.preset, folder)
    run = replace(table, lineup=entries, preset=preset).run()
    if not moved or len(called) != len(run.players):
        return run
    everybody = len(entries) == 1
    return replace(run, players=tuple(
        replace(player, label=str(label)) if everybody or seat in moved else player
        for seat, (player, label) in enumerate(zip(run.players, called, strict=True))))


def _check_counts(summary: Mapping[str, Any], run: Run, folder: str) -> None:
    """Raise ``BoneyardError`` if a count of a summary is not that of the totals beside it."""
    from reports.results.result import Result
    from simulate.runs.adding import TOTALS, read_totals

    kept = read_totals(folder)
    if list(kept.runs) != [(run.seed, run.sessions)] or list(kept.tally.labels) != run.labels:
        raise BoneyardError(f"the summary in {folder!r} is not that of {TOTALS} beside it: seed, "
                            "sessions or line-up differ")
    counted = Result(kept.played()).summary()
    for name in _NOT_COUNTED:
        del counted[name]
    for name, right in json.loads(json.dumps(counted)).items():
        for place, there, here in _differences(name, summary.get(name), right):
            raise BoneyardError(f"the summary in {folder!r} was changed: its {place} is {there!r}, "
                                f"but {TOTALS} beside it gives {here!r}")


def _differences(place: str, there: Any, here: Any) -> Iterator[tuple[str, Any, Any]]:
    """Go through the values of JSON that differ, each with its place."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for key, value in here.items():
            yield from _differences(f"{place}.{key}", there[key], value)
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for i, value in enumerate(here):
            yield from _differences(f"{place}[{i}]", there[i], value)
    elif here != there or type(here) is not type(there):
        yield place, there, here
