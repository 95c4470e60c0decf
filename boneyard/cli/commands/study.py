"""The command ``study``, with the names, options and help of all studies that are found.

A new study need not be listed anywhere.
"""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Annotated, Any

from boneyard.cli import options as opt
from reports.results import commands
from reports.studies.kind import Option, find_study, flag, read_options, studies
from simulate.errors import listed


def _questions() -> str:
    """Return a line a study: its name, its games, its question."""
    rows = [(kind.name, listed(kind.games, "or") if kind.games else kind.needs, kind.about)
            for kind in studies().values()]
    name, games = (max(len(row[i]) for row in rows) for i in (0, 1))
    return "\n".join(f"[b]{a:{name}}[/b]  {b:{games}}  {c}" for a, b, c in rows)


_Game = Annotated[str, opt.argument("[GAME]", "A game that the study is for.")]


def _options_of_all() -> opt.Group:
    """Return the options of all studies; one that several have is described for each."""
    help_of: dict[str, list[str]] = {}
    first: dict[str, Option] = {}
    for kind in studies().values():
        for name, option in kind.options.items():
            more = ". May be repeated." if option.repeated else "."
            help_of.setdefault(name, []).append(f"{kind.name}: {option.meaning}{more}")
            first.setdefault(name, option)

    def given(**words: Any) -> dict[str, Any]:
        return {name: value for name, value in words.items() if value not in (None, False, [])}

    return opt.Group(given, {name: (Annotated[
        bool if option.switch else list[str] | None if option.repeated else str | None,
        opt.option(flag(name), None if option.switch else option.metavar, " ".join(help_of[name]),
                   "Of one study")], False if option.switch else None)
        for name, option in first.items()})


_OPTIONS = _options_of_all()


def study(
    *,
    name: Annotated[str, opt.argument(
        "NAME", "One of the questions that [b]boneyard study --help[/b] lists.")],
    table: Annotated[opt.TableOptions, opt.TABLE_OF_A_RUN.but(game=(_Game, "loo"))],
    output: Annotated[opt.Output, opt.WRITTEN],
    jobs: opt.Jobs = None,
    options: Annotated[dict[str, Any], _OPTIONS],
) -> None:
    """Answer one of the questions that people sit down with.

    QUESTIONS

    [b]Examples[/b]

    boneyard study miss loo --lineup banker --rule penalty=cap:40 --out chart

    boneyard study risk --lineup banker,bold,cautious,random --bankroll 200
    """
    kind = find_study(name)
    read = read_options(kind, options)
    run = table.run(1 if table.sessions is None else None, kind.good_players)
    if table.sessions is None:
        run = replace(run, sessions=kind.sessions(run, kind.hands))
    kind.check_table(run, read)

    from reports.progress import watched
    from reports.studies.answered import hold_study
    from simulate.runs.run import count_jobs

    workers = count_jobs(jobs)
    written = commands.table_options(run) if table.lineup is None else table.table_options()
    with output.ready(run):
        with watched(not output.quiet, f"Study {name} of {run.game}") as tell:
            held = hold_study(name, run, options, written, workers, tell)
        output.put(held.report())


study.__doc__ = inspect.cleandoc(study.__doc__ or "").replace("QUESTIONS", _questions())
