"""What ``simulate`` and ``report`` do: check everything, play, show, write."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from reports import provenance
from reports.defaults import default_sessions
from reports.result import Result
from reports.save import check_folder
from scripts.options import TableOptions
from scripts.progress import progress_bar
from scripts.terminal import show
from simulate.batch import play
from simulate.errors import StrategyError
from simulate.game import find_game


def play_table(
    table: TableOptions, jobs: str | None, backend: str, out: str | None, extremes: int,
    quiet: bool, sessions: int | None = None,
) -> Result:
    """Play what was asked for, after all that can be wrong has been looked at.

    Raises
    ------
    BoneyardError
        If anything is wrong, before any hand is played where that can be known.
    """
    run = table.run(sessions if table.sessions is None else None)
    if out is not None:
        check_folder(out)
    title = f"Playing {run.game}"
    options = provenance.table_options(run) if table.lineup is None else table.table_options()
    with progress_bar(title, run.sessions, quiet) as progress:
        try:
            played = play(run, jobs, backend, extremes=max(extremes, 10), progress=progress)
        except StrategyError as error:
            if error.hand is None:
                raise
            see = provenance.replay_command(run, options, *error.hand)
            raise StrategyError(f"{error}; to play up to it again: {see}") from error
    return Result(played, options)


def _show_extremes(result: Result, worst: int, best: int, console: Console) -> None:
    """Print the addresses of the most extreme hands, and how to see them again."""
    lists = zip(("worst", "best"), (worst, best), result.played.tally.extremes, strict=True)
    for side, wanted, found in lists:
        if not wanted:
            continue
        console.print(f"The {side} hands of any seat")
        for key, session, hand, seat in found[:wanted].tolist():
            if seat >= len(result.run.players):
                break
            value = key if side == "worst" else -key
            command = provenance.replay_command(result.run, result.table_options, session, hand)
            console.print(Text(f"  {value:+,} {result.unit}, seat {seat}: {command}"),
                          soft_wrap=True)


def simulate_and_show(
    table: TableOptions, jobs: Any, backend: str, out: str | None, worst: int, best: int,
    quiet: bool,
) -> None:
    """Play, print the tables, and write the folder if one is named."""
    result = play_table(table, jobs, backend, out, max(worst, best), quiet)
    if out is not None:
        result.save(out)
    if quiet:
        return
    console = Console()
    show(result.report(), console)
    _show_extremes(result, worst, best, console)
    speed = result.hands / result.played.seconds / 1e6
    console.print(f"{result.hands:,} hands in {result.played.seconds:.2f} s "
                  f"({speed:.2f} M hands/s)", highlight=False)
    if out is not None:
        console.print(f"Written to {out}: open {out}/index.html in a browser", highlight=False)


#: Hands of the default study.
_REPORT_HANDS = 4_000_000


def report_and_show(table: TableOptions, jobs: Any, backend: str, out: str, quiet: bool) -> None:
    """Play the default study of a game and write its page."""
    game = find_game(table.game)
    sessions = default_sessions(game, table.run(1).rules, _REPORT_HANDS)
    result = play_table(table, jobs, backend, out, 10, quiet, sessions)
    result.save(out)
    if quiet:
        return
    console = Console()
    show(result.report(), console)
    console.print(f"Written to {out}: open {out}/index.html in a browser", highlight=False)
