"""A wide table that shows the columns that people look for first."""

from __future__ import annotations

from typing import Any, ClassVar

import pandas as pd

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
        return pd.DataFrame(self)

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
