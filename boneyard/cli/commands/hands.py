"""The commands about hands: ``advise``, ``review``, ``learn`` and ``replay``."""

import json
import shlex
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any

import typer

import reports.replay
from boneyard.cli import options as opt
from boneyard.cli.lines import echo
from reports import asking
from reports.commands import flag
from reports.options import Option, asked_by, noted
from reports.request import OUTPUT
from simulate.errors import BoneyardError, StrategyError, whole
from simulate.games.narrating import how_many

_HISTORY = "The decision, from a hand history"
_OUT = ("Write a page (index.html), tables, figures, review.txt, review.jsonl, and your costliest "
        "mistakes to practise (practice.json, practice.txt).")


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

    Name the line-up from the eldest hand on, or name the --dealer.
    With --history it is named from seat 0 on. Good players sit there by default.

    [b]Examples[/b]

    boneyard advise loo --hand "6-6 6-2 4-4 3-1 2-0" --turn-up 6-3 --position third
    --before drop,miss --pool 40 --rule penalty=cap:40

    boneyard advise euchre --hand "6-6 4-4 5-5 2-0 0-0 6-3" --turn-up 6-3 --position dealer
    --before "pass, pass, order it up"

    boneyard replay loo --seed 1 --session 0 --hand 3 --format jsonl > hand.jsonl

    boneyard advise loo --history hand.jsonl --decision 2
    """
    from reports.studies.advise.history_input import one_hand

    if history is not None:
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
            echo(str(answers))


def review(
    asked: Annotated[dict[str, Any], opt.options_of(asking.review)],
    format: Annotated[str, opt.format_of(
        "A text to read, or one JSON object a decision and a last one.", "text", "json")] = "text",
    *,
    output: Annotated[opt.Output, opt.written(_OUT)],
) -> None:
    """Price every decision of a seat in hands that were played.

    [b]Example[/b]

    boneyard replay loo --lineup book --session 0 --format jsonl > evening.jsonl

    boneyard review evening.jsonl --seat 1
    """
    with output.ready():
        found = asking.review(**asked, progress=not output.quiet and format != "json")
        if output.out is not None:
            found.save(output.out, output.overwrite)
    if not output.quiet:
        if format == "json":
            typer.echo("\n".join(found.json_lines()))
        else:
            text = str(replace(found, faults=[]))
            echo(text if output.out is None
                else f"{text}\n{_to_practise(found.decks, output.out)}")
    _end(found.faults, len(found.hands), "reviewed")


def _end(faults: list[str], hands: int, what: str) -> None:
    """End with all that is wrong with hands, each on a line of its own; ``what`` was done with the
    others."""
    for fault in faults:
        typer.echo(f"boneyard: {fault}", err=True)
    if faults:
        raise BoneyardError(f"the other {how_many(hands, 'hand')} {'is' if hands == 1 else 'are'} "
                            f"{what}")


def _to_practise(decks: Iterable[str], out: str) -> str:
    """Return where the decks are, and why one is missing."""
    if not decks:
        return ("No decision was surely a mistake, so there is nothing to practise: no "
                "practice.json, no practice.txt.")
    where = f"Your costliest mistakes to practise are in {out}: {' and '.join(sorted(decks))}."
    return where if "practice.json" in decks else (
        f"{where} There is no practice.json: a page asks declarations, calls and first tiles, and "
        "none of these was surely a mistake at its table.")


def learn(
    asked: Annotated[dict[str, Any], opt.options_of(asking.learn)],
    out: Annotated[str | None, Option(
        "Write the line-up of the table, for [b]--lineup FILE.toml[/b].",
        "FILE.toml", flags="--out -o", panel=OUTPUT, is_place=True)] = None,
    overwrite: Annotated[bool, Option(
        "Replace the file of --out.", switch=True, panel=OUTPUT)] = False,
    quiet: opt.Quiet = False,
) -> None:
    """Learn what kind of player each person at a table is, from the hands they played.

    [b]Example[/b]

    boneyard replay loo --lineup bold,book,bold,banker --session 0 --format jsonl > evening.jsonl

    boneyard learn evening.jsonl --out friday.toml
    """
    from simulate.errors import output_path
    from strategies.lineup import joined
    from strategies.naming import TUNED

    if out is not None:
        output_path(out, TUNED, overwrite)
    found = asking.learn(**asked, progress=not quiet)
    if out is not None:
        found.save(out, overwrite)
    if not quiet:
        text = str(replace(found, faults=[]))
        echo(text if out is None else f"{text}\nPlay there: boneyard simulate {found.run.game} "
            f"--lineup {shlex.quote(joined([str(out)]))}\n"
             "The same --lineup goes with report, advise, review, play and study risk.")
    _end(found.faults, found.hands, "learned from")


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
    from simulate.runs.follow import tell_begun

    run, hands = reports.replay.play_again(**asked)
    noted(run)
    shown = 0
    try:
        for hand in hands:
            if format == "jsonl":
                typer.echo(json.dumps(hand.history))
            else:
                echo(("\n" if shown else "") + hand.text)
            shown += 1
    except StrategyError as error:
        if format == "text" and error.table is not None:
            echo(("\n" if shown else "") + tell_begun(run, error.table))
        raise
