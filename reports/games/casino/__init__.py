"""Domino Casino: what its results show.

The names below are what every game supplies; see ``reports.results.result.GameReport``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from reports.games.casino.page import sections
from reports.games.casino.sentences import answers
from reports.games.casino.tables import builders as table_builders

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

__all__ = ["answers", "figure_builders", "sections", "table_builders"]


def figure_builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    from reports.games.casino.plots import builders  # matplotlib is slow to import

    return builders(result)
