"""The figures of ``study line``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import heatmaps, style
from reports.stats.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PER_CENT = 100


def grid(
    rows: Sequence[Sequence[Estimate]], names: Sequence[str], columns: Sequence[str],
    under: str, scale: float = _PER_CENT, beyond: float = 0.0,
) -> Figure:
    """Draw numbers in coloured cells, gains blue and losses orange.

    ``under``: what the columns are. ``scale``: 100 for shares. ``beyond``: the number that is
    neither gain nor loss.
    """
    values = [abs(e.value - beyond) for row in rows for e in row if np.isfinite(e.value)]
    reach = max(values, default=0.01)
    with style.style():
        figure, axes = style.blank(1.2 + 0.5 * len(rows))
        heatmaps.cells(axes, rows, heatmaps.GAIN, (beyond - reach, beyond + reach), scale,
                       signed=beyond == 0)
        heatmaps.name_cells(axes, [style.wrapped(name) for name in names],
                            [style.wrapped(column, 11) for column in columns])
        axes.set_xlabel(under)
    return figure


def dots(found: Mapping[str, Estimate], under: str) -> Figure:
    """Draw shares with their intervals, one a row; those missing are left out."""
    kept = {name: one for name, one in found.items() if np.isfinite(one.value)}
    with style.style():
        figure, axes = style.blank(style.height_for(len(kept)))
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, range(len(kept)), list(kept.values()), _PER_CENT,
                           color=style.COLOURS[0], marker="o")
        style.name_rows(axes, list(kept))
        axes.set_xlabel(under)
    return figure


def openings(grid_of: Sequence[Sequence[Estimate]]) -> Figure:
    """Draw what each opening tile brings: its higher end by row, its lower by column."""
    numbers = [str(k) for k in range(7)]
    return grid(grid_of, numbers, numbers, "lower end (rows: higher end)")
