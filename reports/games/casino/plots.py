"""The figures of Domino Casino."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.draw import heatmaps, shapes, style
from reports.draw.parts import ticker
from reports.games.casino import report
from reports.results import rankings
from reports.stats.estimates import Estimate
from simulate.domino.tiles import NUMBERS, TILES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.results.result import Result


def tiles(result: Result) -> Figure:
    """Draw the tiles that each strategy ends a game with."""
    return rankings.ranking(
        result, result.measures.value, "Tiles in the stash", "tiles at the end of a game")


def games(result: Result) -> Figure:
    """Draw the share of games that a seat of each strategy wins."""
    return rankings.ranking(
        result, lambda unit: report.win_odds(result, unit), "Games won by a seat",
        "games won, %; a tie is divided", neutral=100 / result.measures.seats, scale=100)


def stash(result: Result) -> Figure:
    """Draw the stash of each seat and the pot, round by round."""
    found, rounds = report.counts_of(result), np.array(report.rounds(result))
    with style.plot(3.8, xlabel="rounds played", ylabel="tiles",
                    title="Stashes and pot, round by round") as (figure, axes):
        looks = style.series(result.measures.seats)
        for seat, (colour, marker, dash) in enumerate(looks):
            _line(
                axes, rounds + 1, [report.stash(found, seat, number) for number in rounds],
                color=colour, marker=marker, linestyle=dash,
                label=result.measures.label_of_seat(seat))
        # The pot before a round is what the round before it left.
        pots = [report.pot_of_round(found, number)["tiles"] for number in rounds]
        pots.append(result.measures.session_mean("pot_left"))
        look = {"color": style.INK, "marker": "x", "linestyle": ":"}
        _line(axes, np.arange(len(pots)), pots, label="pot", **look)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
    return figure


def _line(axes: Axes, at: np.ndarray, estimates: Sequence[Estimate], **look: Any) -> None:
    shapes.curve(axes, at, estimates, markersize=4, linewidth=1, capsize=2, elinewidth=1.2, **look)


def tile_values(result: Result) -> Figure:
    """Draw what each of the 28 tiles earns when it is bet."""
    found = report.counts_of(result)
    earned = [report.tile(found, number)["tiles"] for number in range(TILES)]
    most = max(one.value for one in earned if not np.isnan(one.value))
    return shapes.grid(
        heatmaps.by_ends(earned), range(NUMBERS), range(NUMBERS), heatmaps.MORE, (0, most), 4.6,
        ylabel="higher number", xlabel="lower number", title="Tiles won by a bet of each tile")


def pot(result: Result) -> Figure:
    """Draw how often a pot is taken, and how many of its tiles a round gives away, by size."""
    pots = report.pots_by_size(report.counts_of(result))
    # The rarest would stretch the axis with their intervals.
    pots = {size: pot for size, pot in pots.items() if pot["rounds"] >= report.FEWEST_DRAWN} or pots
    at = np.arange(len(pots))
    (colour, marker, _), (other, mark, _) = style.series(2)
    with style.style():
        figure, ((above,), (below,)) = style.panels(2, 1, 5.0, sharex=True)
        taken = [pot["taken"].scaled(100) for pot in pots.values()]
        _line(above, at, taken, color=colour, marker=marker, linestyle="none")
        prizes = [pot["prize"] for pot in pots.values()]
        _line(below, at, prizes, color=other, marker=mark, linestyle="none")
        above.set_ylabel("rounds that take it, %")
        above.set_title("What the pot is worth, by its size")
        below.set_ylabel("its tiles given away\na round")
        below.set_xticks(at, list(pots), fontsize=8)
        below.set_xlabel("tiles in the pot before the round")
        for axes in (above, below):
            axes.set_ylim(bottom=0)
    return figure


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    return {"tiles": tiles, "games": games, "stash": stash, "pot": pot, "tile_values": tile_values}
