"""The command ``study``, with the names, options and help of all studies that are found.

A new study need not be listed anywhere.
"""

from __future__ import annotations

import inspect
import shlex
import sys
from typing import Annotated, Any

from boneyard.cli import options as opt
from reports import api
from reports.options import Option
from reports.request import OUTPUT
from reports.studies.kind import studies
from simulate.errors import listed


def _questions() -> str:
    """Return a line a study: its name, its games, its question."""
    rows = [(kind.name, listed(kind.games, "or") if kind.games else kind.needs, kind.about)
            for kind in studies().values()]
    name, games = (max(len(row[i]) for row in rows) for i in (0, 1))
    return "\n".join(f"[b]{a:{name}}[/b]  {b:{games}}  {c}" for a, b, c in rows)


def study(
    asked: Annotated[dict[str, Any], opt.options_of(api.study)],
    everything: Annotated[bool, Option(
        "Print all tables and rows, not only the first; with --out all tables are printed.",
        switch=True, flags="--all", panel=OUTPUT)] = False,
    *,
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Answer a question about a game.

    QUESTIONS

    [b]Examples[/b]

    boneyard study miss loo --lineup banker --rule penalty=cap:40 --out chart

    boneyard study risk --lineup banker,bold,cautious,random --bankroll 200
    """
    again = shlex.join(["boneyard", *sys.argv[1:], "--all"])
    output.answer(api.study, asked, rest="" if everything else again, whole=everything)


study.__doc__ = inspect.cleandoc(study.__doc__ or "").replace("QUESTIONS", _questions())
