"""The figures of Domino Loo and Domino Rounce."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from reports.draw import shapes, style
from reports.games.loo.report import TRICKS
from reports.results import rankings
from reports.results.stakes import quantile_column
from simulate.games.loo.words import words_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.results.result import Result
    from simulate.games.loo.rules import LooRules


def loo_rates(result: Result) -> Figure:
    """Draw how often each strategy is looed, by what it declared."""
    words = words_of(result.run.rules)
    declared = (("looed_play", "after playing the dealt hand"),
                ("looed_miss", f"after {words.taken}"))
    return rankings.rates(
        result, declared, f"How often a declaration ends {words.looed}",
        f"{words.looed}, % of the hands so declared")


def tricks(result: Result) -> Figure:
    """Draw the distribution of tricks of each strategy."""
    measures = result.measures
    shares = {measures.label(unit): [measures.rate(f"tricks_{t}", unit) for t in TRICKS]
              for unit in measures.strategies}
    return shapes.curves(
        shares, TRICKS, 3.4 + 0.16 * len(shares), 100, spread=0.2, bottom=0,
        xlabel="tricks taken by a seat that stayed in", ylabel="hands, %", title="Tricks in a hand")


def pool(result: Result) -> Figure:
    """Draw the quantiles of the pool by number of the hand, on logarithmic axes."""
    frame = result.tables["pool_by_hand"]
    limit = cast("LooRules", result.run.rules).escalation_limit
    with style.plot(3.7, xlabel="number of the hand in its session",
                    ylabel="pool at the start of play, chips",
                    title="The pool, hand by hand") as (figure, axes):
        _fan(axes, frame, limit)
        style.log_around(axes)
        style.log_axis(axes, "x", 1, max(2, int(frame.index[-1])))
    return figure


def _fan(axes: Axes, frame: pd.DataFrame, limit: int) -> None:
    """Draw bands between quantiles, in steps since pools are few whole numbers, and the median."""

    def line(name: str) -> np.ndarray:
        # A hand without chips has no place on a logarithmic axis.
        return np.clip(frame[name].to_numpy(), 1, limit)

    hands = frame.index.to_numpy()
    shapes.fan(axes, hands, lambda q: line(quantile_column(q).name), step="mid")
    middle = line("q50")
    ends: Sequence[np.ndarray] = (middle - line("q50_low"), line("q50_high") - middle)
    axes.errorbar(
        hands, middle, yerr=np.nan_to_num(np.array(ends)).clip(min=0), color=style.INK,
        marker="o", markersize=3.5, linewidth=1.2, capsize=2, label="median")


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    common = {"loo_rates": loo_rates, result.unit: rankings.value, "tricks": tricks}
    return common | ({"games": rankings.games} if result.in_points else {"pool": pool})
