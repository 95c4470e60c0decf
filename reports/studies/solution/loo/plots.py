"""A solved table as a page for the wall."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.draw.parts import patches
from reports.studies.miss import words as say
from reports.studies.miss.plots import (
    FILLS,
    Part,
    ink,
    name_columns,
    name_rows,
    name_rulers,
    parts_of_cell,
)
from reports.studies.solution.loo.chart import ACTIONS, RARE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.studies.solution.loo.chart import Wall

_CELL_WIDTH, _CELL_HEIGHT = 0.5, 0.25
_LEFT, _RIGHT, _TOP, _BOTTOM = 1.5, 0.5, 1.5, 0.85
_MARGIN, _LEAST_WIDTH, _LETTERS_AN_INCH = 0.1, 4.6, 20
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
    cell = max(_CELL_WIDTH, (_LEAST_WIDTH - _LEFT - _RIGHT) / len(columns))
    width, height = _LEFT + _RIGHT + cell * len(columns), _TOP + _BOTTOM + _CELL_HEIGHT * len(rows)
    with style.style():
        figure, axes = style.blank(height, width)
        figure.set_layout_engine("none")
        axes.set_position((_LEFT / width, _BOTTOM / height, cell * len(columns) / width,
                           1 - (_TOP + _BOTTOM) / height))
        axes.set_axis_off()
        axes.set_xlim(0, len(columns))
        axes.set_ylim(len(rows), 0)
        for x, s in enumerate(columns):
            for y, kind in enumerate(rows):
                if known[s, kind]:
                    _draw_cell(axes, chart, (s, kind), x, y)
        name_rows(axes, rows, often[0] / max(often[0].sum(), 1e-9), len(columns), 1 / cell)
        players = chart.players
        reached = often.sum(axis=1)
        name_columns(axes, [chart.situations[s] for s in columns], reached[columns], players,
                     len(rows), chart.words)
        name_rulers(axes, len(rows), len(columns), 1 / cell)
        _frame(figure, chart, title, subtitle)
    return figure


def _frame(figure: Figure, chart: Wall, title: str, subtitle: str) -> None:
    """Write title, legend and footnote around the chart."""
    width, height = figure.get_size_inches()
    shown = [k for k in range(len(ACTIONS)) if np.nansum(chart.both[..., k]) > 0]
    handles = [patches.Rectangle((0, 0), 1, 1, facecolor=FILLS[_MOVES[k]]) for k in shown]
    names = say.moves(chart.words)
    figure.legend(
        handles, [f"{say.letters(chart.words)[_MOVES[k]]}  {names[_MOVES[k]]}" for k in shown],
        loc="lower left", bbox_to_anchor=(_MARGIN / width, 0.42 / height), ncols=len(shown),
        fontsize=8.5, handlelength=1.2, columnspacing=1.1, borderpad=0, borderaxespad=0,
        handletextpad=0.5,
    )
    letters = round(_LETTERS_AN_INCH * (width - 2 * _MARGIN))
    note = "\n".join(textwrap.wrap(f"{chart.note} {_NOTE}", letters))
    figure.text(_MARGIN / width, 0.34 / height, note, fontsize=6.5, va="top", color=style.MUTED,
                linespacing=1.3)
    figure.text(_MARGIN / width, 1 - 0.1 / height, title, fontsize=13, fontweight="bold",
                va="top")
    figure.text(_MARGIN / width, 1 - 0.37 / height,
                "\n".join(textwrap.wrap(subtitle, letters)), fontsize=7.5, va="top",
                color=style.MUTED)
