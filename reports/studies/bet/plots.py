"""The figures of ``study bet``, and its chart for the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import heatmaps, shapes, sheet, style
from reports.stats.estimates import Estimate
from reports.studies.bet.ceiling import Ceiling
from reports.studies.bet.tiles import CLASSES, Bets
from simulate.domino.tiles import TILES
from simulate.theory.casino.best_response import KINDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PER_CENT = 100


def by_round(lines: Mapping[str, Sequence[Estimate]], rounds: Sequence[str]) -> Figure:
    """Draw the tiles that each strategy wins a round."""
    return shapes.curves(lines, rounds, 3.6, look={"capsize": 2}, xlabel="round",
                         ylabel="tiles won a round")


def ceilings(found: Sequence[Ceiling], fair: float) -> Figure:
    """Draw what the best bets found win, against an equal share."""
    return shapes.dots([f"against {one.rival}" for one in found], [one.wins for one in found],
                       "games won by the best bets found, % (dashed: luck alone)", scale=_PER_CENT,
                       neutral=_PER_CENT * fair)


def holdings(rows: Mapping[str, Sequence[Estimate]]) -> Figure:
    """Draw the share of games won by what the first hand holds."""
    known = {f"{many} of {kind}": one for kind, means in rows.items()
             for many, one in enumerate(means) if np.isfinite(one.value)}
    return shapes.dots(list(known), list(known.values()), "games won by a seat dealt these, %",
                       scale=_PER_CENT, neutral=None)


#: Heights of the rows of plots, and of all, in inches.
_ROWS, _HEIGHT = (4, 4, 7), 7.6
_TITLES = {
    "pot": "By the tiles in the pot", "round": "By the third of the game",
    "lead": "By your stash less the best rival's", "gone": "By the tiles out that matter",
}
_NOTES = (
    "Games of 100 that a bet of the tile wins more (blue) or fewer (orange) than the other tiles "
    "of the same hand would, on the same deal and with the same dice; below each half the width of "
    "its 95% interval. Tiles that matter are those that a blank preys on or that could take "
    "another tile. A cell without a number came too rarely.",
    "The best bets: games that the best fitted bets win on fresh deals, at least; the dashed line "
    "is what luck alone gives.",
)


def _grid(axes: Axes, rows: Sequence[Sequence[Estimate]], title: str) -> None:
    heatmaps.gains(axes, rows, _PER_CENT, sheet.CELL, intervals=True)
    axes.set_title(title)
    axes.tick_params(labelsize=sheet.NAME)


def wall_chart(bets: Bets, ceilings: Sequence[Ceiling], players: int, subtitle: str) -> Figure:
    """Draw the study on one sheet."""
    with style.style():
        figure = sheet.sheet(f"Domino Casino with {players} players: when to bet which tile",
                             subtitle, _NOTES, _HEIGHT)
        places = figure.add_gridspec(3, 2, height_ratios=_ROWS)
        for at, (what, columns) in enumerate(CLASSES.items()):
            cells, many = bets.by_class["games", what], len(columns)
            axes = figure.add_subplot(places[divmod(at, 2)])
            _grid(axes, [[cells.mean(k * many + c) for c in range(many)]
                         for k in range(len(KINDS))], _TITLES[what])
            heatmaps.name_cells(axes, KINDS, columns)
        axes = figure.add_subplot(places[2, 0])
        worth = bets.by_tile["games"]
        _grid(axes, heatmaps.by_ends([worth.mean(tile) for tile in range(TILES)]),
              "Each tile, whenever it is bet")
        heatmaps.name_ends(axes, sheet.NAME)
        axes = figure.add_subplot(places[2, 1])
        shapes.dotted(axes, [f"against {one.rival}" for one in ceilings],
                      [one.wins for one in ceilings], _PER_CENT, _PER_CENT / players)
        axes.tick_params(labelsize=sheet.NAME)
        axes.set_title("What do the best bets win?")
        axes.set_xlabel("games won of 100", fontsize=sheet.NAME)
    return figure
