"""The tables of Domino Pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from reports.games.pool import figures
from reports.later import pd
from reports.results import frames
from reports.results.frames import Row
from reports.stats.quantiles import Sizes

if TYPE_CHECKING:
    from reports.results.result import Result

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def _places(result: Result) -> list[str]:
    """Return what the places of the table are called, from the leader on."""
    return result.game.position_names(result.measures.seats)


def positions(result: Result) -> pd.DataFrame:
    """Return what each position is worth, whoever sits there."""
    rows: list[Row] = []
    for place, name in enumerate(_places(result)):
        found = figures.position(result, place)
        rows.append({
            "position": name, "hands": found.hands,
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
        for place, name in enumerate(_places(result)):
            rows.append({
                "strategy": measures.label(unit), "position": name,
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
        "positions": positions, "placed": placed,
        "endings": endings,
    }
    return common | ({"length": length} if result.is_game else {})
