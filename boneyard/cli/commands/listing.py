"""The commands ``strategies`` and ``rules``: what there is to choose from."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from reports.commands import rule_text
from reports.options import Option
from reports.request import GameArg
from simulate.errors import BoneyardError, span
from simulate.games.game import find_game, game_names

if TYPE_CHECKING:
    from rich.console import Console

    from strategies.base import Strategy


def strategies(
    game: Annotated[str | None, Option("All games by default.", "[GAME]", is_argument=True)] = None,
    name: Annotated[str | None, Option(
        "A strategy as a line-up names it: what it looks at, its rule and its parameters.",
        "[NAME]", is_argument=True)] = None,
) -> None:
    """List the strategies, a line each, or describe one of them.

    [b]Example[/b]

    boneyard strategies loo book
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from strategies.lineup import library, strategy_of

    console = Console(highlight=False)
    for one in game_names() if game is None else (find_game(game).name,):
        try:
            found, held = find_game(one), library(one)
        except BoneyardError as error:
            if game is not None:
                raise
            console.print(Text(f"Left out: {error}"))  # a faulty package hides no other game
            continue
        if name is None:
            console.rule(Text(f"Strategies for {found.title}"), align="left")
            rows = Table.grid(padding=(0, 2))
            for strategy in held.values():
                rows.add_row(Text(strategy.name, style="bold", no_wrap=True),
                             Text(found.in_own_words(strategy.summary)))
            console.print(rows)
        else:
            _entry(console, name, [*map(found.in_own_words, _described(
                strategy_of(one, name), one))])


def _described(strategy: Strategy, game: str) -> Iterator[str]:
    """Yield what a strategy does, what it looks at, its rule and its parameters."""
    yield strategy.summary
    yield f"Looks at {strategy.looks_at}."
    if rule := strategy.rule_at(game):
        yield f"The rule: {rule}"
    values, defaults = strategy.values_at(None), strategy.defaults_at(None)
    for name, parameter in strategy.parameters.items():
        default, usual = strategy.default_in_words(name, game), ""
        if values[name] != defaults[name]:
            default, usual = f"{values[name]:g}", f"; by default {default}"
        yield f"{name}={default}  {parameter.meaning} ({parameter.allowed}{usual})"


def rules(
    game: GameArg,
) -> None:
    """Explain how a game is played, then list every rule option with its values and its source."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    found = find_game(game)
    least, most = found.seats
    console.rule(Text(f"Rules of {found.title}, {span(least, most)} players"), align="left")
    for paragraph in found.explain(found.rules_class()):
        console.print(Text(paragraph))
        console.print()
    if not found.rules_class.options():
        console.print("There are no rule options.")
    else:
        console.rule(Text("Rule options"), align="left")
    for entry, explained in found.rules_class.options():
        _entry(console, f"{entry.name}={rule_text(entry.default)}", [
            f"{explained.meaning[0].upper()}{explained.meaning[1:]}.",
            f"Values: {explained.allowed}.",
            *([f"Matters only with {explained.condition}."] if explained.condition else []),
            f"Source: {inspect.cleandoc(explained.source)}."])
    for preset, changes in found.rules_class.presets.items():
        listed = " ".join(f"{key}={rule_text(value)}" for key, value in changes.items())
        _entry(console, f"--preset {preset}", [listed or "The defaults above."])
    if found.rules_class.options():
        _entry(console, "--preset FILE.toml", [
            "Rules of your own, in a file with one option a line, as in penalty = \"cap:40\"."])


def _entry(console: Console, name: str, lines: list[str]) -> None:
    """Print a name with a paragraph of lines under it."""
    from rich.padding import Padding
    from rich.text import Text

    console.print(Text(name, style="bold"))
    for line in lines:
        console.print(Padding(Text(line), (0, 0, 0, 4)))
