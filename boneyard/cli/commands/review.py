"""The command ``review``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from boneyard.cli import options as opt
from boneyard.cli.lines import say
from reports import asking
from simulate.errors import BoneyardError

_OUT = ("Write a page (index.html), tables, figures, review.txt, review.jsonl, and your dearest "
        "mistakes to practise (practice.json, practice.txt).")


def review(
    asked: Annotated[dict[str, Any], opt.options_of(asking.review)],
    format: Annotated[str, opt.format_of(
        "A text to read, or one JSON object a decision and a last one.", "text", "json")] = "text",
    *,
    output: Annotated[opt.Output, opt.written(_OUT)],
) -> None:
    """Price every decision of a seat in hands that were played.

    [b]Example[/b]

    boneyard replay loo --lineup book --session 0 --format jsonl > evening.jsonl

    boneyard review evening.jsonl --seat 1
    """
    from simulate.games.narrating import how_many

    with output.ready():
        found = asking.review(**asked, progress=not output.quiet and format != "json")
        if output.out is not None:
            found.save(output.out, output.overwrite)
    if not output.quiet:
        if format == "json":
            typer.echo("\n".join(found.json_lines()))
        else:
            say(str(found) if output.out is None
                else f"{found}\n{_to_practise(found.decks, output.out)}")
    if found.faults:
        some = f" and {len(found.faults) - 1} more" if len(found.faults) > 1 else ""
        are = "is" if len(found.hands) == 1 else "are"
        raise BoneyardError(f"{found.faults[0]}{some}; the other "
                            f"{how_many(len(found.hands), 'hand')} {are} reviewed")


def _to_practise(decks: Iterable[str], out: str) -> str:
    """Return where the decks are, and why one is missing."""
    if not decks:
        return ("No decision was surely a mistake, so there is nothing to practise: no "
                "practice.json, no practice.txt.")
    where = f"Your costliest mistakes to practise are in {out}: {' and '.join(sorted(decks))}."
    return where if "practice.json" in decks else (
        f"{where} There is no practice.json: a page asks declarations, calls and first tiles, and "
        "none of these was surely a mistake at its table.")
