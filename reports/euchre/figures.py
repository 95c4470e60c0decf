"""The figures of Domino Euchre."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from reports import rankings

if TYPE_CHECKING:
    from reports.result import Result


def points(result: Result) -> Figure:
    """Draw what a hand is worth to a seat of each strategy."""
    return rankings.ranking(
        result, result.measures.value, "Points a hand", "points a hand, less those made against it",
        neutral=0,
    )


def games(result: Result) -> Figure:
    """Draw the share of games that a seat of each strategy wins."""
    sides = 2 if result.measures.seats == 4 else result.measures.seats
    return rankings.ranking(
        result, result.measures.games_won, "Games won by a seat", "games won, %",
        neutral=100 / sides, scale=100,
    )


def making(result: Result) -> Figure:
    """Draw how the hands end that each strategy makes trump in."""
    return rankings.rates(
        result, (("euchred", "euchred"), ("marched", "all five tricks"), ("alone", "alone")),
        "What becomes of those who make trump", "% of the hands that the seat made",
    )


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    return {"points": points, "games": games, "making": making}
