"""The figures of ``study call``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.draw import heatmaps, shapes, style
from reports.draw.heatmaps import tint
from reports.habits import HANDS
from reports.stats.estimates import Estimate
from reports.studies.call import words as say
from reports.studies.call.chart import ALONE, CALLS, PASSES, Chart
from simulate.games.euchre.hand import GAME_POINTS
from simulate.games.euchre.row import SEATS
from simulate.games.game import find_game
from simulate.theory.euchre.auctions import Node
from simulate.theory.euchre.hand_kinds import PLAIN_DOUBLES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from reports.studies.call.by_score import Heeded

#: Fill and letter of each move; apart in lightness too.
FILLS = ("#d5d9df", "#8ecbf0", "#e69f00")
LETTERS = ("P", "C", "A")
#: A call that is ahead by this many points has the full colour.
_STRONG, _FAINTEST = 0.8, 0.3
#: Habits that the figure of them shows.
_HABITS = 14
#: Inches of a row of cells, of a panel's width, and around them.
_ROW, _PANEL, _AROUND = 0.23, 1.75, 1.5


def _rows(chart: Chart, nodes: list[Node], callers: bool) -> list[int]:
    """Return the kinds of hands that any node has, whatever their plain doubles."""
    kinds = {cell // 2 // len(PLAIN_DOUBLES) for node in nodes
             for cell in chart.covers(node)
             if not callers or chart.best[node.index][cell] != PASSES}
    return sorted(kinds)


def paint(
    axes: Axes, x: int, y: int, fill: tuple[float, ...], letter: str, number: str = ""
) -> None:
    """Draw a cell of a calling chart: a letter, and a number beside it."""
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=fill, edgecolor="#ffffff", linewidth=0.8))
    axes.text(x + 0.3, y + 0.52, letter, ha="center", va="center", fontsize=8,
              fontweight="bold", color="#000000")
    axes.text(x + 0.72, y + 0.54, number, ha="center", va="center", fontsize=6, color="#000000")


def by_place(
    asked: Sequence[Node], rows: list[int], ups: tuple[int, ...],
    fill: Callable[[Axes, Node, int], None], title: str, ahead: str,
) -> Figure:
    """Draw a calling chart, place by place.

    ``asked``: of one round, in order. ``rows``: trumps and bowers of each row: kinds of hands,
    whatever their plain doubles. ``ups``: whether a double is turned up, 0 or 1, for each line of
    panels. ``fill``: draws the cells of a place where a double is turned up or not. ``title``,
    ``ahead``: ``ahead`` says what the numbers and small letters tell.
    """
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
                heatmaps.name_cells(
                    axes, [say.suit_hand(row * len(PLAIN_DOUBLES)) for row in rows],
                    ["0", "1", "2+"])
                axes.tick_params(length=0, labelsize=7.5)
                axes.grid(visible=False)
                for spine in axes.spines.values():
                    spine.set_visible(False)
                axes.set_title(say.place(node) + ("" if len(ups) == 1 or is_dealer else
                               "\na double up" if up else "\nno double up"), fontsize=9)
        table = f"{find_game('euchre').title}, {players} players"
        figure.suptitle(f"{title}\n{table}", fontsize=11, fontweight="bold", x=0.02, ha="left")
        calls = "P pass, C call, A alone" if players == SEATS else "P pass, C call"
        figure.supxlabel(f"doubles held that are no trumps\n{calls}, {ahead}", fontsize=9)
    return figure


def rounds_shown(chart: Chart, callers: bool) -> list[int]:
    """Return the rounds, 0 or 1, of which a chart has a cell: hands that came often enough."""
    return [number for number in range(2)
            if _rows(chart, [node for node in chart.nodes if node.number == number], callers)]


def calling(chart: Chart, number: int, alone: bool = False) -> Figure:
    """Draw when to call in a round, or when to go alone with a call.

    A cell has the letter of the best move and its margin, on white where it is too close to call.
    """
    asked = [node for node in chart.nodes if node.number == number]
    rows = _rows(chart, asked, alone)

    def fill(axes: Axes, node: Node, double_up: int) -> None:
        half = chart.halves[node.index]
        for cell in chart.covers(node):
            kind, up = divmod(cell, 2)
            row, doubles = divmod(kind, len(PLAIN_DOUBLES))
            best, _, margin = half.margin(cell)
            if up != double_up or row not in rows or (alone and best == PASSES):
                continue
            if alone:
                margin = half.judged.margin(cell, best, ALONE if best == CALLS else CALLS)
            letter, ahead, strength = f"{LETTERS[best].lower()}?", "", 0.0
            if margin.low > 0:
                letter, ahead = LETTERS[best], f"{abs(margin.value):.1f}"
                strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, margin.value / _STRONG)
            paint(axes, doubles, rows.index(row), tint(FILLS[best], strength), letter, ahead)

    title = "alone or with the partner?" if alone else (
        "order up or pass?", "name your best suit or pass?")[number]
    return by_place(asked, rows, (0, 1) if number == 0 and not alone else (0,), fill,
                    f"{('First', 'Second')[number]} round: {title}",
                    "ahead by so many points; small letter: too close to call")


def by_score(found: tuple[Heeded, ...]) -> Figure:
    """Draw what heeding the score is worth at every score."""
    grid = [[one.gain for one in found if one.own == own] for own in range(GAME_POINTS)]
    most = max(0.1, *(100 * one.gain.value for one in found))
    return shapes.grid(
        [[gain.scaled(100) for gain in row] for row in grid], range(GAME_POINTS),
        range(GAME_POINTS), heatmaps.MORE, (0, most), 4.2, ylabel="own points",
        xlabel="points of the others", title="Games won of 100, a hand, by heeding the score")


def worst_habits(frame: pd.DataFrame) -> Figure:
    """Draw the costliest habits."""
    shown = frame.head(_HABITS)
    rows = shown.to_dict("records")
    costs = [Estimate(row["cost"], low=row["cost_low"], high=row["cost_high"]) for row in rows]
    names = [f"{row['strategy']}, {row['place']}, round {row['round']}: {row['does']}, should "
             f"{row['better']}" for row in rows]
    with style.style():
        figure, axes = style.blank(1.2 + 0.36 * len(shown), width=7.2)
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, np.arange(len(shown)), costs, color=style.COLOURS[1], marker="o")
        axes.set_yticks(np.arange(len(shown)), [style.wrapped(name, 60) for name in names],
                        fontsize=8)
        axes.invert_yaxis()
        axes.set_xlabel(f"points in {HANDS} hands")
        axes.set_title("What the costliest habits lose")
    return figure

