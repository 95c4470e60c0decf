"""What ``solve`` and ``exploit`` do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from boneyard.cli.idle_rules import tell_idle_rules
from boneyard.cli.options import TableOptions
from boneyard.cli.stopping import Stopped
from reports.progress import is_watched, share_bar
from simulate.runs.resuming import reserved
from simulate.runs.run import count_jobs
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.studies.answered import Answered


@contextmanager
def working(title: str, quiet: bool) -> Iterator[Callable[[float, str], None]]:
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
        columns = (TextColumn(title), BarColumn(), TaskProgressColumn(),
                   TextColumn("[cyan]{task.description}"), TimeRemainingColumn(compact=True))
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=1.0)
            yield lambda share, words: bar.update(task, completed=share, description=words)


@contextmanager
def says_how_to_go_on(kept: Path | None) -> Iterator[None]:
    """Say after Ctrl-C what is kept, if anything."""
    try:
        yield
    except KeyboardInterrupt:
        if kept is None or not kept.exists():
            raise
        raise Stopped("stopped; the same command goes on with what is kept in "
                      f"{str(kept)!r}") from None


def solve_and_show(
    table: TableOptions, pool: str | None, this_hand: bool, lock: list[str],
    deals: str | None, rounds: str, jobs: str | None, file: str | None, out: str | None,
    quiet: bool, overwrite: bool,
) -> None:
    """Solve a table; print what it says, and write its file and its page if they are named.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.studies.solution.solver import solver_of

    tiles = solver_of(table.game, "solve").tiles
    from reports.game_theory import solving_of
    from reports.page.files import check_folder
    from reports.studies.solution.locks import read_locks
    from reports.studies.solution.solved_table import play_it

    table = replace(table, lineup=table.lineup or tiles)
    run = table.run(1)
    locks = read_locks(run, lock)
    solving = solving_of(run, pool, this_hand, deals, rounds, jobs, file, locks)
    if out is not None:
        check_folder(out, overwrite)
    tell_idle_rules(run.rules, quiet)
    with reserved(out):
        with says_how_to_go_on(solving.kept), working("Solving", quiet) as tell:
            solved = solving.carry_out(table.table_options(), tell)
        write_and_show(solved, out, quiet)
    solving.forget()
    if solving.file is not None and not quiet:
        print(f"Play it: {play_it(solving.run, solving.file, locks)}")


def exploit_and_show(
    table: TableOptions, pool: str | None, this_hand: bool, deals: str, jobs: str | None,
    out: str | None, quiet: bool, overwrite: bool,
) -> None:
    """Find best responses to a line-up; print what they win, and write a page if one is named.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.studies.solution.solver import solver_of

    solver_of(table.game, "exploit")
    from reports.page.files import check_folder
    from reports.studies.exploit.table import exploit_table

    run, workers = table.run(1), count_jobs(jobs)
    many = whole(deals, "deals", 1_000, 10**8)
    asked = None if pool is None else whole(pool, "pool", 1)
    if out is not None:
        check_folder(out, overwrite)
    tell_idle_rules(run.rules, quiet)
    with reserved(out):
        with share_bar(f"Exploiting at {run.game}", quiet) as tell:
            found = exploit_table(
                run, asked, many, workers, tell, table.lineup_text,
                replace(table, lineup=None).table_options(), this_hand)
        write_and_show(found, out, quiet)


def write_and_show(answered: Answered, out: str | None, quiet: bool) -> None:
    """Write the page of an answer if a folder is named, and print it."""
    from boneyard.cli.terminal import show

    report = answered.report()
    if out is not None:
        report.save(out)
    if not quiet:
        show(report, Console(), unit="")
