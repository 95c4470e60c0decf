"""The table of a sweep, which says below its rows which value is best."""

from __future__ import annotations

import html
from typing import Any, ClassVar

import pandas as pd


class SweptTable(pd.DataFrame):
    """A row a value, and some sentences on which is best.

    A selection or a copy of it is an ordinary table.

    Parameters
    ----------
    table : DataFrame
    answer : tuple of str
    unit : str

    Attributes
    ----------
    answer : tuple of str
        Which value is best, and whether that is the last that was tried.
    unit : str
        The column of what a hand makes.

    Examples
    --------
    >>> import boneyard
    >>> table = boneyard.sweep("loo", "threshold.stay_1", [1.0, 2.0], "threshold,stay",
    ...                        sessions=50, hands=20, jobs=1)
    >>> len(table.answer)
    2
    """

    _metadata: ClassVar[list[str]] = ["answer", "unit"]

    def __init__(self, table: pd.DataFrame, answer: tuple[str, ...], unit: str) -> None:
        super().__init__(table)  # type: ignore[call-arg]  # pandas-stubs know of no subclasses
        self.answer = answer
        self.unit = unit

    @property
    def _constructor(self) -> Any:
        return pd.DataFrame

    def __repr__(self) -> str:
        return "\n".join((repr(pd.DataFrame(self)), *self.answer))

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.answer)
        return f"{pd.DataFrame(self).to_html()}{said}"
