"""Options that several commands share, with their help, and the objects made from them.

A command with the parameter ``table: Annotated[TableOptions, TABLE_OF_A_RUN]`` has all options of
that group on the command line, and is called with the object made from them."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from reports.results import commands
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from simulate.games.rules import Rules
from simulate.places import read_place

if TYPE_CHECKING:
    from reports.page.files import Report
    from simulate.runs.run import Run

TABLE, RUN, OUTPUT = "The table", "The run", "Output"

def placed(name: str | None) -> str | None:
    """Return a file or folder that was named, before anything is done."""
    return None if name is None else str(read_place(name))


def option(
    flags: str, metavar: str | None, help: str, panel: str | None = None, *,
    is_place: bool = False, **more: Any,
) -> Any:
    """Declare an option: ``"--out -o"``, what stands for its value, and what is said of it.
    ``is_place``: it names a file or a folder."""
    return typer.Option(*flags.split(), metavar=metavar, help=help, rich_help_panel=panel,
                        callback=placed if is_place else None, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    """Declare what stands without a name."""
    return typer.Argument(metavar=metavar, help=help, **more)


GameName = Annotated[str, argument("GAME", f"One of {', '.join(game_names())}.")]
Players = Annotated[str | None, option(
    "--players -n", "N", "Seats at the table. As many as the line-up names, or 4.", TABLE)]
Lineup = Annotated[str | None, option(
    "--lineup -l", "A,B,...",
    "Strategies, one for all seats or one a seat. Each is name, name(param=value,...), "
    "path.py:Name, or a file of [b]solve[/b] or [b]tune[/b]. Or a file of [b]learn[/b] for the "
    "whole table. A comma in a path is written \\,. See "
    "[b]boneyard strategies[/b].", TABLE)]
Preset = Annotated[str | None, option(
    "--preset -p", "NAME",
    "A named set of rules, or a file of your own, NAME.toml. See [b]boneyard rules GAME[/b].",
    TABLE)]
RuleOptions = Annotated[list[str] | None, option(
    "--rule -r", "OPTION=VALUE",
    "Change a rule, as in [b]--rule penalty=cap:40[/b]. May be repeated.", TABLE)]
Sessions = Annotated[str | None, option(
    "--sessions -s", "S",
    "Sessions to play, each from an empty pool. 10_000 and 1e4 are the same.", RUN)]
Hands = Annotated[str | None, option(
    "--hands -H", "H", "The most hands of a session: 100, or 10_000 where it is one game.", RUN)]
Seed = Annotated[str, option(
    "--seed", "K", "Every result is a function of the seed, 0 to 2**63 - 1.", RUN)]
Jobs = Annotated[str | None, option(
    "--jobs -j", "J", "Workers, all cores by default. Results do not depend on it.", RUN)]
Chapters = Annotated[str, option(
    "--studies", "all|none|A,B,...", "Studies that go onto the page, of those that the game has. "
    "[b]boneyard study --help[/b] lists them.", RUN)]
Backend = Annotated[str, option(
    "--backend", "threads|processes|dask|ray",
    "What the workers are. Results do not depend on it.", RUN)]
Scheduler = Annotated[str | None, option(
    "--scheduler", "tcp://HOST:PORT", "The cluster of backend dask.", RUN)]
Address = Annotated[str | None, option(
    "--address", "HOST:PORT", "The cluster of backend ray, or auto.", RUN)]
Out = Annotated[str | None, option(
    "--out -o", "DIR",
    "Write summary.json, tables (CSV, Parquet), figures (PNG, SVG) and a page.", OUTPUT,
    is_place=True, show_default=False)]
Overwrite = Annotated[bool, option(
    "--overwrite", None, "Replace the finished report that is in the folder of --out.", OUTPUT)]
Replaces = Annotated[bool, option(
    "--overwrite", None, "Replace a file or a finished report that is there.", OUTPUT)]
Quiet = Annotated[bool, option(
    "--quiet -q", None, "Print nothing but errors (histories excepted).", OUTPUT)]


def kept_file(metavar: str, what: str) -> Any:
    """Return the option that names the file of what is found."""
    return option(
        "--file", metavar, f"Keep {what}, to be named in a line-up. If stopped, the same command "
        "goes on where it was.", OUTPUT, is_place=True)


#: Bytes of address space that we need to compile a game and write its report, with some to spare:
#: with less than 1 GiB LLVM ends the process, and up to 1.2 GiB libraries fail to load.
_LEAST_ADDRESSES = 5 * 2**28


def check_memory() -> None:
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


def tell_notes(table: Run | Rules, quiet: bool = False) -> None:
    """Print what to know of a table, or its rules, where it is in no way: hands may be JSON."""
    found = commands.without_effect(table) if isinstance(table, Rules) else commands.notes(table)
    if found and not quiet:
        typer.echo(found, err=True)


@dataclass(frozen=True)
class Output:
    """Where the answer of a command goes: into a folder, if one is named, and to the terminal."""

    out: str | None
    overwrite: bool
    quiet: bool

    @contextmanager
    def ready(self, table: Run | Rules | None = None) -> Iterator[None]:
        """Keep the folder for this process, and print what to know of a table."""
        from reports.page.files import check_folder
        from simulate.runs.resuming import reserved

        if self.out is not None:
            check_folder(self.out, self.overwrite)
        if table is not None:
            tell_notes(table, self.quiet)
        with reserved(self.out):
            yield

    def put(self, report: Report, unit: str = ", clustered by session") -> None:
        """Write the page of an answer, and print it; its intervals are by ``unit``."""
        from rich.console import Console

        from boneyard.cli.terminal import show

        if self.out is not None:
            report.save(self.out, self.overwrite)
        if not self.quiet:
            show(report, Console(), unit)


@dataclass(frozen=True)
class WorkerOptions:
    """What a person said of the workers; results do not depend on it."""

    jobs: str | None = None
    backend: str = "threads"
    scheduler: str | None = None
    address: str | None = None

    def cluster(self) -> str | None:
        """Return the address of the cluster; refuse one that the backend does not have."""
        given = {"dask": self.scheduler, "ray": self.address}
        for backend, option in (("dask", "scheduler"), ("ray", "address")):
            if given[backend] is not None and self.backend != backend:
                raise BoneyardError(
                    f"--{option} {given[backend]!r} is for backend {backend}, not {self.backend}")
        return given.get(self.backend)


@dataclass(frozen=True)
class TableOptions:
    """What a person said of the table and the run, as text."""

    game: str
    players: str | None
    #: As it was typed; for a run that is kept, one entry for each seat or one for all.
    lineup: str | Sequence[str] | None
    preset: str | None
    rules: Sequence[str]
    sessions: str | None = None
    hands: str | None = None
    seed: str = "0"
    #: For a run that is kept: the labels of its strategies, which stay the same in any folder.
    labels: Sequence[str] = ()
    entries: Sequence[str] = ()  #: and what the command that began it named for them

    def changes(self) -> dict[str, str]:
        """Return the rules that were changed; refuse what is not OPTION=VALUE, or is so twice."""
        changed: dict[str, str] = {}
        for rule in self.rules:
            name, equals, value = rule.partition("=")
            if not equals:
                raise BoneyardError(f"rule {rule!r} is not OPTION=VALUE, as in penalty=cap:40")
            name, value = name.strip(), value.strip()
            if name == "preset":
                raise BoneyardError(f"rule {rule!r} is a preset: name it with --preset")
            if changed.setdefault(name, value) != value:
                raise BoneyardError(f"rule {name} is given twice, as {changed[name]!r} and as "
                                    f"{value!r}: leave one of the two out")
        return changed

    def run(self, sessions: int | None = None, good: bool = False) -> Run:
        """Return the run that was asked for, with good players where none are named and wanted."""
        from reports.request import set_up

        check_memory()
        run = set_up(
            self.game, self.lineup, self.players, {"preset": self.preset, **self.changes()},
            self.sessions if sessions is None else sessions, self.hands, self.seed, good)
        if len(self.labels) != len(run.players):
            return run
        called = zip(run.players, self.labels, self.entries, strict=True)
        return replace(run, players=tuple(
            replace(player, label=str(label), entry=str(entry)) for player, label, entry in called))

    def settled(self, run: Run) -> TableOptions:
        """Return options that set up the same run again from any folder: files of strategies and
        solutions are needed again, one of house rules is not."""
        from strategies.lineup import names_file, split

        lineup = self.lineup and [
            str(read_place(entry).absolute())
            if names_file(self.game, entry) else entry
            for entry in (split(self.lineup) if isinstance(self.lineup, str) else self.lineup)]
        rules = [f"{name}={commands.rule_text(value)}" for name, value in run.rules.given().items()]
        return replace(self, lineup=lineup, preset=None, rules=rules, sessions=str(run.sessions),
                       hands=str(run.hands), labels=run.labels, entries=run.entries)

    @property
    def lineup_text(self) -> str | None:
        """The line-up as it is typed."""
        if self.lineup is None or isinstance(self.lineup, str):
            return self.lineup
        from strategies.lineup import joined

        return joined(self.lineup)

    def table_options(self) -> str:
        """Return the options that set the table, as they were written."""
        pairs = (
            ("--players", self.players), ("--lineup", self.lineup_text), ("--preset", self.preset),
            *(("--rule", rule) for rule in self.rules))
        given = [(option, value) for option, value in pairs if value is not None]
        return shlex.join(word for pair in given for word in pair)


#: An option's annotation, and its default if it has one.
_Declared = tuple[Any, Any]


@dataclass(frozen=True)
class Group:
    """Options that belong together, and what makes the object from them by name."""

    make: Callable[..., Any]
    options: Mapping[str, _Declared]

    def without(self, *names: str) -> Group:
        """Return the group without some options."""
        return replace(self, options={
            name: one for name, one in self.options.items() if name not in names})

    def but(self, **options: _Declared) -> Group:
        """Return the group with some options declared in another way."""
        return replace(self, options={**self.options, **options})

    def parameters(self) -> list[inspect.Parameter]:
        """Return the options as parameters of a command."""
        return [inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
            for name, (annotation, default) in self.options.items()]


def _table(game: str, rule: Sequence[str] | None = None, **others: Any) -> TableOptions:
    return TableOptions(game, **{"players": None, "lineup": None, "preset": None, **others},
                        rules=rule or ())


#: The table and how long it is played at.
TABLE_OF_A_RUN = Group(_table, {
    "game": (GameName, inspect.Parameter.empty), "players": (Players, None),
    "lineup": (Lineup, None), "preset": (Preset, None), "rule": (RuleOptions, None),
    "sessions": (Sessions, None), "hands": (Hands, None), "seed": (Seed, "0")})
#: The table of single sessions, and of single hands.
TABLE_OF_A_SESSION = TABLE_OF_A_RUN.without("sessions")
TABLE_OF_A_HAND = TABLE_OF_A_SESSION.without("hands")
WORKERS = Group(WorkerOptions, {
    "jobs": (Jobs, None), "backend": (Backend, "threads"), "scheduler": (Scheduler, None),
    "address": (Address, None)})
WRITTEN = Group(Output, {"out": (Out, None), "overwrite": (Overwrite, False),
                         "quiet": (Quiet, False)})
#: Of commands that keep what they find in a file, too.
WRITTEN_WITH_FILE = WRITTEN.but(overwrite=(Replaces, False))


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of its groups; it is called with what they make."""
    parameters = list(inspect.signature(command, eval_str=True).parameters.values())
    groups = {p.name: part for p in parameters for part in get_args(p.annotation)
              if isinstance(part, Group)}

    @wraps(command)
    def called(**given: Any) -> None:
        made = {
            name: group.make(**{option: given.pop(option) for option in group.options})
            for name, group in groups.items()}
        command(**given, **made)

    shown = [
        option for p in parameters
        for option in (groups[p.name].parameters() if p.name in groups
                       else [p.replace(kind=inspect.Parameter.KEYWORD_ONLY)])]
    called.__dict__["__signature__"] = inspect.Signature(shown)
    called.__annotations__ = {}
    return called
