"""The figures of ``study line``, and its chart for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.draw import heatmaps, shapes, sheet, style
from reports.stats.estimates import Estimate
from reports.studies.line.hands import SCORES, SEATS_IN, Draws, Stars, Styles
from reports.studies.line.turns import HABITS, MARGINS, Turns
from simulate.domino.tiles import NUMBERS, TILES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PER_CENT = 100


def grid(
    rows: Sequence[Sequence[Estimate]], names: Sequence[str], columns: Sequence[str],
    under: str, scale: float = _PER_CENT, beyond: float = 0.0,
) -> Figure:
    """Draw numbers in coloured cells, gains blue and losses orange.

    ``under``: what the columns are. ``scale``: 100 for shares. ``beyond``: the number that is
    neither gain nor loss.
    """
    with style.style():
        figure, axes = style.blank(1.2 + 0.5 * len(rows))
        heatmaps.gains(axes, rows, scale, beyond=beyond)
        heatmaps.name_cells(axes, [style.wrapped(name) for name in names],
                            [style.wrapped(column, 11) for column in columns])
        axes.set_xlabel(under)
    return figure


def _by_ends(turns: Turns) -> list[list[Estimate]]:
    """Return what opening tiles bring, by higher and lower end; nothing above the doubles."""
    return heatmaps.by_ends([turns.openings.mean(tile) for tile in range(TILES)])


def openings(turns: Turns) -> Figure:
    """Draw what each opening tile brings: its higher end by row, its lower by column."""
    numbers = [str(k) for k in range(NUMBERS)]
    return grid(_by_ends(turns), numbers, numbers, "lower end (rows: higher end)")


#: Heights of the plots, in rows of cells with their title; of the sheet's plots, in inches.
_LEFT, _RIGHT, _HEIGHT = (6, 9), (7, 5, 7), 7.0
_NOTES = (
    "All numbers but those of stars are per cent of the pool. A tile: by how much more it takes "
    "than the others of its turn, on the same deals, each played. Closing: the line is left with "
    "two fitting tiles out at most, none of them yours; your pips are those that you keep.",
    "The lead: what the leader takes beyond an equal part where all play alike well. Drawing "
    "(draw=may): what it changes for one seat. A star (star=may): the price, in stakes, at which "
    "it neither gains nor loses; buy it where the price is lower. The small number is half the "
    "width of the 95% interval; a cell without a number came too rarely.",
)


def _grid(
    axes: Axes, rows: Sequence[Sequence[Estimate]], names: Sequence[str], columns: Sequence[str],
    title: str, scale: float = _PER_CENT, beyond: float = 0.0,
) -> None:
    """Draw cells, blue where a number is above ``beyond`` and orange below."""
    heatmaps.gains(axes, rows, scale, sheet.CELL, beyond)
    heatmaps.name_cells(axes, names, columns)
    axes.tick_params(labelsize=sheet.NAME)
    axes.set_title(title)


def _habits(axes: Axes, turns: dict[int, Turns]) -> None:
    names = ("a double", "the heaviest", "keeps most\nnumbers", "leaves the\nfewest fits")
    rows = [[turns[seats].habits.mean(k) for seats in turns] for k in range(len(HABITS))]
    _grid(axes, rows, names, [f"{seats} players" for seats in turns], "Which tile? One that is")


def _openings(axes: Axes, turns: Turns) -> None:
    _grid(axes, _by_ends(turns), (), (), "Which tile to lead?")
    heatmaps.name_ends(axes, sheet.NAME)


def _closing(axes: Axes, turns: Turns) -> None:
    means = [turns.closing.mean(k) for k in range(len(MARGINS))]
    shapes.dotted(axes, MARGINS, means, _PER_CENT, 0)
    axes.tick_params(labelsize=sheet.NAME)
    axes.set_title("When to close the line?")
    axes.set_xlabel("% of the pool, by your pips against those that\nthe lightest rival is likely "
                    "to hold", fontsize=sheet.NAME)


def _lead_and_draws(axes: Axes, styles: Styles, draws: Sequence[Draws]) -> None:
    lead = [Estimate(part.value - 1 / seats, part.se, part.low - 1 / seats, part.high - 1 / seats)
            for seats, part in zip(styles.seats, styles.leads, strict=True)]
    # The best player's draws come first.
    best = draws[:len(styles.seats)]
    rows = [lead, [one.costs.negative for one in best], [one.costs_alone.negative for one in best]]
    names = ("the lead", "to draw where\nothers draw", "to draw where\nothers do not")
    _grid(axes, rows, names, [f"{seats} players" for seats in styles.seats],
          "What are the lead and a tile drawn worth?")


def _stars(axes: Axes, found: Stars, players: int) -> None:
    seats = SEATS_IN[:players - 1]
    rows = [[found.by_seats.price(k * len(SEATS_IN) + j) for j in range(len(seats))]
            for k in range(len(SCORES))]
    names = [f"back with\n{score}" for score in SCORES]
    _grid(axes, rows, names, [f"{many} seats in" for many in seats],
          "What is a star worth, in stakes?", 1.0, 1.0)


def wall_chart(
    turns: dict[int, Turns], styles: Styles, draws: Sequence[Draws], stars: Stars, players: int,
    subtitle: str,
) -> Figure:
    """Draw the study on one sheet.

    ``turns``: by the number of players. ``draws``: those of the best player first, by the number of
    players. ``players``: of the table whose opening tiles, closed lines and stars are shown.
    """
    with style.style():
        figure = sheet.sheet(f"Domino Pool with {players} players: how to play a line", subtitle,
                             _NOTES, _HEIGHT)
        sides = figure.add_gridspec(1, 2)
        left, right = (sides[k].subgridspec(len(rows), 1, height_ratios=rows)
                       for k, rows in enumerate((_LEFT, _RIGHT)))
        _habits(figure.add_subplot(left[0]), turns)
        _openings(figure.add_subplot(left[1]), turns[players])
        _closing(figure.add_subplot(right[0]), turns[players])
        _lead_and_draws(figure.add_subplot(right[1]), styles, draws)
        _stars(figure.add_subplot(right[2]), stars, players)
    return figure
