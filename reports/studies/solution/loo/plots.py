"""A solved table as a page for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw.parts import patches
from reports.studies.miss import words as say
from reports.studies.miss.wall import FILLS, Part, ink, parts_of_cell, wall
from reports.studies.solution.loo.chart import ACTIONS, RARE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.studies.solution.loo.chart import Wall

#: Of the moves of ``miss_words``, those of a solved table.
_MOVES = (say.PLAY, say.MISS, say.DROP, say.FOR_POOL)
#: A part of a cell that is narrower has no room for its letter.
_NARROW = 0.3
#: What a double turned up changes is told if it is so much or more.
_CHANGED = 0.1
_NOTE = (
    "Above: what was declared before you, in any order. Below a white line: the same if a double "
    "is turned up, where that changes it. The dealer counts the turn-up as his own, in place of "
    "the tile he can best spare."
)


def _draw_part(
    axes: Axes, x: int, y: int, part: Part, chances: np.ndarray, letters: Sequence[str],
) -> None:
    """Draw a cell or a part of it, divided as the chances are, with letters where there is room."""
    left, top, height = float(x), y + part.top, part.height
    for move, chance in zip(_MOVES, chances, strict=True):
        if chance <= 0:
            continue
        fill = tuple(int(FILLS[move][i : i + 2], 16) / 255 for i in (1, 3, 5))
        axes.add_patch(patches.Rectangle((left, top), chance, height, facecolor=fill,
                                         linewidth=0))
        if chance >= _NARROW:
            axes.text(left + chance / 2, top + 0.53 * height, letters[move], color=ink(fill),
                      ha="center", va="center", fontsize=part.letter_size, fontweight="bold")
        left += float(chance)
    axes.add_patch(patches.Rectangle((x, top), 1, height, fill=False, edgecolor="#ffffff",
                                     linewidth=1 if height == 1 else 0.6))


def _draw_cell(axes: Axes, chart: Wall, at: tuple[int, int], x: int, y: int) -> None:
    """Draw the cell of a situation and kind, in two parts if a double turned up changes it."""
    known = chart.weights[:, *at] > 0
    by_turn_up = chart.shares[:, *at]
    alike = bool(abs(by_turn_up[1] - by_turn_up[0]).sum() / 2 < _CHANGED)
    for part in parts_of_cell(known, chart.dealt[:, *at] > RARE, alike):
        chances = chart.both[at] if part.turned_up is None else by_turn_up[part.turned_up]
        _draw_part(axes, x, y, part, chances, say.letters(chart.words))


def wall_chart(chart: Wall, title: str, subtitle: str) -> Figure:
    """Draw a chart on one page: kinds of hands down, situations across."""
    often, known = chart.often, chart.weights.sum(axis=0) > 0
    rows = np.flatnonzero(known.any(axis=0)).tolist()
    columns = np.flatnonzero(known.any(axis=1)).tolist()
    names, letters = say.moves(chart.words), say.letters(chart.words)
    shown = [_MOVES[k] for k in range(len(ACTIONS)) if np.nansum(chart.both[..., k]) > 0]

    def draw(axes: Axes) -> None:
        for x, s in enumerate(columns):
            for y, kind in enumerate(rows):
                if known[s, kind]:
                    _draw_cell(axes, chart, (s, kind), x, y)

    return wall(
        draw, rows, [chart.situations[s] for s in columns],
        often[0] / max(often[0].sum(), 1e-9), often.sum(axis=1)[columns], chart.players,
        chart.words, title, subtitle, [(FILLS[m], f"{letters[m]}  {names[m]}") for m in shown],
        [f"{chart.note} {_NOTE}"], least=0.5)
