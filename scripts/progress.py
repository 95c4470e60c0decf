"""The progress of a run on the terminal: hands a second and the time left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar
from rich.text import Text

from simulate.runs.progress import Progress


class _HandsASecond(ProgressColumn):
    """Hands, and hands a second since the bar was first told of any: a run may go on."""

    def __init__(self) -> None:
        super().__init__()
        self._first: tuple[float, int] | None = None

    def render(self, task: Task) -> Text:
        hands, elapsed = task.fields.get("hands", 0), task.elapsed or 0.0
        if not hands:
            return Text("")
        if self._first is None:
            self._first = elapsed, hands
        seconds = elapsed - self._first[0]
        rate = f", {(hands - self._first[1]) / seconds / 1e6:.2f} M/s" if seconds > 0 else ""
        return Text(f"{hands:,} hands{rate}", style="cyan")


@contextmanager
def progress_bar(title: str, sessions: int, quiet: bool) -> Iterator[Progress]:
    """Show a bar on standard error while a run lasts, if a person can see it.

    Yields
    ------
    callable
        To be called with the sessions and the hands done.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda sessions, hands: None
        return
    columns = (
        TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(),
        _HandsASecond(), TimeRemainingColumn(compact=True),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=sessions, hands=0)
        yield lambda done, hands: bar.update(task, completed=done, hands=hands)


#: Steps of a bar whose work is a share of the whole.
_STEPS = 1000


@contextmanager
def share_bar(title: str, quiet: bool) -> Iterator[Progress]:
    """Show a bar for work that reports the share of it that is done.

    Yields
    ------
    callable
        To be called with the share, from 0 to 1, and the hands done.
    """
    with progress_bar(title, _STEPS, quiet) as bar:
        yield lambda done, hands: bar(round(_STEPS * done), hands)
