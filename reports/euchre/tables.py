"""The tables of Domino Euchre."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pandas as pd

from reports import frames
from reports.frames import Row

if TYPE_CHECKING:
    from reports.measures import Unit
    from reports.result import Result

MAKING = ("made", "euchred", "marched", "alone")


def _figures(result: Result, unit: Unit) -> Row:
    """Return all figures of a seat or of a strategy."""
    measures = result.measures
    row: Row = {"hands": measures.hands(unit)}
    row |= frames.merged({name: measures.rate(name, unit) for name in MAKING})
    row |= frames.columns("points", measures.value(unit), error=True)
    row |= frames.columns("scored", measures.count("points", unit), error=True)
    row |= frames.columns("games_won", measures.games_won(unit))
    return row | frames.merged({"sd": measures.spread(unit), "skew": measures.skewness(unit)})


def seats(result: Result) -> pd.DataFrame:
    """Return the figures of each seat."""
    return frames.by_seat(result.measures, lambda unit: _figures(result, unit))


def strategies(result: Result) -> pd.DataFrame:
    """Return the figures of each strategy, its seats taken together."""
    return frames.by_strategy(result.measures, lambda unit: _figures(result, unit))


def table(result: Result) -> pd.DataFrame:
    """Return what concerns the table as a whole: void hands, and how games end."""
    return frames.of_table(result.measures, [
        ("voids", "share of hands", "share"), ("unfinished", "share of games", "share"),
        ("length", "hands a game", "amount"),
    ])


def builders(result: Result) -> Mapping[str, Callable[[Result], pd.DataFrame]]:
    """Return the functions that make the tables, by name."""
    return {"strategies": strategies, "seats": seats, "table": table}
