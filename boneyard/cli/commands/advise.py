"""The command ``advise``."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from boneyard.cli import options as opt
from boneyard.cli.lines import say
from reports import asking
from reports.options import Option, asked_by, flag
from simulate.errors import BoneyardError
from simulate.whole_numbers import whole

_HISTORY = "The decision, from a hand history"


def advise(
    asked: Annotated[dict[str, Any], opt.options_of(asking.advise)],
    history: Annotated[str | None, Option(
        "Hand histories as [b]boneyard replay --format jsonl[/b] writes them.", "FILE",
        panel=_HISTORY, is_place=True)] = None,
    line: Annotated[int, Option(
        "Which line of the file.", "L", lambda line, name: whole(line, name, 1),
        panel=_HISTORY)] = 1,
    format: Annotated[str, opt.format_of(
        "A text to read, or one object of the exchange format.", "text", "json")] = "text",
    quiet: opt.Quiet = False,
) -> None:
    """Find the best action at any decision of any game, and by how much it is best.

    Name the line-up from the eldest hand on, with --history from seat 0 on.
    Good players sit there by default.

    [b]Examples[/b]

    boneyard advise loo --hand "6-6 6-2 4-4 3-1 2-0" --turn-up 6-3 --position third
    --before drop,miss --pool 40 --rule penalty=cap:40

    boneyard advise euchre --hand "6-6 4-4 5-5 2-0 0-0 6-3" --turn-up 6-3 --position dealer
    --before "pass, pass, order it up"

    boneyard replay loo --seed 1 --session 0 --hand 3 --format jsonl > hand.jsonl

    boneyard advise loo --history hand.jsonl --decision 2
    """
    from reports.studies.advise.history_input import one_hand

    if history is None:
        for name, text in (("--hand", asked["hand"] or asked["spot"]),
                           ("--position", asked["position"])):
            if not text.strip():
                raise BoneyardError(f"{name} is missing: name the tiles held, and where you sit; "
                                    "or name a --history")
    else:
        for name, one in asked_by(asking.advise).items():
            if name != "decision" and asked.get(name) and one.options[0].panel == asking.SPOT:
                raise BoneyardError(f"{flag(name)} does not go with --history, which has the "
                                    "hand itself: leave one of the two out")
        hand = one_hand(history, line)
        if hand["game"] != asked["game"]:
            raise BoneyardError(f"line {line} of {history!r} is a hand of {hand['game']}, not of "
                                f"{asked['game']}")
        asked["hand"] = hand
    answers = asking.advise(**asked)
    if not quiet:
        if format == "json":
            typer.echo(json.dumps(answers.as_dict()))
        else:
            say(str(answers))
