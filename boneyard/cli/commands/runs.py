"""The commands about runs: ``simulate``, ``report``, ``resume``, ``merge`` and ``verify``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from boneyard.cli import options as opt
from reports import api, folders
from reports.kept import Task, Workers, carry_out, complete
from reports.options import Option, read_arguments
from reports.request import OUTPUT, set_up
from simulate.errors import BoneyardError

if TYPE_CHECKING:
    from reports.page.files import Report
    from reports.results.result import Result

_WORKERS = ("jobs", "backend", "scheduler", "address")


def _workers(asked: dict[str, Any]) -> Workers:
    """Take the workers out of what was asked for."""
    return Workers.of(*(asked.pop(name, None) for name in _WORKERS))


def simulate(
    asked: Annotated[dict[str, Any], opt.options_of(api.simulate, "out", "overwrite")],
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Play a line-up and print who wins what, with an interval on every number.

    [b]Examples[/b]

    boneyard simulate loo --lineup banker,random,random,random --rule penalty=cap:40

    boneyard simulate rounce --players 2 --lineup bold,cautious --sessions 1e5
    """
    asked = read_arguments(api.simulate, asked)
    chosen = {name: asked.pop(name) for name in ("extremes", "by_hand") if name in asked}
    task = Task("simulate", **chosen)
    workers = _workers(asked)
    done = _carried_out(task, set_up(**asked), workers, output)
    _show(task, *done, output)
    if "extremes" in chosen and not output.quiet:
        _show_extremes(done[0])


def report(
    asked: Annotated[dict[str, Any], opt.options_of(api.report, "out", "overwrite")],
    output: Annotated[opt.Output, opt.written(default="out")],
    open_page: Annotated[bool, Option(
        "Show the page in a browser when it is written.", switch=True, flags="--open",
        panel=OUTPUT)] = False,
) -> None:
    """Play a run and the studies of a game, and write pages to read in a browser.

    [b]Example[/b]

    boneyard report loo --out out --open
    """
    workers = _workers(read_arguments(api.report, asked))
    task, run = api.run_of_report(**asked)
    shown = set[Path]()

    def show(page: Path) -> None:
        if open_page and page not in shown:
            shown.add(page)
            _open(page)

    def first(page: Path) -> None:
        if not output.quiet:
            _print(f"The first page is ready: open {page} in a browser; the numbers follow")
        show(page)

    _show(task, *_carried_out(task, run, workers, output, first), output)
    show(Path(str(output.out)) / "index.html")


def _carried_out(
    task: Task, run: Any, workers: Workers, output: opt.Output, show: Any = lambda page: None,
) -> tuple[Result, Report]:
    from boneyard.cli.stopping import ends_when_stopped

    return carry_out(task, run, workers, output.out, output.overwrite, not output.quiet, show,
                     ends_when_stopped)


def _open(page: Path) -> None:
    """Show a page in the person's browser, or print that there is none."""
    import webbrowser

    from rich.console import Console
    from rich.text import Text

    if not webbrowser.open(page.resolve().as_uri()):
        Console(stderr=True).print(Text(f"No browser was found: open {page} in one"))


def resume(
    asked: Annotated[dict[str, Any], opt.options_of(api.resume)],
    quiet: opt.Quiet = False,
) -> None:
    """Complete a run with --out that was interrupted; its results are the same.

    Everything but the workers is as it was when the run began.

    [b]Example[/b]

    boneyard resume out
    """
    from boneyard.cli.stopping import ends_when_stopped

    workers = _workers(read_arguments(api.resume, asked))
    done = complete(asked["folder"], workers, not quiet, ends_when_stopped)
    _show(*done, opt.Output(asked["folder"], True, quiet))


def _print(text: str) -> None:
    from rich.console import Console
    from rich.text import Text

    Console().print(Text(text), soft_wrap=True)


def _show_extremes(result: Result) -> None:
    """Print the most extreme hands, and the command to see each again."""
    for side, rows in result.tables["extremes"].groupby("side", sort=False):
        _print(f"The {side} hands of any seat")
        for row in rows.to_dict("records"):
            made, who = f"{row[result.unit]:+,} {result.unit}", f"{row['seat']} ({row['strategy']})"
            _print(f"  {made}, seat {who}: {row['replay']}")


def _show(task: Task, result: Result, report: Report, output: opt.Output) -> None:
    """Print the tables, and all else that the command prints; of a report its page has them."""
    if output.quiet:
        return
    from rich.console import Console

    from boneyard.cli.terminal import show, show_briefly
    from simulate.games.narrating import how_many

    console = Console()
    if task.command == "report":
        show_briefly(report, console)
    else:
        show(report, console)
        speed = result.hands / result.played.seconds / 1e6
        console.print(f"{how_many(result.hands, 'hand')} in {result.played.seconds:.2f} s "
                      f"({speed:.2f} M hands/s)", highlight=False)
    if output.out is not None:
        _print(f"Written to {output.out}: open {Path(output.out) / 'index.html'} in a browser")


def verify(
    folder: Annotated[str, Option(
        "The folder of a finished run.", "DIR", is_argument=True, is_place=True)],
    quiet: opt.Quiet = False,
) -> None:
    """Compare a finished run with its totals, and play up to 200 parts again.

    [b]Example[/b]

    boneyard verify out
    """
    from reports.progress import watched
    from simulate.books.rows import BLOCK
    from simulate.games.narrating import how_many
    from simulate.runs.adding import TOTALS
    from simulate.runs.play import differing

    summary = folders.summary_of(folder)
    if (summary["command"] or folders.MERGED).startswith(folders.MERGED):
        raise BoneyardError(f"{folder!r} " + (
            "is several runs added up, and no session of it can be played again: verify each of "
            "them" if summary["command"] else
            "was made by a Python program, and no command plays its sessions again"))
    run, kept = folders.run_of(folder, summary), folders.run_in(folder)[1]
    if list(kept.runs) != [(run.seed, run.sessions)] or list(kept.tally.labels) != run.labels:
        raise BoneyardError(f"the summary in {folder!r} is not that of {TOTALS} beside it: seed, "
                            "sessions or line-up differ")
    count = len(summary["digests"])
    with watched(not quiet, "Playing again", count) as report:
        wrong = differing(run, summary["digests"], lambda done, _: report(done, 0))
    if wrong:
        raise BoneyardError(
            f"{len(wrong)} of {how_many(count, 'block')} of {BLOCK} sessions "
            f"{'comes' if len(wrong) == 1 else 'come'} out otherwise than in "
            f"{folder!r}, the first from session {wrong[0]}: other versions, an edited strategy or "
            "a damaged run")
    if not quiet:
        comes = "comes" if count == 1 else "come"
        _print(f"{how_many(count, 'block')} of {BLOCK} sessions, drawn from {run.sessions:,}, "
               f"{comes} out as in {folder}")


def merge(
    asked: Annotated[dict[str, Any], opt.options_of(folders.merge, "out", "overwrite")],
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Add up finished runs with different seeds, as if they had been one.

    [b]Example[/b]

    boneyard merge monday tuesday --out both
    """
    with output.ready():
        output.put(folders.merge(**asked).report())
