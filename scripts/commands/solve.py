"""What ``solve`` and ``exploit`` do."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from reports.page.report import Report
from reports.studies.run_study import study_report
from scripts.options import TableOptions
from scripts.progress import share_bar
from scripts.stopping import Stopped
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.resuming import reserved
from simulate.runs.run import count_jobs
from simulate.whole_numbers import whole
from strategies.lineup import SOLUTION


def _check_game(game: str, command: str) -> None:
    """Raise ``BoneyardError`` if a game is unknown or has no declarations of this kind."""
    find_game(game)
    if game not in ("loo", "rounce"):
        raise BoneyardError(f"{command} is for loo and rounce, not {game!r}")


@contextmanager
def _solving(quiet: bool) -> Iterator[Callable[[float, str], None]]:
    """Show a bar with what best responses gain, or a line a round where no person watches."""
    if quiet:
        yield lambda share, words: None
    elif not sys.stderr.isatty():
        said = {""}

        def tell(share: float, words: str) -> None:
            if words not in said:
                said.add(words)
                print(f"{share:.0%}: {words}", file=sys.stderr)

        yield tell
    else:
        columns = (TextColumn("Solving"), BarColumn(), TaskProgressColumn(),
                   TextColumn("[cyan]{task.description}"), TimeRemainingColumn(compact=True))
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=1.0)
            yield lambda share, words: bar.update(task, completed=share, description=words)


def _show(report: Report, out: str | None, quiet: bool) -> None:
    from scripts.terminal import show

    if out is not None:
        report.save(out)
    if not quiet:
        show(report, Console(), unit="")


def _written(command: str, options: list[tuple[str, str | None]]) -> str:
    """Return a command with those options that were given."""
    return " ".join([command, *(f"--{name} {shlex.quote(value)}" for name, value in options
                                if value is not None)])


def _solution_path(file: str) -> Path:
    """Return where a solution is to be written.

    Raises
    ------
    BoneyardError
        If it has another ending, or its folder does not exist.
    """
    path = Path(file)
    if path.suffix != SOLUTION or not path.parent.is_dir():
        raise BoneyardError(
            f"file {file!r} is not the name of a file in a folder that there is, ending in "
            f"{SOLUTION}")
    return path


@contextmanager
def _says_how_to_go_on(kept: Path | None) -> Iterator[None]:
    """Say after Ctrl-C what is kept, if anything."""
    try:
        yield
    except KeyboardInterrupt:
        if kept is None or not kept.exists():
            raise
        raise Stopped("stopped; the same command goes on with what is kept in "
                      f"{str(kept)!r}") from None


def solve_and_show(
    table: TableOptions, pool: str | None, this_hand: bool, deals: str, rounds: str,
    jobs: str | None, file: str | None, out: str | None, quiet: bool,
) -> None:
    """Solve a table; print what it says, and write its file and its page if they are named.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.page.files import check_folder
    from reports.studies.solution.study import study_solution
    from simulate.solving.loo.solver import check, solution_of, solve

    _check_game(table.game, "solve")
    many, times = whole(deals, "deals", 3_000, 10**8), whole(rounds, "rounds", 1, 1000)
    run, workers = replace(table.run(1), hands=1), count_jobs(jobs)
    asked = None if pool is None else whole(pool, "pool", 1)
    check(run, asked)
    path = None if file is None else _solution_path(file)
    if out is not None:
        check_folder(out)
    kept = None if path is None else path.with_name(f"{path.name}.unfinished")
    with reserved(out):
        with _says_how_to_go_on(kept), _solving(quiet) as tell:
            solver = solve(run, many, asked, this_hand, times, workers, kept, tell)
            solved = solver.solved(workers)
            if path is not None:
                solution_of(solver, solved).save(path)
            # The pool that was asked for comes first in the report.
            study = study_solution(
                solver, sorted(solved, key=lambda one: one.pool != asked), workers)
        command = _written(
            f"boneyard solve {run.game} {table.table_options()}".rstrip(),
            [("pool", pool), ("deals", str(many)), ("rounds", str(times)),
             ("seed", str(run.seed))],
        ) + (" --this-hand" if this_hand else "")
        subtitle = f"{len(run.players)} players, who play their tiles as {run.labels[0]} does"
        _show(study_report(study, run, command, subtitle), out, quiet)
    if kept is not None:
        kept.unlink(missing_ok=True)
    if path is not None and not quiet:
        print(f"Play it: boneyard simulate {run.game} --players {len(run.players)} "
              f"--lineup {shlex.quote(str(file))}")


def exploit_and_show(
    table: TableOptions, pool: str | None, deals: str, jobs: str | None, out: str | None,
    quiet: bool,
) -> None:
    """Find best responses to a line-up; print what they win, and write a page if one is named.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.page.files import check_folder
    from reports.studies.exploit.study import study_exploit

    _check_game(table.game, "exploit")
    run, many = table.run(1), whole(deals, "deals", 1_000, 10**8)
    if out is not None:
        check_folder(out)
    asked = None if pool is None else whole(pool, "pool", 1)
    with reserved(out):
        with share_bar(f"Exploiting at {run.game}", quiet) as tell:
            study = study_exploit(run, False, many, asked, count_jobs(jobs), tell)
        command = _written(
            f"boneyard exploit {shlex.quote(table.lineup or '')} {run.game} "
            f"{replace(table, lineup=None).table_options()}".rstrip(),
            [("pool", pool), ("deals", str(many)), ("seed", str(run.seed))])
        _show(study_report(study, run, command), out, quiet)
