"""The commands about finished runs: ``verify`` and ``merge``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from boneyard.cli import options as opt
from reports import folders
from reports.options import Option
from simulate.errors import BoneyardError

if TYPE_CHECKING:
    from simulate.runs.run import Run

#: Entries of a summary that are not counts: how it was played, and hashes of single sessions.
_NOT_COUNTED = ("seconds", "versions", "command", "digests")


def verify(
    folder: Annotated[str, Option(
        "The folder of a finished run.", "DIR", is_argument=True, is_place=True)],
    quiet: opt.Quiet = False,
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

    summary = folders.summary_of(folder)
    if (summary["command"] or folders.MERGED).startswith(folders.MERGED):
        raise BoneyardError(f"{folder!r} is several runs added up, and no session of it can be "
                            "played again: verify each of them")
    run = folders.run_of(folder, summary)
    _check_counts(summary, run, folder)
    count = len(summary["digests"])
    with watched(not quiet, "Playing again", count) as report:
        wrong = differing(run, summary["digests"], lambda done, _: report(done, 0))
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
    asked: Annotated[dict[str, Any], opt.options_of(folders.merge, "out", "overwrite")],
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Add up finished runs with different seeds, as if they had been one.

    [b]Example[/b]

    boneyard merge monday tuesday --out both
    """
    with output.ready():
        output.put(folders.merge(**asked).report())


def _check_counts(summary: Mapping[str, Any], run: Run, folder: str) -> None:
    """Raise ``BoneyardError`` if a count of a summary is not that of the totals beside it."""
    from reports.results.result import Result
    from simulate.runs.adding import TOTALS, read_totals

    kept = read_totals(folder)
    if list(kept.runs) != [(run.seed, run.sessions)] or list(kept.tally.labels) != run.labels:
        raise BoneyardError(f"the summary in {folder!r} is not that of {TOTALS} beside it: seed, "
                            "sessions or line-up differ")
    counted = Result(kept.played()).counts()
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
