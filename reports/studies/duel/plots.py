"""The figures of ``study duel``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import heatmaps, style
from reports.studies.duel.positions import Positions
from reports.studies.duel.tables import Curve, Pairs

if TYPE_CHECKING:
    from matplotlib.figure import Figure

def matrix(pairs: Pairs) -> Figure:
    """Draw the payoff matrix, the best strategy at the top and on the left."""
    order = pairs.ranked()
    grid = [[pairs.value(i, j) for j in order] for i in order]
    largest = float(np.nanmax([[abs(one.value) for one in row] for row in grid])) or 1.0
    names = [style.wrapped(pairs.labels[i], 14) for i in order]
    unit = pairs.measure.unit
    with style.style():
        figure, axes = style.blank(1.4 + 0.62 * len(order))
        heatmaps.cells(axes, grid, heatmaps.GAIN, (-largest, largest), signed=True, size=9)
        heatmaps.name_cells(axes, names, names)
        axes.set_xlabel("against")
        axes.set_title(f"{unit[0].upper()}{unit[1:]} more than the other")
    return figure


def positions(found: Positions, names: Sequence[str], unit: str) -> Figure:
    """Draw what each strategy makes by position."""
    count = len(found.labels)
    shifts = np.linspace(-0.18, 0.18, count) if count > 1 else [0.0]
    with style.style():
        figure, axes = style.blank(3.6)
        axes.axhline(0, color=style.MUTED, linewidth=1, linestyle="--")
        for i, (shift, (colour, marker, dash)) in enumerate(
            zip(shifts, style.series(count), strict=True)
        ):
            values = [found.value(i, p) for p in range(len(names))]
            axes.errorbar(
                np.arange(len(names)) + shift, [v.value for v in values],
                yerr=style.reaches(values), color=colour, marker=marker, linestyle=dash,
                linewidth=0.8, elinewidth=1.4, capsize=3, label=found.labels[i],
            )
        axes.set_xticks(range(len(names)), names)
        axes.set_xlabel("place in the hand")
        axes.set_ylabel(unit)
        axes.set_title("What a place is worth")
        style.legend_below(figure, axes)
    return figure


def curve(found: Curve) -> Figure:
    """Draw what a strategy makes by the value of a parameter, with its intervals."""
    estimates = [found.estimate(i) for i in range(len(found.values))]
    colour, best = style.COLOURS[0], found.best
    with style.style():
        figure, axes = style.blank(3.5)
        axes.fill_between(
            found.values, [e.low for e in estimates], [e.high for e in estimates], color=colour,
            alpha=0.25, linewidth=0, label="95% interval",
        )
        axes.plot(found.values, [e.value for e in estimates], color=colour, marker="o",
                  markersize=4, label=found.measure.unit)
        axes.plot(found.values[best], estimates[best].value, "D", color=style.COLOURS[1],
                  label=f"best: {found.values[best]:g}")
        axes.axvline(found.current, color=style.MUTED, linestyle=":",
                     label=f"in the line-up: {found.current:g}")
        axes.set_xlabel(found.parameter)
        axes.set_ylabel(found.measure.unit)
        axes.set_title(f"{found.parameter} varied")
        style.legend_below(figure, axes)
    return figure
