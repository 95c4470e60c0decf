"""What a report of Casino opens with: what each tile earns, and when the pot is worth a risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.casino import sentences
from reports.opening.extreme_hands import extreme_hands
from reports.opening.players import heading
from reports.page.document import Card, Opening, Picture

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.runs.progress import Progress


def _tiles(result: Result) -> Card:
    return Card(
        "what_to_bet", "Which tile should I bet?", (sentences.best_tiles(result),),
        Picture("opening_tile_values", lambda: result.plot.tile_values(),
                "Tiles that a bet of each tile won in the mean, itself included, with half the "
                "width of the 95% interval; find the tile by its higher and its lower number.",
                wide=True),
        link="tiles",
    )


def _pot(result: Result) -> Card:
    return Card(
        "risk", "When is the pot worth a risk?", (sentences.what_the_pot_is_worth(result),),
        Picture("opening_pot", lambda: result.plot.pot(),
                "How often a double wins the pot, and how many of its tiles a round gives away, by "
                "the size of the pot before the round."),
        link="pot",
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with; nothing is played for it.

    Parameters
    ----------
    result : Result
    jobs, progress
        As for every opening; not needed here.
    """
    return Opening((_tiles(result), _pot(result)), heading(result), "", extreme_hands(result))
