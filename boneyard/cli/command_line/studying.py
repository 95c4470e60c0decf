"""The commands ``study`` and ``sweep``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from boneyard.cli.option_groups import TABLE_OF_A_RUN
from boneyard.cli.options import OUTPUT, Jobs, Out, Overwrite, Quiet, TableOptions, placed
from boneyard.cli.study_options import StudyGame, StudyName, with_study_options


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
    from boneyard.cli.commands.study import study_and_show

    study_and_show(name, table, jobs, out, quiet, overwrite, options)


def sweep(
    table: Annotated[TableOptions, TABLE_OF_A_RUN],
    vary: Annotated[
        str, typer.Option("--vary", metavar="WHAT=VALUES", show_default=False,
                          help="A strategy's parameter, [b]bold.risk=0.1:0.5:0.1[/b] (from, to, "
                               "step), or a rule, [b]penalty=cap:20,cap:40[/b].")
    ],
    jobs: Jobs = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE.csv", rich_help_panel=OUTPUT,
                                 show_default=False, callback=placed,
                                 help="Write the whole table, with every figure of a run.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Play a table at several values of a parameter or a rule, on the same deals.

    [b]Examples[/b]

    boneyard sweep loo --vary bold.risk=0.1:0.5:0.1

    boneyard sweep loo --vary penalty=cap:20,cap:40,unlimited --lineup banker,bold,book,solved
    """
    from boneyard.cli.commands.sweep import sweep_and_show

    sweep_and_show(table, vary, jobs, file, quiet)
