"""The command ``advise``."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from boneyard.cli import options as opt
from boneyard.cli.lines import say
from simulate.errors import BoneyardError, unknown
from simulate.whole_numbers import whole

_HISTORY = "The decision, from a hand history"


def _option(flag: str, metavar: str, said: str, kind: Any = str) -> Any:
    return Annotated[kind, opt.option(flag, metavar, said, "The decision, in words",
                                      show_default=False)]


#: The decision that a command is asked about.
A_DECISION = opt.Group(dict, {
    "hand": (_option("--hand", "TILES", "The tiles held: [b]6-6 6-2 4-4 3-1 2-0[/b]."), ""),
    "spot": (_option(
        "--spot", "CLASS",
        "Loo, Rounce: a class of hands as [b]boneyard study miss[/b] names it: "
        "[b]2 trumps with the best, 1 double[/b]."), ""),
    "turn_up": (_option("--turn-up", "TILE", "The tile exposed."), ""),
    "position": (_option(
        "--position", "P",
        "eldest (or 0), second, third, ..., dealer. At Pool 0 leads, at Casino 0 rolls first."),
        ""),
    "before": (_option(
        "--before", "A,B,...",
        "What was said, from the eldest hand on. {said_before}."),
        ""),
    "seen": (_option(
        "--seen", "TEXT",
        "What was played. Tricks: [b]\"4: 6-4 6-6 5-4; 2: 2-2\"[/b], the suit led, then tiles "
        "from the leader on. Pool: [b]\"6-4, 4-2 right, pass\"[/b]. Casino: [b]\"6-4 2-1 5-5 / "
        "3 4; ...\"[/b], bets from the first roller on, then the dice."), ""),
    "drawn": (_option(
        "--drawn", "TILES",
        "Loo, Rounce: the tiles of a miss or dummy, to be asked which five to keep. The hand is "
        "then the same, or the five dealt before."), ""),
    "discarded": (_option(
        "--discarded", "TILE", "What the dealer threw for the turn-up, if that is you."), ""),
    "decision": (_option(
        "--decision", "NAME|N",
        "take_turn_up or draw, where the rest does not tell that it is meant. With --history, the "
        "number of the decision in the hand, from 1.", str | None), None),
    "pool": (_option(
        "--pool", "CHIPS", "At the start of play; a session's first pool by default.",
        str | None), None),
    "score": (_option("--score", "P,Q,...",
                      "Points won so far (Rounce: still to go), from the eldest hand on. Pool "
                      "hundred up: pips counted, from the leader on, out for a seat that is out."),
              "")})


def advise(
    *,
    asked: Annotated[dict[str, Any], A_DECISION],
    deals: Annotated[str, opt.option(
        "--deals", "D", "Deals to draw at most; fewer do where the answer is clear.",
        opt.RUN)] = "65536",
    seconds: Annotated[str | None, opt.option(
        "--seconds", "S", "After so long no further round of deals begins.", opt.RUN)] = None,
    history: Annotated[str | None, opt.option(
        "--history", "FILE", "Hand histories as [b]boneyard replay --format jsonl[/b] writes "
        "them.", _HISTORY, is_place=True)] = None,
    line: Annotated[str, opt.option("--line", "L", "Which line of the file.", _HISTORY)] = "1",
    table: Annotated[opt.TableOptions, opt.TABLE_OF_A_HAND],
    format: Annotated[str, opt.option(
        "--format", "text|json", "A text to read, or one object of the exchange format.",
        opt.OUTPUT)] = "text",
    quiet: opt.Quiet = False,
) -> None:
    """Say what to do in any decision of any game, and by how much it is best.

    Name the line-up from the eldest hand on, with --history from seat 0 on.
    Good players sit where none are named.

    [b]Examples[/b]

    boneyard advise loo --hand "6-6 6-2 4-4 3-1 2-0" --turn-up 6-3 --position third
    --before drop,miss --pool 40 --rule penalty=cap:40

    boneyard advise euchre --hand "6-6 4-4 5-5 2-0 0-0 6-3" --turn-up 6-3 --position dealer
    --before "pass, pass, order it up"

    boneyard replay loo --seed 1 --session 0 --hand 3 --format jsonl > hand.jsonl

    boneyard advise loo --history hand.jsonl --decision 2
    """
    from reports.asking import ask
    from reports.studies.advise.history_input import one_hand

    check_format(format)
    opt.check_memory()
    rules = {"preset": table.preset, **table.changes()} if table.preset or table.rules else None
    hand: Any = asked.pop("hand")
    if history is None:
        for name, text in (("--hand", hand or asked["spot"]), ("--position", asked["position"])):
            if not text.strip():
                raise BoneyardError(f"{name} is missing: say what is held, and where you sit; or "
                                    "name a --history")
    else:
        for name, value in {"hand": hand, **asked}.items():
            if name != "decision" and value not in ("", None):
                raise BoneyardError(f"--{name.replace('_', '-')} does not go with --history, which "
                                    "tells the hand itself: leave one of the two out")
        hand = one_hand(history, whole(line, "line", 1))
        if hand["game"] != table.game:
            raise BoneyardError(f"line {line} of {history!r} is a hand of {hand['game']}, not of "
                                f"{table.game}")
    answers = ask(table.game, hand, lineup=table.lineup, players=table.players, rules=rules,
                  seed=table.seed, deals=deals, seconds=seconds, **asked)
    opt.tell_notes(answers.run, quiet)
    if not quiet:
        if format == "json":
            typer.echo(json.dumps(answers.as_dict()))
        else:
            say(str(answers))


def check_format(name: str) -> None:
    """Raise ``BoneyardError`` if there is no such format."""
    if name not in ("text", "json"):
        raise unknown("format", name, ("text", "json"))
