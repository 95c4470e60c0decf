"""What is imported when it is first used: pandas, scipy, and the parts of our figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.installed import Later

__all__ = ["Axes", "Figure", "backend_agg", "cloudpickle", "colors", "figure", "layout_engine",
           "mpl", "patches", "pd", "special", "ticker"]

if TYPE_CHECKING:
    import cloudpickle
    import matplotlib as mpl
    import pandas as pd
    from matplotlib import colors, figure, layout_engine, patches, ticker
    from matplotlib.axes import Axes
    from matplotlib.backends import backend_agg
    from matplotlib.figure import Figure
    from scipy import special
else:
    cloudpickle, pd, special = Later("cloudpickle"), Later("pandas"), Later("scipy.special")
    Axes, Figure = Later("matplotlib.axes", "Axes"), Later("matplotlib.figure", "Figure")
    mpl, backend_agg, colors, figure, layout_engine, patches, ticker = (
        Later("reports.draw.backend", name)
        for name in (
            "mpl", "backend_agg", "colors", "figure", "layout_engine", "patches", "ticker"))
