"""The progress of a run, on the terminal and in a notebook."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from simulate.machine.compiling import on_compile
from simulate.runs.run import silent


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


#: Called with the work done, and what it is about: words, or the hands played so far.
Shown = Callable[[float, Any], None]


class _About(bars.ProgressColumn):
    """What work is about: words, or hands and hands a second since the first report."""

    def __init__(self) -> None:
        super().__init__()
        self._first: tuple[float, int] | None = None

    def render(self, task: bars.Task) -> Text:
        about, elapsed = task.fields["about"], task.elapsed or 0.0
        if not about or isinstance(about, str):
            return Text(about or "", style="cyan")
        if self._first is None:
            self._first = elapsed, about
        seconds = elapsed - self._first[0]
        rate = f", {(about - self._first[1]) / seconds / 1e6:.2f} M/s" if seconds > 0 else ""
        return Text(f"{about:,} hands{rate}", style="cyan")


def is_watched() -> bool:
    """Return whether a person can see what is shown on standard error, which may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def _in_notebook() -> bool:
    """Return whether this is a Jupyter kernel; nothing is imported to find out."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return hasattr(shell, "kernel")


@contextmanager
def _bar(title: str, whole: float) -> Iterator[Shown]:
    """Show a bar on standard error; while a game is compiled, its title notes that."""
    columns = (
        bars.TextColumn("{task.description}", markup=False), bars.BarColumn(),
        bars.TaskProgressColumn(), _About(), bars.TimeRemainingColumn(compact=True))
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=whole, about="")

        def show_compiling() -> None:
            bar.update(task, description=f"{title}: compiling, once, about 10 s")

        on_compile.append(show_compiling)
        try:
            yield lambda done, about: bar.update(
                task, completed=done, about=about, description=title)
        finally:
            on_compile.remove(show_compiling)


@contextmanager
def _notebook_bar(whole: float) -> Iterator[Shown]:
    """Show a bar below the cell while the work lasts."""
    # IPython runs this code, so it is installed; boneyard does not need it otherwise.
    from IPython.display import HTML, display

    shown = display(HTML(""), display_id=True)
    last = -1.0

    def report(done: float, about: Any) -> None:
        nonlocal last
        if done / whole - last >= 0.01 or done >= whole:
            last = done / whole
            count = f" {about:,} hands" if about and not isinstance(about, str) else ""
            shown.update(HTML(f'<progress max="1" value="{last:.3f}"></progress>{count}'))

    try:
        yield report
    finally:
        shown.update(HTML(""))


def _lines(seconds: float) -> Shown:
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
def watched(
    wish: Shown | bool | None, title: str, whole: float = 1, lines: float | None = None
) -> Iterator[Shown]:
    """Show the progress of work where a person watches; call a function that was wished for.
    ``whole``: the number that means all is done. ``lines``: new words are printed so many seconds
    apart where nobody watches and ``wish`` is True."""
    if callable(wish):
        yield wish
    elif wish is not False and (_in_notebook() or is_watched()):
        with _notebook_bar(whole) if _in_notebook() else _bar(title, whole) as bar:
            yield bar
    else:
        yield silent if wish is not True or lines is None else _lines(lines)
