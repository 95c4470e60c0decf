"""What can be chosen: strategies and rules, as tables on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from simulate.game import GAME_NAMES, find_game
from strategies.base import Strategy
from strategies.lineup import library


def _strategy_row(strategy: type[Strategy]) -> tuple[str, str, str]:
    tuned = "\n".join(
        f"{name}={p.default:g}  {p.meaning} ({p.low:g} to {p.high:g})"
        for name, p in strategy.parameters.items()
    )
    return strategy.name, f"{strategy.summary}\n[dim]looks at {strategy.looks_at}[/dim]", tuned


def list_strategies(game: str | None) -> None:
    """Print the strategies of a game, or of all games.

    Raises
    ------
    BoneyardError
        If there is no such game.
    """
    console = Console()
    for name in GAME_NAMES if game is None else (find_game(game).name,):
        table = Table(title=f"Strategies for {find_game(name).title}", title_justify="left")
        table.add_column("name", style="bold", no_wrap=True)
        table.add_column("what it does", ratio=3)
        table.add_column("parameters", ratio=4)
        for strategy in library(name).values():
            table.add_row(*_strategy_row(strategy))
            table.add_section()
        console.print(table)


def list_rules(game: str) -> None:
    """Print every rule option of a game.

    Raises
    ------
    BoneyardError
        If there is no such game.
    """
    console = Console()
    found = find_game(game)
    least, most = found.seats
    console.print(f"[bold]{found.title}[/bold], {least} to {most} players")
    table = Table()
    for column in ("option", "default", "values", "meaning", "source"):
        table.add_column(column, overflow="fold", style="bold" if column == "option" else "")
    for entry, explained in found.rules_class.options():
        default = "none" if entry.default is None else str(entry.default)
        if isinstance(entry.default, bool):
            default = default.lower()
        table.add_row(entry.name, default, explained.allowed, explained.meaning, explained.source)
    if table.row_count:
        console.print(table)
    else:
        console.print("It has no rule options.")
    for preset, changes in found.rules_class.presets.items():
        listed = ", ".join(f"{key}={value}" for key, value in changes.items()) or "the defaults"
        console.print(f"preset [bold]{preset}[/bold]: {listed}")
