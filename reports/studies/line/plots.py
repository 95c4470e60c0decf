"""The figures of ``study line``, and its chart for the wall."""

from __future__ import annotations

from collections.abc import Sequence

from reports.draw import heatmaps, shapes, sheet, style
from reports.draw.parts import Axes, Figure
from reports.stats.estimates import Estimate
from reports.studies.line import hands
from simulate.domino.tiles import NUMBERS, TILES

_PER_CENT = 100


def grid(
    rows: Sequence[Sequence[Estimate]], names: Sequence[str], columns: Sequence[str],
    under: str, scale: float = _PER_CENT, beyond: float = 0.0,
) -> Figure:
    """Draw gains and losses; ``under`` says what the columns are."""
    return shapes.gains(
        rows, [style.wrapped(name) for name in names],
        [style.wrapped(column, 11) for column in columns], 1.2 + 0.5 * len(rows), scale,
        beyond=beyond, xlabel=under)


def _by_ends(turns: hands.Turns) -> list[list[Estimate]]:
    """Return what opening tiles bring, by higher and lower end; nothing above the doubles."""
    return heatmaps.by_ends([turns["openings"].mean(tile) for tile in range(TILES)])


def openings(turns: hands.Turns) -> Figure:
    """Draw what each opening tile brings: its higher end by row, its lower by column."""
    numbers = [str(k) for k in range(NUMBERS)]
    return grid(_by_ends(turns), numbers, numbers, "lower end (rows: higher end)")


#: Heights of the plots, in rows of cells with their title; of the sheet's plots, in inches.
_LEFT, _RIGHT, _HEIGHT = (6, 9), (7, 5, 7), 7.0
_NOTES = (
    "All numbers but those of stars are per cent of the pool. A tile: by how much more it takes "
    "than the others of its turn, on the same deals, each played. Closing: the line is left with "
    "two fitting tiles out at most, none of them yours. Your pips are those that you keep.",
    "The lead: what the leader takes beyond an equal part where all play alike well. Drawing "
    "(draw=may): what it changes for one seat. A star (star=may): the price, in stakes, at which "
    "it neither gains nor loses. Buy it where the price is lower. The small number is half the "
    "width of the 95% interval. A cell without a number came too rarely.")


def wall_chart(
    turns: dict[int, hands.Turns], styles: hands.Styles, draws: Sequence[hands.Draws],
    stars: hands.Stars, players: int, subtitle: str,
) -> Figure:
    """Draw the study on one sheet: opening tiles, closed lines and stars of a table of so many
    players. ``draws``: those of the best player first, by the number of players."""
    seats, grid_of = hands.SEATS_IN[:players - 1], turns[players]
    lead = [Estimate(part.value - 1 / many, part.se, part.low - 1 / many, part.high - 1 / many)
            for many, part in zip(styles.seats, styles.leads, strict=True)]
    best = draws[:len(styles.seats)]
    at_tables = [f"{many} players" for many in styles.seats]
    with style.style():
        figure = sheet.sheet(f"Domino Pool with {players} players: how to play a line", subtitle,
                             _NOTES, _HEIGHT)
        sides = figure.add_gridspec(1, 2)
        places = (sides[k].subgridspec(len(rows), 1, height_ratios=rows)
                  for k, rows in enumerate((_LEFT, _RIGHT)))
        left, right = ([figure.add_subplot(part[row]) for row in range(part.nrows)]
                       for part in places)

        def gains(
            axes: Axes, title: str, rows: Sequence[Sequence[Estimate]], names: Sequence[str] = (),
            columns: Sequence[str] = (), scale: float = _PER_CENT, beyond: float = 0.0,
        ) -> None:
            heatmaps.gains(axes, rows, scale, sheet.CELL, beyond)
            heatmaps.name_cells(axes, names, columns)
            axes.tick_params(labelsize=sheet.NAME)
            axes.set_title(title)

        gains(left[0], "Which tile? One that is",
              [[turns[many]["habits"].mean(k) for many in turns] for k in range(len(hands.HABITS))],
              ("a double", "the heaviest", "keeps most\nnumbers", "leaves the\nfewest fits"),
              [f"{many} players" for many in turns])
        gains(left[1], "Which tile to lead?", _by_ends(grid_of))
        heatmaps.name_ends(left[1], sheet.NAME)
        closing = [grid_of["closing"].mean(k) for k in range(len(hands.MARGINS))]
        shapes.dotted(right[0], hands.MARGINS, closing, _PER_CENT, 0)
        right[0].tick_params(labelsize=sheet.NAME)
        right[0].set_title("When to close the line?")
        right[0].set_xlabel("% of the pool, by your pips against those that\nthe lightest rival is "
                            "likely to hold", fontsize=sheet.NAME)
        gains(right[1], "What are the lead and a tile drawn worth?",
              [lead, [one.costs.negative for one in best],
               [one.costs_alone.negative for one in best]],
              ("the lead", "to draw where\nothers draw", "to draw where\nothers do not"), at_tables)
        gains(right[2], "What is a star worth, in stakes?",
              [[stars.by_seats.price(k * len(hands.SEATS_IN) + j) for j in range(len(seats))]
               for k in range(len(hands.SCORES))],
              [f"back with\n{score}" for score in hands.SCORES],
              [f"{many} seats in" for many in seats], 1.0, 1.0)
    return figure
