"""A wide table that shows the columns that people look for first."""

from __future__ import annotations

import html
from typing import Any, ClassVar

import pandas as pd

from reports.page.document import Column

#: Columns that are shown: the first figure with its interval, and those that follow it.
_SHOWN = 8
_ENDS = ("_low", "_high", "_se")


class ShortTable(pd.DataFrame):
    """A table with all columns of which eight are printed. A selection or a copy of it is an
    ordinary table.

    Parameters
    ----------
    table : DataFrame
    first : str
        The figure that is shown first, with its interval.

    Examples
    --------
    >>> import boneyard
    >>> result = boneyard.simulate("casino", "random", players=3, sessions=50, jobs=1)
    >>> table = result.strategies
    >>> table.short().shape[1] <= 8 < table.wide().shape[1]
    True
    """

    _metadata: ClassVar[list[str]] = ["_first"]

    def __init__(self, table: pd.DataFrame, first: str) -> None:
        super().__init__(table)  # type: ignore[call-arg]  # pandas-stubs know of no subclasses
        self._first = first

    @property
    def _constructor(self) -> Any:
        return pd.DataFrame

    def wide(self) -> pd.DataFrame:
        """Return the table with every column shown."""
        table = pd.DataFrame(self)
        table.attrs = self.attrs
        return table

    def short(self) -> pd.DataFrame:
        """Return the columns that are shown: an interval stands with the first figure only."""
        names = [str(name) for name in self.columns]
        first = [self._first, *(f"{self._first}{end}" for end in _ENDS)]
        shown = [name for name in first[:3] if name in names]
        told = [name for name in names if name == "strategy"]  # who sits in the seat of the row
        rest = [name for name in names if name not in (*told, *first) and not name.endswith(_ENDS)]
        return pd.DataFrame(self)[[*told, *shown, *rest][:_SHOWN]]

    def _more(self) -> int:
        return len(self.columns) - len(self.short().columns)

    def __repr__(self) -> str:
        shown = self.short().to_string(float_format="{:.4g}".format)
        return f"{shown}\n{self._more()} more columns: .wide()" if self._more() else shown

    def _repr_html_(self) -> str:
        note = f"<p>{self._more()} more columns: <code>.wide()</code></p>" if self._more() else ""
        return f"{self.short().to_html(float_format='{:.4g}'.format)}{note}"


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
