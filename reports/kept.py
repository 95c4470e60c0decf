"""Runs and reports that are kept in a folder while they are played, and go on after a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from reports import commands
from reports.options import Wish, noted
from reports.request import set_up
from simulate.errors import BoneyardError, StrategyError, read_place
from simulate.runs.resuming import FOLDER, Checkpoint, folder_word
from simulate.runs.run import Run, count_jobs

if TYPE_CHECKING:
    from reports.page.files import Report
    from reports.results.result import Result
    from reports.studies.answered import HeldStudy

#: Makes sure that Ctrl-C ends a block, with these words.
Guard = Callable[[str], AbstractContextManager[object]]


#: The worst and the best hands that are kept, so many of each.
KEPT = 10


class Workers(NamedTuple):
    """Who plays; results do not depend on it."""

    jobs: int | None = None
    backend: str = "threads"
    address: str | None = None  #: of the cluster, if the backend has one

    @classmethod
    def of(
        cls, jobs: int | None, backend: str, scheduler: str | None, address: str | None
    ) -> Workers:
        """Return the workers that were asked for; refuse a cluster that the backend has not."""
        given = {"dask": ("scheduler", scheduler), "ray": ("address", address)}
        for owner, (option, one) in given.items():
            if one is not None and backend != owner:
                raise BoneyardError(f"{option} {one!r} is for backend {owner}, not {backend}")
        return cls(jobs, backend, given.get(backend, ("", None))[1])


@dataclass(frozen=True)
class Task:
    """What is to be done with a run: enough to go on after an interruption."""

    command: str  #: ``simulate`` or ``report``
    extremes: int = KEPT  #: how many of the worst and of the best hands are kept
    studies: str | Sequence[str] = "none"  #: those of a report: all, none or names
    chosen: bool = True  #: whether a person named the line-up
    by_hand: bool = False  #: whether the hands are written, too

    def note(self, run: Run) -> dict[str, Any]:
        """Return the task for JSON, with what sets the run up again from any folder."""
        from strategies.lineup import names_file

        table = {
            "game": run.game, "rules": run.rules.as_dict(), "sessions": run.sessions,
            "hands": run.hands, "seed": run.seed, "labels": run.labels, "entries": run.entries,
            "lineup": [str(read_place(entry).absolute()) if names_file(run.game, entry) else entry
                       for entry in run.entries]}
        return {"task": vars(self), "table": table}

    @classmethod
    def from_note(cls, note: dict[str, Any]) -> tuple[Task, Run]:
        """Return the task that ``note`` made, and its run, if it is one."""
        try:
            task, table = cls(**note["task"]), dict(note["table"])
            labels, entries = table.pop("labels"), table.pop("entries")
            run = set_up(**table)
            called = zip(run.players, labels, entries, strict=True)
            return task, replace(run, players=tuple(
                replace(player, label=label, entry=entry) for player, label, entry in called))
        except BoneyardError:
            raise
        except (KeyError, TypeError, ValueError):
            raise BoneyardError("the note of the run is damaged: it names no task") from None


def play_run(
    task: Task, run: Run, workers: Workers, progress: Wish, keep: Checkpoint | None = None,
) -> Result:
    """Play a run; errors of strategies name the command that shows the hand."""
    from reports.progress import watched
    from simulate.runs.play import play

    noted(run)
    with watched(progress, f"Playing {run.game}", run.sessions) as report_to:
        try:
            played = play(
                run, workers.jobs, workers.backend, progress=report_to, keep=keep,
                extremes=task.extremes, address=workers.address)
        except StrategyError as error:
            if error.hand is not None and (see := commands.replay_command(run, *error.hand)):
                error.args = (f"{error}; to play up to it again: {see}",)
            raise
    # Imported after the play, so that nobody waits longer for the first hand.
    from reports.results.result import Result

    return Result(played)


def _report(
    task: Task, result: Result, workers: Workers, progress: Wish,
    opened: Callable[[Report], object] | None = None,
) -> Report:
    """Return the report of a run, and hold the studies that it is to have."""
    if task.command != "report":
        return result.report()
    return studied(result, task.studies, task.chosen, workers.jobs, progress, opened)


def _play_and_write(
    task: Task, run: Run, workers: Workers, progress: Wish, keep: Checkpoint,
    show: Callable[[Path], object], guard: Guard,
) -> tuple[Result, Report]:
    """Play a run that is kept, write its folder, and then remove what was kept."""
    from reports.page.files import first_page
    from reports.results.hands import hands_file

    go_on = f"to go on: boneyard resume {folder_word(keep.out)}"
    try:
        with (guard(f"stopped; {go_on}"),
              first_page(keep.out, keep.folder / "earlier.html") as write):
            result = play_run(task, run, workers, progress, keep)
            report = _report(task, result, workers, progress, lambda page: show(write(page)))
            # Whether a report may be replaced was asked before anything was played.
            if task.by_hand:
                report = replace(report, files=hands_file(result.by_hand(jobs=workers.jobs)))
            report.save(keep.out, overwrite=True)
    except KeyboardInterrupt as stopped:
        raise KeyboardInterrupt(f"{str(stopped) or 'stopped'}; {go_on}") from None
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
    task: Task, run: Run, workers: Workers, out: str | Path | None = None, overwrite: bool = False,
    progress: Wish = None, show: Callable[[Path], object] = nullcontext, guard: Guard = nullcontext,
) -> tuple[Result, Report]:
    """Play a run, and write its folder if one is named; ``show`` gets the first page's path."""
    if task.by_hand:
        from reports.results.hands import check_hands

        if out is None:
            raise BoneyardError("by_hand writes hands.parquet: name its folder with --out (in "
                                "Python: out=), or ask a result for by_hand()")
        check_hands(run)
    if out is None:
        result = play_run(task, run, workers, progress)
        return result, _report(task, result, workers, progress)
    from reports.page.files import check_folder

    check_folder(out, overwrite)
    with Checkpoint(out) as keep:
        keep.begin(run, task.note(run))
        try:
            return _play_and_write(task, run, workers, progress, keep, show, guard)
        except Exception:
            if not keep.has_totals:
                keep.clear()  # nothing was played, so the same command will do
            raise


