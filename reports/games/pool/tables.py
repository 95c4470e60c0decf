"""The tables of Domino Pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pandas as pd

from reports.games.pool import figures
from reports.results import frames
from reports.results.frames import Row
from reports.stats.quantiles import Sizes

if TYPE_CHECKING:
    from reports.page.document import Kind
    from reports.results.result import Result
    from reports.stats.measures import Unit

WINNING = ("hands_won", "dominoes", "blocked_won")
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


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


def positions(result: Result) -> pd.DataFrame:
    """Return what each position is worth, whoever sits there."""
    rows: list[Row] = []
    for place in range(result.measures.seats):
        found = figures.position(result, place)
        rows.append({
            "position": figures.position_name(place), "hands": found.hands,
            **frames.columns("hands_won", found.won), **frames.columns("share", found.share),
            **frames.columns("worth", found.worth, error=True),
            **frames.columns("pips", found.pips),
        })
    return pd.DataFrame(rows).set_index("position")


def placed(result: Result) -> pd.DataFrame:
    """Return how each strategy fares in each position."""
    measures = result.measures
    rows: list[Row] = []
    for unit in measures.strategies:
        for place in range(measures.seats):
            rows.append({
                "strategy": measures.label(unit), "position": figures.position_name(place),
                "hands": measures.tally.form(f"hands_at_{place}", measures.tally.units[unit]),
                **frames.columns("hands_won", measures.rate(f"hands_won_at_{place}", unit)),
                **frames.columns("chips", measures.amount(f"value_at_{place}", unit), error=True),
            })
    return pd.DataFrame(rows).set_index("strategy")


def endings(result: Result) -> pd.DataFrame:
    """Return how hands end: by domino or blocked."""
    rows: list[Row] = []
    for blocked, name in enumerate(figures.ENDINGS):
        found = figures.ending(result, blocked)
        rows.append({
            "ending": name, "hands": found.hands, **frames.columns("share", found.share),
            **frames.columns("turns", found.turns), **frames.columns("tied", found.tied),
        })
    return pd.DataFrame(rows).set_index("ending")


def length(result: Result) -> pd.DataFrame:
    """Return quantiles of the hands of a game hundred up."""
    lengths = Sizes(figures.counts_of(result).game_lengths, result.run.hands)
    rows = [
        {"of_games": f"{q:.0%}", **frames.columns("hands", lengths.quantile(q))}
        for q in _QUANTILES
    ]
    return pd.DataFrame(rows).set_index("of_games")


def builders(result: Result) -> Mapping[str, Callable[[Result], pd.DataFrame]]:
    """Return the functions that make the tables, by name."""
    common = {
        "strategies": strategies, "seats": seats, "positions": positions, "placed": placed,
        "endings": endings, "table": table,
    }
    return common | ({"length": length} if result.is_game else {})
