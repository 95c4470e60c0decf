"""The opening of a game's report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from reports.opening.extreme_hands import extreme_hands
from reports.opening.shared import heading, who_sits
from reports.page.document import Opening
from simulate.games.game import find_game, module_of

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.runs.progress import Progress


def opening_of(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with; nothing if its game has no opening here.

    A game's opening is the package or module of this folder with the same name as the game's
    report; its function ``opening(result, jobs, progress)`` returns cards, and what one must know
    about the players. A heading for them, what each of them does, how the game is played and the
    most extreme hands are added to every opening.
    """
    game = result.run.game
    name = (find_game(game).report or game).rpartition(".")[2]
    module = module_of(f"{__package__}.{name}")
    make: Callable[..., Opening] | None = getattr(module, "opening", None)
    if make is None:
        return Opening()
    return replace(
        make(result, jobs, progress), players=heading(result), who=who_sits(result),
        # Paragraphs are a line each; the lines of a list stay apart.
        how_to_play=tuple(part if part.startswith("- ") else part.replace("\n", " ")
                          for part in result.game.how_to_play.strip().split("\n\n")),
        after=extreme_hands(result))
