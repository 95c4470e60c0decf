"""Domino Loo and Domino Rounce: what their results show.

The names below are what every game supplies; see ``reports.results.result.GameReport``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from reports.games.loo.page import sections
from reports.games.loo.sentences import answers
from reports.games.loo.tables import builders as table_builders

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

__all__ = ["answers", "figure_builders", "sections", "table_builders"]


def figure_builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    from reports.games.loo.plots import builders  # matplotlib is slow to import

    return builders(result)
