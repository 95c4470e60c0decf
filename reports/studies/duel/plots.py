"""The figures of ``study duel``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.draw.parts import patches
from reports.stats import number_text
from reports.studies.duel.positions import Positions
from reports.studies.duel.tables import Curve, Pairs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Orange for a loss and blue for a gain: everybody can tell them apart, and in grey from white.
_LOSS, _GAIN = (0.835, 0.369, 0.0), (0.0, 0.447, 0.698)


def _tint(value: float, largest: float) -> tuple[float, float, float]:
    """Return white for nothing, and the colour of a gain or a loss for the largest."""
    strength = 0.75 * min(1.0, abs(value) / largest) if largest > 0 else 0.0
    full = _GAIN if value > 0 else _LOSS
    red, green, blue = (1 - strength * (1 - c) for c in full)
    return red, green, blue


def matrix(pairs: Pairs) -> Figure:
    """Draw the payoff matrix, the best strategy at the top and on the left."""
    order = pairs.ranked()
    values = np.array([[pairs.value(i, j).value for j in order] for i in order])
    largest = float(np.nanmax(np.abs(values)))
    names = [style.wrapped(pairs.labels[i], 14) for i in order]
    unit = pairs.measure.unit
    with style.style():
        figure, axes = style.blank(1.4 + 0.62 * len(order))
        for row, i in enumerate(order):
            for column, j in enumerate(order):
                _cell(axes, pairs, (i, j), (row, column), largest)
        axes.set_xlim(-0.5, len(order) - 0.5)
        axes.set_ylim(len(order) - 0.5, -0.5)
        axes.set_xticks(range(len(order)), names)
        axes.set_yticks(range(len(order)), names)
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        axes.set_xlabel("against")
        axes.set_title(f"{unit[0].upper()}{unit[1:]} more than the other")
    return figure


def _cell(
    axes: Axes, pairs: Pairs, pair: tuple[int, int], at: tuple[int, int], largest: float
) -> None:
    """Draw a cell with its number and how far the interval reaches."""
    row, column = at
    estimate = pairs.value(*pair)
    if np.isnan(estimate.value):
        return
    axes.add_patch(patches.Rectangle(
        (column - 0.5, row - 0.5), 1, 1, facecolor=_tint(estimate.value, largest),
        edgecolor=style.GRID,
    ))
    value, _, low, high = estimate
    text, _ = number_text.amount(value, low, high, signed=True)
    # Cells keep their light colours on a dark page, so their letters must stay dark.
    axes.text(column, row - 0.1, text, ha="center", va="center", color="#000000",
              fontsize=10, fontweight="bold")
    reach = number_text.number((high - low) / 2, number_text.decimals(value, low, high))
    axes.text(column, row + 0.24, f"± {reach}", ha="center", va="center", color="#000000",
              fontsize=8)


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
