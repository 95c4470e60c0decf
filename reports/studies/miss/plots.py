"""The chart as a page for the wall, how it moves with the pool, and the worst habits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from reports.draw import style
from reports.draw.heatmaps import tint
from reports.draw.parts import patches
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.chart import SCALES, share_with
from reports.studies.miss.wall import FILLS, Part, ink, parts_of_cell, wall
from simulate.games.loo.history import words_of
from simulate.games.loo.row import TRICKS
from simulate.theory.loo.hands import TURNED_UP

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.studies.miss.chart import Chart

#: A margin of this part of the pool or more gets the full colour.
_STRONG = 0.1
_FAINTEST = 0.35
#: If the largest cost is this many times the smallest, the axis is logarithmic.
_WORLDS_APART = 30
#: Hands that are dealt in a smaller share of the deals leave no blank part of a cell.
_RARE = 1e-4
#: A change at a pool this many times as large is of no use at the table.
_FARTHEST = 8.0


def _letters(chart: Chart) -> tuple[str, ...]:
    """Return what stands for each move."""
    return say.letters(words_of(chart.run.rules))


def _draw_cell(axes: Axes, chart: Chart, x: int, y: int, s: int, kind: int) -> None:
    """Draw what is best with a kind of hand, for a double turned up below if that changes it.

    It does if one of the two moves is clearly best; with neither of them clear, the cell tells what
    is best on the whole.
    """
    both = s, slice(kind * TURNED_UP, (kind + 1) * TURNED_UP)
    known, best, clear = chart.covered[both], chart.best[both], chart.clear[both]
    if not known.any():
        return
    alike = bool(best[0] == best[1] or not clear.any())
    for part in parts_of_cell(known, chart.dealt[both] > _RARE, alike):
        if part.turned_up is None:
            _draw_part(axes, chart.whatever_turned_up, x, y, part, (s, kind))
        else:
            _draw_part(axes, chart, x, y, part, (s, kind * TURNED_UP + part.turned_up))


def _draw_part(
    axes: Axes, chart: Chart, x: int, y: int, part: Part, at: tuple[int, int]
) -> None:
    """Draw a cell: its letter, and at which pool another move takes over.

    The colour is the fuller, the larger the margin.
    """
    top, height, letters = y + part.top, part.height, _letters(chart)
    letter, small = letters[int(chart.best[at])], ""
    fill: tuple[float, ...] = (1.0, 1.0, 1.0)
    if chart.clear[at]:
        margin = chart.ahead[at][chart.order[at][1]] / chart.much
        strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, margin / _STRONG)
        fill = tint(FILLS[int(chart.best[at])], float(strength))
        grows = chart.switches(*at)[1]
        if grows is not None and grows.pool < _FARTHEST * chart.stakes.pool:
            small = f"{grows.pool:.0f}{letters[grows.move]}"
    else:
        letter = f"{letter.lower()}?"
    axes.add_patch(
        patches.Rectangle((x, top), 1, height, facecolor=fill, edgecolor="#ffffff", linewidth=0.8))
    look: dict[str, Any] = {"color": ink(fill), "ha": "center", "va": "center"}
    axes.text(x + (0.24 if small else 0.5), top + 0.53 * height, letter, fontweight="bold",
              fontsize=part.letter_size, **look)
    axes.text(x + 0.69, top + 0.56 * height, small, fontsize=part.letter_size - 2.5, **look)


def wall_chart(chart: Chart, title: str, subtitle: str) -> Figure:
    """Draw the chart on one page: kinds of hands down, situations across."""
    columns = np.flatnonzero(chart.covered.any(1)).tolist()
    rows = np.flatnonzero(chart.covered.any(0).reshape(-1, TURNED_UP).any(-1)).tolist()
    words = words_of(chart.run.rules)
    moves, letters = say.moves(words), say.letters(words)
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

    def draw(axes: Axes) -> None:
        for x, s in enumerate(columns):
            for y, kind in enumerate(rows):
                _draw_cell(axes, chart, x, y, s, kind)

    return wall(
        draw, rows, [chart.situations[s] for s in columns], chart.whatever_turned_up.share[0],
        chart.often[columns], len(chart.run.players), words, title, subtitle,
        [(FILLS[m], f"{letters[m]}  {moves[m]}") for m in np.flatnonzero(chart.legal.any(0))],
        notes)


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


def worst_habits(habits: pd.DataFrame, unit: str) -> Figure:
    """Draw what the costliest habits cost a hundred hands: of each strategy, if there are several.

    The axis is logarithmic if costs differ by orders of magnitude.
    """
    strategies = habits["strategy"].unique()
    most, several = max(3, 10 // len(strategies)), len(strategies) > 1
    shown: list[Any] = [row for name in strategies
                        for row in habits[habits["strategy"] == name].head(most).itertuples()]
    names = [
        f"{f'{row.strategy}, ' if several else ''}{row.place}"
        f"{f' after {row.heard}' if row.heard else ''}\n"
        f"{row.hand}, {row.turned_up} turned up\n"
        f"{row.does}, should {row.better}".replace("$", r"\$") for row in shown]
    costs = [Estimate(row.cost, row.cost_se, row.cost_low, row.cost_high) for row in shown]
    with style.style():
        figure, axes = style.blank(0.9 + 0.52 * max(len(shown), 2), style.WIDTH + 1.2)
        colour, marker, _ = style.series(2)[1]
        style.rows_of_dots(axes, range(len(shown)), costs, color=colour, marker=marker)
        style.name_rows(axes, ["" for _ in shown])
        axes.set_yticks(range(len(shown)), names, fontsize=7.5)
        low, high = min(row.cost for row in shown), max(row.cost for row in shown)
        if low > 0 and high > _WORLDS_APART * low:
            style.log_axis(axes, "x", low, high)
        else:
            axes.set_xlim(left=min(0.0, low))
        axes.set_xlabel(f"{unit} lost in a hundred hands")
    return figure
