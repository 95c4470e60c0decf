"""The command line ``boneyard``: its commands, and how each ends."""

import atexit
import faulthandler
import gc
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from simulate.errors import BoneyardError, refusal


class _WithoutTypes:
    """Help that names no types of switches: ``--quiet <bool>`` reads as if it took a value."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options and arguments."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]  # of typer's classes
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


class _Command(_WithoutTypes, TyperCommand):
    """A command."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with what games and studies add."""
        params: list[Any] = self.params  # options have a help, which click's class does not know
        for param in params:
            if "{before_typed}" in (getattr(param, "help", "") or ""):
                from reports.results.game_report import before_typed

                param.help = param.help.format(before_typed=before_typed())
        if "{questions}" in (self.help or ""):
            from reports.studies.library import questions

            self.help = str(self.help).replace("{questions}", questions())
        super().format_help(ctx, formatter)


#: The commands by what a person wants, as the help lists them, and the module of each.
COMMANDS = {
    "Ask": {"advise": "hands", "study": "asked", "review": "hands", "learn": "hands",
            "play": "play"},
    "Simulate": {"simulate": "runs", "report": "runs", "sweep": "asked"},
    "Improve": {"solve": "asked", "exploit": "asked", "tune": "asked",
                "new-strategy": "new_strategy"},
    "Look up": {"rules": "listing", "strategies": "listing", "replay": "hands"},
    "Manage runs": {"resume": "runs", "merge": "runs", "verify": "runs"}}
_PLACES = {name: (wish, module) for wish, commands in COMMANDS.items()
           for name, module in commands.items()}


@cache
def _command(name: str) -> Any:
    from boneyard.cli.options import with_groups

    wish, module = _PLACES[name]
    function = getattr(import_module(f"boneyard.cli.commands.{module}"), name.replace("-", "_"))
    one = typer.Typer(add_completion=False, rich_markup_mode="rich")
    one.command(name, cls=_Command, rich_help_panel=wish)(with_groups(function))
    return typer.main.get_command(one)


class _Found(Mapping[str, Any]):
    """The commands by name: the module of one is imported when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name not in _PLACES:
            raise KeyError(name)
        return _command(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


class _Commands(_WithoutTypes, TyperGroup):
    """The commands, which let the message of a stopped command through."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.commands = _Found()  # type: ignore[assignment]  # read only

    def invoke(self, ctx: Any) -> Any:
        """Carry out a command; typer would make a silent exit of Ctrl-C."""
        from boneyard.cli.stopping import Stopped

        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stopped:
            raise Stopped(str(stopped) or "stopped") from None


app = typer.Typer(
    cls=_Commands,
    name="boneyard",
    rich_markup_mode="rich",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A Monte Carlo laboratory for domino betting games.\n\n"
    "Start with [b]boneyard report loo[/b], or [b]boneyard simulate loo --lineup "
    "banker,cautious,bold,random --rule penalty=cap:40[/b].")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"boneyard {version('boneyard')}")
        raise typer.Exit


@app.callback()
def boneyard(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


#: What typer raises for options that do not exist or lack a value.
_UsageError: Any = typer.BadParameter.__bases__[0]
#: The most characters of an error; we keep its beginning (what is wrong) and end (what is allowed).
_LONGEST = 1200
#: What errors contain when there is no memory for a thread or a library.
_WANT_OF_MEMORY = ("can't start new thread", "failed to map segment", "cannot allocate memory")


def _print_error(message: str) -> None:
    """Print a line on standard error, if there is one; escape what cannot be printed."""
    if sys.stderr is None:
        return
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
    with suppress(OSError, ValueError):
        print(plain.encode(sys.stderr.encoding or "utf-8", "backslashreplace").decode(
            sys.stderr.encoding or "utf-8", "replace"), file=sys.stderr, flush=True)


def _sentence(error: Any) -> str:
    """Return what is wrong with the input, in a sentence."""
    message = error.format_message() if isinstance(error, _UsageError) else str(error)
    if message.startswith("Missing"):  # the help begins with what it is
        about = str(getattr(getattr(error, "param", None), "help", "")).partition(". ")[0]
        message = f"{message[:-1]}: {about.replace('[b]', '').replace('[/b]', '')}"
    sentence = " ".join(message.split())
    return sentence if len(sentence) <= _LONGEST else (
        f"{sentence[: _LONGEST // 2]} [...] {sentence[-_LONGEST // 2 :]}")


def _run() -> int:
    """Run the command line and return its exit status; wrong input is one sentence."""
    from boneyard.cli.stopping import Stopped, ends_when_stopped

    try:
        with ends_when_stopped("stopped"):
            status = app(standalone_mode=False)
    except (KeyboardInterrupt, Stopped) as stopped:
        _print_error(f"boneyard: {str(stopped) or 'stopped'}")
        return 130
    except (BoneyardError, _UsageError) as error:
        if sentence := _sentence(error):  # empty when a bare command shows its help
            _print_error(f"boneyard: {sentence}")
        return 2
    except (BrokenPipeError, SystemExit) as ended:
        # The reader of the pipe has closed it, which is no error; rich makes an exit of it.
        if isinstance(ended, SystemExit) and not isinstance(ended.__context__, BrokenPipeError):
            _print_error("boneyard: a module that is not ours ended Python "
                         f"(SystemExit: {ended}): nothing more was done")
            return 2
        sys.stderr.close()
        return 0
    except OSError as error:
        _print_error(f"boneyard: {refusal(error)}")
        return 2
    except (ImportError, MemoryError, RuntimeError) as error:
        if not isinstance(error, MemoryError) and not any(
                words in str(error).lower() for words in _WANT_OF_MEMORY):
            raise
        _print_error("boneyard: there is not memory enough for this: fewer --jobs need less")
        return 2
    return status if isinstance(status, int) else 0


#: New objects between two searches for those that nothing reaches. Packages make a million that
#: stay, and after every 700, as Python has it, the search takes a seventh of a small run.
_OBJECTS_A_SEARCH = 300_000
#: NumPy and SciPy bring a library for matrices each, with a thread a core that waits for the next
#: matrix by spinning: a tenth of a second of processor time a command, taken from the cores on
#: which our own threads play. Our matrices are too small for several threads.
_THREADS_OF_ALGEBRA = ("OPENBLAS_NUM_THREADS", "1")


def _fit_the_terminal() -> None:
    """Let what a terminal cannot show be replaced, and a width that is none be unset."""
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", None) == "strict":
            with suppress(AttributeError, OSError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # text that is open
    if os.environ.get("COLUMNS", "").strip("0") == "":
        os.environ.pop("COLUMNS", None)


def main() -> None:
    """Run the command line and end with its exit status."""
    from boneyard.cli.stopping import ends_when_stopped

    _fit_the_terminal()
    gc.set_threshold(_OBJECTS_A_SEARCH)
    # Before it ends Python searches all objects twice, for up to 0.3 seconds, and what it would
    # find the system takes back anyway. What is frozen is not searched.
    atexit.register(gc.freeze)
    os.environ.setdefault(*_THREADS_OF_ALGEBRA)
    with suppress(AttributeError, OSError, RuntimeError, ValueError):
        faulthandler.enable()  # prints where, if compiled code should end the process
    with ends_when_stopped("stopped"):
        status = _run()
    # A Python that was started with ``-m`` ends by the signal itself if code made from text, as
    # compiling makes it, was interrupted, though we caught that; other such code has it forget.
    exec("")
    sys.exit(status)
