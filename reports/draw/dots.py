"""Estimates as dots with their intervals, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.draw import style
from reports.stats.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def dots(
    names: Sequence[str], estimates: Sequence[Estimate], unit: str, title: str = "",
    scale: float = 1,
) -> Figure:
    """Draw estimates on either side of nothing, the first at the top.

    ``unit``: below the axis. ``scale``: by which they are shown, 100 for shares.
    """
    with style.style():
        figure, axes = style.blank(style.height_for(len(names)))
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, range(len(names)), estimates, scale, color=style.COLOURS[0],
                           marker="o")
        style.name_rows(axes, names)
        style.large_numbers(axes)
        axes.set_xlabel(unit)
        axes.set_title(title)
    return figure
