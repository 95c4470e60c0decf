"""The command ``study``."""

from __future__ import annotations

from typing import Annotated, Any

from scripts.option_groups import TABLE_OF_A_RUN
from scripts.options import Jobs, Out, Overwrite, Quiet, TableOptions
from scripts.study_options import StudyGame, StudyName, with_study_options


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

    [b]Examples[/b]

    boneyard study miss loo --lineup banker --rule penalty=cap:40 --out chart

    boneyard study risk --lineup banker,bold,cautious,random --bankroll 200
    """
    from scripts.commands.study import study_and_show

    study_and_show(name, table, jobs, out, quiet, overwrite, options)
