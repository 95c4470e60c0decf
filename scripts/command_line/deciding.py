"""The commands that answer about single decisions: ``advise``, ``review`` and ``play``."""

from __future__ import annotations

from typing import Annotated

import typer

from scripts.option_groups import TABLE_OF_A_HAND, TABLE_OF_A_SESSION
from scripts.options import (
    OUTPUT,
    RUN,
    Jobs,
    Preset,
    Quiet,
    RuleOptions,
    Seed,
    TableOptions,
)
from simulate.errors import unknown
from simulate.whole_numbers import whole

_HAND, _HISTORY = "The decision, in words", "The decision, from a hand history"


def _check_format(name: str) -> None:
    if name not in ("text", "json"):
        raise unknown("format", name, ("text", "json"))


def advise(
    *,
    hand: Annotated[
        str, typer.Option("--hand", metavar="TILES", rich_help_panel=_HAND, show_default=False,
                          help="The tiles held: [b]6-6 6-2 4-4 3-1 2-0[/b].")
    ] = "",
    spot: Annotated[
        str, typer.Option("--spot", metavar="CLASS", rich_help_panel=_HAND, show_default=False,
                          help="Loo, Rounce: a class of hands instead of one, as on the chart of "
                               "[b]boneyard study miss[/b]: [b]2 trumps with the best, 1 "
                               "double[/b].")
    ] = "",
    turn_up: Annotated[
        str, typer.Option("--turn-up", metavar="TILE", rich_help_panel=_HAND, show_default=False,
                          help="The tile exposed.")
    ] = "",
    position: Annotated[
        str, typer.Option("--position", metavar="P", rich_help_panel=_HAND, show_default=False,
                          help="eldest (or 0), second, third, ..., dealer. At Pool 0 leads, at "
                               "Casino 0 rolls first.")
    ] = "",
    before: Annotated[
        str, typer.Option("--before", metavar="A,B,...", rich_help_panel=_HAND,
                          show_default=False,
                          help="What was said, from the eldest hand on. Loo: play, miss, drop or "
                               "pass, take (the dealer plays and takes the turn-up), for_pool. "
                               "Euchre: pass, accept, accept alone, 3, 3 alone.")
    ] = "",
    seen: Annotated[
        str, typer.Option("--seen", metavar="TEXT", rich_help_panel=_HAND, show_default=False,
                          help="What was played. Tricks: [b]\"4: 6-4 6-6 5-4; 2: 2-2\"[/b], the "
                               "suit led, then tiles from the leader on. Pool: [b]\"6-4, 4-2 "
                               "right, pass\"[/b]. Casino: [b]\"6-4 2-1 5-5 / 3 4; ...\"[/b], "
                               "bets from position 0 on, then the dice.")
    ] = "",
    drawn: Annotated[
        str, typer.Option("--drawn", metavar="TILES", rich_help_panel=_HAND, show_default=False,
                          help="Loo: the tiles of a miss, to be asked which five to keep.")
    ] = "",
    discarded: Annotated[
        str, typer.Option("--discarded", metavar="TILE", rich_help_panel=_HAND,
                          show_default=False,
                          help="What the dealer threw for the turn-up, if that is you.")
    ] = "",
    decision: Annotated[
        str | None, typer.Option("--decision", metavar="NAME|N", rich_help_panel=_HAND,
                                 show_default=False,
                                 help="take_turn_up or draw, which the rest does not tell; with "
                                      "--history the number of the decision in the hand, from 1.")
    ] = None,
    pool: Annotated[
        str | None, typer.Option("--pool", metavar="CHIPS", rich_help_panel=_HAND,
                                 show_default=False,
                                 help="At the start of play; a session's first pool if not said.")
    ] = None,
    score: Annotated[
        str, typer.Option("--score", metavar="P,Q,...", rich_help_panel=_HAND,
                          show_default=False, help="Points before the hand, by position.")
    ] = "",
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
                                 show_default=False,
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

    The line-up is read in the order of the positions, the eldest hand first; with --history seat
    by seat. Good players sit where none are named.

    [b]Examples[/b]

    boneyard advise loo --hand "6-6 6-2 4-4 3-1 2-0" --turn-up 6-3 --position third
    --before drop,miss --pool 40 --rule penalty=cap:40

    boneyard advise euchre --hand "6-6 4-4 5-5 2-0 0-0 6-3" --turn-up 6-3 --position dealer
    --before pass,pass,accept

    boneyard replay loo --seed 1 --session 0 --hand 3 --format jsonl > hand.jsonl

    boneyard advise loo --history hand.jsonl --decision 2
    """
    from reports.studies.advise.decision_input import read_limits
    from reports.typed.told import Told
    from scripts.commands.advise import advise_and_show, show_advice_of_history

    _check_format(format)
    limits = read_limits(deals, seconds)
    if history is not None:
        show_advice_of_history(table, history, line, decision, limits, format, quiet)
        return
    told = Told(hand, position, turn_up, before, seen, drawn, discarded, score,
                None if pool is None else whole(pool, "pool", 1), decision)
    advise_and_show(table, told, spot, limits, format, quiet)


def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", show_default=False,
                            help="Hand histories, one a line, as [b]boneyard replay --format "
                                 "jsonl[/b] writes them; what a person cannot know may be missing.")
    ],
    seat: Annotated[
        str, typer.Option("--seat", metavar="S", help="Whose decisions are priced.")
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
                                 show_default=False,
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
    from scripts.commands.review import review_and_show

    _check_format(format)
    review_and_show(file, seat, lineup, preset, rule or (), seed, jobs, deals, format, out, quiet)


def play(
    table: Annotated[TableOptions, TABLE_OF_A_SESSION],
    seat: Annotated[str, typer.Option("--seat", metavar="S", help="Where you sit.")] = "0",
    session: Annotated[
        str, typer.Option("--session", metavar="I",
                          help="Of that seed: a friend who names both has the same tiles.")
    ] = "0",
    verdict: Annotated[
        bool, typer.Option("--verdict", help="Say after each hand what your decisions cost.")
    ] = False,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE.jsonl", rich_help_panel=OUTPUT,
                                 show_default=False,
                                 help="Keep the hands, for [b]boneyard review[/b].")
    ] = None,
) -> None:
    """Sit down yourself, among good players or those of a line-up.

    Every question lists what the rules allow; answer with its number, or with h for a hint.

    [b]Example[/b]

    boneyard play loo --hands 10 --verdict --save evening.jsonl
    """
    from scripts.commands.play import play_and_show

    play_and_show(table, seat, session, verdict, save)
