"""The progress of a run, on the terminal and in a notebook."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from simulate.machine.compiling import hears_of_compiling
from simulate.runs.progress import Progress


@contextmanager
def _same_chance() -> Iterator[None]:
    """Leave a person's own chance as it was."""
    state = random.getstate()
    yield
    random.setstate(state)


with _same_chance():  # rich draws a number when it is imported
    from rich import progress as bars
    from rich.console import Console
    from rich.text import Text


class _HandsASecond(bars.ProgressColumn):
    """Hands, and hands a second since the first were told: a resumed run begins with some."""

    def __init__(self) -> None:
        super().__init__()
        self._first: tuple[float, int] | None = None

    def render(self, task: bars.Task) -> Text:
        hands, elapsed = task.fields.get("hands", 0), task.elapsed or 0.0
        if not hands:
            return Text("")
        if self._first is None:
            self._first = elapsed, hands
        seconds = elapsed - self._first[0]
        rate = f", {(hands - self._first[1]) / seconds / 1e6:.2f} M/s" if seconds > 0 else ""
        return Text(f"{hands:,} hands{rate}", style="cyan")


def is_watched() -> bool:
    """Tell whether a person can see what is shown on standard error, which may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress_bar(title: str, sessions: int, quiet: bool) -> Iterator[Progress]:
    """Show a bar on standard error while a run lasts, if a person can see it.

    Yields: to be called with the sessions and the hands done.
    """
    if quiet or not is_watched():
        yield lambda sessions, hands: None
        return
    columns = (
        bars.TextColumn("{task.description}", markup=False), bars.BarColumn(),
        bars.TaskProgressColumn(), _HandsASecond(), bars.TimeRemainingColumn(compact=True))
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=sessions, hands=0)

        def says_that_it_compiles() -> None:
            bar.update(task, description=f"{title}: compiling, once, about 10 s")

        hears_of_compiling.append(says_that_it_compiles)
        try:
            yield lambda done, hands: bar.update(
                task, completed=done, hands=hands, description=title)
        finally:
            hears_of_compiling.remove(says_that_it_compiles)


#: Steps of a bar whose work is a share of the whole.
_STEPS = 1000


@contextmanager
def share_bar(title: str, quiet: bool) -> Iterator[Progress]:
    """Show a bar for work that reports the share of it that is done.

    Yields: to be called with the share, from 0 to 1, and the hands done.
    """
    with progress_bar(title, _STEPS, quiet) as bar:
        yield lambda done, hands: bar(round(_STEPS * done), hands)


@contextmanager
def words_bar(title: str, quiet: bool) -> Iterator[Callable[[float, str], None]]:
    """Show a bar with what was found so far, or a line for each round if no person watches."""
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
        columns = (bars.TextColumn(title), bars.BarColumn(), bars.TaskProgressColumn(),
                   bars.TextColumn("[cyan]{task.description}"),
                   bars.TimeRemainingColumn(compact=True))
        with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=1.0)
            yield lambda share, words: bar.update(task, completed=share, description=words)


def _in_notebook() -> bool:
    """Tell whether this is a Jupyter kernel; nothing is imported to find out."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return hasattr(shell, "kernel")


@contextmanager
def _notebook_bar() -> Iterator[Progress]:
    """Show a bar below the cell while the work lasts."""
    # IPython runs this code, so it is installed; boneyard does not need it otherwise.
    from IPython.display import HTML, display

    shown = display(HTML(""), display_id=True)
    last = -1.0

    def tell(done: float, hands: int) -> None:
        nonlocal last
        if done - last >= 0.01 or done >= 1:
            last = done
            count = f" {hands:,} hands" if hands else ""
            shown.update(HTML(f'<progress max="1" value="{done:.3f}"></progress>{count}'))

    try:
        yield tell
    finally:
        shown.update(HTML(""))


@contextmanager
def watched(
    wish: Progress | bool | None, title: str, whole: float = 1
) -> Iterator[Progress | None]:
    """Show the progress of work where a person watches: in a notebook, or at a terminal.

    ``wish``: a function is called as it is; False shows nothing; else a bar is shown if somebody
    can see it. ``whole``: the number that means all is done: the sessions of a run, otherwise 1.
    """
    if callable(wish):
        yield wish
    elif wish is False or not (_in_notebook() or is_watched()):
        yield None
    else:
        with _notebook_bar() if _in_notebook() else share_bar(title, quiet=False) as bar:
            yield lambda done, hands: bar(done / whole, hands)


@contextmanager
def watched_words(
    wish: Callable[[float, str], None] | bool | None, title: str
) -> Iterator[Callable[[float, str], None] | None]:
    """Show the progress of work that tells the share of it that is done, and words."""
    if callable(wish):
        yield wish
        return
    with watched(wish, title) as bar:
        yield None if bar is None else lambda share, words: bar(share, 0)
