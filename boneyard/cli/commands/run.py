"""The commands that play: ``simulate``, ``report`` and ``resume``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from boneyard.cli import options as opt
from simulate.games.game import find_game
from simulate.whole_numbers import whole

_EXTREMES = "Print the addresses of the N {} hands of any seat, with the command to replay each."


def simulate(
    table: Annotated[opt.TableOptions, opt.TABLE_OF_A_RUN],
    workers: Annotated[opt.WorkerOptions, opt.WORKERS],
    out: opt.Out = None,
    overwrite: opt.Overwrite = False,
    worst: Annotated[str, opt.option(
        "--worst", "N", _EXTREMES.format("worst"), opt.OUTPUT)] = "0",
    best: Annotated[str, opt.option("--best", "N", _EXTREMES.format("best"), opt.OUTPUT)] = "0",
    quiet: opt.Quiet = False,
) -> None:
    """Play a line-up and print who wins what, with an interval on every number.

    [b]Examples[/b]

    boneyard simulate loo --lineup banker,random,random,random --rule penalty=cap:40

    boneyard simulate rounce --players 2 --lineup bold,cautious --sessions 1e5
    """
    most = whole(worst, "worst", 0, 1000), whole(best, "best", 0, 1000)
    from boneyard.cli.task import Task, carry_out

    run = table.run()
    carry_out(Task.of("simulate", table, run, *most), run, workers, out, quiet, overwrite)


def report(
    table: Annotated[opt.TableOptions, opt.TABLE_OF_A_RUN],
    workers: Annotated[opt.WorkerOptions, opt.WORKERS],
    studies: opt.Chapters = "all",
    out: opt.Out = "out",
    overwrite: opt.Overwrite = False,
    open_page: Annotated[bool, opt.option(
        "--open", None, "Show the page in a browser when it is written.", opt.OUTPUT)] = False,
    quiet: opt.Quiet = False,
) -> None:
    """Play a run and the studies of a game, and write a page to read in a browser.

    [b]Example[/b]

    boneyard report loo --out out --open
    """
    from boneyard.cli.task import Task, carry_out
    from reports.defaults import REPORT_HANDS, sessions_of
    from reports.studies.answered import plan_studies

    out = "out" if out is None else out
    run = table.run(1 if table.sessions is None else None)
    if table.sessions is None:
        game = find_game(run.game)
        run = replace(run, sessions=sessions_of(game, run.rules, REPORT_HANDS, run.hands))
    plan_studies(run, studies, table.lineup is not None)
    shown = set[Path]()

    def show(page: Path) -> None:
        if open_page and page not in shown:
            shown.add(page)
            _open(page)

    carry_out(Task.of("report", table, run, studies=studies), run, workers, out, quiet, overwrite,
              show)
    show(Path(out) / "index.html")


def _open(page: Path) -> None:
    """Show a page in the person's browser, or say that there is none."""
    import webbrowser

    from rich.console import Console
    from rich.text import Text

    if not webbrowser.open(page.resolve().as_uri()):
        Console(stderr=True).print(Text(f"No browser was found: open {page} in one"))


def resume(
    folder: Annotated[str, opt.argument(
        "DIR", "The folder that --out named.", callback=opt.placed)],
    workers: Annotated[opt.WorkerOptions, opt.WORKERS],
    quiet: opt.Quiet = False,
) -> None:
    """Complete a run with --out that was interrupted; its results are the same.

    Everything but the workers is as it was when the run began.

    [b]Example[/b]

    boneyard resume out
    """
    from boneyard.cli.task import complete

    complete(folder, workers, quiet)
