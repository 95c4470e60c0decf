"""What ``study`` does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.console import Console

from boneyard.cli.idle_rules import tell_idle_rules
from boneyard.cli.options import TableOptions
from reports.progress import share_bar
from reports.results import commands
from reports.studies.catalog import find_study, read_options


def study_and_show(
    name: str, table: TableOptions, jobs: str | None, out: str | None, quiet: bool,
    overwrite: bool, given: Mapping[str, Any],
) -> None:
    """Play a study, print its answer and tables, and write its page if a folder is named.

    ``given`` has the options of studies that were given, by name.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    kind = find_study(name)
    options = read_options(kind, given)
    run = table.run(1 if table.sessions is None else None, kind.good_players)
    if table.sessions is None:
        run = replace(run, sessions=kind.sessions(run, kind.hands))
    kind.check_table(run, options)

    from boneyard.cli.terminal import show
    from reports.page.files import check_folder
    from reports.studies.run_study import hold_study
    from simulate.runs.resuming import reserved
    from simulate.runs.run import count_jobs

    workers = None if jobs is None else count_jobs(jobs)
    if out is not None:
        check_folder(out, overwrite)
    tell_idle_rules(run.rules, quiet)
    written = commands.table_options(run) if table.lineup is None else table.table_options()
    with reserved(out):
        with share_bar(f"Study {name} of {run.game}", quiet) as tell:
            report = hold_study(name, run, given, written, workers, tell).report()
        if out is not None:
            report.save(out)
    if not quiet:
        show(report, Console())
