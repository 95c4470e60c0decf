"""Estimates as the columns of a table, and what every game's tables have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.later import pd
from reports.results.column_meanings import OF_A_STRATEGY
from reports.stats.estimates import Estimate
from reports.stats.measures import Measures, Unit
from simulate.books.kernel_books import NO_EXTREME

if TYPE_CHECKING:
    from simulate.books.tally import Tally
    from simulate.runs.run import Run

#: The columns of one row.
Row = dict[str, Any]


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


def columns_of_strategies(labels: Sequence[str], *others: str) -> dict[str, str]:
    """Return the names of the columns of strategies, in a table that has other columns too.

    A person may give a strategy the name of another column; its own column then adds what it is.

    ``*others``: names of the other columns.

    Examples
    --------
    >>> columns_of_strategies(["book", "edge"], "position", "edge")
    {'book': 'book', 'edge': 'edge (strategy)'}
    """
    taken, found = {end for name in others for end in _columns(name)}, {}
    for label in labels:
        name = label
        while not taken.isdisjoint(_columns(name)):
            name += OF_A_STRATEGY
        taken.update(_columns(name))
        found[label] = name
    return found


def _columns(name: str) -> tuple[str, ...]:
    """Return all columns that a number of that name may have."""
    return name, f"{name}_se", f"{name}_low", f"{name}_high"


def by_seat(measures: Measures, figures: Callable[[Unit], Row]) -> pd.DataFrame:
    """Return a table with a row a seat."""
    rows = [
        {"seat": seat, "strategy": measures.label(seat), **figures(seat)}
        for seat in range(measures.seats)
    ]
    return pd.DataFrame(rows).set_index("seat")


def rows_by_strategy(measures: Measures, figures: Callable[[Unit], Row]) -> list[Row]:
    """Return a row a strategy, in the order of the line-up."""
    return [
        {
            "strategy": measures.label(unit), "seats": len(measures.tally.units[unit]),
            **figures(unit),
        }
        for unit in measures.strategies
    ]


def by_strategy(measures: Measures, figures: Callable[[Unit], Row]) -> pd.DataFrame:
    """Return a table with a row a strategy, in the order of the line-up."""
    return pd.DataFrame(rows_by_strategy(measures, figures)).set_index("strategy")


def extremes(run: Run, tally: Tally, unit: str, replay: Callable[[int, int], str]) -> pd.DataFrame:
    """Return the worst and the best hands of any seat, with their addresses.

    ``unit``: what a hand's value is called: chips or points. ``replay``: ``replay(session, hand)``
    returns the command that shows a hand.
    """
    rows: list[Row] = []
    for side, sign, kept in zip(("worst", "best"), (1, -1), tally.extremes, strict=True):
        for key, session, hand, seat in kept.tolist():
            if key != NO_EXTREME:
                rows.append({
                    "side": side, unit: sign * key, "strategy": run.labels[seat], "seat": seat,
                    "session": session, "hand": hand, "replay": replay(session, hand),
                })
    names: Sequence[str] = ("side", unit, "strategy", "seat", "session", "hand", "replay")
    return pd.DataFrame(rows, columns=list(names))
