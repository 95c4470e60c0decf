"""What the columns of the tables of ``tune`` mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "parameter": ("text", "the parameter"), "start": ("text", "its value before"),
    "tune_parameters.best": ("text", "its value after"),
    "range": ("text", "the values allowed"), "meaning": ("text", "what it is"),
    "loss": ("as the objective", "what the start's value of this parameter alone would lose"),
    "tune_slices.value": ("text", "the value tried"),
    "tune_slices.gain": ("as the objective", "what it brings beyond the value found"),
}
