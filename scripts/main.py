"""The command line ``boneyard``.

Nothing heavy is imported before a command needs it, so that help answers at once.
"""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from scripts.options import (
    OUTPUT,
    Backend,
    GameName,
    Hands,
    Jobs,
    Lineup,
    Out,
    Players,
    Preset,
    Quiet,
    RuleOptions,
    Seed,
    Sessions,
    TableOptions,
)
from simulate.errors import BoneyardError
from simulate.numbers import whole

app = typer.Typer(
    name="boneyard",
    rich_markup_mode="rich",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A Monte Carlo laboratory for domino betting games.\n\n"
    "Start with [b]boneyard report loo[/b], or [b]boneyard simulate loo --lineup "
    "banker,cautious,bold,random --rule penalty=cap:40[/b].",
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"boneyard {version('boneyard')}")
        raise typer.Exit


@app.callback()
def boneyard(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


_EXTREMES = "Print the addresses of the N {} hands of any seat, with the command to replay each."


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    lineup: Lineup = None,
    preset: Preset = None,
    rule: RuleOptions = None,
    sessions: Sessions = None,
    hands: Hands = None,
    seed: Seed = "0",
    jobs: Jobs = None,
    backend: Backend = "threads",
    out: Out = None,
    worst: Annotated[
        str, typer.Option("--worst", metavar="N", rich_help_panel=OUTPUT,
                          help=_EXTREMES.format("worst"))
    ] = "0",
    best: Annotated[
        str, typer.Option("--best", metavar="N", rich_help_panel=OUTPUT,
                          help=_EXTREMES.format("best"))
    ] = "0",
    quiet: Quiet = False,
) -> None:
    """Play a line-up and print who wins what, with an interval on every number.

    [b]Examples[/b]

    boneyard simulate loo --lineup banker,random,random,random --rule penalty=cap:40

    boneyard simulate rounce --players 2 --lineup bold,cautious --sessions 1e5
    """
    from scripts.running import simulate_and_show

    table = TableOptions(game, players, lineup, preset, rule or (), sessions, hands, seed)
    simulate_and_show(
        table, jobs, backend, out, whole(worst, "worst", 0, 1000), whole(best, "best", 0, 1000),
        quiet,
    )


@app.command()
def report(
    game: GameName,
    players: Players = None,
    lineup: Lineup = None,
    preset: Preset = None,
    rule: RuleOptions = None,
    sessions: Sessions = None,
    hands: Hands = None,
    seed: Seed = "0",
    jobs: Jobs = None,
    backend: Backend = "threads",
    out: Out = "out",
    quiet: Quiet = False,
) -> None:
    """Play the default study of a game and write a page to read in a browser.

    [b]Example[/b]

    boneyard report loo --out out
    """
    from scripts.running import report_and_show

    table = TableOptions(game, players, lineup, preset, rule or (), sessions, hands, seed)
    report_and_show(table, jobs, backend, out or "out", quiet)


def _half_open(text: str, name: str) -> tuple[int, int]:
    """Read I or I:J."""
    first, colon, stop = text.partition(":")
    start = whole(first, name)
    end = whole(stop, name) if colon else start + 1
    if end <= start:
        raise BoneyardError(f"{name} {text!r} is empty: write I, or I:J with J above I")
    return start, end


@app.command()
def replay(
    game: GameName,
    session: Annotated[
        str, typer.Option("--session", metavar="I[:J]", show_default=False,
                          help="Session, or a range without its end.")
    ],
    hand: Annotated[
        str | None, typer.Option("--hand", metavar="K[:L]", show_default=False,
                                 help="Hand of the session, or a range without its end. "
                                      "All hands when left out.")
    ] = None,
    format: Annotated[
        str, typer.Option("--format", metavar="text|jsonl",
                          help="A text to read, or one JSON object a line.")
    ] = "text",
    players: Players = None,
    lineup: Lineup = None,
    preset: Preset = None,
    rule: RuleOptions = None,
    hands: Hands = None,
    seed: Seed = "0",
) -> None:
    """Play hands again by their address and show every tile.

    Give the table options of the run: with the same ones, the same hands come.

    [b]Example[/b]

    boneyard replay loo --seed 7 --session 12 --hand 3 --rule penalty=cap:40
    """
    from simulate.game import find_game
    from simulate.replay import histories

    if format not in ("text", "jsonl"):
        raise BoneyardError(f"format {format!r} is neither text nor jsonl")
    table = TableOptions(game, players, lineup, preset, rule or (), None, hands, seed)
    first, stop = _half_open(hand, "hand") if hand else (0, None)
    if stop is not None and hands is None:
        table = TableOptions(game, players, lineup, preset, rule or (), None, str(stop), seed)
    run = table.run(sessions=1)
    shown = 0
    for record, row in histories(run, range(*_half_open(session, "session")), first, stop):
        if format == "jsonl":
            typer.echo(json.dumps(record))
        else:
            typer.echo(("\n" if shown else "") + find_game(game).tell(record, row))
        shown += 1
    if not shown:
        raise BoneyardError(f"no hand {hand or 0} in session {session}: the session ends before")


@app.command()
def strategies(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", show_default=False, help="All games if none.")
    ] = None,
) -> None:
    """List the strategies, what they look at and how they are tuned."""
    from scripts.listing import list_strategies

    list_strategies(game)


@app.command()
def rules(game: GameName) -> None:
    """List every rule option with its default, its values and its source."""
    from scripts.listing import list_rules

    list_rules(game)


def main() -> None:
    """Run the command line; wrong input ends with one sentence and exit status 2."""
    try:
        app()
    except BoneyardError as error:
        print(f"boneyard: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("boneyard: stopped", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of a pipe has had enough; nothing is wrong.
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
