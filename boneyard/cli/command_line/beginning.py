"""The command ``new-strategy``."""

from __future__ import annotations

from typing import Annotated

import typer

from boneyard.cli.options import placed
from simulate.games.game import game_names


def new_strategy(
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False,
                            help="What it is called in tables, as in own-idea.")
    ],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help=f"One of {', '.join(game_names())}.")
    ] = "loo",
    folder: Annotated[
        str, typer.Option("--folder", metavar="DIR", callback=placed,
                          help="Where the two files are written.")
    ] = ".",
) -> None:
    """Write a strategy of your own to begin with, full of comments, and its test.

    [b]Example[/b]

    boneyard new-strategy own-idea --game euchre
    """
    from boneyard.cli.commands.new_strategy import write_and_say

    write_and_say(name, game, folder)
