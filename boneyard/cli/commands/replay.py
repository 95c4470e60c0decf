"""The command ``replay``."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated

import typer

from boneyard.cli.lines import say
from boneyard.cli.options import TABLE_OF_A_SESSION, TableOptions, option, tell_notes
from simulate.errors import BoneyardError, StrategyError
from simulate.whole_numbers import whole


def _half_open(text: str, name: str) -> tuple[int, int]:
    """Read I or I:J."""
    first, colon, stop = text.partition(":")
    start = whole(first, name)
    end = whole(stop, name) if colon else start + 1
    if end <= start:
        raise BoneyardError(f"{name} {text!r} is empty: write I, or I:J with J above I")
    return start, end


def replay(
    table: Annotated[TableOptions, TABLE_OF_A_SESSION],
    session: Annotated[str, option(
        "--session", "I[:J]", "Session, or a range without its end.")],
    hand: Annotated[str | None, option(
        "--hand", "K[:L]", "Hand of the session, or a range without its end. All hands by "
        "default.")] = None,
    format: Annotated[str, option(
        "--format", "text|jsonl", "A text to read, or one JSON object a line.")] = "text",
) -> None:
    """Play hands again by their address and show every tile.

    Give the table options of the run: with the same ones, the same hands come.

    [b]Example[/b]

    boneyard replay loo --seed 7 --session 12 --hand 3 --rule penalty=cap:40
    """
    from simulate.games.game import find_game
    from simulate.runs.replay import histories, tell_begun

    if format not in ("text", "jsonl"):
        raise BoneyardError(f"format {format!r} is neither text nor jsonl")
    first, stop = _half_open(hand, "hand") if hand else (0, None)
    if stop is not None and table.hands is None:
        table = replace(table, hands=str(stop))
    run = table.run(sessions=1)
    tell_notes(run)
    shown = 0
    try:
        for record, row in histories(run, range(*_half_open(session, "session")), first, stop):
            if format == "jsonl":
                typer.echo(json.dumps(record))
            else:
                say(("\n" if shown else "") + find_game(table.game).tell(record, row))
            shown += 1
    except StrategyError as error:
        if format == "text" and error.table is not None:
            say(("\n" if shown else "") + tell_begun(run, error.table))
        raise
    if not shown:
        raise BoneyardError(f"no hand {hand or 0} in session {session}: the session ends before")
