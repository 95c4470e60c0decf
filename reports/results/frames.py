"""Estimates as the columns of a table, and what every game's tables have in common."""

from __future__ import annotations

from collections.abc import Mapping

from reports.page.document import Row
from reports.stats.estimates import Estimate


def columns(name: str, estimate: Estimate, error: bool = False) -> Row:
    """Return a number's columns: ``name``, ``name_low``, ``name_high``.

    ``error``: whether a column ``name_se`` holds the standard error.
    """
    row: Row = {name: estimate.value}
    if error:
        row[f"{name}_se"] = estimate.se
    return row | {f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def merged(parts: Mapping[str, Estimate]) -> Row:
    """Return the columns of several numbers, in order."""
    row: Row = {}
    for name, estimate in parts.items():
        row |= columns(name, estimate)
    return row
