"""The figures of Domino Euchre."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import heatmaps, shapes, style
from reports.games.euchre import report
from reports.results import rankings
from reports.stats.estimates import NOTHING
from simulate.games.euchre.kernel import BOWERS
from simulate.games.euchre.views import TRICKS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

#: Titles of the calling chart's panels.
_HELD = {"none": "No bower", "left": "Left bower", "right": "Right bower", "both": "Both bowers"}


def points(result: Result) -> Figure:
    """Draw what a hand is worth to a seat of each strategy."""
    return rankings.ranking(
        result, result.measures.value, "Points a hand", "points a hand, less those made against it",
        neutral=0)


def games(result: Result) -> Figure:
    """Draw the share of games that a seat of each strategy wins."""
    sides = 2 if result.measures.seats == 4 else result.measures.seats
    return rankings.ranking(
        result, result.measures.games_won, "Games won by a seat", "games won, %",
        neutral=100 / sides, scale=100)


def making(result: Result) -> Figure:
    """Draw how the hands end that each strategy makes trump in."""
    return rankings.rates(
        result, (("euchred", "euchred"), ("marched", "all five tricks"), ("alone", "alone")),
        "What becomes of those who make trump", "% of the hands that the seat made")


def trump(result: Result) -> Figure:
    """Draw the points of the hands that each seat made, by turned or named trump."""
    measures = result.measures
    hands = report.counts_of(result)["makers"].sum(axis=1)
    seats = range(measures.seats)
    with style.plot(style.height_for(measures.seats) + 0.3,
                    xlabel="points to the maker, a hand made",
                    title="What making trump is worth") as (figure, axes):
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        looks = style.series(len(report.SOURCES))
        for named, (source, (colour, marker, _)) in enumerate(
            zip(report.SOURCES, looks, strict=True)
        ):
            style.rows_of_dots(
                axes, np.arange(measures.seats) + 0.28 * named - 0.14,
                [report.made(hands[seat, named])["points"] for seat in seats],
                color=colour, marker=marker, label=f"trump {source}")
        style.name_rows(axes, [measures.label_of_seat(seat) for seat in seats])
    return figure


def scores(result: Result) -> Figure:
    """Draw how often the first side wins a game from every score."""
    grid = [[report.odds(result, 0, own, other)[1] for other in report.SCORES]
            for own in report.SCORES]
    return shapes.grid(
        grid, report.SCORES, report.SCORES, heatmaps.MORE, (0, 1), 4.0, scale=100,
        ylabel=f"points of {report.first_side(result)}",
        xlabel="points of the others (the best of them)",
        title="Games won from every score, %")


def calls(result: Result) -> Figure:
    """Draw the calling chart: what ordering up is worth against passing."""
    chart, players = report.calling_chart(result), result.measures.seats
    positions = [report.position_name(position, players).replace(" ", "\n")
                 for position in range(players)]
    with style.style():
        figure, panels = style.panels(2, 2, 6.4, sharex=True, sharey=True)
        for axes, bowers in zip(panels.flat, BOWERS, strict=True):
            own = [call for call in chart if call["bowers"] == bowers]
            grid = [[NOTHING] * players for _ in range(TRICKS + 1)]
            for call in own:
                grid[call["trumps"]][call["position"]] = call["gain"]
            heatmaps.cells(axes, grid, heatmaps.GAIN, (-2, 2), signed=True, size=6.6)
            for call in own:  # nothing was compared
                if np.isnan(call["gain"].value):
                    heatmaps.note(axes, call["trumps"], call["position"], "few")
            heatmaps.name_cells(axes, range(TRICKS + 1), positions)
            axes.set_title(_HELD[bowers])
        for axes in panels[:, 0]:
            axes.set_ylabel("trumps held")
        figure.supxlabel("position", fontsize=9.5)
    return figure


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    return {
        "points": points, "games": games, "making": making, "trump": trump, "scores": scores,
        "calls": calls}
