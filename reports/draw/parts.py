"""matplotlib's parts that our figures are made of, imported when the first one is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.installed import Later

__all__ = ["Axes", "Figure", "backend_agg", "colors", "figure", "layout_engine", "mpl",
           "patches", "ticker"]

if TYPE_CHECKING:
    import matplotlib as mpl
    from matplotlib import colors, figure, layout_engine, patches, ticker
    from matplotlib.axes import Axes
    from matplotlib.backends import backend_agg
    from matplotlib.figure import Figure
else:
    Axes, Figure = Later("matplotlib.axes", "Axes"), Later("matplotlib.figure", "Figure")
    mpl, backend_agg, colors, figure, layout_engine, patches, ticker = (
        Later("reports.draw.backend", name)
        for name in (
            "mpl", "backend_agg", "colors", "figure", "layout_engine", "patches", "ticker"))
