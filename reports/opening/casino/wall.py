"""The chart for the wall of Casino: which kind of tile to bet first, and what the others cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.draw import heatmaps, style
from reports.games.casino.report import KINDS
from reports.opening.casino.first_bets import FirstBets
from reports.page.document import Card, Picture
from reports.stats.estimates import NOTHING, Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: By the kind that is bet, then by the kind that is held as well.
Ahead = dict[str, dict[str, Estimate]]


def ahead_by_kind(bets: FirstBets) -> Ahead:
    """Return how many games of a hundred a kind wins more than another; the best kind first.

    Hands that hold tiles of both kinds count, each as often as it is dealt.
    """
    found = {one: {other: NOTHING if one == other else bets.ahead(tiles, rather)
                   for other, rather in KINDS.items()} for one, tiles in KINDS.items()}

    def total(kind: str) -> float:
        return float(np.nansum([gap.value for gap in found[kind].values()]))

    order = sorted(KINDS, key=total, reverse=True)
    return {one: {other: found[one][other] for other in order} for one in order}


def which_first(ahead: Ahead) -> str:
    """Say which kinds of tiles of a first hand are surely better bets than which."""
    sure = {one: [other for other, gap in row.items() if gap.low > 0]
            for one, row in ahead.items()}
    said = "; ".join(f"{one} rather than {' or '.join(worse)}"
                     for one, worse in sure.items() if worse)
    if not said:
        return "Which kind of tile is the better first bet is too close to call here."
    pairs = len(ahead) * (len(ahead) - 1) // 2
    doubt = ("" if sum(map(len, sure.values())) == pairs
             else " Between the other kinds it is too close to call.")
    return (f"Of a first hand bet {said}.{doubt} Find the kind that you would bet on the left and "
            "another that you hold below: a number above zero says that yours is the better bet, "
            "on average over all first hands that hold both. For your own hand click its tiles in "
            "the first answer.")


def wall_figure(ahead: Ahead) -> Figure:
    """Draw what a kind of tile wins more than another."""
    grid = [list(row.values()) for row in ahead.values()]
    most = max(abs(gap.value) for row in grid for gap in row if not np.isnan(gap.value))
    with style.style():
        figure, axes = style.blank(3.4)
        heatmaps.cells(axes, grid, heatmaps.GAIN, (-most, most), signed=True, size=10)
        heatmaps.name_cells(axes, list(ahead), [
            kind.replace(" with ", " with\n").replace("double blank", "double\nblank")
            for kind in ahead])
        axes.set_xlabel("the tile that you hold as well")
        axes.set_title("Games of 100 won more")
    return figure


def wall_card(bets: FirstBets) -> Card:
    """Return the chart for the wall."""
    ahead = ahead_by_kind(bets)
    return Card(
        "wall", "The chart for the wall", (which_first(ahead),),
        Picture("opening_wall", lambda: wall_figure(ahead),
                "The first bet of a game: games of 100 that a bet of the kind on the left wins "
                "more than one of the kind below, both in the same hands and on the same deals, "
                f"where all play as {bets.run.labels[0]} from then on, with half the width of the "
                "95% interval.", wide=True),
        link="tiles", wide=True,
    )
