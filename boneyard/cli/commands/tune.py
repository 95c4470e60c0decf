"""The command ``tune``."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from boneyard.cli.answering import answer, kept_file, working
from boneyard.cli.option_groups import TABLE_OF_A_SESSION
from boneyard.cli.options import (
    RUN,
    TABLE,
    Jobs,
    Out,
    Overwrite,
    Quiet,
    TableOptions,
    check_memory,
)
from simulate.errors import BoneyardError

if TYPE_CHECKING:
    from reports.studies.tune.tuning import TunedStrategy

#: Seconds between two lines if no person watches.
_SECONDS = 60.0
_OfACandidate = Annotated[
    str | None, typer.Option("--sessions", "-s", metavar="S", rich_help_panel=RUN,
                             show_default=False,
                             help="Of every candidate at every table (with exploit: deals); "
                                  "about 100,000 hands by default.")
]


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
    file: Annotated[str | None, kept_file("FILE.toml", "the tuned strategy")] = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Find better values for a strategy's parameters, and prove on fresh deals that they are.

    [b]Examples[/b]

    boneyard tune threshold loo --against solved --rule penalty=cap:40 --file mine.toml

    boneyard simulate loo --lineup mine.toml,solved --rule penalty=cap:40
    """
    from reports.progress import is_watched
    from reports.studies.tune.tuning import Tuning

    check_memory()
    names = None if parameters is None else [word.strip() for word in parameters.split(",")]
    if names == [""]:
        raise BoneyardError("parameters: name one or more, or leave the option out for all")
    tuning = Tuning.of(
        name, table.game, names, against, table.players,
        {"preset": table.preset, **table.changes()}, trials, table.sessions, table.hands,
        table.seed, jobs, file)

    def tuned() -> TunedStrategy:
        with working("Tuning", quiet) as tell:
            return tuning.carry_out(tell if is_watched() else _now_and_then(tell))

    found = answer(tuned, tuning.run.rules, out, overwrite, quiet, tuning, unit="")
    if not quiet:
        print(f"Play it: {tuning.at_the_table(file or found.lineup)}")


def _now_and_then(tell: Callable[[float, str], None]) -> Callable[[float, str], None]:
    """Return a progress callback that prints only from time to time."""
    last = time.monotonic()

    def seldom(share: float, words: str) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS:
            last = time.monotonic()
            tell(share, words)

    return seldom
