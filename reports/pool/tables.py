"""The tables of Domino Pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pandas as pd

from reports import frames
from reports.frames import Row

if TYPE_CHECKING:
    from reports.measures import Unit
    from reports.result import Result
    from reports.sections import Kind

WINNING = ("hands_won", "dominoes", "blocked_won")


def _figures(result: Result, unit: Unit) -> Row:
    """Return all figures of a seat or of a strategy."""
    measures = result.measures
    row: Row = {"hands": measures.hands(unit)}
    row |= frames.merged({name: measures.rate(name, unit) for name in WINNING})
    row |= frames.columns("pips", measures.amount("pips", unit), error=True)
    row |= frames.columns("chips", measures.value(unit), error=True)
    if result.is_game:
        row |= frames.columns("games_won", measures.games_won(unit))
        row |= frames.columns("chips_a_game", measures.amount("value_a_game", unit), error=True)
    return row | frames.merged({"sd": measures.spread(unit), "skew": measures.skewness(unit)})


def seats(result: Result) -> pd.DataFrame:
    """Return the figures of each seat."""
    return frames.by_seat(result.measures, lambda unit: _figures(result, unit))


def strategies(result: Result) -> pd.DataFrame:
    """Return the figures of each strategy, its seats taken together."""
    return frames.by_strategy(result.measures, lambda unit: _figures(result, unit))


def table(result: Result) -> pd.DataFrame:
    """Return what concerns the table as a whole: how hands and sessions end."""
    session = "game" if result.is_game else "session"
    figures: list[tuple[str, str, Kind]] = [
        ("blocked", "share of hands", "share"), ("turns", "turns a hand", "amount"),
        ("length", f"hands a {session}", "amount"),
        ("left", f"chips in the pool after a {session}", "amount"),
    ]
    if result.is_game:
        figures.append(("unfinished", "share of games", "share"))
    return frames.of_table(result.measures, figures)


def builders(result: Result) -> Mapping[str, Callable[[Result], pd.DataFrame]]:
    """Return the functions that make the tables, by name."""
    return {"strategies": strategies, "seats": seats, "table": table}
