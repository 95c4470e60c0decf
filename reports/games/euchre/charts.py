"""Calling charts of Euchre: trumps and bowers down, plain doubles across, a panel a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reports.charts import Chart
from reports.draw import heatmaps, style
from reports.draw.heatmaps import tint
from reports.draw.parts import Axes, Figure, patches
from reports.games.euchre.decisions import LETTERS, suit_hand
from reports.games.euchre.report import position_name
from reports.stats.move_values import is_clear
from simulate.games.euchre.views import SEATS
from simulate.games.game import find_game
from simulate.theory.euchre.auctions import Node, nodes
from simulate.theory.euchre.forked_deals import CELLS, PLAIN_DOUBLES

#: Fill of each move; apart in lightness too.
FILLS = ("#d5d9df", "#8ecbf0", style.COLOURS[4])
#: A call that is ahead by this many points has the full colour.
_STRONG, _FAINTEST = 0.8, 0.3
#: Inches of a row of cells, of a panel's width, and around them.
_ROW, _PANEL, _AROUND = 0.23, 1.75, 1.5


def paint(
    axes: Axes, x: int, y: int, fill: tuple[float, ...], letter: str, number: str = ""
) -> None:
    """Draw a cell of a calling chart: a letter, and a number beside it."""
    axes.add_patch(
        patches.Rectangle((x, y), 1, 1, facecolor=fill, edgecolor="#ffffff", linewidth=0.8))
    look: dict[str, Any] = {"ha": "center", "va": "center", "color": "#000000"}
    axes.text(x + 0.3, y + 0.52, letter, fontsize=8, fontweight="bold", **look)
    axes.text(x + 0.72, y + 0.54, number, fontsize=6, **look)


def name_hands(axes: Axes, rows: Sequence[int]) -> None:
    """Name trumps and bowers of the rows, and plain doubles of the columns."""
    heatmaps.name_cells(
        axes, [suit_hand(row * len(PLAIN_DOUBLES)) for row in rows], ["0", "1", "2+"])
    axes.tick_params(labelsize=7.5)


def by_place(
    asked: Sequence[Node], rows: list[int], ups: tuple[int, ...],
    fill: Callable[[Axes, Node, int], None], title: str, ahead: str,
) -> Figure:
    """Draw a calling chart, a panel a place. ``rows``: trumps and bowers of each row. ``ups``: for
    each line of panels, whether a double is turned up. ``fill``: draws the cells of a place.
    ``ahead``: what the numbers and small letters tell."""
    players = asked[0].players
    with style.style():
        figure, panels = style.panels(
            len(ups), len(asked), _AROUND + len(ups) * (0.5 + _ROW * len(rows)),
            width=1.4 + _PANEL * len(asked), sharey=True)
        for up, line in zip(ups, panels, strict=True):
            for axes, node in zip(line, asked, strict=True):
                is_dealer = node.position == players - 1
                if up and is_dealer:
                    axes.axis("off")  # the double is in the dealer's hand, whose chart stands above
                    continue
                fill(axes, node, 0 if is_dealer else up)
                axes.set_xlim(0, len(PLAIN_DOUBLES))
                axes.set_ylim(len(rows), 0)
                name_hands(axes, rows)
                heatmaps.bare(axes)
                turned = "" if len(ups) == 1 or is_dealer else (
                    "\na double up" if up else "\nno double up")
                axes.set_title(position_name(node.position, players) + turned, fontsize=9)
        table = f"{find_game('euchre').title}, {players} players"
        figure.suptitle(f"{title}\n{table}", fontsize=11, fontweight="bold", x=0.02, ha="left")
        calls = "P pass, C call, A alone" if players == SEATS else "P pass, C call"
        figure.supxlabel(f"doubles held that are no trumps\n{calls}, {ahead}", fontsize=9)
    return figure


def calling(chart: Chart, number: int) -> Figure:
    """Draw when to call in a round, 0 or 1. A cell has the letter of the best action and its
    margin, on white where it is too close to call."""
    players, doubles = len(chart.run.players), len(PLAIN_DOUBLES)
    asked = [node for node in nodes(players) if node.number == number]
    cells = {divmod(cell, CELLS): margin for cell, margin in chart.margins.items()}
    rows = sorted({cell // 2 // doubles for index, cell in cells
                   if index // players == number})

    def fill(axes: Axes, node: Node, double_up: int) -> None:
        for (index, cell), (best, _, margin) in cells.items():
            row, x = divmod(cell // 2, doubles)
            if index != node.index or cell % 2 != double_up:
                continue
            letter, ahead, strength = f"{LETTERS[best].lower()}?", "", 0.0
            if is_clear(margin):
                letter, ahead = LETTERS[best], f"{abs(margin.value):.1f}"
                strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, margin.value / _STRONG)
            paint(axes, x, rows.index(row), tint(FILLS[best], strength), letter, ahead)

    title = ("First round: order up or pass?", "Second round: name your best suit or pass?")[number]
    return by_place(asked, rows, (0, 1) if number == 0 else (0,), fill, title,
                    "ahead by so many points; small letter: too close to call")
