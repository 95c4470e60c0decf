"""Domino Loo and Domino Rounce: what their results show.

The names below are what every game supplies; see ``reports.result.GameReport``.
"""

from reports.loo.figures import builders as figure_builders
from reports.loo.layout import sections
from reports.loo.sentences import answers
from reports.loo.tables import builders as table_builders

__all__ = ["answers", "figure_builders", "sections", "table_builders"]
