"""The tables of Domino Casino."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pandas as pd

from reports import frames
from reports.estimates import Estimate
from reports.frames import Row
from simulate.casino.kernel import SHARES

if TYPE_CHECKING:
    from reports.measures import Unit
    from reports.result import Result

WINS = ("double_wins", "blank_wins", "basic_wins")


def win_odds(result: Result, unit: Unit) -> Estimate:
    """Estimate the share of games that a seat wins, where those who tie divide a game."""
    return result.measures.amount("win_shares", unit).scaled(1 / SHARES)


def _figures(result: Result, unit: Unit) -> Row:
    """Return all figures of a seat or of a strategy."""
    measures = result.measures
    row: Row = {"games": measures.hands(unit)}
    row |= frames.columns("tiles", measures.value(unit), error=True)
    row |= frames.columns("odds", win_odds(result, unit), error=True)
    row |= frames.columns("games_won", measures.games_won(unit))
    row |= frames.merged({name: measures.rate(name, unit) for name in WINS})
    return row | frames.merged({"sd": measures.spread(unit), "skew": measures.skewness(unit)})


def seats(result: Result) -> pd.DataFrame:
    """Return the figures of each seat."""
    return frames.by_seat(result.measures, lambda unit: _figures(result, unit))


def strategies(result: Result) -> pd.DataFrame:
    """Return the figures of each strategy, its seats taken together."""
    return frames.by_strategy(result.measures, lambda unit: _figures(result, unit))


def table(result: Result) -> pd.DataFrame:
    """Return what concerns the table as a whole: ties, and what the pot is left with."""
    return frames.of_table(result.measures, [
        ("tied_games", "share of games", "share"), ("pot_left", "tiles a game", "amount"),
        ("double_doubles", "rounds a game", "amount"),
        ("double_blanks", "rounds a game", "amount"),
    ])


def builders(result: Result) -> Mapping[str, Callable[[Result], pd.DataFrame]]:
    """Return the functions that make the tables, by name."""
    return {"strategies": strategies, "seats": seats, "table": table}
