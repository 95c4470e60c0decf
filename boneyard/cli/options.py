"""The options of commands: those of the Python functions behind them, and their own.

A command with the parameter ``asked: Annotated[dict[str, Any], options_of(function)]`` has all
options that the signature of that function declares, and is called with what a person gave."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from reports.commands import flag
from reports.options import Asked, Option, TableNote, asked_by
from reports.request import OUTPUT, TABLE, OutArg, OverwriteArg, ReplacesArg, read_options
from simulate.errors import BoneyardError, read_place, unknown

if TYPE_CHECKING:
    from reports.page.files import Report
    from reports.results.tabled import Made

#: What typer has where there is no default.
_NONE = inspect.Parameter.empty


def placed(name: Any) -> Any:
    """Return a file or folder that was named, or several, before anything is done."""
    if isinstance(name, list):
        return [placed(one) for one in name]
    return None if name is None else str(read_place(name))


def declared(name: str, one: Option, default: Any = None) -> inspect.Parameter:
    """Return an option as a parameter of its command, as typer reads it."""
    about: dict[str, Any] = {"metavar": one.metavar, "help": one.meaning + " May be repeated." * (
        one.repeated and not one.is_argument), "callback": placed if one.is_place else None}
    kind: Any = bool if one.switch else list[str] if one.repeated else str
    if one.is_argument and not str(one.metavar).startswith("["):
        default = _NONE  # brackets mean that it can be left out
    elif one.switch:
        about["metavar"] = None
    elif default is not _NONE:
        default = None if default is None else "" if default in ("", ()) else str(default)
        kind = kind if default is not None and not one.is_argument else kind | None
    declares = typer.Argument(**about) if one.is_argument else typer.Option(
        *(one.flags.split() or [flag(name)]), **about, rich_help_panel=one.panel,
        show_default=default not in ("", _NONE))
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default,
                             annotation=Annotated[kind, declares])


Quiet = Annotated[bool, Option(
    "Print nothing but errors.", switch=True, flags="--quiet -q",
    panel=OUTPUT)]


def format_of(meaning: str, *names: str, panel: str | None = OUTPUT) -> Option:
    """Return the option of how a command writes what it found."""

    def read(name: str, option: str) -> str:
        if name not in names:
            raise unknown(option, name, names)
        return name

    return Option(meaning, "|".join(names), read, flags="--format", panel=panel)


#: Bytes of address space that we need to compile a game and write its report, with some to spare:
#: with less than 1 GiB LLVM ends the process, and up to 1.2 GiB libraries fail to load.
_LEAST_ADDRESSES = 5 * 2**28


def _check_memory() -> None:
    """Raise ``BoneyardError`` if memory is limited to less than compiling takes."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < _LEAST_ADDRESSES:
        raise BoneyardError(
            f"memory is limited to {limit / 2**20:,.0f} MiB (ulimit -v), but to compile a game "
            f"takes {_LEAST_ADDRESSES / 2**20:,.0f} MiB: raise the limit")


@contextmanager
def _notes_printed(quiet: bool) -> Iterator[None]:
    """Print what functions warn of at a table as a plain line, where it is in no one's way."""
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            if not issubclass(category, TableNote):
                usual(message, category, *where, **more)
            elif not quiet:
                typer.echo(str(message), err=True)

        warnings.simplefilter("always", TableNote)
        warnings.showwarning = show
        yield


