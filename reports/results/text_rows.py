"""Rows of text in columns, as a terminal shows them."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a line a row: the first column begins at the left, the others end at the right.

    ``rows``: all of one length; the heads are the first of them.

    Examples
    --------
    >>> from reports.results.text_rows import aligned
    >>> aligned([["", "cost"], ["lead", "1.2"]])
    ['      cost', 'lead   1.2']
    """
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in rows]
