"""The table of a sweep, which says below its rows which value is best."""

from __future__ import annotations

import html
from typing import Any, ClassVar

import pandas as pd

from reports.page.document import Column


class SweptTable(pd.DataFrame):
    """A row a value, and some sentences on which is best, or on what a rule changes.

    A selection or a copy of it is an ordinary table.

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

    _metadata: ClassVar[list[str]] = ["answer", "unit", "counted", "alike"]

    def __init__(
        self, table: pd.DataFrame, answer: tuple[str, ...], unit: str,
        counted: tuple[Column, ...] = (), alike: bool = False,
    ) -> None:
        super().__init__(table)  # type: ignore[call-arg]  # pandas-stubs know of no subclasses
        self.answer, self.unit, self.counted, self.alike = answer, unit, counted, alike

    @property
    def _constructor(self) -> Any:
        return pd.DataFrame

    def __repr__(self) -> str:
        return "\n".join((repr(pd.DataFrame(self)), *self.answer))

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.answer)
        return f"{pd.DataFrame(self).to_html()}{said}"
