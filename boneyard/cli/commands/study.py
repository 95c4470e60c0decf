"""The command ``study``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from boneyard.cli.answering import answer
from boneyard.cli.option_groups import TABLE_OF_A_RUN
from boneyard.cli.options import Jobs, Out, Overwrite, Quiet, TableOptions
from boneyard.cli.study_options import StudyGame, StudyName, with_study_options
from reports.results import commands
from reports.studies.catalog import find_study, read_options

if TYPE_CHECKING:
    from reports.studies.answered import Answered


@with_study_options
def study(
    name: StudyName,
    table: Annotated[TableOptions, TABLE_OF_A_RUN.but(game=(StudyGame, "loo"))],
    jobs: Jobs = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    **options: Any,
) -> None:
    """Answer one of the questions that people sit down with.

    QUESTIONS

    [b]Examples[/b]

    boneyard study miss loo --lineup banker --rule penalty=cap:40 --out chart

    boneyard study risk --lineup banker,bold,cautious,random --bankroll 200
    """
    kind = find_study(name)
    read = read_options(kind, options)
    run = table.run(1 if table.sessions is None else None, kind.good_players)
    if table.sessions is None:
        run = replace(run, sessions=kind.sessions(run, kind.hands))
    kind.check_table(run, read)

    from reports.progress import share_bar
    from reports.studies.run_study import hold_study
    from simulate.runs.run import count_jobs

    workers = None if jobs is None else count_jobs(jobs)
    written = commands.table_options(run) if table.lineup is None else table.table_options()

    def held() -> Answered:
        with share_bar(f"Study {name} of {run.game}", quiet) as tell:
            return hold_study(name, run, options, written, workers, tell)

    answer(held, run.rules, out, overwrite, quiet)
