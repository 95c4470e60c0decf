"""The command line ``boneyard``.

Nothing heavy is imported before a command needs it, so that help answers at once.
"""

from __future__ import annotations

import faulthandler
import json
import sys
from contextlib import suppress
from typing import Annotated, Any

import typer

from scripts.asking import advise, play, review
from scripts.options import (
    OUTPUT,
    RUN,
    TABLE,
    Address,
    Backend,
    GameName,
    Hands,
    Jobs,
    Lineup,
    Out,
    Overwrite,
    Players,
    Preset,
    Quiet,
    RuleOptions,
    Scheduler,
    Seed,
    Sessions,
    TableOptions,
    WorkerOptions,
)
from scripts.study_options import Chapters, StudyGame, StudyName, with_study_options
from simulate.errors import BoneyardError, StrategyError
from simulate.whole_numbers import whole

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
    scheduler: Scheduler = None,
    address: Address = None,
    out: Out = None,
    overwrite: Overwrite = False,
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
    from scripts.commands.run import simulate_and_show

    table = TableOptions(game, players, lineup, preset, rule or (), sessions, hands, seed)
    simulate_and_show(
        table, WorkerOptions(jobs, backend, scheduler, address), out,
        whole(worst, "worst", 0, 1000), whole(best, "best", 0, 1000), quiet, overwrite,
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
    scheduler: Scheduler = None,
    address: Address = None,
    studies: Chapters = "all",
    out: Out = "out",
    overwrite: Overwrite = False,
    open_page: Annotated[
        bool, typer.Option("--open", rich_help_panel=OUTPUT,
                           help="Show the page in a browser when it is written.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Play a run and the studies of a game, and write a page to read in a browser.

    [b]Example[/b]

    boneyard report loo --out out --open
    """
    from scripts.commands.run import report_and_show

    table = TableOptions(game, players, lineup, preset, rule or (), sessions, hands, seed)
    workers = WorkerOptions(jobs, backend, scheduler, address)
    report_and_show(table, workers, "out" if out is None else out, studies, quiet,
                    overwrite, open_page)


@app.command()
def resume(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", show_default=False,
                            help="The folder that --out named.")
    ],
    jobs: Jobs = None,
    backend: Backend = "threads",
    scheduler: Scheduler = None,
    address: Address = None,
    quiet: Quiet = False,
) -> None:
    """Complete a run with --out that was interrupted; its results are the same.

    Everything but the workers is as it was when the run began.

    [b]Example[/b]

    boneyard resume out
    """
    from scripts.commands.run import resume_and_show

    resume_and_show(folder, WorkerOptions(jobs, backend, scheduler, address), quiet)


@app.command()
def verify(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", show_default=False,
                            help="The folder of a finished run.")
    ],
    quiet: Quiet = False,
) -> None:
    """Play some hundred parts of a finished run again and compare what comes out.

    [b]Example[/b]

    boneyard verify out
    """
    from scripts.commands.finished import verify_and_show

    verify_and_show(folder, quiet)


@app.command()
def merge(
    folders: Annotated[
        list[str], typer.Argument(metavar="A B...", show_default=False,
                                  help="The folders of finished runs of one table, each with a "
                                       "seed of its own.")
    ],
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Add up finished runs with different seeds, as if they had been one.

    [b]Example[/b]

    boneyard merge monday tuesday --out both
    """
    from scripts.commands.finished import merge_and_show

    merge_and_show(folders, out, quiet, overwrite)


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
    from simulate.games.game import find_game
    from simulate.runs.replay import histories, tell_begun

    if format not in ("text", "jsonl"):
        raise BoneyardError(f"format {format!r} is neither text nor jsonl")
    table = TableOptions(game, players, lineup, preset, rule or (), None, hands, seed)
    first, stop = _half_open(hand, "hand") if hand else (0, None)
    if stop is not None and hands is None:
        table = TableOptions(game, players, lineup, preset, rule or (), None, str(stop), seed)
    run = table.run(sessions=1)
    shown = 0
    try:
        for record, row in histories(run, range(*_half_open(session, "session")), first, stop):
            if format == "jsonl":
                typer.echo(json.dumps(record))
            else:
                typer.echo(("\n" if shown else "") + find_game(game).tell(record, row))
            shown += 1
    except StrategyError as error:
        if format == "text" and error.table is not None:
            typer.echo(("\n" if shown else "") + tell_begun(run, error.table))
        raise
    if not shown:
        raise BoneyardError(f"no hand {hand or 0} in session {session}: the session ends before")


@app.command()
@with_study_options
def study(
    name: StudyName,
    game: StudyGame = "loo",
    players: Players = None,
    lineup: Lineup = None,
    preset: Preset = None,
    rule: RuleOptions = None,
    sessions: Sessions = None,
    hands: Hands = None,
    seed: Seed = "0",
    jobs: Jobs = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    **options: Any,
) -> None:
    """Answer one of the questions that people sit down with.

    [b]Examples[/b]

    boneyard study miss loo --lineup banker --rule penalty=cap:40 --out chart

    boneyard study risk --lineup banker,bold,cautious,random --bankroll 200
    """
    from scripts.commands.study import study_and_show

    table = TableOptions(game, players, lineup, preset, rule or (), sessions, hands, seed)
    study_and_show(name, table, jobs, out, quiet, overwrite, options)


for _command in (advise, review, play):
    app.command()(_command)

_Pool = Annotated[
    str | None, typer.Option("--pool", metavar="CHIPS", show_default=False,
                             help="At the start of play; a session's first pool if not said.")
]
_Deals = Annotated[
    str, typer.Option("--deals", metavar="D", rich_help_panel=RUN, help="Deals to learn from.")
]


@app.command()
def solve(
    game: GameName,
    players: Players = None,
    lineup: Annotated[
        str, typer.Option("--lineup", "-l", metavar="A", rich_help_panel=TABLE,
                          help="Who plays the tiles: its declarations do not matter.")
    ] = "book",
    preset: Preset = None,
    rule: RuleOptions = None,
    pool: _Pool = None,
    this_hand: Annotated[
        bool, typer.Option("--this-hand", help="Leave out of account what later pools are worth.")
    ] = False,
    deals: _Deals = "240_000",
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="R", rich_help_panel=RUN,
                          help="Rounds of 24 steps for every pool; later pools are valued anew "
                               "after each.")
    ] = "4",
    seed: Seed = "0",
    jobs: Jobs = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE.npz", rich_help_panel=OUTPUT,
                                 show_default=False,
                                 help="Keep the solution, to be named in a line-up. If stopped, "
                                      "the same command goes on where it was.")
    ] = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Find out what to declare at Loo or Rounce when everybody else declares well.

    [b]Examples[/b]

    boneyard solve loo --players 3 --rule penalty=cap:30 --file mine.npz

    boneyard simulate loo --lineup mine.npz,book,bold
    """
    from scripts.commands.solve import solve_and_show

    table = TableOptions(game, players, lineup, preset, rule or (), None, None, seed)
    solve_and_show(table, pool, this_hand, deals, rounds, jobs, file, out, quiet,
                   overwrite)


@app.command()
def exploit(
    lineup: Annotated[
        str, typer.Argument(metavar="A,B,...", show_default=False,
                            help="A strategy for all seats, or one a seat.")
    ],
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="loo or rounce.")] = "loo",
    players: Players = None,
    preset: Preset = None,
    rule: RuleOptions = None,
    pool: _Pool = None,
    deals: _Deals = "200_000",
    seed: Seed = "0",
    jobs: Jobs = None,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Find the declarations that win most from a strategy, and the habits that they punish.

    [b]Example[/b]

    boneyard exploit banker loo --rule penalty=cap:40
    """
    from scripts.commands.solve import exploit_and_show

    table = TableOptions(game, players, lineup, preset, rule or (), None, None, seed)
    exploit_and_show(table, pool, deals, jobs, out, quiet, overwrite)


