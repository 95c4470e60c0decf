"""The tables of Domino Euchre."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TYPE_CHECKING

from reports.games.euchre import figures
from reports.games.euchre.explorer_run import can_explore
from reports.later import pd
from reports.results import frames
from reports.results.frames import Row

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.books.tally import Ints



def _made(hands: Ints) -> Row:
    """Return the columns of what came of some hands."""
    found = figures.made(hands)
    return {"hands": found.hands, **frames.merged({
        "points": found.points, "euchred": found.euchred, "marched": found.marched,
        "alone": found.alone,
    })}


def makers(result: Result) -> pd.DataFrame:
    """Return what came of the hands that each seat made, by turned or named trump."""
    hands = figures.counts_of(result)["makers"].sum(axis=1)
    measures = result.measures
    rows = [
        {"seat": seat, "strategy": measures.label(seat), "trump": source,
         **_made(hands[seat, named])}
        for seat in range(measures.seats) for named, source in enumerate(figures.SOURCES)
    ]
    return pd.DataFrame(rows).set_index("seat")


def trumps(result: Result) -> pd.DataFrame:
    """Return what came of the hands of each trump, turned or named, whoever made them."""
    hands = figures.counts_of(result)["makers"].sum(axis=0)
    rows = [
        {"suit": suit, "trump": source, **_made(hands[suit, named])}
        for suit in range(len(hands)) for named, source in enumerate(figures.SOURCES)
    ]
    return pd.DataFrame(rows).set_index("suit")


def scores(result: Result) -> pd.DataFrame:
    """Return how often each side wins a game from every score."""
    rows: list[Row] = []
    for side in range(len(figures.sides(result))):
        for own, other in product(figures.SCORES, repeat=2):
            games, won = figures.odds(result, side, own, other)
            rows.append({
                "seats": figures.side_named(result, side), "own": own, "other": other,
                "games": games, **frames.columns("won", won),
            })
    return pd.DataFrame(rows).set_index("seats")


def calls(result: Result) -> pd.DataFrame:
    """Return the calling chart: what ordering up and passing are worth, and who does what."""
    players = result.measures.seats
    rows: list[Row] = []
    for cell in figures.calling_chart(result):
        rows.append({
            "position": figures.position_name(cell.position, players), "trumps": cell.trumps,
            "bowers": cell.bowers, "tried": cell.tried,
            **frames.columns("points_ordered", cell.points_ordered),
            **frames.columns("points_passed", cell.points_passed),
            **frames.columns("gain", cell.gain, error=True),
            "asked": cell.asked, **frames.columns("ordered", cell.ordered),
            "named": cell.named, **frames.columns("points_named", cell.points_named),
        })
    return pd.DataFrame(rows).set_index("position")


def builders(result: Result) -> Mapping[str, Callable[[Result], pd.DataFrame]]:
    """Return the functions that make the tables, by name."""
    chart = {"calls": calls} if can_explore(result) else {}
    return {"makers": makers, "trumps": trumps, "scores": scores, **chart}
