"""The progress of a run, on the terminal and in a notebook."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from simulate.machine.compiling import on_compile
from simulate.runs.progress import Progress, silent


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
    """Hands, and hands a second since the first were reported: a resumed run begins with some."""

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
    """Return whether a person can see what is shown on standard error, which may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def _in_notebook() -> bool:
    """Return whether this is a Jupyter kernel; nothing is imported to find out."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return hasattr(shell, "kernel")


@contextmanager
def _bar(title: str, whole: float) -> Iterator[Progress]:
    """Show a bar on standard error; while a game is compiled, its title notes that."""
    columns = (
        bars.TextColumn("{task.description}", markup=False), bars.BarColumn(),
        bars.TaskProgressColumn(), _HandsASecond(), bars.TimeRemainingColumn(compact=True))
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=whole, hands=0)

        def show_compiling() -> None:
            bar.update(task, description=f"{title}: compiling, once, about 10 s")

        on_compile.append(show_compiling)
        try:
            yield lambda done, hands: bar.update(
                task, completed=done, hands=hands, description=title)
        finally:
            on_compile.remove(show_compiling)


@contextmanager
def _notebook_bar(whole: float) -> Iterator[Progress]:
    """Show a bar below the cell while the work lasts."""
    # IPython runs this code, so it is installed; boneyard does not need it otherwise.
    from IPython.display import HTML, display

    shown = display(HTML(""), display_id=True)
    last = -1.0

    def report(done: float, hands: int) -> None:
        nonlocal last
        if done / whole - last >= 0.01 or done >= whole:
            last = done / whole
            count = f" {hands:,} hands" if hands else ""
            shown.update(HTML(f'<progress max="1" value="{last:.3f}"></progress>{count}'))

    try:
        yield report
    finally:
        shown.update(HTML(""))


@contextmanager
def watched(
    wish: Progress | bool | None, title: str, whole: float = 1
) -> Iterator[Progress]:
    """Show the progress of work where a person watches: in a notebook, or at a terminal. A function
    that was wished for is called as it is; False shows nothing. ``whole``: the number that means
    all is done: the sessions of a run, otherwise 1."""
    if callable(wish):
        yield wish
    elif wish is False or not (_in_notebook() or is_watched()):
        yield silent
    else:
        with _notebook_bar(whole) if _in_notebook() else _bar(title, whole) as bar:
            yield bar


def _lines(seconds: float) -> Callable[[float, str], None]:
    """Return what prints new words, a line each, and so many seconds apart at least."""
    shown_words, last = {""}, time.monotonic()

    def report(share: float, words: str) -> None:
        nonlocal last
        if words not in shown_words and time.monotonic() - last >= seconds:
            shown_words.add(words)
            last = time.monotonic()
            print(f"{share:.0%}: {words}", file=sys.stderr)

    return report


@contextmanager
def watched_words(
    wish: Callable[[float, str], None] | bool | None, title: str, seconds: float | None = None
) -> Iterator[Callable[[float, str], None] | None]:
    """Show the progress of work that reports its share done, and words. ``seconds``:
    where no person watches but ``wish`` is True, lines are printed that far apart."""
    if callable(wish):
        yield wish
    elif wish is False or _in_notebook() or not is_watched():
        with watched(wish, title) as bar:
            if bar is not silent:
                yield lambda share, words: bar(share, 0)
            else:
                yield _lines(seconds) if wish is True and seconds is not None else None
    else:
        columns = (bars.TextColumn(title), bars.BarColumn(), bars.TaskProgressColumn(),
                   bars.TextColumn("[cyan]{task.description}"),
                   bars.TimeRemainingColumn(compact=True))
        with bars.Progress(*columns, console=Console(stderr=True), transient=True) as shown:
            task = shown.add_task("", total=1.0)
            yield lambda share, words: shown.update(task, completed=share, description=words)
