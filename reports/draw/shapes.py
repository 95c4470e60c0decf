"""Figures of the shapes that come again and again: dots, bars, curves, a grid, a wall's sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from reports.draw import heatmaps, style
from reports.draw.parts import Axes, Figure
from reports.stats.estimates import Estimate
from simulate.books.tally import Floats, Ints

#: Inches: a printed page is a little narrower, so letters come out at three quarters.
_SHEET = 9.4
_MARGIN, _LETTERS_AN_INCH = 0.15, 18.5
#: Inches from the upper edge to the lines below the title, and of a line of small letters.
_TITLE, _LINE = 0.42, 0.15
#: Points of the letters in cells and beside them.
CELL, NAME = 7.5, 8
#: Thin lines between marks whose intervals are what counts.
THIN = {"capsize": 3, "linewidth": 0.8, "elinewidth": 1.4}


def dotted(
    axes: Axes, names: Sequence[str], found: Sequence[Estimate], scale: float = 1,
    neutral: float | None = None, colour: str = style.COLOURS[0],
) -> None:
    """Draw estimates as dots with their intervals, one a row, and name the rows. ``scale``: 100
    where shares are drawn in per cent. ``neutral``: where a dashed line stands."""
    if neutral is not None:
        axes.axvline(neutral, color=style.MUTED, linewidth=1, linestyle="--")
    style.rows_of_dots(axes, range(len(found)), found, scale, color=colour, marker="o")
    style.name_rows(axes, names)


def dots(
    names: Sequence[str], found: Sequence[Estimate], label: str, title: str = "",
    scale: float = 1, neutral: float | None = 0,
) -> Figure:
    """Draw such rows as a figure; ``label`` stands below the axis."""
    with style.plot(style.height_for(len(names)), xlabel=label, title=title) as (figure, axes):
        dotted(axes, names, found, scale, neutral)
        style.large_numbers(axes)
    return figure


def bars(
    axes: Axes, found: Sequence[Estimate], colours: Sequence[str], strengths: Sequence[float],
    scale: float = 1, height: float = 0.6,
) -> None:
    """Draw estimates as bars with their intervals, one a row; a colour's strength is 1 for all of
    it."""
    for y, (one, colour, strength) in enumerate(zip(found, colours, strengths, strict=True)):
        if np.isfinite(one.value):
            axes.barh(y, scale * one.value, height=height, color=colour, alpha=strength)
            style.rows_of_dots(axes, [y], [one], scale, color=style.INK, marker="", zorder=3)
    style.bare_rows(axes, len(found))


def curve(
    axes: Axes, at: Iterable[float], found: Sequence[Estimate], scale: float = 1, **look: Any
) -> None:
    """Draw estimates with their intervals, joined by a line."""
    axes.errorbar(np.array(list(at)), [scale * one.value for one in found],
                  yerr=scale * style.reaches(found), **look)


def curves(
    lines: Mapping[str, Sequence[Estimate]], places: Sequence[object], height: float,
    scale: float = 1, spread: float = 0.0, neutral: float | None = None,
    look: Mapping[str, Any] = THIN, bottom: float | None = None, **labels: str,
) -> Figure:
    """Draw a curve for each name, over the same places. ``spread``: how far from its place the
    outer ones stand. ``neutral``: where a dashed line stands. ``bottom``: where the axis begins."""
    shifts = np.linspace(-spread, spread, len(lines)) if len(lines) > 1 else [0.0]
    with style.plot(height, **labels) as (figure, axes):
        if neutral is not None:
            axes.axhline(neutral, color=style.MUTED, linewidth=1, linestyle="--")
        for (name, found), (colour, marker, dash), shift in zip(
                lines.items(), style.series(len(lines)), shifts, strict=True):
            curve(axes, np.arange(len(found)) + shift, found, scale, color=colour, marker=marker,
                  linestyle=dash, label=name, **look)
        axes.set_xticks(range(len(places)), [str(place) for place in places])
        if bottom is not None:
            axes.set_ylim(bottom=bottom)
    return figure


def fan(axes: Axes, at: Ints | Floats, quantile: Callable[[float], Floats], **look: Any) -> None:
    """Draw the bands between quantiles that sessions may lie in. ``quantile(q)``: at each place."""
    for low, high, label, strength in ((0.05, 0.95, "9 of 10 sessions", 0.22),
                                       (0.25, 0.75, "half of the sessions", 0.45)):
        axes.fill_between(at, quantile(low), quantile(high), color=style.COLOURS[0],
                          alpha=strength, linewidth=0, label=label, **look)


def grid(
    rows: Sequence[Sequence[Estimate]], names: Sequence[object], columns: Sequence[object],
    colours: Sequence[Any], limits: tuple[float, float], height: float, width: float = style.WIDTH,
    scale: float = 1, size: float = 7.5, **labels: str,
) -> Figure:
    """Draw numbers in coloured cells (``heatmaps.cells``); ``**labels`` as of ``curves``."""
    with style.plot(height, width, **labels) as (figure, axes):
        heatmaps.cells(axes, rows, colours, limits, scale, size=size)
        heatmaps.name_cells(axes, names, columns)
    return figure


def gains(
    rows: Sequence[Sequence[Estimate]], names: Sequence[object], columns: Sequence[object],
    height: float, scale: float = 1, size: float = 7.5, **labels: str,
) -> Figure:
    """Draw gains blue and losses orange (``heatmaps.gains``); ``**labels`` as of ``curves``."""
    with style.plot(height, **labels) as (figure, axes):
        heatmaps.gains(axes, rows, scale, size)
        heatmaps.name_cells(axes, names, columns)
    return figure


def map_of_needs(
    rows: Sequence[Sequence[Estimate]], needs: Sequence[int], own: str, others: str, title: str,
    colours: Sequence[Any] = heatmaps.MORE, cell: float = 0.42, around: float = 1.2,
    size: float = 6.5,
) -> Figure:
    """Draw chances, in per cent, by the points that a seat needs, down, and by those of its rivals.
    ``own``, ``others``: as in "the dealer needs". ``cell``, ``around``: inches of a cell, and
    around."""
    side = cell * len(needs) + around
    return grid(rows, needs, needs, colours, (0, 1), side, side, 100, size, title=title,
                xlabel=f"points that {others}", ylabel=f"points that {own}")


def sheet(title: str, subtitle: str, notes: Sequence[str], plots: float) -> Figure:
    """Return a figure with its words written and room for plots, so many inches; use it inside
    ``style()``. ``title``, ``subtitle``: what a reader asks, and at which table it was found."""
    letters = round(_LETTERS_AN_INCH * (_SHEET - 2 * _MARGIN))
    above = textwrap.wrap(subtitle, letters)
    below = [line for note in notes for line in textwrap.wrap(note, letters)]
    top, bottom = _TITLE + _LINE * len(above), _MARGIN + _LINE * len(below)
    height = top + plots + bottom
    figure = style.new_figure(_SHEET, height)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.set(rect=(0, bottom / height, 1, plots / height))  # type: ignore[call-arg]  # of ours, which has a rect
    left = _MARGIN / _SHEET
    figure.text(left, 1 - 0.1 / height, title, fontsize=14, fontweight="bold", va="top")
    for y, lines in ((1 - _TITLE / height, above), (bottom / height, below)):
        figure.text(left, y, "\n".join(lines), fontsize=7.5, va="top", color=style.MUTED,
                    linespacing=1.25)
    return figure


#: A panel of a wall: its title, its height beside the others of its column, and what draws it.
Panel = tuple[str, float, Callable[[Axes], None]]


def wall(
    title: str, subtitle: str, notes: Sequence[str], plots: float,
    columns: Sequence[Sequence[Panel]],
) -> Figure:
    """Draw panels on a sheet (``sheet``), in columns of equal width."""
    with style.style():
        figure = sheet(title, subtitle, notes, plots)
        sides = figure.add_gridspec(1, len(columns))
        for side, panels in enumerate(columns):
            part = sides[side].subgridspec(
                len(panels), 1, height_ratios=[high for _, high, _ in panels])
            for row, (name, _, draw) in enumerate(panels):
                axes = figure.add_subplot(part[row])
                draw(axes)
                axes.tick_params(labelsize=NAME)
                axes.set_title(name)
    return figure
