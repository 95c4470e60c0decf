"""What the command line knows of studies: their names, their options and their help.

All of it is made from the studies that are found, so a new one need not be listed anywhere.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from boneyard.cli.options import RUN
from reports.studies.catalog import studies
from reports.studies.kind import Option, flag
from simulate.errors import listed


def _questions() -> str:
    """Return a line a study: its name, its games, its question."""
    rows = [(kind.name, listed(kind.games, "or") if kind.games else "any game", kind.about)
            for kind in studies().values()]
    name, games = (max(len(row[i]) for row in rows) for i in (0, 1))
    return "\n".join(f"[b]{a:{name}}[/b]  {b:{games}}  {c}" for a, b, c in rows)


StudyName = Annotated[
    str, typer.Argument(metavar="NAME", show_default=False, help="One of the questions above.")
]
StudyGame = Annotated[str, typer.Argument(metavar="[GAME]", help="A game that the study is for.")]
Chapters = Annotated[
    str, typer.Option("--studies", metavar="all|none|A,B,...", rich_help_panel=RUN,
                      help="Studies that go onto the page, short ones: "
                           f"{listed(list(studies()))}, or those of them that the game "
                           "has.")
]


def _parameters() -> list[inspect.Parameter]:
    """Return the options of all studies; one that several have is described for each."""
    help_of: dict[str, list[str]] = {}
    first: dict[str, Option] = {}
    for kind in studies().values():
        for name, option in kind.options.items():
            more = ". May be repeated." if option.repeated else "."
            help_of.setdefault(name, []).append(f"{kind.name}: {option.meaning}{more}")
            first.setdefault(name, option)
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=False if option.switch else None,
            annotation=Annotated[
                _type(option),
                typer.Option(flag(name), metavar=None if option.switch else option.metavar,
                             show_default=False, rich_help_panel="Of one study",
                             help=" ".join(help_of[name])),
            ])
        for name, option in first.items()
    ]


def _type(option: Option) -> Any:
    """Return the type that the command line reads an option's value as."""
    if option.switch:
        return bool
    return list[str] | None if option.repeated else str | None


def with_study_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes ``**options`` the options of every study.

    It is called with those that were given. Its help lists their questions in place of QUESTIONS.
    """
    added = _parameters()
    own = inspect.signature(command, eval_str=True)
    names = {parameter.name for parameter in added}

    @wraps(command)
    def called(**words: Any) -> None:
        given = {name: value for name, value in words.items()
                 if name not in names or value not in (None, False, [])}
        command(**given)

    shown = [p for p in own.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    called.__dict__["__signature__"] = own.replace(parameters=[
        *(p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in shown), *added])
    called.__annotations__ = {}
    called.__doc__ = inspect.cleandoc(command.__doc__ or "").replace("QUESTIONS", _questions())
    return called
