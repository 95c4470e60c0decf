"""Numbers in coloured cells, each written into its own with its interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.draw import style
from reports.draw.parts import Axes, colors
from reports.stats import number_text
from reports.stats.estimates import Estimate

_BLUE, _VERMILION = style.COLOURS[:2]
#: Colours from nothing to much, and from loss to gain.
MORE = ("#ffffff", _BLUE)
GAIN = (_VERMILION, "#ffffff", _BLUE)
# A cell has its own paper, so its letters do not follow the colours of a page.
_DARK, _LIGHT = "#000000", "#fefefe"
_LUMINANCE = (0.299, 0.587, 0.114)


def tint(colour: str, strength: float) -> tuple[float, ...]:
    """Return a colour mixed with white: all of it at a strength of one."""
    return tuple(1 - strength * (1 - part) for part in colors.to_rgb(colour))


def ink(fill: Sequence[float]) -> str:
    """Return the colour of letters that is easier to read on a fill."""
    return _LIGHT if float(np.dot(fill, _LUMINANCE)) < 0.5 else _DARK


def written(estimate: Estimate, scale: float = 1, signed: bool = False) -> str:
    """Return a number over the half width of its interval."""
    value, half = scale * estimate.value, scale * (estimate.high - estimate.low) / 2
    places = number_text.decimals(value, value - half, value + half)
    text = number_text.minus(number_text.number(value, places, signed))
    return text if np.isnan(half) else f"{text}\n±{number_text.number(half, places)}"


def cells(
    axes: Axes, grid: Sequence[Sequence[Estimate]],
    colours: Sequence[str] | Sequence[tuple[float, str]], limits: tuple[float, float],
    scale: float = 1, signed: bool = False, size: float = 7.5,
) -> None:
    """Draw a grid of numbers, its first row at the top; those missing stay empty, and a grid
    without cells has a note. ``colours``: ``MORE`` or ``GAIN``, or where each stands, 0 to 1, and
    the colour. ``limits``: values of the first and of the last colour. ``size``: of the letters, in
    points."""
    values = np.array([[estimate.value for estimate in row] for row in grid])
    if not values.size:
        style.write_empty(axes)
        return
    norm = colors.Normalize(*limits, clip=True)
    map_of = colors.LinearSegmentedColormap.from_list("cells", list(colours))
    axes.pcolormesh(
        np.ma.masked_invalid(values), cmap=map_of, norm=norm, edgecolors=style.GRID,
        linewidth=0.6)
    for (row, column), value in np.ndenumerate(values):
        if np.isfinite(value):
            axes.text(
                column + 0.5, row + 0.5, written(grid[row][column], scale, signed),
                ha="center", va="center", fontsize=size, color=ink(map_of(norm(value))[:3]))
    axes.set_xlim(0, values.shape[1])
    axes.set_ylim(values.shape[0], 0)
    bare(axes)


def bare(axes: Axes) -> None:
    """Leave a grid without lines and ticks around it."""
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def gains(
    axes: Axes, grid: Sequence[Sequence[Estimate]], scale: float, size: float = 7.5,
    intervals: bool = False,
) -> None:
    """Draw a grid of gains, blue, and losses, orange. ``intervals``: the full colour is as far as
    any interval reaches, so that luck alone looks pale, and not as far as a number lies."""
    ends = [end for row in grid for one in row
            for end in ((one.low, one.high) if intervals else (one.value,)) if np.isfinite(end)]
    reach = max((abs(end) for end in ends), default=0.01) or 0.01
    cells(axes, grid, GAIN, (-reach, reach), scale, signed=True, size=size)


def name_cells(axes: Axes, rows: Sequence[object], columns: Sequence[object]) -> None:
    """Name the rows and the columns of a grid."""
    axes.set_yticks(np.arange(len(rows)) + 0.5, [str(row) for row in rows])
    axes.set_xticks(np.arange(len(columns)) + 0.5, [str(column) for column in columns])
