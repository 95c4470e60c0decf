"""The figures of ``study bet``, and its chart for the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import heatmaps, sheet, style
from reports.stats.estimates import Estimate
from reports.studies.bet.ceiling import Ceiling
from reports.studies.bet.tiles import CLASSES, Bets
from simulate.domino.tiles import TILES
from simulate.theory.casino.best_response import KINDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.studies.bet.ceiling import Ceiling

_PER_CENT = 100


def by_round(lines: Mapping[str, Sequence[Estimate]], rounds: Sequence[str]) -> Figure:
    """Draw the tiles that each strategy wins a round."""
    with style.style():
        figure, axes = style.blank(3.6)
        looks = style.series(len(lines))
        for (label, means), (colour, marker, dash) in zip(lines.items(), looks, strict=True):
            axes.errorbar(
                range(len(means)), [e.value for e in means], yerr=style.reaches(means),
                color=colour, marker=marker, linestyle=dash, capsize=2, label=label)
        axes.set_xticks(range(len(rounds)), list(rounds))
        axes.set(xlabel="round", ylabel="tiles won a round")
        style.legend_below(figure, axes)
    return figure


def ceilings(found: Sequence[Ceiling], fair: float) -> Figure:
    """Draw what the best bets found win, against an equal share."""
    with style.style():
        figure, axes = style.blank(style.height_for(len(found)))
        colour, marker, _ = style.series(1)[0]
        axes.axvline(_PER_CENT * fair, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, range(len(found)), [one.wins for one in found], _PER_CENT,
                           color=colour, marker=marker)
        style.name_rows(axes, [f"against {one.rival}" for one in found])
        axes.set_xlabel("games won by the best bets found, % (dashed: luck alone)")
    return figure


def holdings(rows: Mapping[str, Sequence[Estimate]]) -> Figure:
    """Draw the share of games won by what the first hand holds."""
    names = [f"{many} of {kind}" for kind, means in rows.items() for many in range(len(means))
             if np.isfinite(means[many].value)]
    means = [e for row in rows.values() for e in row if np.isfinite(e.value)]
    with style.style():
        figure, axes = style.blank(style.height_for(len(names)))
        colour, marker, _ = style.series(1)[0]
        style.rows_of_dots(axes, range(len(names)), means, _PER_CENT, color=colour, marker=marker)
        style.name_rows(axes, names)
        axes.set_xlabel("games won by a seat dealt these, %")
    return figure


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
    # The full colour is as far as any interval reaches, so that luck alone looks pale.
    reach = max((max(abs(e.low), abs(e.high)) for row in rows for e in row
                 if np.isfinite(e.low)), default=0.0) or 0.01
    heatmaps.cells(axes, rows, heatmaps.GAIN, (-reach, reach), _PER_CENT, signed=True,
                   size=sheet.CELL)
    axes.set_title(title)
    axes.tick_params(labelsize=sheet.NAME)


def _ceilings(axes: Axes, found: Sequence[Ceiling], fair: float) -> None:
    axes.axvline(_PER_CENT * fair, color=style.MUTED, linewidth=1, linestyle="--")
    style.rows_of_dots(axes, range(len(found)), [one.wins for one in found], _PER_CENT,
                       color=style.COLOURS[0], marker="o")
    style.name_rows(axes, [f"against {one.rival}" for one in found])
    axes.tick_params(labelsize=sheet.NAME)
    axes.set_title("What do the best bets win?")
    axes.set_xlabel("games won of 100", fontsize=sheet.NAME)


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
        _ceilings(figure.add_subplot(places[2, 1]), ceilings, 1 / players)
    return figure