@app.command()
def tune(
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False,
                            help="A strategy; values in parentheses are where tuning begins.")
    ],
    game: GameName,
    parameters: Annotated[
        str | None, typer.Option("--parameters", metavar="A,B,...", show_default=False,
                                 help="Which to tune; all of the strategy's by default.")
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="A,B,...|league|exploit", rich_help_panel=TABLE,
                          help="Who sits in the other seats: strategies, as [b]solved[/b]; "
                               "[b]league[/b], every strategy of the library in turn; or "
                               "[b]exploit[/b], a best response (loo, rounce).")
    ] = "league",
    players: Players = None,
    preset: Preset = None,
    rule: RuleOptions = None,
    trials: Annotated[
        str, typer.Option("--trials", metavar="T", rich_help_panel=RUN, help="Candidates to try.")
    ] = "400",
    sessions: Annotated[
        str | None, typer.Option("--sessions", "-s", metavar="S", rich_help_panel=RUN,
                                 show_default=False,
                                 help="Of every candidate at every table (with exploit: deals); "
                                      "about 100,000 hands by default.")
    ] = None,
    hands: Hands = None,
    seed: Seed = "0",
    jobs: Jobs = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE.toml", rich_help_panel=OUTPUT,
                                 show_default=False,
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
    from scripts.commands.tune import tune_and_show

    table = TableOptions(game, players, name, preset, rule or (), sessions, hands, seed)
    tune_and_show(table, parameters, against, trials, jobs, file, out, quiet, overwrite)


