"""The command ``learn``."""

from __future__ import annotations

import shlex
from typing import Annotated, Any

from boneyard.cli import options as opt
from boneyard.cli.lines import say
from reports import asking
from reports.options import Option
from reports.request import OUTPUT
from simulate.errors import BoneyardError


def learn(
    asked: Annotated[dict[str, Any], opt.options_of(asking.learn)],
    out: Annotated[str | None, Option(
        "Write the line-up of the table, for [b]--lineup FILE.toml[/b].",
        "FILE.toml", flags="--out -o", panel=OUTPUT, is_place=True)] = None,
    overwrite: Annotated[bool, Option(
        "Replace the file of --out.", switch=True, panel=OUTPUT)] = False,
    quiet: opt.Quiet = False,
) -> None:
    """Learn what kind of player each person at a table is, from the hands they played.

    [b]Example[/b]

    boneyard replay loo --lineup bold,book,bold,banker --session 0 --format jsonl > evening.jsonl

    boneyard learn evening.jsonl --out friday.toml
    """
    from simulate.places import output_path
    from strategies.lineup import joined
    from strategies.naming import TUNED

    if out is not None:
        output_path(out, TUNED, overwrite)
    found = asking.learn(**asked, progress=not quiet)
    if out is not None:
        found.save(out, overwrite)
    if not quiet:
        say(str(found) if out is None else
            f"{found}\nWho sits there: --lineup {shlex.quote(joined([str(out)]))}")
    if found.faults:
        raise BoneyardError(found.faults[0] + (
            f" and {len(found.faults) - 1} more" if len(found.faults) > 1 else ""))
