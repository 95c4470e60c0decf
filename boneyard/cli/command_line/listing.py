"""The commands that list what there is: ``strategies`` and ``rules``."""

from __future__ import annotations

from typing import Annotated

import typer

from boneyard.cli.options import GameName


def strategies(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", show_default=False, help="All games if none.")
    ] = None,
) -> None:
    """List the strategies, what they look at and how they are tuned."""
    from boneyard.cli.commands.listing import list_strategies

    list_strategies(game)


def rules(game: GameName) -> None:
    """Tell how a game is played, then list every rule option with its values and its source."""
    from boneyard.cli.commands.listing import list_rules

    list_rules(game)
