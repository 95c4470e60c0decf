"""The figures of ``study rules``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.stats.estimates import Estimate
from reports.studies.rules.changes import Comparison, change

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def strategies(found: Comparison, unit: str, scale: float) -> Figure:
    """Draw by how much every strategy's result changes under every other set of rules."""
    labels = found.ranked(0)
    values = [[change(found.own.strategies[label], one.strategies[label]).scaled(scale)
               for label in labels] for one in found.played[1:]]
    return _changes(found.names[1:], labels, values, f"change in {unit}",
                    "What other rules do to the strategies")


def skill(found: Comparison, session: str) -> Figure:
    """Draw the edge of the first strategy over the last under every set of rules."""
    with style.style():
        figure, axes = style.blank(style.height_for(len(found.names)))
        edges = [found.edge(at) for at in range(len(found.names))]
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, range(len(edges)), edges, color=style.COLOURS[0], marker="o")
        style.name_rows(axes, found.names)
        axes.set_xlabel(f"edge a {session}, in standard deviations of luck")
        axes.set_title(style.wrapped("{} over {}".format(*found.ends), 60))
    return figure


def _changes(
    names: Sequence[str], rows: Sequence[str], values: Sequence[Sequence[Estimate]], unit: str,
    title: str,
) -> Figure:
    """Draw a row of dots for every name, one series a set of rules."""
    shifts = np.linspace(-0.32, 0.32, len(names)) if len(names) > 1 else [0.0]
    with style.style():
        figure, axes = style.blank(1.4 + len(rows) * max(0.5, 0.17 * len(names)))
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        for name, shift, own, (colour, marker, _) in zip(
            names, shifts, values, style.series(len(names)), strict=True
        ):
            style.rows_of_dots(axes, np.arange(len(rows)) + shift, own, color=colour,
                               marker=marker, label=name)
        style.name_rows(axes, rows)
        style.large_numbers(axes)
        axes.set_xlabel(unit)
        axes.set_title(title)
        style.legend_below(figure, axes)
    return figure
