"""The table of a sweep, which says below its rows which value is best."""

from __future__ import annotations

import html
from typing import ClassVar

import pandas as pd

from reports.page.document import Column
from reports.results.short_table import ShortTable


class SweptTable(ShortTable):
    """A row a value, and some sentences on which is best, or on what a rule changes.

    Eight columns are printed, ``.wide()`` has all. A selection or a copy is an ordinary table.

    ``answer``: which value is best, and whether that is the last that was tried. ``unit``: the
    column of what a hand makes. ``counted``: of a rule: the figures of the table that it may
    change. ``alike``: whether a rule was varied where all seats play alike, so that nobody wins by
    it.

    Examples
    --------
    >>> import boneyard
    >>> table = boneyard.sweep("loo", "threshold.stay_1", [1.0, 2.0], "threshold,stay",
    ...                        sessions=50, hands=20, jobs=1)
    >>> len(table.answer)
    2
    """

    _metadata: ClassVar[list[str]] = ["answer", "unit", "counted", "alike", "_first"]

    def __init__(
        self, table: pd.DataFrame, answer: tuple[str, ...], unit: str,
        counted: tuple[Column, ...] = (), alike: bool = False,
    ) -> None:
        super().__init__(table, unit)
        self.answer, self.unit, self.counted, self.alike = answer, unit, counted, alike

    def short(self) -> pd.DataFrame:
        """Return the columns that are shown: what a hand makes, and how much more than at first."""
        usual = [str(name) for name in super().short()]
        first = [f"{name}{end}" for name in (self.unit, "gain") for end in ("", "_low", "_high")]
        told = [name for name in first if name in self.columns]
        rest = [name for name in usual if name not in told]
        return pd.DataFrame(self)[[*told, *rest][: len(usual)]]

    def __repr__(self) -> str:
        return "\n".join((super().__repr__(), *self.answer))

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.answer)
        return f"{super()._repr_html_()}{said}"
