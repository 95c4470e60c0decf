"""The figures of Domino Casino."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from reports import rankings
from reports.casino.tables import win_odds

if TYPE_CHECKING:
    from reports.result import Result


def tiles(result: Result) -> Figure:
    """Draw the tiles that each strategy ends a game with."""
    return rankings.ranking(
        result, result.measures.value, "Tiles in the stash", "tiles at the end of a game"
    )


def games(result: Result) -> Figure:
    """Draw the share of games that a seat of each strategy wins."""
    return rankings.ranking(
        result, lambda unit: win_odds(result, unit), "Games won by a seat",
        "games won, %; a tie is divided", neutral=100 / result.measures.seats, scale=100,
    )


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    return {"tiles": tiles, "games": games}
