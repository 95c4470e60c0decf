"""The opening of a game's report: what people came for, before all that was measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from reports.defaults import good_lineup
from reports.opening import declaring
from reports.opening.extreme_hands import extreme_hands
from reports.page.document import Opening
from reports.results.result import Result
from reports.stats.number_text import listed
from simulate.games.game import find_game, module_of
from simulate.runs.progress import Progress
from strategies.lineup import library

_CHANCE = "random"


def opening_of(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with; nothing if its game has none.

    A game's opening is the module of this folder with the same name as the game's report, and
    ``declaring`` where seats declare and play tricks; its function ``opening(result, jobs,
    progress)`` returns cards, and what one must know about the players."""
    game = result.run.game
    name = (find_game(game).report or game).rpartition(".")[2]
    module = module_of(f"{__package__}.{name}")
    make: Callable[..., Opening] | None = getattr(module, "opening", None)
    if make is None and declaring.how_asked(find_game(game)) is not None:
        make = declaring.opening
    if make is None:
        return Opening()
    return replace(
        make(result, jobs, progress), players=heading(result), who=who_sits(result),
        # Paragraphs are a line each; the lines of a list stay apart.
        how_to_play=tuple(part if part.startswith("- ") else part.replace("\n", " ")
                          for part in result.game.how_to_play.strip().split("\n\n")),
        after=extreme_hands(result))


def _labels(result: Result) -> tuple[list[str], bool]:
    """Return the strategies of a run, and whether ``random`` is among others."""
    labels = list(dict.fromkeys(result.run.labels))
    return labels, _CHANCE in labels and len(labels) > 1


def heading(result: Result) -> str:
    """Return a heading for the players of a run; a mixed table with ``random`` is called a zoo."""
    labels, is_zoo = _labels(result)
    return f"{'The zoo' if is_zoo else 'The table'}: {listed(labels)}"


def who_sits(result: Result) -> dict[str, str]:
    """Return what each strategy of a run does, and the good players of its game, in a line each;
    a strategy of a person's own says nothing about itself."""
    run, known = result.run, library(result.run.game)
    good = good_lineup(result.game, run.rules, len(run.players))
    named = ((label, known.get(label.partition("(")[0])) for label in [*_labels(result)[0], *good])
    return {label: result.game.in_own_words(strategy.summary)
            for label, strategy in named if strategy is not None}


def whose_numbers(result: Result) -> str:
    """Say that a page is about the players of its run, and about ``random`` if it plays there."""
    among = f", {_CHANCE} among them" if _labels(result)[1] else ""
    return f"All numbers here are about these strategies{among}."
