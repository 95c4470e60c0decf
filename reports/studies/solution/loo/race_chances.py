"""What reports of solved races share: needs in words, and the chance to win as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.draw import heatmaps, style
from reports.stats.estimates import Estimate
from simulate.games.game import find_game
from simulate.games.loo.settling import GAME_POINTS
from simulate.runs.run import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Classes of scores that come up less often in a game are left out of the table; rows shown.
RARE, SHOWN = 0.002, 30
#: Points that a seat may still need.
NEEDED = range(1, GAME_POINTS + 1)
_CELL, _MARGIN, _LETTERS = 0.42, 1.2, 6.5


def span(cuts: tuple[int, ...], cut: int) -> str:
    """Return the needs of a class in words: 9-12."""
    at = cuts.index(cut)
    if at == len(cuts) - 1:
        return f"{cut}+"
    last = cuts[at + 1] - 1
    return str(cut) if last == cut else f"{cut}-{last}"


def draw_chances(grid: Sequence[Sequence[Estimate]], who: str, run: Run, how: str) -> Figure:
    """Draw the chance of a seat to win by the points that it and its rivals need.

    ``grid``: by own needs, then by those of each rival. ``who``: the seat. ``how``: what its table
    is, for the title.
    """
    players = len(run.players)
    with style.style():
        side = _CELL * len(NEEDED)
        figure, axes = style.blank(side + _MARGIN, side + _MARGIN)
        heatmaps.cells(axes, grid, heatmaps.GAIN, (0, 1), 100, size=_LETTERS)
        heatmaps.name_cells(axes, NEEDED, NEEDED)
        rivals = "the rival needs" if players == 2 else "each of the rivals needs"
        axes.set_xlabel(f"points that {rivals}")
        axes.set_ylabel(f"points that {who} needs")
        axes.set_title(f"{who[0].upper()}{who[1:]} wins, %: {find_game(run.game).title}, "
                       f"{players} players, {how}")
    return figure
