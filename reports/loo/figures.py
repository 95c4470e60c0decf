"""The figures of Domino Loo and Domino Rounce."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
from matplotlib.figure import Figure

from reports import figures
from reports.estimates import Estimate
from reports.loo.sentences import looed
from reports.loo.tables import TRICKS, quantile_name

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from reports.measures import Unit
    from reports.result import Result
    from simulate.loo.rules import LooRules

_DECLARED = (("looed_play", "after playing the dealt hand"), ("looed_miss", "after the miss"))
_BANDS = ((0.05, 0.95, "9 of 10 sessions", 0.22), (0.25, 0.75, "half of the sessions", 0.45))


def loo_rates(result: Result) -> Figure:
    """Draw how often each strategy is looed, by what it declared."""
    measures = result.measures
    units = measures.strategies
    with figures.style():
        figure, axes = figures.blank(figures.height_for(len(units)) + 0.3)
        looks = figures.series(len(_DECLARED))
        for (name, label), (colour, marker, _), shift in zip(
            _DECLARED, looks, (-0.14, 0.14), strict=True
        ):
            figures.rows_of_dots(
                axes, np.arange(len(units)) + shift, [measures.rate(name, u) for u in units],
                scale=100, color=colour, marker=marker, label=label,
            )
        figures.name_rows(axes, [measures.label(unit) for unit in units])
        axes.set_xlabel(f"{looed(result)}, % of the hands so declared")
        axes.set_title(f"How often a declaration ends {looed(result)}")
        figures.legend_below(figure, axes)
    return figure


def _ranking(
    result: Result, figure_of: Callable[[Unit], Estimate], title: str, label: str,
    neutral: float | None, scale: float = 1,
) -> Figure:
    """Draw a figure of the strategies, the best at the top, with that of their seats."""
    measures = result.measures
    units = sorted(measures.strategies, key=lambda u: -figure_of(u).value)
    with figures.style():
        figure, axes = figures.blank(figures.height_for(len(units)) + 0.3)
        if neutral is not None:
            axes.axvline(neutral, color=figures.MUTED, linewidth=1, linestyle="--")
        (ours, marker, _), (theirs, small, _) = figures.series(2)
        rows, seats = _rows_of_seats(result, units)
        # Where its seats are drawn as well, a strategy moves up to make room for them.
        lifted = np.isin(np.arange(len(units)), np.floor(rows))
        figures.rows_of_dots(
            axes, np.arange(len(units)) - 0.16 * lifted, [figure_of(u) for u in units], scale,
            color=ours, marker=marker, label="strategy",
        )
        figures.rows_of_dots(
            axes, rows, [figure_of(seat) for seat in seats], scale, color=theirs, marker=small,
            markersize=4, markerfacecolor="none", label="each of its seats",
        )
        figures.name_rows(axes, [measures.label(unit) for unit in units])
        figures.large_numbers(axes)
        axes.set_title(title)
        axes.set_xlabel(label)
        figures.legend_below(figure, axes)
    return figure


def _rows_of_seats(result: Result, units: Sequence[Unit]) -> tuple[list[float], list[Unit]]:
    """Return where to draw the seats of the strategies that have several, one above another."""
    rows: list[float] = []
    seats: list[Unit] = []
    for row, unit in enumerate(units):
        own = result.measures.tally.units[unit]
        if len(own) > 1:
            rows += list(row + np.linspace(0.06, 0.34, len(own)))
            seats += list(own)
    return rows, seats


def value(result: Result) -> Figure:
    """Draw chips or points a hand of each strategy."""
    shared = "" if result.in_points else " (with an equal share of the pool left)"
    return _ranking(
        result, result.measures.value, f"{result.unit.capitalize()} a hand",
        f"{result.unit} a hand{shared}", neutral=None if result.in_points else 0,
    )


def games(result: Result) -> Figure:
    """Draw the share of games that a seat of each strategy wins."""
    return _ranking(
        result, result.measures.games_won, "Games won by a seat", "games won, %",
        neutral=100 / result.measures.seats, scale=100,
    )


def tricks(result: Result) -> Figure:
    """Draw the distribution of tricks of each strategy."""
    measures = result.measures
    units = measures.strategies
    shifts = np.linspace(-0.2, 0.2, len(units)) if len(units) > 1 else [0.0]
    with figures.style():
        figure, axes = figures.blank(3.4 + 0.16 * len(units))
        for unit, (colour, marker, dash), shift in zip(
            units, figures.series(len(units)), shifts, strict=True
        ):
            shares = [measures.rate(f"tricks_{t}", unit) for t in TRICKS]
            axes.errorbar(
                np.array(TRICKS) + shift, [100 * e.value for e in shares],
                yerr=100 * figures.reaches(shares), color=colour, marker=marker, capsize=3,
                linestyle=dash, linewidth=0.8, elinewidth=1.4, label=measures.label(unit),
            )
        axes.set_xticks(TRICKS)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("tricks taken by a seat that stayed in")
        axes.set_ylabel("hands, %")
        axes.set_title("Tricks in a hand")
        figures.legend_below(figure, axes)
    return figure


def pool(result: Result) -> Figure:
    """Draw the quantiles of the pool by number of the hand, on logarithmic axes."""
    frame = result.tables["pool_by_hand"]
    limit = cast("LooRules", result.run.rules).escalation_limit
    with figures.style():
        figure, axes = figures.blank(3.7)
        _fan(axes, frame, limit)
        low, high = axes.dataLim.y0, axes.dataLim.y1
        figures.log_axis(axes, "y", low, max(high, 1.5 * low))
        figures.log_axis(axes, "x", 1, max(2, int(frame.index[-1])))
        axes.set_xlabel("number of the hand in its session")
        axes.set_ylabel("pool at the start of play, chips")
        axes.set_title("The pool, hand by hand")
        figures.legend_below(figure, axes)
    return figure


def _fan(axes: Axes, frame: pd.DataFrame, limit: int) -> None:
    """Draw bands between quantiles and the median with its interval, up to the limit."""

    def line(name: str) -> np.ndarray:
        # A hand without chips has no place on a logarithmic axis.
        return np.clip(frame[name].to_numpy(), 1, limit)

    hands = frame.index.to_numpy()
    colour, _, _ = figures.series(1)[0]
    for low, high, label, strength in _BANDS:
        axes.fill_between(
            hands, line(quantile_name(low)), line(quantile_name(high)), color=colour,
            alpha=strength, linewidth=0, label=label,
        )
    middle = line("q50")
    ends: Sequence[np.ndarray] = (middle - line("q50_low"), line("q50_high") - middle)
    axes.errorbar(
        hands, middle, yerr=np.nan_to_num(np.array(ends)).clip(min=0), color=figures.INK,
        marker="o", markersize=3.5, linewidth=1.2, capsize=2, label="median",
    )


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    common = {"loo_rates": loo_rates, result.unit: value, "tricks": tricks}
    return common | ({"games": games} if result.in_points else {"pool": pool})
