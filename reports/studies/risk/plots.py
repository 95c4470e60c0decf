"""The figures of ``study risk``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.draw.parts import ticker
from reports.stats.estimates import Estimate
from reports.stats.measures import Unit
from reports.studies.risk.ruin import TableRisks
from reports.studies.risk.tables import shown_marks
from simulate.games.narrating import how_many

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BANKS = 40
_BODY = ((0.01, 0.99, 2.0, "98 of 100"), (0.25, 0.75, 7.0, "half of them"))
#: The least chance of ruin that is drawn, in per cent.
_LEAST_SHOWN = 0.1
#: From this ratio of results on, the axis of sessions is logarithmic.
_WIDE = 200


def _curve(
    axes: Axes, x: Sequence[float], shares: Sequence[Estimate], look: tuple[str, str, str],
    label: str, dots: bool,
) -> None:
    """Draw shares in per cent with a band for their intervals."""
    colour, marker, dash = look
    y = 100 * np.array([(s.value, s.low, s.high) for s in shares])
    y = np.maximum(y, 1e-6)  # zero has no place on a logarithmic axis
    axes.fill_between(x, y[:, 1], y[:, 2], color=colour, alpha=0.2, linewidth=0)
    axes.plot(x, y[:, 0], color=colour, linestyle=dash, linewidth=1.5,
              marker=marker if dots else None, markersize=4, label=label)


def _banks(risks: TableRisks) -> list[int]:
    """Return banks that span what the walks have seen, few enough to draw."""
    deepest = -risks.walks.lowest[:, :, -1]
    top = max(10, int(np.quantile(deepest, 0.999)))
    low = max(1, int(np.quantile(deepest[deepest > 0], 0.02))) if deepest.any() else 1
    return np.unique(np.geomspace(low, top, _BANKS).astype(np.int64)).tolist()


def _log_x(axes: Axes, low: float, high: float) -> None:
    style.log_axis(axes, "x", low, max(high, 2 * low))
    if high / low >= 1e5:
        axes.xaxis.set_major_locator(ticker.LogLocator(numticks=7))


def ruin_by_bank(risks: TableRisks) -> Figure:
    """Draw the probability that a bank is gone within a session, by bank."""
    measures, banks = risks.measures, _banks(risks)
    with style.style():
        figure, axes = style.blank(3.6)
        for unit, look in zip(
            measures.strategies, style.series(len(measures.strategies)), strict=True
        ):
            shares = [risks.ruin(unit, bank, risks.marks[-1]) for bank in banks]
            _curve(axes, banks, shares, look, measures.label(unit), dots=False)
        _log_x(axes, banks[0], banks[-1])
        style.log_axis(axes, "y", _LEAST_SHOWN, 100)
        axes.set_ylim(_LEAST_SHOWN, 120)
        axes.set_xlabel(f"{risks.bank}, {risks.table.unit}")
        points = risks.in_points
        axes.set_ylabel(
            "games that lead into it, %" if points else f"{risks.session}s that lose it, %")
        axes.set_title("How deep the hole gets" if points else "Ruin by bank")
        style.legend_below(figure, axes)
    return figure


def typical_bank(risks: TableRisks) -> int:
    """Return the listed bank that half of the seats lose less often than one time in five."""
    gone = np.median((risks.walks.gone > 0).mean(axis=0), axis=0)
    return list(risks.banks)[int(np.abs(gone - 0.2).argmin())]


def ruin_by_hand(risks: TableRisks) -> Figure:
    """Draw the probability of ruin by number of hands: by strategy, or by bank if they are one."""
    measures, hands = risks.measures, shown_marks(risks)
    units: Sequence[Unit] = measures.strategies
    bank = typical_bank(risks)
    lines = [(unit, bank, measures.label(unit)) for unit in units]
    if len(units) == 1:
        lines = [(units[0], one, f"a {risks.bank} of {one}") for one in risks.banks]
    shown = [mark for mark in hands if mark <= risks.walks.hands.max()]
    with style.style():
        figure, axes = style.blank(3.6)
        for (unit, one, label), look in zip(lines, style.series(len(lines)), strict=True):
            shares = [risks.ruin(unit, one, n) for n in shown]
            _curve(axes, shown, shares, look, label, dots=True)
        style.log_axis(axes, "x", 1, max(2, shown[-1]))
        axes.set_ylim(0, None)
        axes.set(xlabel="hands", ylabel="by then, %")
        what = f" of {bank:,}" if len(units) > 1 else ""
        lost = f"In a hole{what}" if risks.in_points else f"A bank{what} gone"
        axes.set_title(f"{lost}, by number of hands")
        style.legend_below(figure, axes)
    return figure


def results(risks: TableRisks) -> Figure:
    """Draw what sessions bring to each strategy: quantiles, and the mean of the worst."""
    measures = risks.measures
    units = sorted(measures.strategies, key=lambda unit: -risks.result(unit, 0.5).value)
    with style.style():
        figure, axes = style.blank(style.height_for(len(units)) + 0.5)
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        rows = range(len(units))
        for low, high, width, label in _BODY:
            left, right = ([risks.result(unit, q).value for unit in units] for q in (low, high))
            axes.hlines(rows, left, right, color=style.COLOURS[0], linewidth=width, label=label)
        axes.plot([risks.result(unit, 0.5).value for unit in units], rows, "o", label="median",
                  color="white", markeredgecolor=style.INK)
        axes.plot([-risks.expected_shortfall(unit, 0.05).value for unit in units], rows, "D",
                  color=style.COLOURS[1], label="mean of the worst 5%")
        style.name_rows(axes, [measures.label(unit) for unit in units])
        _results_axis(axes, risks)
        axes.set_title(f"What a {risks.session} brings")
        style.legend_below(figure, axes)
    return figure


def _results_axis(axes: Axes, risks: TableRisks) -> None:
    """Make the axis of results logarithmic on both sides where they are far apart."""
    inner = float(np.quantile(np.abs(risks.walks.total), 0.5))
    ends = max(map(abs, axes.get_xlim()))
    if inner > 0 and ends / inner > _WIDE:
        axes.set_xscale("symlog", linthresh=inner)
        axes.xaxis.set_major_locator(_few_powers(inner, ends))
    else:
        style.large_numbers(axes)
    axes.set_xlabel(f"{risks.table.unit} in a {risks.session}")


def _few_powers(inner: float, ends: float) -> ticker.FixedLocator:
    """Return ticks at zero and at a few powers of ten on either side."""
    low, high = int(np.ceil(np.log10(inner))), int(np.floor(np.log10(ends)))
    step = max(1, (high - low + 2) // 3)
    powers = [10.0**p for p in range(high, low, -step)]
    return ticker.FixedLocator([-p for p in powers] + [0.0] + powers)


def drawdowns(risks: TableRisks) -> Figure:
    """Draw how many sessions have a larger drawdown."""
    measures = risks.measures
    falls = risks.walks.drawdown
    top = max(10.0, float(np.quantile(falls, 0.999)))
    low = max(1.0, float(np.quantile(falls, 0.02)))
    x = np.unique(np.geomspace(low, max(top, 2 * low), _BANKS).astype(np.int64))
    with style.style():
        figure, axes = style.blank(3.4)
        for unit, (colour, _, dash) in zip(
            measures.strategies, style.series(len(measures.strategies)), strict=True
        ):
            own = np.sort(falls[:, list(measures.tally.units[unit])].ravel())
            above = 100 * (1 - np.searchsorted(own, x, side="right") / len(own))
            axes.plot(x, above, color=colour, linestyle=dash, linewidth=1.5,
                      label=measures.label(unit))
        _log_x(axes, x[0], x[-1])
        axes.set_ylim(0, None)
        axes.set_xlabel(f"largest fall from a best, {risks.table.unit}")
        axes.set_ylabel(f"{risks.session}s with a larger one, %")
        axes.set_title(f"Drawdown in a {risks.session}")
        style.legend_below(figure, axes)
    return figure


def finite(risks: TableRisks, bank: int) -> Figure:
    """Draw the chance to be broke by number of hands, at a table of finite banks."""
    measures = risks.measures
    shown = [mark for mark in shown_marks(risks) if mark <= risks.walks.hands.max()]
    with style.style():
        figure, axes = style.blank(3.4)
        for unit, look in zip(
            measures.strategies, style.series(len(measures.strategies)), strict=True
        ):
            shares = [risks.ruin(unit, bank, n) for n in shown]
            _curve(axes, shown, shares, look, measures.label(unit), dots=True)
        style.log_axis(axes, "x", 1, max(2, shown[-1]))
        axes.set_ylim(0, None)
        axes.set(xlabel="hands", ylabel="broke by then, %")
        axes.set_title(f"Everybody brings {how_many(bank, 'chip')}")
        style.legend_below(figure, axes)
    return figure
