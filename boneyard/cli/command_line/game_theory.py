"""The commands that look for better play: ``solve``, ``exploit`` and ``tune``."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Annotated

import typer

from boneyard.cli.option_groups import TABLE_OF_A_HAND, TABLE_OF_A_SESSION
from boneyard.cli.options import (
    OUTPUT,
    RUN,
    TABLE,
    Jobs,
    Out,
    Overwrite,
    Quiet,
    TableOptions,
    placed,
)

_Pool = Annotated[
    str | None, typer.Option("--pool", metavar="CHIPS", show_default=False,
                             help="At the start of play; a session's first pool if not said.")
]
_Deals = Annotated[
    str, typer.Option("--deals", metavar="D", rich_help_panel=RUN, help="Deals to learn from.")
]
_TilesBy = Annotated[
    str | None, typer.Option("--lineup", "-l", metavar="A", rich_help_panel=TABLE,
                             show_default=False,
                             help="Who plays the tiles: its declarations do not matter. book by "
                                  "default, hoyle at euchre.")
]
_DealsToSolve = Annotated[
    str | None, typer.Option("--deals", metavar="D", rich_help_panel=RUN, show_default=False,
                             help="Deals to learn from: 240,000 by default, 120,000 in games "
                               "for points, 150,000 at euchre.")
]
_Solved = Annotated[str, typer.Argument(metavar="GAME", help="loo, rounce or euchre.",
                                        show_default=False)]
_Exploited = Annotated[str, typer.Argument(metavar="[GAME]", help="loo, rounce or euchre.")]
_OfACandidate = Annotated[
    str | None, typer.Option("--sessions", "-s", metavar="S", rich_help_panel=RUN,
                             show_default=False,
                             help="Of every candidate at every table (with exploit: deals); "
                                  "about 100,000 hands by default.")
]


def solve(
    table: Annotated[TableOptions, TABLE_OF_A_HAND.but(
        game=(_Solved, inspect.Parameter.empty), lineup=(_TilesBy, None))],
    pool: _Pool = None,
    this_hand: Annotated[
        bool, typer.Option("--this-hand", help="Leave out of account what later pools are worth; "
                                               "where points win the game, count points a hand "
                                               "and not games.")
    ] = False,
    lock: Annotated[
        list[str] | None, typer.Option(
            "--lock", metavar="SEAT=STRATEGY", rich_help_panel=TABLE, show_default=False,
            help="This seat, by its number from 0, plays so, as it is, and the others are solved "
                 "around it, with --deals deals for each seat that deals; may be given for "
                 "several seats.")
    ] = None,
    deals: _DealsToSolve = None,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="R", rich_help_panel=RUN,
                          help="Rounds of 24 steps for every pool, after each of which later "
                               "pools are valued anew, or for every class of scores; of 16 for "
                               "every score at euchre.")
    ] = "4",
    jobs: Jobs = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE.npz", rich_help_panel=OUTPUT,
                                 show_default=False, callback=placed,
                                 help="Keep the solution, to be named in a line-up. If stopped, "
                                      "the same command goes on where it was.")
    ] = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Find out what to declare, or at Euchre to call, when everybody else does it well.

    [b]Examples[/b]

    boneyard solve loo --players 3 --rule penalty=cap:30 --file mine.npz

    boneyard simulate loo --lineup mine.npz,book,bold

    boneyard solve rounce --players 2 --file race.npz

    boneyard solve loo --players 2 --lock 1=bold --file bold.npz

    boneyard solve euchre --lock 1=hoyle
    """
    from boneyard.cli.commands.solve import solve_and_show

    solve_and_show(table, pool, this_hand, lock or [], deals, rounds, jobs, file, out, quiet,
                   overwrite)


def exploit(
    lineup: Annotated[
        str, typer.Argument(metavar="A,B,...", show_default=False,
                            help="A strategy for all seats, or one a seat.")
    ],
    table: Annotated[
        TableOptions, TABLE_OF_A_HAND.without("lineup").but(game=(_Exploited, "loo"))],
    pool: _Pool = None,
    this_hand: Annotated[
        bool, typer.Option("--this-hand", help="Where points win the game at loo and rounce: count "
                                               "points a hand and not games won.")
    ] = False,
    deals: _Deals = "200_000",
    jobs: Jobs = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Find the declarations or calls that win most from a strategy, and the habits punished.

    [b]Examples[/b]

    boneyard exploit banker loo --rule penalty=cap:40

    boneyard exploit hoyle euchre --players 2
    """
    from boneyard.cli.commands.solve import exploit_and_show

    exploit_and_show(
        replace(table, lineup=lineup), pool, this_hand, deals, jobs, out, quiet, overwrite)


def tune(
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False,
                            help="A strategy; values in parentheses are where tuning begins.")
    ],
    table: Annotated[
        TableOptions, TABLE_OF_A_SESSION.without("lineup").but(sessions=(_OfACandidate, None))],
    parameters: Annotated[
        str | None, typer.Option("--parameters", metavar="A,B,...", show_default=False,
                                 help="Which to tune; all of the strategy's by default.")
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="A,B,...|league|exploit", rich_help_panel=TABLE,
                          help="Who sits in the other seats: strategies, as [b]solved[/b]; "
                               "[b]league[/b], every strategy of the library in turn; or "
                               "[b]exploit[/b], a best response (loo, rounce, euchre).")
    ] = "league",
    trials: Annotated[
        str, typer.Option("--trials", metavar="T", rich_help_panel=RUN, help="Candidates to try.")
    ] = "400",
    jobs: Jobs = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE.toml", rich_help_panel=OUTPUT,
                                 show_default=False, callback=placed,
                                 help="Keep the tuned strategy, to be named in a line-up. If "
                                      "stopped, the same command goes on where it was.")
    ] = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Find better values for a strategy's parameters, and prove on fresh deals that they are.

    [b]Examples[/b]

    boneyard tune threshold loo --against solved --rule penalty=cap:40 --file mine.toml

    boneyard simulate loo --lineup mine.toml,solved --rule penalty=cap:40
    """
    from boneyard.cli.commands.tune import tune_and_show

    tune_and_show(replace(table, lineup=name), parameters, against, trials, jobs, file, out,
                  quiet, overwrite)