@app.command()
def strategies(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", show_default=False, help="All games if none.")
    ] = None,
) -> None:
    """List the strategies, what they look at and how they are tuned."""
    from scripts.commands.listing import list_strategies

    list_strategies(game)


@app.command()
def rules(game: GameName) -> None:
    """Tell how a game is played, then list every rule option with its values and its source."""
    from scripts.commands.listing import list_rules

    list_rules(game)


#: What typer raises for options that do not exist or lack a value.
_UsageError: Any = typer.BadParameter.__bases__[0]


#: The most characters of an error: what is wrong comes first, what is allowed last.
_LONGEST = 1200


def _shortened(message: str) -> str:
    """Cut a message that repeats something very long in its middle."""
    if len(message) <= _LONGEST:
        return message
    return f"{message[: _LONGEST // 2]} [...] {message[-_LONGEST // 2 :]}"


def _say(message: str) -> None:
    """Print a line on standard error, if there is one; what cannot be printed is written out."""
    if sys.stderr is None:
        return
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
    with suppress(OSError, ValueError):
        print(plain.encode(sys.stderr.encoding or "utf-8", "backslashreplace").decode(
            sys.stderr.encoding or "utf-8", "replace"), file=sys.stderr, flush=True)


def _run() -> int:
    """Run the command line and return its exit status; wrong input is one sentence."""
    from scripts.stopping import Stopped, ends_when_told

    try:
        with ends_when_told("stopped"):
            status = app(standalone_mode=False)
    except KeyboardInterrupt as stopped:
        _say(f"boneyard: {str(stopped) or 'stopped'}")
        return 130
    except Stopped as stopped:
        _say(f"boneyard: {stopped}")
        return 130
    except (BoneyardError, _UsageError) as error:
        message = error.format_message() if isinstance(error, _UsageError) else str(error)
        if message:  # none where help was asked for by leaving everything out
            _say(f"boneyard: {_shortened(' '.join(message.split()))}")
        return 2
    except BrokenPipeError:
        # The reader of a pipe has had enough; nothing is wrong.
        sys.stderr.close()
        return 0
    except OSError as error:
        place = f"{str(error.filename)[:200]!r}: " if error.filename else ""
        _say(f"boneyard: {place}{error.strerror or error}")
        return 2
    except MemoryError:
        _say("boneyard: there is not memory enough for this: fewer --jobs need less")
        return 2
    return status if isinstance(status, int) else 0


def main() -> None:
    """Run the command line and end with its exit status."""
    from scripts.stopping import ends_when_told

    with suppress(AttributeError, OSError, RuntimeError, ValueError):
        faulthandler.enable()  # says where, should compiled code ever end the process
    with ends_when_told("stopped"):
        status = _run()
    sys.exit(status)


if __name__ == "__main__":
    main()
