"""The figures of ``study escalation``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.draw.parts import ticker
from reports.games.loo.report import quantile_column
from reports.stats.jackknife import Floats
from reports.studies.escalation.growth_factor import Factors
from reports.studies.escalation.pools import Pools, stake_of
from reports.studies.escalation.tables import LEVELS, marks
from simulate.books.kernel_books import MAGNITUDES, MARKS, magnitude_floors

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: How far pools are shown where rules are compared: in stakes, and in per cent of hands.
_MOST_STAKES, _LEAST_SHOWN = 2000, 1e-3
_MANY_DECADES = 1e4
_BANDS = ((0.05, 0.95, "9 of 10 sessions", 0.22), (0.25, 0.75, "half of the sessions", 0.45))


def _line(table: Pools, name: str) -> Floats:
    """Return a column of the pool by hand, within what a logarithmic axis can show."""
    column = table.result.tables["pool_by_hand"][name].to_numpy()
    line: Floats = np.clip(column, 1, table.rules.escalation_limit)
    return line


def _hand_axis(axes: Axes, hands: int) -> None:
    style.log_axis(axes, "x", 1, max(2, hands))
    axes.set_xlabel("number of the hand in its session")


def _chips_axis(axes: Axes, most: float) -> None:
    style.log_axis(axes, "x", 1, most)
    if most > _MANY_DECADES:  # the labels of all decades would overlap
        axes.xaxis.set_major_locator(ticker.LogLocator(numticks=7))
    axes.set_xlabel("chips")


def fan(table: Pools) -> Figure:
    """Draw the quantiles of the pool by number of the hand, and its mean where it has one."""
    hands = table.result.tables["pool_by_hand"].index.to_numpy()
    with style.style():
        figure, axes = style.blank(3.7)
        colour, _, _ = style.series(1)[0]
        for low, high, label, strength in _BANDS:
            axes.fill_between(
                hands, _line(table, quantile_column(low).name),
                _line(table, quantile_column(high).name), color=colour, alpha=strength,
                linewidth=0, label=label,
            )
        axes.plot(hands, _line(table, "q50"), color=style.INK, marker="o", markersize=3.5,
                  linewidth=1.2, label="median")
        means = [table.mean_pool(i) for i in marks(table)][:len(hands)]
        if all(np.isfinite(mean.value) for mean in means):
            axes.errorbar(
                hands, [mean.value for mean in means], yerr=style.reaches(means),
                color=style.COLOURS[1], linestyle="--", linewidth=1.2, capsize=2, label="mean",
            )
        style.log_around(axes)
        _hand_axis(axes, int(hands[-1]))
        axes.set(ylabel="pool at the start of play, chips", title="How the pool grows")
        style.legend_below(figure, axes)
    return figure


def factor(table: Factors) -> Figure:
    """Draw the distribution of the factor M with its mean."""
    values, shares = zip(*table.shares, strict=True)
    with style.style():
        figure, axes = style.blank(3.2)
        axes.bar(values, [100 * s.value for s in shares], width=0.14, color=style.COLOURS[0],
                 yerr=100 * style.reaches(shares), ecolor=style.INK, capsize=2)
        axes.axvline(table.factor.value, color=style.COLOURS[1], linestyle="--",
                     label=f"mean: {table.factor.value:.3f}")
        axes.axvline(1, color=style.MUTED, linestyle=":", label="one: the pool keeps its size")
        axes.set(xlabel="factor M from one pool to the next", ylabel="hands, %",
                 title="What a hand does to an unlimited pool")
        style.legend_below(figure, axes)
    return figure


def _shares_above(table: Pools) -> tuple[Floats, Floats]:
    """Return sizes of pools and the share of hands with a larger pool, in per cent."""
    counts = table.result.played.tally.counts[:MAGNITUDES]
    floors = magnitude_floors()
    above = counts.sum() - np.cumsum(counts)
    shown = np.flatnonzero(counts)
    keep = shown[above[shown] > 0]
    tops = floors[np.minimum(keep + 1, MAGNITUDES - 1)]
    return tops.astype(float), 100 * above[keep] / counts.sum()


def _largest_of_cycles(table: Pools) -> tuple[Floats, Floats]:
    """Return the sizes that largest pools of cycles have, and the share of cycles with more."""
    ordered = np.sort(table.early_cycles.largest).astype(float)
    ordered = np.minimum(ordered, table.rules.escalation_limit)
    sizes = np.unique(ordered)
    above = len(ordered) - np.searchsorted(ordered, sizes, side="right")
    kept = (above > 0) & (sizes > 0)
    return sizes[kept], 100 * above[kept] / len(ordered)


def tail(table: Pools) -> Figure:
    """Draw how rare large pools are on logarithmic axes, with the power law fitted."""
    with style.style():
        figure, axes = style.blank(3.7)
        looks = style.series(4)
        x, y = _shares_above(table)
        axes.plot(x, y, color=looks[0][0], drawstyle="steps-pre", linewidth=1.6,
                  label="hands by their pool")
        most, lowest = x.max(initial=10.0), y.min(initial=100.0)
        if table.unlimited:
            x, y = _largest_of_cycles(table)
            axes.plot(x, y, color=looks[2][0], linestyle="-.", linewidth=1.4,
                      drawstyle="steps-post", label="cycles by their largest pool")
            most, lowest = x.max(initial=most), y.min(initial=lowest)
        _draw_law(axes, table, most)
        _chips_axis(axes, most)
        style.log_axis(axes, "y", lowest, 100)
        axes.set_ylim(lowest / 2, 150)
        axes.set(ylabel="share with a larger pool, %", title="How rare large pools are")
        style.legend_below(figure, axes)
    return figure


def _draw_law(axes: Axes, table: Pools, most: float) -> None:
    """Draw the power law that was fitted, and the one that the growth predicts."""
    law = table.tail
    if law is None:
        return
    x = np.array([law.threshold, most])
    for exponent, shift, look, label in (
        (law.exponent.value, 1.0, ("--", style.COLOURS[1]), "fitted"),
        (table.root.value, 3.0, (":", style.INK), "predicted from each hand"),
    ):
        y = 100 * law.share * shift * (x / law.threshold) ** -exponent
        axes.plot(x, y, linestyle=look[0], color=look[1], label=f"{label}: a = {exponent:.2f}")


def passed(table: Pools) -> Figure:
    """Draw the share of sessions whose pool has passed a level, by number of the hand."""
    hands = np.array([int(MARKS[i]) + 1 for i in marks(table)])
    with style.style():
        figure, axes = style.blank(3.5)
        for i, (level, (colour, marker, dash)) in enumerate(
            zip(LEVELS, style.series(len(LEVELS)), strict=True)
        ):
            shares = [table.passed(i, int(n)) for n in hands]
            if shares[-1].value > 0:
                axes.errorbar(
                    hands, [100 * s.value for s in shares], yerr=100 * style.reaches(shares),
                    color=colour, marker=marker, markersize=4, linestyle=dash, linewidth=1,
                    capsize=2, label=f"above {level}",
                )
        _hand_axis(axes, int(hands[-1]))
        axes.set_ylim(bottom=0)
        shown = axes.get_legend_handles_labels()[1]
        axes.set_ylabel(f"sessions {shown[0]}, %" if len(shown) == 1 else "sessions, %")
        axes.set_title("Sessions that escalate beyond a bank")
        style.legend_below(figure, axes)
    return figure


def rules(tables: Sequence[Pools]) -> Figure:
    """Draw the pool that one session in twenty exceeds, by hand and rule."""
    with style.style():
        figure, axes = style.blank(3.6)
        for table, (colour, marker, dash) in zip(
            tables, style.series(len(tables)), strict=True
        ):
            hands = table.result.tables["pool_by_hand"].index.to_numpy()
            axes.plot(hands, _line(table, "q95"), color=colour, marker=marker, markersize=4,
                      linestyle=dash, linewidth=1.2, label=table.label)
        style.log_around(axes)
        _hand_axis(axes, int(hands[-1]))
        axes.set(ylabel="pool, chips", title="The pool that one session in twenty exceeds")
        style.legend_below(figure, axes)
    return figure


def excitement(tables: Sequence[Pools]) -> Figure:
    """Draw how rare large pools are under each rule."""
    stake = stake_of(tables[0].rules)
    with style.style():
        figure, axes = style.blank(3.6)
        most = least = 1.0
        for table, (colour, _, dash) in zip(tables, style.series(len(tables)), strict=True):
            x, y = _shares_above(table)
            axes.plot(x, y, color=colour, linestyle=dash, drawstyle="steps-pre", linewidth=1.6,
                      label=table.label)
            most, least = max(most, x.max(initial=1.0)), min(least, y.min(initial=100.0))
        least = max(least, _LEAST_SHOWN)
        _chips_axis(axes, most)
        style.log_axis(axes, "y", least, 100)
        axes.set_xlim(stake, min(most, _MOST_STAKES * stake))
        axes.set_ylim(least / 2, 150)
        axes.set(ylabel="hands with a larger pool, %", title="What a rule costs in excitement")
        style.legend_below(figure, axes)
    return figure


def strategies(tables: Sequence[Factors]) -> Figure:
    """Draw the mean factor of tables at which all seats play alike."""
    ordered = sorted(tables, key=lambda table: table.factor.value)
    with style.style():
        figure, axes = style.blank(style.height_for(len(ordered)))
        axes.axvline(1, color=style.MUTED, linestyle="--", linewidth=1)
        style.rows_of_dots(axes, range(len(ordered)), [t.factor for t in ordered],
                             color=style.COLOURS[0], marker="o")
        style.name_rows(axes, [table.label for table in ordered])
        axes.set(xlabel="mean factor M; above one the mean pool explodes",
                 title="All seats play alike")
    return figure
