"""The figures of ``boneyard tune``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.studies.tune.search import Tuned

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def importance(found: Tuned) -> Figure:
    """Draw what every parameter is good for, the most important at the top."""
    names = sorted(found.losses, key=lambda name: -found.losses[name].value)
    with style.style():
        figure, axes = style.blank(style.height_for(len(names)))
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, range(len(names)), [found.losses[name] for name in names],
                           found.objective.scale, color=style.COLOURS[0], marker="o")
        style.name_rows(axes, names)
        axes.set_xlabel(style.wrapped(f"lost if put back alone, {found.objective.unit}", 60))
        axes.set_title("What the gain depends on")
    return figure


def slices(found: Tuned) -> Figure:
    """Draw what the chosen values gain or lose with one parameter at other values."""
    names = list(found.slices)
    rows = -(-len(names) // 2)
    scale = found.objective.scale
    with style.style():
        figure, places = style.panels(rows, min(2, len(names)), 0.7 + 1.75 * rows)
        for axes in places.flat[len(names):]:
            axes.set_visible(False)
        for i, (axes, name) in enumerate(zip(places.flat, names, strict=False)):
            values = [value for value, _ in found.slices[name]]
            gains = [gain for _, gain in found.slices[name]]
            axes.axhline(0, color=style.MUTED, linewidth=1)
            axes.axvline(found.start[i], color=style.MUTED, linewidth=1, linestyle="--")
            axes.axvline(found.best[i], color=style.MUTED, linewidth=1, linestyle=":")
            axes.errorbar(values, [scale * gain.value for gain in gains],
                          yerr=scale * style.reaches(gains), color=style.COLOURS[0], marker="o",
                          markersize=4, capsize=2, linewidth=1.2)
            axes.set_title(name)
        figure.supylabel(style.wrapped(found.objective.unit, 44), fontsize=9.5)
    return figure


def progress(found: Tuned) -> Figure:
    """Draw the worth of the candidates in their order, and of the best so far."""
    worth = found.objective.scale * np.array(found.worth)
    tried = np.arange(1, len(worth) + 1)
    with style.style():
        figure, axes = style.blank()
        axes.plot(tried, worth, linestyle="none", marker="o", markersize=2.5,
                  color=style.COLOURS[5])
        axes.plot(tried, np.maximum.accumulate(worth), color=style.COLOURS[0])
        # Hopeless candidates would squeeze the others together.
        low, high = np.quantile(worth, 0.25), worth.max()
        axes.set_ylim(low - (high - low + 1e-9), high + 0.1 * (high - low + 1e-9))
        axes.set_xlabel("candidates tried")
        axes.set_ylabel(style.wrapped(found.objective.unit, 40))
        axes.set_title("The search")
    return figure
