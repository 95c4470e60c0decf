"""What commands share that look for an answer: its folder, its page, what is seen meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from boneyard.cli.idle_rules import tell_idle_rules
from boneyard.cli.options import OUTPUT, placed
from boneyard.cli.stopping import Stopped

if TYPE_CHECKING:
    from reports.page.report import Reported
    from reports.studies.answered import Unfinished
    from simulate.games.rules import Rules

#: What a command finds.
Found = TypeVar("Found", bound="Reported")

def kept_file(metavar: str, what: str) -> Any:
    """Return the option that names the file of what is found."""
    return typer.Option(
        "--file", metavar=metavar, rich_help_panel=OUTPUT, show_default=False, callback=placed,
        help=f"Keep {what}, to be named in a line-up. If stopped, the same command goes on where "
             "it was.")


def answer(
    look: Callable[[], Found], rules: Rules, out: str | None, overwrite: bool, quiet: bool,
    search: Unfinished | None = None, **shown: Any,
) -> Found:
    """Look for an answer, write its page if a folder is named, print it, and return it.

    ``search``: what is looked for, where the same command goes on after a stop.
    """
    from rich.console import Console

    from boneyard.cli.terminal import show
    from reports.page.files import check_folder
    from simulate.runs.resuming import reserved

    if out is not None:
        check_folder(out, overwrite)
    tell_idle_rules(rules, quiet)
    with reserved(out):
        try:
            found = look()
        except KeyboardInterrupt:
            if search is None or search.kept is None or not search.kept.exists():
                raise
            raise Stopped("stopped; the same command goes on with what is kept in "
                          f"{str(search.kept)!r}") from None
        report = found.report()
        if out is not None:
            report.save(out)
        if not quiet:
            show(report, Console(), **shown)
    if search is not None:
        search.forget()
    return found


@contextmanager
def working(title: str, quiet: bool) -> Iterator[Callable[[float, str], None]]:
    """Show a bar with what was found so far, or a line for each round if no person watches."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    from reports.progress import is_watched

    if quiet:
        yield lambda share, words: None
    elif not is_watched():
        said = {""}

        def tell(share: float, words: str) -> None:
            if words not in said:
                said.add(words)
                print(f"{share:.0%}: {words}", file=sys.stderr)

        yield tell
    else:
        columns = (TextColumn(title), BarColumn(), TaskProgressColumn(),
                   TextColumn("[cyan]{task.description}"), TimeRemainingColumn(compact=True))
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=1.0)
            yield lambda share, words: bar.update(task, completed=share, description=words)
