"""Charts for the wall at Loo and Rounce: kinds of hands down, what was declared before across."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reports.charts import Chart
from reports.draw import style
from reports.draw.heatmaps import tint
from reports.draw.parts import Axes, Figure, patches
from reports.games.loo import words as say
from reports.stats.move_values import is_clear
from simulate.books.tally import Floats
from simulate.games.loo.words import Words, words_of
from simulate.theory.loo.hands import DOUBLE_KINDS, TRUMP_KINDS, TURNED_UP
from simulate.theory.loo.situations import Situation, situations

#: Fill of each action, in the order of ``reports.games.loo.words``: apart in lightness too, for
#: eyes and printers without colour.
FILLS = (style.COLOURS[0], style.COLOURS[4], "#d5d9df", "#00694d")
#: Inches of a cell, and around the cells; a chart with few columns has wider cells.
_CELL_WIDTH, _WIDEST_CELL, _CELL_HEIGHT = 0.4, 0.55, 0.245
_LEFT, _RIGHT, _TOP = 1.5, 0.5, 1.5
#: From the edge of the page to the words.
_MARGIN = 0.1
#: The narrowest page, in inches, and how many letters make an inch: of a footnote, of what
#: was played, and of the legend with its marks.
_LEAST_WIDTH, _LETTERS_AN_INCH, _OF_SUBTITLE, _OF_LEGEND = 4.6, 20, 17, 12
#: The heights of a line of the legend and of the footnotes, of the last row (how often a column
#: comes) with the space below it, and between legend and footnotes, in inches.
_LEGEND_LINE, _NOTE_LINE, _LAST_ROW, _GAP = 0.19, 0.12, 0.46, 0.08
#: As many letters of a row's name stand in one line.
_NAME_OF_A_ROW = 24
#: The height of the lower part.
_LOWER = 0.4


class Part(NamedTuple):
    """A part of a cell, or all of it."""

    turned_up: int | None  #: 1 for a double turned up, 0 for another tile; None for both
    #: Both in heights of a cell, from its upper edge.
    top: float
    height: float

    @property
    def letter_size(self) -> float:
        """The size in points of a letter that has room there."""
        return 8.5 if self.height > 0.5 else 6.5


def parts_of_cell(known: NDArray[np.bool_], dealt: NDArray[np.bool_], alike: bool) -> list[Part]:
    """Return what is drawn of a cell: all of it, or two parts if a double turned up changes it; a
    part is left out if such hands are dealt but too few come there. ``known``, ``dealt`` (bool[2]):
    with another tile turned up and with a double. ``alike``: the same is told of both."""
    if (known.all() and alike) or not (known | dealt).all():
        return [Part(None, 0, 1)]
    both = Part(0, 0, 1 - _LOWER), Part(1, 1 - _LOWER, _LOWER)
    return [part for part, told in zip(both, known, strict=True) if told]


def ink(fill: Sequence[float]) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    red, green, blue = fill
    return "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "#ffffff"


#: A part of a cell: how wide each of its actions is, its fill and its letter; and small text
#: beside.
Painted = tuple[Part, Sequence[tuple[float, tuple[float, ...], str]], str]


def wall(
    known: NDArray[np.bool_], cell: Callable[[int, int], Iterable[Painted]], share: Floats,
    often: Floats, players: int, words: Words, title: str, subtitle: str, shown: Sequence[int],
    notes: Sequence[str], least: float = _CELL_WIDTH,
) -> Figure:
    """Draw a chart on one page: kinds of hands down, situations across.

    ``known`` (bool[situations, HAND_KINDS]): the cells that are drawn. ``cell(situation, kind)``:
    what is painted there. ``share`` (float64[HAND_KINDS]): how often each kind is dealt. ``often``
    (float64[situations]): how often each comes. ``shown``: the actions of the legend. ``least``:
    inches of the narrowest cell."""
    columns, kinds = (np.flatnonzero(known.any(axis)).tolist() for axis in (1, 0))
    heard = [situations(players)[s] for s in columns]
    legend = [(FILLS[k], f"{say.letters(words)[k]}  {say.actions(words)[k]}") for k in shown]
    across = len(heard)
    wide = max(least, min(_WIDEST_CELL, (_LEAST_WIDTH - _LEFT - _RIGHT) / across))
    width = max(_LEAST_WIDTH, _LEFT + _RIGHT + wide * across)
    letters = round(_LETTERS_AN_INCH * (width - 2 * _MARGIN))
    lines = [line for note in notes for line in textwrap.wrap(note, letters)]
    below = _MARGIN / 2 + _NOTE_LINE * len(lines)
    legend_lines = 1 if sum(len(name) + 3 for _, name in legend) <= _OF_LEGEND * width else 2
    bottom = _LAST_ROW + _LEGEND_LINE * (legend_lines - 1) + _GAP + below
    height = _TOP + bottom + _CELL_HEIGHT * len(kinds)
    with style.style():
        figure = style.new_figure(width, height)
        figure.set_layout_engine("none")
        axes = figure.add_subplot()
        axes.set_position((_LEFT / width, bottom / height, wide * across / width,
                           1 - (_TOP + bottom) / height))
        axes.set_axis_off()
        axes.set_xlim(0, across)
        axes.set_ylim(len(kinds), 0)
        for (column, s), (row, kind) in product(enumerate(columns), enumerate(kinds)):
            for part, pieces, beside in cell(s, kind) if known[s, kind] else ():
                _paint(axes, column, row + part.top, part, pieces, beside)
        _name_rows(axes, kinds, share, across, 1 / wide)
        _name_columns(axes, heard, often[columns], players, len(kinds), words)
        # What is written around the cells; an inch has so many columns.
        inch = 1 / wide
        rulers: dict[str, Any] = {"fontsize": 7, "color": style.MUTED, "linespacing": 0.95}
        for x, y, name, ha, va in (
                (-0.13 * inch, -0.25, "plain\ndoubles", "center", "bottom"),
                (-0.36 * inch, -0.25, "your trumps", "right", "bottom"),
                (-0.36 * inch, -1.55, "before you", "right", "center"),
                (across + 0.33 * inch, -0.25, "% of\nhands", "right", "bottom"),
                (-0.04 * inch, len(kinds) + 0.55, "% of hands", "right", "center")):
            axes.text(x, y, name, ha=ha, va=va, **rulers)
        figure.legend(
            [patches.Rectangle((0, 0), 1, 1, facecolor=fill, edgecolor="#ffffff")
             for fill, _ in legend], [name for _, name in legend], loc="lower left",
            bbox_to_anchor=(_MARGIN / width, (below + _GAP) / height),
            ncols=math.ceil(len(legend) / legend_lines), fontsize=8.5, handlelength=1.2,
            columnspacing=1.1, borderpad=0, borderaxespad=0, handletextpad=0.5)
        small: dict[str, Any] = {"va": "top", "color": style.MUTED}
        figure.text(_MARGIN / width, below / height, "\n".join(lines), fontsize=6.5,
                    linespacing=1.3, **small)
        figure.text(_MARGIN / width, 1 - 0.1 / height, title, fontsize=13, fontweight="bold",
                    va="top")
        told = textwrap.wrap(subtitle, round(_OF_SUBTITLE * (width - 2 * _MARGIN)))
        figure.text(_MARGIN / width, 1 - 0.37 / height, "\n".join(told), fontsize=7.5, **small)
    return figure


def _name_rows(axes: Axes, rows: list[int], share: Floats, across: int, inch: float) -> None:
    """Write the kinds of hands at the left, rules between them, and how often they come (``share``,
    float64[HAND_KINDS]). ``across``: columns of the chart. ``inch``: one in columns."""
    at = 0
    for trumps, kinds in groupby(rows, lambda kind: kind // len(DOUBLE_KINDS)):
        group = list(kinds)
        single = len(group) == 1
        name = TRUMP_KINDS[trumps].replace(": ", "\n").replace(" with ", " with\n")
        if single and len(name) <= _NAME_OF_A_ROW:
            name = name.replace("\n", " ")
        axes.text((-0.22 if single else -0.34) * inch, at + len(group) / 2, name,
                  ha="right", va="center", fontsize=6.2 if single else 8.5, fontweight="bold",
                  linespacing=1.15)
        for i, kind in enumerate(group):
            doubles = DOUBLE_KINDS[kind % len(DOUBLE_KINDS)].split()[0].replace("no", "0")
            if name != TRUMP_KINDS[-1]:  # where they are not told apart
                axes.text(-0.13 * inch, at + i + 0.53, doubles, ha="center", va="center",
                          fontsize=8)
            axes.text(across + 0.33 * inch, at + i + 0.53, f"{100 * share[kind]:.1f}",
                      ha="right", va="center", fontsize=7, color=style.MUTED)
        at += len(group)
        axes.plot([(_MARGIN - _LEFT) * inch, across + 0.33 * inch], [at, at], linewidth=0.6,
                  color=style.MUTED, clip_on=False)


def _name_columns(
    axes: Axes, heard: Sequence[Situation], shares: Floats, players: int, rows: int,
    words: Words,
) -> None:
    """Write above the columns who sits there and what was heard, below how often (``shares``)."""
    for x, situation in enumerate(heard):
        letters = say.heard_letters(situation, words).replace(" ", "\n") or "-"
        axes.text(x + 0.5, -0.25, letters, ha="center", va="bottom", fontsize=8, linespacing=1.05)
        often = f"{100 * shares[x]:.0f}"
        axes.text(x + 0.5, rows + 0.55, often if often != "0" else "<1", ha="center", va="center",
                  fontsize=7, color=style.MUTED)
    for position, group in groupby(range(len(heard)), lambda x: heard[x].position):
        inside = list(group)
        middle = (inside[0] + inside[-1] + 1) / 2
        name = say.place(position, players)
        axes.text(middle, -2.35, name.replace(" ", "\n") if len(inside) == 1 else name,
                  ha="center", va="bottom", fontsize=9, fontweight="bold", linespacing=1)
        axes.plot([inside[0] + 0.06, inside[-1] + 0.94], [-2.2, -2.2], color=style.INK,
                  linewidth=1.2, clip_on=False)


#: A part of a cell that is narrower has no room for its letter.
_NARROW = 0.3


def _paint(
    axes: Axes, x: int, top: float, part: Part, pieces: Sequence[tuple[float, Any, str]], small: str
) -> None:
    """Draw a part of a cell, divided among its actions, with letters where there is room."""
    left, middle = float(x), dict[str, Any](ha="center", va="center")
    for wide, fill, letter in pieces:
        axes.add_patch(patches.Rectangle((left, top), wide, part.height, facecolor=fill,
                                         linewidth=0))
        if wide >= _NARROW:
            axes.text(left + (0.24 if small else wide / 2), top + 0.53 * part.height, letter,
                      color=ink(fill), fontsize=part.letter_size, fontweight="bold", **middle)
        left += wide
    axes.text(x + 0.69, top + 0.56 * part.height, small, color=ink(pieces[-1][1]),
              fontsize=part.letter_size - 2.5, **middle)
    axes.add_patch(patches.Rectangle((x, top), 1, part.height, fill=False, edgecolor="#ffffff",
                                     linewidth=1 if part.height == 1 else 0.6))


#: A margin of this part of what is played for, or more, gets the full colour.
_STRONG, _FAINTEST = 0.1, 0.35
#: Hands that are dealt in a smaller share of the deals leave no blank part of a cell.
_RARE = 1e-4


def chart_on_wall(
    chart: Chart, much: float, changes: Mapping[int, str], title: str, subtitle: str,
    notes: Sequence[str],
) -> Figure:
    """Draw the best action of each kind of hand after all that may have been declared. ``much``:
    what is played for. ``changes``: small text, by information set."""
    letters, margins = chart.sets.letters, chart.margins
    players = len(chart.run.players)
    count = chart.cells.both.count.reshape(len(situations(players)), -1, TURNED_UP)
    known = np.isin(np.arange(count.size), list(margins)).reshape(count.shape)
    dealt = count[0] / count[0].sum() > _RARE  # nothing was declared before the eldest hand

    def look(at: int) -> tuple[int, bool]:
        return margins[at][0], is_clear(margins[at][2])

    def piece(at: int) -> tuple[float, tuple[float, ...], str]:
        action, _, margin = margins[at]
        if not is_clear(margin):
            return 1.0, tint(FILLS[action], 0.0), f"{letters[action].lower()}?"
        part = min(1.0, margin.value / much / _STRONG)
        return 1.0, tint(FILLS[action], _FAINTEST + (1 - _FAINTEST) * part), letters[action]

    def cell(s: int, kind: int) -> Iterator[Painted]:
        here = [int(np.ravel_multi_index((s, kind, up), count.shape)) for up in range(TURNED_UP)]
        alike = bool(known[s, kind].all() and look(here[0]) == look(here[1]))
        for part in parts_of_cell(known[s, kind], dealt[kind], alike):
            up = int(count[s, kind].argmax()) if part.turned_up is None else part.turned_up
            at = here[up if known[s, kind, up] else 1 - up]
            yield part, [piece(at)], changes.get(at, "")

    return wall(
        np.asarray(known.any(2)), cell, count[0].sum(1) / count[0].sum(),
        chart.often.reshape(len(count), -1).sum(1), players, words_of(chart.run.rules), title,
        subtitle, sorted({best for best, *_ in margins.values()}), [
            *notes,
            "The dealer counts the turn-up as his own, in place of the tile he can best spare.",
            "The lower part of a divided cell: if a double is turned up. Blank: too rare. p? is "
            "too close to call."])
