"""The command ``replay``."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

import reports.replay
from boneyard.cli import options as opt
from boneyard.cli.lines import say
from reports.door import noted
from simulate.errors import StrategyError


def replay(
    asked: Annotated[dict[str, Any], opt.options_of(reports.replay.replay)],
    format: Annotated[str, opt.format_of(
        "A text to read, or one JSON object a line.", "text", "jsonl", panel=None)] = "text",
) -> None:
    """Play hands again by their address and show every tile.

    Give the table options of the run: the same options give the same hands.

    [b]Example[/b]

    boneyard replay loo --seed 7 --session 12 --hand 3 --rule penalty=cap:40
    """
    from simulate.runs.replay import tell_begun

    run, hands = reports.replay.play_again(**asked)
    noted(run)
    shown = 0
    try:
        for hand in hands:
            if format == "jsonl":
                typer.echo(json.dumps(hand.history))
            else:
                say(("\n" if shown else "") + hand.text)
            shown += 1
    except StrategyError as error:
        if format == "text" and error.table is not None:
            say(("\n" if shown else "") + tell_begun(run, error.table))
        raise
