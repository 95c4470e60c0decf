"""The chance to win a game for points by what the seats still need: one map and one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from reports.draw import heatmaps, style
from reports.page.document import Column, Picture, Row, Table
from reports.stats.estimates import Estimate
from reports.studies.race.chances import NEEDED
from reports.studies.solution.locked import columns_of_seats
from simulate.games.game import find_game
from simulate.runs.run import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: The chance of a position by the points it needs, and by those that its rivals need.
Map = Sequence[Sequence[Estimate]]
#: Where chances of a solved game come from.
FROM_SOLUTION = (
    "Worked out for every score there is from the solved race. Under each number stands the "
    "largest 95% interval that it can have for the deals on which it was counted how hands end.")
_SHOWN, _CELL, _MARGIN, _LETTERS = 20, 0.42, 1.2, 5.5


def map_of_needs(
    name: str, run: Run, one: Map, who: str, rivals: str, table: str, where: str = "",
    others: str = "",
) -> Picture:
    """Return the map of a seat's chances.

    ``who``: the seat. ``rivals``: who needs the points across, with a verb. ``table``: what is
    played there, for the title. ``where``, ``others``: of the game, and of those that stay as they
    are.
    """
    players = len(run.players)

    def draw() -> Figure:
        with style.style():
            side = _CELL * len(NEEDED)
            figure, axes = style.blank(side + _MARGIN, side + _MARGIN)
            # White is an equal share: what is more is a gain.
            colours = tuple(zip((0.0, 1 / players, 1.0), heatmaps.GAIN, strict=True))
            heatmaps.cells(axes, one, colours, (0, 1), 100, size=_LETTERS)
            heatmaps.name_cells(axes, NEEDED, NEEDED)
            axes.set_xlabel(f"points that {rivals}{others}")
            axes.set_ylabel(f"points that {who} needs")
            axes.set_title(f"{who[0].upper()}{who[1:]} wins, %: {find_game(run.game).title}, "
                           f"{players} players, {table}")
        return figure

    return Picture(
        name, draw,
        f"The chance of {who} to win the game{where}, in per cent with the half width of its 95% "
        f"interval, by the points that it needs (down) and that {rivals} (across)"
        f"{others}. White: an equal share, {1 / players:.0%}.", wide=True)


def table_of_needs(name: str, rivals: str, rows: Iterable[Row], made_of: str) -> Table:
    """Return the chances of all seats.

    ``rows``: ``place``, ``own``, ``rivals`` and ``wins``, and who sits there where that is known.
    ``made_of``: where the chances come from.
    """
    return Table.of(
        name, "The chance to win",
        (*columns_of_seats("you are"),
         Column("own", "you need", "count", "points", "that the seat still needs"),
         Column("rivals", rivals, "count", "points",
                "that each rival still needs; where a score is given, the leading one"),
         Column("wins", "you win", "share", "share of games", "the chance to win the game")),
        rows, "The chance to win the game before a hand is dealt, by the points still needed. "
        f"{made_of} The first {_SHOWN} rows are here; {name}.csv has all.", index=0, most=_SHOWN)
