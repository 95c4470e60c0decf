"""What ``simulate`` and ``report`` are to do: play, show, write, and go on after a stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from boneyard.cli.options import TableOptions, WorkerOptions, tell_notes
from boneyard.cli.stopping import Stopped, ends_when_told
from reports.page.files import check_folder, first_page
from reports.progress import watched
from reports.results import commands
from simulate.errors import BoneyardError, StrategyError
from simulate.runs.play import play
from simulate.runs.resuming import FOLDER, Checkpoint, folder_word
from simulate.runs.run import Run, count_jobs

if TYPE_CHECKING:
    from reports.page.files import Report
    from reports.results.result import Result


#: Shows a page.
Show = Callable[[Path], object]


@dataclass(frozen=True)
class Task:
    """What a command is to do: enough to go on after an interruption."""

    command: str  #: ``simulate`` or ``report``
    table: TableOptions
    written: str  #: the options that set the table, as the results show them
    #: How many of the worst and of the best hands are printed.
    worst: int = 0
    best: int = 0
    studies: str = "none"  #: those of a report: all, none or names

    def note(self, run: Run) -> dict[str, Any]:
        """Return the task for JSON, with every number that could have been left out."""
        return {**vars(self), "table": vars(self.table.settled(run))}

    @classmethod
    def of(cls, command: str, table: TableOptions, run: Run, worst: int = 0, best: int = 0,
           studies: str = "none") -> Task:
        """Return what a command is to do with a run of a table."""
        written = commands.table_options(run) if table.lineup is None else table.table_options()
        return cls(command, table, written, worst, best, studies)

    @classmethod
    def from_note(cls, note: dict[str, Any]) -> Task:
        """Return the task that ``note`` made, if it is one."""
        try:
            return cls(**note | {"table": TableOptions(**note["table"])})
        except (KeyError, TypeError):
            raise BoneyardError("the note of the run is damaged: it names no task") from None


def _play(
    task: Task, run: Run, workers: WorkerOptions, quiet: bool, keep: Checkpoint | None = None
) -> Result:
    """Play a run; errors of strategies say how to see the hand."""
    tell_notes(run, quiet)
    extremes = max(task.worst, task.best, 10)
    with watched(not quiet, f"Playing {run.game}", run.sessions) as progress:
        try:
            played = play(
                run, workers.jobs, workers.backend, extremes=extremes, progress=progress,
                keep=keep, address=workers.cluster())
        except StrategyError as error:
            if error.hand is None:
                raise
            see = commands.replay_command(run, task.written, *error.hand)
            raise StrategyError(f"{error}; to play up to it again: {see}") from error
    # Imported after the play, so that nobody waits longer for the first hand.
    from reports.results.result import Result

    return Result(played, task.written)


def _report(
    task: Task, result: Result, workers: WorkerOptions, quiet: bool,
    opened: Callable[[Report], object],
) -> Report:
    """Return the report of a run, and hold the studies that it is to have."""
    if task.command != "report":
        return result.report()
    from reports.api import studied

    jobs = None if workers.jobs is None else count_jobs(workers.jobs)
    return studied(result, task.studies, task.table.lineup is not None, jobs, not quiet, opened)


def _play_and_write(
    task: Task, run: Run, workers: WorkerOptions, quiet: bool, keep: Checkpoint, show: Show
) -> tuple[Result, Report]:
    """Play a run that is kept, write its folder, and then remove what was kept."""
    go_on = f"to go on: boneyard resume {folder_word(keep.out)}"

    def opened(report: Report) -> None:
        page = write(report)
        if not quiet:
            Console().print(Text(f"The first page is there: open {page} in a browser; its numbers "
                                 "follow"), soft_wrap=True)
        show(page)

    try:
        with (ends_when_told(f"stopped; {go_on}"),
              first_page(keep.out, keep.folder / "earlier.html") as write):
            result = _play(task, run, workers, quiet, keep)
            report = _report(task, result, workers, quiet, opened)
            # Whether a report may be replaced was asked before anything was played.
            report.save(keep.out, overwrite=True)
    except KeyboardInterrupt as stopped:
        raise Stopped(f"{str(stopped) or 'stopped'}; {go_on}") from None
    except StrategyError as error:
        if not keep.has_totals:
            raise
        raise StrategyError(
            f"{error}; what was played is kept: a corrected strategy is another run, for another "
            f"folder, or remove {str(keep.folder)!r} first") from error
    except BoneyardError as error:
        if not keep.has_totals:
            raise
        raise BoneyardError(f"{error}; what was played is kept, {go_on}") from error
    keep.clear()
    return result, report


def carry_out(
    task: Task, run: Run, workers: WorkerOptions, out: str | None, quiet: bool, overwrite: bool,
    show: Show = lambda page: None,
) -> None:
    """Play, write the folder if one is named, and print. ``show``: called when a first page is
    there, whose numbers follow."""
    workers.cluster()
    if out is None:
        result = _play(task, run, workers, quiet)
        report = result.report()
    else:
        check_folder(out, overwrite)
        with Checkpoint(out) as keep:
            keep.begin(run, task.note(run))
            try:
                result, report = _play_and_write(task, run, workers, quiet, keep, show)
            except Exception as error:
                if not keep.has_totals and not isinstance(error, Stopped):
                    keep.clear()  # nothing was played, so the same command will do
                raise
    if not quiet:
        _show(task, result, report, out)


def complete(folder: str, workers: WorkerOptions, quiet: bool) -> None:
    """Complete an interrupted run."""
    workers.cluster()
    if not (Path(folder) / FOLDER).is_dir():
        raise BoneyardError(f"folder {folder!r} holds no unfinished run")
    with Checkpoint(folder) as keep:
        task = Task.from_note(keep.reopen())
        run = task.table.run()
        keep.check(run)
        result, report = _play_and_write(
            task, run, workers, quiet, keep, lambda page: None)
    if not quiet:
        _show(task, result, report, folder)


def _show_extremes(result: Result, worst: int, best: int, console: Console) -> None:
    """Print the addresses of the most extreme hands, and how to see them again."""
    from simulate.games.narrating import who
    from simulate.runs.replay import histories

    lists = zip(("worst", "best"), (worst, best), result.played.tally.extremes, strict=True)
    for side, wanted, found in lists:
        if not wanted:
            continue
        console.print(f"The {side} hands of any seat")
        for key, session, hand, seat in found[:wanted].tolist():
            if seat >= len(result.run.players):
                break
            value = key if side == "worst" else -key
            ((told, _),) = histories(result.run, range(session, session + 1), hand, hand + 1)
            command = commands.replay_command(result.run, result.table_options, session, hand)
            console.print(Text(f"  {value:+,} {result.unit}, {who(told, seat)}: {command}"),
                          soft_wrap=True)


def _show(task: Task, result: Result, report: Report, out: str | None) -> None:
    """Print the tables, and all else that the command prints; of a report its page has them."""
    from boneyard.cli.terminal import show, show_briefly

    console = Console()
    if task.command == "report":
        show_briefly(report, console)
    else:
        show(report, console)
        _show_extremes(result, task.worst, task.best, console)
        speed = result.hands / result.played.seconds / 1e6
        console.print(f"{result.hands:,} hands in {result.played.seconds:.2f} s "
                      f"({speed:.2f} M hands/s)", highlight=False)
    if out is not None:
        console.print(Text(f"Written to {out}: open {Path(out) / 'index.html'} in a browser"),
                      soft_wrap=True)
