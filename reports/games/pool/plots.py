"""The figures of Domino Pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from reports.draw import shapes, style
from reports.games.pool import report
from reports.results import rankings
from simulate.games.game import find_game

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result


def hands_won(result: Result) -> Figure:
    """Draw how often each strategy wins a hand, and in which way."""
    return rankings.rates(
        result, (("hands_won", "all"), ("dominoes", "by domino"), ("blocked_won", "when blocked")),
        "Hands won by a seat", "% of the seat's hands")


def positions(result: Result) -> Figure:
    """Draw how often each strategy wins in each position."""
    measures = result.measures
    won = {measures.label(unit): [measures.rate(f"hands_won_at_{place}", unit)
                                  for place in range(measures.seats)]
           for unit in measures.strategies}
    return shapes.curves(
        won, find_game("pool").position_names(measures.seats), 3.4 + 0.16 * len(won), 100,
        spread=0.12, neutral=100 / measures.seats, xlabel="place, from the leader on",
        ylabel="hands won, %", title="Hands won, by position")


def turns(result: Result) -> Figure:
    """Draw after how many turns hands end, by domino and blocked."""
    with style.plot(3.6, xlabel="turns in a hand, passes included", ylabel="hands, %",
                    title="How long hands are") as (figure, axes):
        looks = style.series(len(report.ENDINGS))
        for blocked, (name, (colour, marker, dash)) in enumerate(
            zip(report.ENDINGS, looks, strict=True)
        ):
            shares = report.turns(result, blocked)
            seen = [turn for turn, share in enumerate(shares) if share.value > 0]
            if seen:
                shapes.curve(
                    axes, seen, [shares[turn] for turn in seen], 100, color=colour, marker=marker,
                    markersize=3.5, capsize=2, linestyle=dash, linewidth=0.8, elinewidth=1.2,
                    label=name)
        axes.set_ylim(bottom=0)
    return figure


def pips(result: Result) -> Figure:
    """Draw the pips that each strategy is left with."""
    return rankings.ranking(
        result, lambda unit: result.measures.amount("pips", unit), "Pips left", "pips a hand",
        fewest_first=True)


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    common = {
        "chips": rankings.value, "hands_won": hands_won, "positions": positions, "turns": turns,
        "pips": pips}
    return common | ({"games": rankings.games} if result.is_game else {})
