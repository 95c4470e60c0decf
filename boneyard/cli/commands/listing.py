"""The commands ``strategies`` and ``rules``: what there is to choose from."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated

from boneyard.cli.options import argument
from reports.request import GAMES
from reports.results.commands import rule_text
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names
from simulate.whole_numbers import span

if TYPE_CHECKING:
    from rich.console import Console


def strategies(
    game: Annotated[str | None, argument("[GAME]", "All games by default.")] = None,
) -> None:
    """List the strategies, what they look at and how they are tuned."""
    from rich.console import Console
    from rich.text import Text

    from strategies.lineup import library

    console = Console(highlight=False)
    for name in game_names() if game is None else (find_game(game).name,):
        try:
            found, held = find_game(name), library(name)
        except BoneyardError as error:
            if game is not None:
                raise
            console.print(Text(f"Left out: {error}"))  # a faulty package hides no other game
            continue
        console.rule(Text(f"Strategies for {found.title}"), align="left")
        for strategy in held.values():
            rule = strategy.rule_at(name)
            _entry(console, strategy.name, [found.in_own_words(line) for line in (
                strategy.summary, f"Looks at {strategy.looks_at}.",
                *([f"The rule: {rule}"] if rule else []),
                *(f"{part}={strategy.default_in_words(part, name)}  {parameter.meaning} "
                  f"({parameter.allowed})" for part, parameter in strategy.parameters.items()))])


def rules(
    game: Annotated[str, argument("GAME", GAMES)],
) -> None:
    """Tell how a game is played, then list every rule option with its values and its source."""
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
            "Rules of your own, in a file with a line an option, as in penalty = \"cap:40\"."])


def _entry(console: Console, name: str, lines: list[str]) -> None:
    """Print a name with a paragraph of lines under it."""
    from rich.padding import Padding
    from rich.text import Text

    console.print(Text(name, style="bold"))
    for line in lines:
        console.print(Padding(Text(line), (0, 0, 0, 4)))
