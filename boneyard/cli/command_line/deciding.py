"""The commands that answer about single decisions: ``advise``, ``review`` and ``play``."""

from __future__ import annotations

from typing import Annotated

import typer

from boneyard.cli.command_line.decision_in_words import A_DECISION, InWords
from boneyard.cli.option_groups import TABLE_OF_A_HAND, TABLE_OF_A_SESSION
from boneyard.cli.options import (
    OUTPUT,
    RUN,
    Jobs,
    Preset,
    Quiet,
    RuleOptions,
    Seed,
    TableOptions,
    placed,
)
from simulate.errors import unknown

_HISTORY = "The decision, from a hand history"


def _check_format(name: str) -> None:
    if name not in ("text", "json"):
        raise unknown("format", name, ("text", "json"))


def advise(
    *,
    asked: Annotated[InWords, A_DECISION],
    deals: Annotated[
        str, typer.Option("--deals", metavar="D", rich_help_panel=RUN,
                          help="Deals to draw at most; it ends before when the answer is clear.")
    ] = "65536",
    seconds: Annotated[
        str | None, typer.Option("--seconds", metavar="S", rich_help_panel=RUN,
                                 show_default=False,
                                 help="After so long no further round of deals begins.")
    ] = None,
    history: Annotated[
        str | None, typer.Option("--history", metavar="FILE", rich_help_panel=_HISTORY,
                                 show_default=False, callback=placed,
                                 help="Hand histories as [b]boneyard replay --format jsonl[/b] "
                                      "writes them.")
    ] = None,
    line: Annotated[
        str, typer.Option("--line", metavar="L", rich_help_panel=_HISTORY,
                          help="Which line of the file.")
    ] = "1",
    table: Annotated[TableOptions, TABLE_OF_A_HAND],
    format: Annotated[
        str, typer.Option("--format", metavar="text|json", rich_help_panel=OUTPUT,
                          help="A text to read, or one object of the exchange format.")
    ] = "text",
    quiet: Quiet = False,
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
    from boneyard.cli.commands.advise import (
        advise_and_show,
        check_told_by_history,
        show_advice_of_history,
    )
    from reports.studies.advise.decision_input import read_limits

    _check_format(format)
    limits = read_limits(deals, seconds)
    if history is not None:
        check_told_by_history(asked.told(), asked.spot)
        show_advice_of_history(table, history, line, asked.decision, limits, format, quiet)
    else:
        advise_and_show(table, asked.told(), asked.spot, limits, format, quiet)


def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", show_default=False, callback=placed,
                            help="Hand histories, one a line, as [b]boneyard replay --format "
                                 "jsonl[/b] writes them, where what a person cannot know may be "
                                 "missing; or hands as one types them (docs/review.md).")
    ],
    seat: Annotated[
        str, typer.Option("--seat", metavar="S",
                          help="Whose decisions are priced: the number of a seat, from 0, or a "
                               "player's name in typed hands.")
    ] = "0",
    lineup: Annotated[
        str | None, typer.Option("--lineup", "-l", metavar="A,B,...", show_default=False,
                                 help="Who the players are taken to be, seat by seat; as the hands "
                                      "say, else good players.")
    ] = None,
    preset: Preset = None,
    rule: RuleOptions = None,
    deals: Annotated[
        str, typer.Option("--deals", metavar="D", rich_help_panel=RUN,
                          help="Deals that a decision is priced with at most.")
    ] = "2048",
    format: Annotated[
        str, typer.Option("--format", metavar="text|json", rich_help_panel=OUTPUT,
                          help="A text to read, or an object a decision and a last one.")
    ] = "text",
    seed: Seed = "0",
    jobs: Jobs = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="DIR", rich_help_panel=OUTPUT,
                                 show_default=False, callback=placed,
                                 help="Write a page (index.html), tables, figures, review.txt "
                                      "and review.jsonl.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Price every decision of a seat in hands that were played.

    [b]Example[/b]

    boneyard replay loo --lineup book --session 0 --format jsonl > evening.jsonl

    boneyard review evening.jsonl --seat 1
    """
    from boneyard.cli.commands.review import review_and_show

    _check_format(format)
    review_and_show(file, seat, lineup, preset, rule or (), seed, jobs, deals, format, out, quiet)


def play(
    table: Annotated[TableOptions, TABLE_OF_A_SESSION],
    seat: Annotated[
        str, typer.Option("--seat", metavar="S", help="The number of your seat, from 0.")
    ] = "0",
    session: Annotated[
        str, typer.Option("--session", metavar="I",
                          help="Which session of --seed: a friend who names both has the "
                               "same tiles.")
    ] = "0",
    verdict: Annotated[
        bool, typer.Option("--verdict", help="Say after each hand what your decisions cost.")
    ] = False,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE.jsonl", rich_help_panel=OUTPUT,
                                 show_default=False, callback=placed,
                                 help="Keep the hands, for [b]boneyard review[/b].")
    ] = None,
) -> None:
    """Sit down yourself, among good players or those of a line-up.

    Every question lists what the rules allow; answer with its number, or with h for a hint.

    [b]Example[/b]

    boneyard play loo --hands 10 --verdict --save evening.jsonl
    """
    from boneyard.cli.commands.play import play_and_show

    play_and_show(table, seat, session, verdict, save)
