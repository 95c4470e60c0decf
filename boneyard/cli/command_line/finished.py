"""The commands about finished runs: ``verify`` and ``merge``."""

from __future__ import annotations

from typing import Annotated

import typer

from boneyard.cli.options import Out, Overwrite, Quiet, placed


def verify(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", show_default=False, callback=placed,
                            help="The folder of a finished run.")
    ],
    quiet: Quiet = False,
) -> None:
    """Compare a finished run with its totals, and play some hundred parts of it again.

    [b]Example[/b]

    boneyard verify out
    """
    from boneyard.cli.commands.finished import verify_and_show

    verify_and_show(folder, quiet)


def merge(
    folders: Annotated[
        list[str], typer.Argument(metavar="A B...", show_default=False,
                                  callback=lambda names: [*map(placed, names)],
                                  help="The folders of finished runs of one table, each with a "
                                       "seed of its own.")
    ],
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Add up finished runs with different seeds, as if they had been one.

    [b]Example[/b]

    boneyard merge monday tuesday --out both
    """
    from boneyard.cli.commands.finished import merge_and_show

    merge_and_show(folders, out, quiet, overwrite)