@dataclass(frozen=True)
class Output:
    """Where the answer of a command goes: into a folder, if one is named, and to the terminal."""

    out: str | None
    overwrite: bool
    quiet: bool

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Keep the folder for this process."""
        from simulate.runs.resuming import reserved

        if self.out is not None:
            from reports.page.files import check_folder

            check_folder(self.out, self.overwrite)
        with reserved(self.out):
            yield

    def put(
        self, report: Report, unit: str = ", clustered by session", rest: str = "",
        whole: bool = False,
    ) -> None:
        """Write the page of an answer and print it; ``rest``: a command prints the other tables."""
        from rich.console import Console

        from boneyard.cli.terminal import show

        if self.out is not None:
            report.save(self.out, self.overwrite)
        if not self.quiet:
            show(report, Console(), unit, rest if self.out is None else "", whole)

    def answer(
        self, function: Callable[..., Made], asked: Mapping[str, Any],
        unit: str = ", clustered by session", rest: str = "", whole: bool = False,
    ) -> None:
        """Ask a function of Python, and put its answer, and how to play what it found."""
        more = {"overwrite": self.overwrite} if "overwrite" in asked_by(function) else {}
        with self.ready():
            found = function(**asked, **more, progress=not self.quiet)
            self.put(found.report(), unit, rest, whole)
        if not self.quiet and (play := getattr(found, "play", "")):
            print(f"Play it: {play}")


@dataclass(frozen=True)
class Group:
    """Options that belong together, and what makes one object from them by name."""

    make: Callable[..., Any]
    options: Sequence[inspect.Parameter]


_PRESET = Option("A named set of rules, or a file of your own, NAME.toml. See [b]boneyard rules "
                 "GAME[/b].", "NAME", flags="--preset -p", panel=TABLE)
_RULE = Option("Change a rule, as in [b]--rule penalty=cap:40[/b].",
               "OPTION=VALUE", repeated=True, flags="--rule -r", panel=TABLE)


def rules_given(preset: str | None, changes: Sequence[str]) -> dict[str, str] | None:
    """Return the rules that a person chose; refuse what is not OPTION=VALUE, or is so twice."""
    for rule in changes:
        if "preset" in read_options([rule]):
            raise BoneyardError(f"rule {rule!r} changes no option, as penalty=cap:40 would: "
                                "a preset is named with --preset")
    chosen = read_options(changes) | ({"preset": preset} if preset else {})
    return chosen or None


def _options_of(one: Asked) -> Iterator[inspect.Parameter]:
    """Yield the options of a parameter."""
    if one.several:
        from reports.studies.library import options_of_all

        for name, option in options_of_all().items():
            yield declared(name, option, False if option.switch else None)
    elif one.name == "rules":
        yield from (declared("preset", _PRESET), declared("rule", _RULE))
    elif one.options and (one.options[0].metavar is not None or one.options[0].switch):
        yield declared(one.name, one.options[0], one.default)


def options_of(function: Callable[..., Any], *without: str) -> Group:
    """Return the options that the signature of a function declares, all but some."""
    options = [option for name, one in asked_by(function).items() if name not in without
               for option in _options_of(one)]

    def make(**given: Any) -> dict[str, Any]:
        if "rule" in given:
            given["rules"] = rules_given(given.pop("preset"), given.pop("rule") or ())
        return {name: value for name, value in given.items() if value not in (None, False, [])}

    return Group(make, options)


def written(help: str = "", default: str | None = None, overwrites: Any = OverwriteArg) -> Group:
    """Return the options of where an answer goes, with what is written there."""
    out, overwrite, quiet = (get_args(one)[1] for one in (OutArg, overwrites, Quiet))
    return Group(Output, [declared("out", replace(out, meaning=help or out.meaning), default),
                          declared("overwrite", overwrite, False), declared("quiet", quiet, False)])


#: The second of commands that keep what they find in a file, too.
WRITTEN, WRITTEN_WITH_FILE = written(), written(overwrites=ReplacesArg)


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of its groups; it is called with what they make."""
    parameters = list(inspect.signature(command, eval_str=True).parameters.values())
    groups = {p.name: part for p in parameters for part in get_args(p.annotation)
              if isinstance(part, Group)}
    own = {p.name: part for p in parameters for part in get_args(p.annotation)
           if isinstance(part, Option)}

    @wraps(command)
    def called(**given: Any) -> None:
        if groups:
            _check_memory()
        quiet = bool(given.get("quiet"))
        made = {
            name: group.make(**{option.name: given.pop(option.name) for option in group.options})
            for name, group in groups.items()}
        for name, one in own.items():
            given[name] = None if given[name] is None else one.read(given[name], name)
        with _notes_printed(quiet):
            command(**given, **made)

    shown = [option for p in parameters for option in (
        groups[p.name].options if p.name in groups else
        [declared(p.name, own[p.name], p.default) if p.name in own
         else p.replace(kind=p.KEYWORD_ONLY)])]
    called.__dict__["__signature__"] = inspect.Signature(shown)
    called.__annotations__ = {}
    return called
