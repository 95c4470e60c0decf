"""The chart as a page for the wall, and how it moves with the pool."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reports.draw import style
from reports.draw.parts import patches
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.chart import SCALES
from reports.studies.miss.sentences import share_with
from simulate.games.loo.views import TRICKS
from simulate.games.loo.words import Words, words_of
from simulate.theory.loo.hands import DOUBLE_KINDS, TRUMP_KINDS, TURNED_UP

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.studies.miss.chart import Chart
    from simulate.books.tally import Floats
    from simulate.theory.loo.what_if_counts import Situation

#: The height of the lower part.
_LOWER = 0.4


class Part(NamedTuple):
    """A part of a cell, or all of it.

    ``turned_up``: 1 for a double turned up, 0 for another tile; None for both. ``top``, ``height``:
    in heights of a cell, from its upper edge.
    """

    turned_up: int | None
    top: float
    height: float

    @property
    def letter_size(self) -> float:
        """The size in points of a letter that has room there."""
        return 8.5 if self.height > 0.5 else 6.5


def parts_of_cell(
    known: NDArray[np.bool_], dealt: NDArray[np.bool_], alike: bool
) -> list[Part]:
    """Return what is drawn of a cell: all of it, or two parts if a double turned up changes it.

    A part is left out if such hands are dealt but too few come there to tell.

    ``known``, ``dealt`` (bool[2]): whether enough hands come to the cell, and whether such hands
    are dealt at all, with another tile turned up and with a double. ``alike``: whether the same is
    told of both.
    """
    if (known.all() and alike) or not (known | dealt).all():
        return [Part(None, 0, 1)]
    both = Part(0, 0, 1 - _LOWER), Part(1, 1 - _LOWER, _LOWER)
    return [part for part, told in zip(both, known, strict=True) if told]


#: Fill of each move, in the order of ``miss_words``: apart in lightness too, for eyes and
#: printers without colour.
FILLS = ("#0072b2", "#8ecbf0", "#e69f00", "#d5d9df", "#00694d")
#: A margin of this part of the pool or more gets the full colour.
_STRONG = 0.1
_FAINTEST = 0.35
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
#: If the largest cost is this many times the smallest, the axis is logarithmic.
_WORLDS_APART = 30
#: Hands that are dealt in a smaller share of the deals leave no blank part of a cell.
_RARE = 1e-4
#: A change at a pool this many times as large is of no use at the table.
_FARTHEST = 8.0


def _letters(chart: Chart) -> tuple[str, ...]:
    """Return what stands for each move."""
    return say.letters(words_of(chart.run.rules))


def _rows(chart: Chart) -> list[int]:
    """Return the kinds of hands that the chart has, whatever is turned up."""
    return np.flatnonzero(chart.covered.any(0).reshape(-1, TURNED_UP).any(-1)).tolist()


def _tint(colour: str, strength: float) -> tuple[float, float, float]:
    """Mix a colour with white."""
    red, green, blue = (1 - strength * (1 - int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return red, green, blue


def ink(fill: tuple[float, ...]) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    red, green, blue = fill
    return "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "#ffffff"


def _fill(chart: Chart, s: int, kind: int) -> tuple[float, float, float]:
    """Return the colour of a cell: the fuller, the larger its margin."""
    if not chart.clear[s, kind]:
        return 1.0, 1.0, 1.0
    margin = chart.ahead[s, kind, chart.order[s, kind, 1]] / chart.much
    strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, margin / _STRONG)
    return _tint(FILLS[int(chart.best[s, kind])], float(strength))


def _small_figure(chart: Chart, s: int, kind: int) -> str:
    """Return the pool from which another move is best, and that move."""
    if not chart.clear[s, kind]:
        return ""
    grows = chart.switches(s, kind)[1]
    if grows is None or grows.pool >= _FARTHEST * chart.stakes.pool:
        return ""
    return f"{grows.pool:.0f}{_letters(chart)[grows.move]}"


def _parts(chart: Chart, s: int, kind: int) -> list[Part]:
    """Return the parts of a cell: two if a double turned up makes another move the best one.

    That is if one of the two moves is clearly best; with neither of them clear, the cell tells
    what is best on the whole.
    """
    both = s, slice(kind * TURNED_UP, (kind + 1) * TURNED_UP)
    known, best, clear = chart.covered[both], chart.best[both], chart.clear[both]
    if not known.any():
        return []
    alike = bool(best[0] == best[1] or not clear.any())
    return parts_of_cell(known, chart.dealt[both] > _RARE, alike)


def _draw_cell(axes: Axes, chart: Chart, x: int, y: int, s: int, kind: int) -> None:
    """Draw what is best with a kind of hand, for a double turned up below if that changes it."""
    for part in _parts(chart, s, kind):
        if part.turned_up is None:
            _draw_part(axes, chart.whatever_turned_up, (x, y + part.top), part, (s, kind))
        else:
            _draw_part(axes, chart, (x, y + part.top), part, (s, kind * TURNED_UP + part.turned_up))


def _draw_part(
    axes: Axes, chart: Chart, corner: tuple[float, float], part: Part, at: tuple[int, int]
) -> None:
    """Draw a cell of a chart: its letter, and at which pool another move takes over."""
    (x, y), (s, kind), height = corner, at, part.height
    fill = _fill(chart, s, kind)
    letters = ink(fill)
    axes.add_patch(
        patches.Rectangle((x, y), 1, height, facecolor=fill, edgecolor="#ffffff", linewidth=0.8))
    move = _letters(chart)[int(chart.best[s, kind])]
    letter = move if chart.clear[s, kind] else f"{move.lower()}?"
    small = _small_figure(chart, s, kind)
    axes.text(x + (0.24 if small else 0.5), y + 0.53 * height, letter, color=letters, ha="center",
              va="center", fontsize=part.letter_size, fontweight="bold")
    axes.text(x + 0.69, y + 0.56 * height, small, color=letters, ha="center", va="center",
              fontsize=part.letter_size - 2.5)


def name_rows(
    axes: Axes, rows: list[int], share: Floats, across: int, inch: float
) -> None:
    """Write the kinds of hands at the left, rules between them, and how often they come.

    ``rows``: kinds of hands. ``share`` (float64[HAND_KINDS]): how often each is dealt. ``across``:
    columns of the chart. ``inch``: one in columns.
    """
    at = 0
    for trumps, kinds in groupby(rows, lambda kind: kind // len(DOUBLE_KINDS)):
        group = list(kinds)
        single = len(group) == 1
        name = TRUMP_KINDS[trumps].replace(":", "")
        if not single:
            name = TRUMP_KINDS[trumps].replace(": ", "\n").replace(" with", "\nwith")
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


def name_columns(
    axes: Axes, heard: Sequence[Situation], shares: Floats, players: int, rows: int,
    words: Words,
) -> None:
    """Write above the columns who sits there and what was heard, below how often.

    ``shares`` (float64[columns]): of all hands.
    """
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


def name_rulers(axes: Axes, rows: int, across: int, inch: float) -> None:
    """Say what is written around the cells; ``inch`` is one in columns."""
    small: dict[str, Any] = {"fontsize": 7, "color": style.MUTED, "linespacing": 0.95}
    axes.text(-0.13 * inch, -0.25, "plain\ndoubles", ha="center", va="bottom", **small)
    axes.text(-0.36 * inch, -0.25, "your trumps", ha="right", va="bottom", **small)
    axes.text(-0.36 * inch, -1.55, "before you", ha="right", va="center", **small)
    axes.text(across + 0.33 * inch, -0.25, "% of\nhands", ha="right", va="bottom", **small)
    axes.text(-0.04 * inch, rows + 0.55, "% of hands", ha="right", va="center", **small)


def _footnotes(chart: Chart, width: float) -> list[str]:
    """Return what one must know to read a chart, as lines of a page so wide."""
    much = "two games of a hundred" if chart.scores else "a tenth of the pool"
    notes = [
        f"The fuller the colour, the more is at stake: {much} or more where it is full; p? is too "
        "close to call.",
        "The dealer counts the turn-up as his own, in place of the tile he can best spare.",
        "The lower part of a divided cell: if a double is turned up, the upper one: if not. Blank: "
        "too rare.",
    ]
    if chart.in_chips:
        notes.append("Small figures: D 120P says drop, but play once the pool is 120.")
    letters = round(_LETTERS_AN_INCH * (width - 2 * _MARGIN))
    return [line for note in notes for line in textwrap.wrap(note, letters)]


def _shown_moves(chart: Chart) -> list[int]:
    """Return the moves that the legend explains."""
    return [m for m in range(len(say.LETTERS)) if chart.legal[:, m].any()]


def _legend_lines(chart: Chart, width: float) -> int:
    """Return the lines of the legend of a page so wide."""
    moves = say.moves(words_of(chart.run.rules))
    letters = sum(len(moves[m]) + 6 for m in _shown_moves(chart))
    return 1 if letters <= _OF_LEGEND * width else 2


def _notes_height(chart: Chart, width: float) -> float:
    """Return the height of the footnotes above the lower edge of a page so wide, in inches."""
    return _MARGIN / 2 + _NOTE_LINE * len(_footnotes(chart, width))


def _legend(figure: Figure, chart: Chart) -> None:
    """Explain letters, colours and small figures below the chart."""
    width, height = figure.get_size_inches()
    notes = _notes_height(chart, width)
    shown = _shown_moves(chart)
    handles = [
        patches.Rectangle((0, 0), 1, 1, facecolor=FILLS[m], edgecolor="#ffffff") for m in shown]
    moves = say.moves(words_of(chart.run.rules))
    names = [f"{_letters(chart)[m]}  {moves[m]}" for m in shown]
    figure.legend(
        handles, names, loc="lower left", bbox_to_anchor=(_MARGIN / width, (notes + _GAP) / height),
        ncols=math.ceil(len(shown) / _legend_lines(chart, width)), fontsize=8.5,
        handlelength=1.2, columnspacing=1.1, borderpad=0, borderaxespad=0, handletextpad=0.5,
    )
    figure.text(_MARGIN / width, notes / height, "\n".join(_footnotes(chart, width)), fontsize=6.5,
                va="top", color=style.MUTED, linespacing=1.3)


def wall_chart(chart: Chart, title: str, subtitle: str) -> Figure:
    """Draw the chart on one page: kinds of hands down, situations across."""
    rows, columns = _rows(chart), np.flatnonzero(chart.covered.any(1)).tolist()
    cell = max(_CELL_WIDTH, min(_WIDEST_CELL, (_LEAST_WIDTH - _LEFT - _RIGHT) / len(columns)))
    width = max(_LEAST_WIDTH, _LEFT + _RIGHT + cell * len(columns))
    bottom = (_LAST_ROW + _LEGEND_LINE * (_legend_lines(chart, width) - 1) + _GAP
              + _notes_height(chart, width))
    height = _TOP + bottom + _CELL_HEIGHT * len(rows)
    with style.style():
        figure, axes = style.blank(height, width)
        figure.set_layout_engine("none")
        axes.set_position((
            _LEFT / width, bottom / height, cell * len(columns) / width,
            1 - (_TOP + bottom) / height,
        ))
        axes.set_axis_off()
        axes.set_xlim(0, len(columns))
        axes.set_ylim(len(rows), 0)
        for x, s in enumerate(columns):
            for y, kind in enumerate(rows):
                _draw_cell(axes, chart, x, y, s, kind)
        name_rows(axes, rows, chart.whatever_turned_up.share[0], len(columns), 1 / cell)
        name_columns(axes, [chart.situations[s] for s in columns], chart.often[columns],
                     len(chart.run.players), len(rows), words_of(chart.run.rules))
        name_rulers(axes, len(rows), len(columns), 1 / cell)
        _legend(figure, chart)
        figure.text(_MARGIN / width, 1 - 0.1 / height, title, fontsize=13, fontweight="bold",
                    va="top")
        lines = textwrap.wrap(subtitle, round(_OF_SUBTITLE * (width - 2 * _MARGIN)))
        figure.text(_MARGIN / width, 1 - 0.37 / height, "\n".join(lines), fontsize=7.5, va="top",
                    color=style.MUTED)
    return figure


def moves_by_pool(chart: Chart) -> Figure:
    """Draw how many hands each move is best with, by the pool."""
    players, pool = len(chart.run.players), chart.stakes.pool
    scales = np.geomspace(0.4, max(SCALES), 40)
    pools = np.unique(np.rint(pool / TRICKS * scales).clip(min=1)) * TRICKS
    best = [chart.best_at(int(each)) for each in pools]
    moves, names = np.flatnonzero(chart.legal.any(0)), say.moves(words_of(chart.run.rules))
    with style.style():
        figure = style.new_figure(style.WIDTH, 1.1 + 2.2 * ((players + 1) // 2))
        panels = figure.subplots((players + 1) // 2, 2, sharex=True, sharey=True, squeeze=False)
        for position, axes in zip(range(players), panels.flat, strict=False):
            shares = [[100 * share_with(chart, moved, position, (move,), seen=seen)
                       for moved, seen in best] for move in moves.tolist()]
            axes.stackplot(
                pools, shares, colors=[FILLS[m] for m in moves], linewidth=0.6,
                edgecolor="#ffffff", labels=[f"{_letters(chart)[m]}  {names[m]}" for m in moves],
            )
            style.log_axis(axes, "x", pools[0], pools[-1])
            axes.axvline(pool, color="#000000", linewidth=1, linestyle="--")
            axes.set_title(say.place(position, players))
            axes.set_xlim(pools[0], pools[-1])
            axes.set_ylim(0, 100)
            axes.grid(visible=False)
        for axes in panels.flat[players:]:
            axes.set_axis_off()
        for axes in panels.flat[max(0, players - 2) : players]:  # those with none below
            axes.tick_params(labelbottom=True)
            axes.set_xlabel("pool, chips")
        for axes in panels[:, 0]:
            axes.set_ylabel("hands it is best with, %")
        style.legend_below(figure, panels.flat[0])
    return figure


def _habit(row: Any, several: bool) -> str:
    """Return the three lines that name a habit."""
    who = f"{row.strategy}, " if several else ""
    heard = f" after {row.heard}" if row.heard else ""
    return (
        f"{who}{row.place}{heard}\n"
        f"{row.hand}, {row.turned_up} turned up\n"
        f"{row.does}, should {row.better}"
    ).replace("$", r"\$")


def _shown_habits(habits: pd.DataFrame) -> list[Any]:
    """Return the costliest habits: of each strategy, where there are several."""
    strategies = habits["strategy"].unique()
    most = max(3, 10 // len(strategies))
    return [row for name in strategies
            for row in habits[habits["strategy"] == name].head(most).itertuples()]


def worst_habits(habits: pd.DataFrame, unit: str) -> Figure:
    """Draw what the costliest habits cost a hundred hands."""
    shown = _shown_habits(habits)
    several = habits["strategy"].nunique() > 1
    costs = [Estimate(row.cost, row.cost_se, row.cost_low, row.cost_high) for row in shown]
    with style.style():
        figure, axes = style.blank(0.9 + 0.52 * max(len(shown), 2), style.WIDTH + 1.2)
        colour, marker, _ = style.series(2)[1]
        style.rows_of_dots(axes, range(len(shown)), costs, color=colour, marker=marker)
        style.name_rows(axes, ["" for _ in shown])
        axes.set_yticks(range(len(shown)), [_habit(row, several) for row in shown], fontsize=7.5)
        _cost_axis(axes, [cost.value for cost in costs])
        axes.set_xlabel(f"{unit} lost in a hundred hands")
    return figure


def _cost_axis(axes: Axes, costs: list[float]) -> None:
    """Make the axis logarithmic if costs differ by orders of magnitude."""
    low, high = min(costs), max(costs)
    if low > 0 and high > _WORLDS_APART * low:
        style.log_axis(axes, "x", low, high)
    else:
        axes.set_xlim(left=min(0.0, low))