def complete(
    folder: str | Path, workers: Workers, progress: Wish = None, guard: Guard = nullcontext,
) -> tuple[Task, Result, Report]:
    """Complete an interrupted run."""
    if not (Path(folder) / FOLDER).is_dir():
        raise BoneyardError(f"folder {str(folder)!r} holds no unfinished run")
    with Checkpoint(folder) as keep:
        task, run = Task.from_note(keep.reopen())
        keep.check(run)
        return task, *_play_and_write(task, run, workers, progress, keep, nullcontext, guard)


def studied(
    result: Result, studies: str | Sequence[str], chosen: bool, jobs: int | None,
    progress: Wish, opened: Callable[[Report], object] | None = None,
) -> Report:
    """Return the report of a run with its studies. ``opened`` gets the first screen, if there is
    one, before they are held."""
    from reports.opening.find import opening_of
    from reports.progress import watched
    from reports.studies.answered import plan_studies, with_studies

    plan, report = plan_studies(result.run, studies, chosen), result.report()
    if not plan.names:
        return with_studies(result, report, plan, [])
    with watched(progress, "Opening") as report_to:
        opening = opening_of(result, jobs, report_to)
    if opened is not None and opening.cards:
        opened(with_studies(result, report, plan, [], opening))
    held = list(_held(result, plan.names, chosen, jobs, progress))
    return with_studies(result, report, plan, held, opening)


#: Hands of a report from which on processes hold its studies. They take seconds to start.
_LARGE = 1_000_000


def _hold(run: Run, name: str, hands: int, chosen: bool, jobs: int) -> HeldStudy:
    """Hold a study within a report, and draw its figures."""
    from reports.studies.answered import hold_study, run_within

    held = hold_study(name, run_within(run, name, hands, chosen), jobs=jobs)
    for picture in (picture for section in held.study.sections for picture in section.pictures):
        with suppress(Exception):  # whoever asks for the figure meets the error
            picture.draw_files()
    return held


def _held(
    result: Result, names: Sequence[str], chosen: bool, jobs: int | None, progress: Wish
) -> Iterator[HeldStudy]:
    """Hold the studies of a report; yield them in order. Half of their time is Python's own, which
    threads cannot share, so in a large report each process holds one."""
    from reports.progress import watched
    from reports.studies.answered import hold_study, run_within

    threads = count_jobs(jobs)
    workers = min(threads, len(names)) if result.hands >= _LARGE else 1
    results: Iterator[HeldStudy] | None = None
    if workers > 1:
        from simulate.runs.workers import NotSent, in_processes

        with suppress(NotSent):  # what an agent holds may not leave this process
            results = in_processes(result.run, _hold, workers, [
                (name, result.hands, chosen, -(-threads // workers)) for name in names])
    if results is None:
        for name in names:
            run = run_within(result.run, name, result.hands, chosen)
            with watched(progress, f"Study {name}") as report_to:
                yield hold_study(name, run, jobs=jobs, progress=report_to)
        return
    from concurrent.futures.process import BrokenProcessPool

    with watched(progress, "Studies") as report_to:
        report_to(0.0, ", ".join(names))
        try:
            for done, one in enumerate(results, 1):
                report_to(done / len(names), one.kind.name)
                yield one
        except BrokenProcessPool as error:
            raise BoneyardError("a process that held a study was killed: is there memory enough? "
                                "fewer --jobs need less") from error
