"""Figures that rank the strategies, which the reports of all games share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from reports.draw import style
from reports.draw.parts import Figure
from reports.results.result import Result
from reports.stats.estimates import Estimate
from reports.stats.measures import Unit


def ranking(
    result: Result, figure_of: Callable[[Unit], Estimate], title: str, label: str,
    neutral: float | None = None, scale: float = 1, fewest_first: bool = False,
) -> Figure:
    """Draw a figure of each strategy, the best at the top, and of each of its seats. ``label``
    stands below the plot. ``neutral``: where a dashed line marks that nobody has an advantage.
    ``fewest_first``: the best is who has the least."""
    measures = result.measures
    units = sorted(measures.strategies, key=lambda u: figure_of(u).value, reverse=not fewest_first)
    with style.plot(style.height_for(len(units)) + 0.3, title=title,
                    xlabel=label) as (figure, axes):
        if neutral is not None:
            axes.axvline(neutral, color=style.MUTED, linewidth=1, linestyle="--")
        (ours, marker, _), (theirs, small, _) = style.series(2)
        rows, seats = _rows_of_seats(result, units)
        # Where its seats are drawn as well, a strategy moves up to make room for them.
        lifted = np.isin(np.arange(len(units)), np.floor(rows))
        style.rows_of_dots(
            axes, np.arange(len(units)) - 0.16 * lifted, [figure_of(u) for u in units], scale,
            color=ours, marker=marker, label="strategy")
        style.rows_of_dots(
            axes, rows, [figure_of(seat) for seat in seats], scale, color=theirs, marker=small,
            markersize=4, markerfacecolor="none", label="each of its seats")
        style.name_rows(axes, [measures.label(unit) for unit in units])
        style.large_numbers(axes)
    return figure


def _rows_of_seats(result: Result, units: Sequence[Unit]) -> tuple[list[float], list[Unit]]:
    """Return where to draw the seats of the strategies that have several, one above another."""
    rows: list[float] = []
    seats: list[Unit] = []
    for row, unit in enumerate(units):
        own = result.measures.tally.units[unit]
        if len(own) > 1:
            rows += list(row + np.linspace(0.06, 0.34, len(own)))
            seats += list(own)
    return rows, seats


def rates(result: Result, shown: Sequence[tuple[str, str]], title: str, label: str) -> Figure:
    """Draw some rates of each strategy beside each other, in the order of the line-up. ``shown``:
    name of each rate, and what the legend calls it. ``label`` stands below the plot."""
    measures = result.measures
    units = measures.strategies
    shifts = np.linspace(-0.14, 0.14, len(shown)) * (1 if len(shown) < 3 else 1.7)
    with style.plot(style.height_for(len(units)) + 0.3, xlabel=label,
                    title=title) as (figure, axes):
        for (name, legend), (colour, marker, _), shift in zip(
            shown, style.series(len(shown)), shifts, strict=True
        ):
            style.rows_of_dots(
                axes, np.arange(len(units)) + shift, [measures.rate(name, u) for u in units],
                scale=100, color=colour, marker=marker, label=legend)
        style.name_rows(axes, [measures.label(unit) for unit in units])
    return figure


def value(result: Result) -> Figure:
    """Draw chips or points a hand of each strategy."""
    measures = result.measures
    shared = " (with an equal share of the pool left)" if measures.credits_pool else ""
    return ranking(
        result, measures.value, f"{result.unit.capitalize()} a hand",
        f"{result.unit} a hand{shared}", neutral=0 if result.unit == "chips" else None)


def games(result: Result) -> Figure:
    """Draw the share of games that a seat of each strategy wins."""
    return ranking(
        result, result.measures.games_won, "Games won by a seat", "games won, %",
        neutral=100 / result.measures.seats, scale=100)
