"""The figures of ``study bet``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.stats.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.studies.bet.ceiling import Ceiling

_PER_CENT = 100


def by_round(lines: Mapping[str, Sequence[Estimate]], rounds: Sequence[str]) -> Figure:
    """Draw the tiles that each strategy wins a round."""
    with style.style():
        figure, axes = style.blank(3.6)
        looks = style.series(len(lines))
        for (label, means), (colour, marker, dash) in zip(lines.items(), looks, strict=True):
            axes.errorbar(
                range(len(means)), [e.value for e in means], yerr=style.reaches(means),
                color=colour, marker=marker, linestyle=dash, capsize=2, label=label)
        axes.set_xticks(range(len(rounds)), list(rounds))
        axes.set(xlabel="round", ylabel="tiles won a round")
        style.legend_below(figure, axes)
    return figure


def ceilings(found: Sequence[Ceiling], fair: float) -> Figure:
    """Draw what the best bets found win, against an equal share."""
    with style.style():
        figure, axes = style.blank(style.height_for(len(found)))
        colour, marker, _ = style.series(1)[0]
        axes.axvline(_PER_CENT * fair, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, range(len(found)), [one.wins for one in found], _PER_CENT,
                           color=colour, marker=marker)
        style.name_rows(axes, [f"against {one.rival}" for one in found])
        axes.set_xlabel("games won by the best bets found, % (dashed: luck alone)")
    return figure


def holdings(rows: Mapping[str, Sequence[Estimate]]) -> Figure:
    """Draw the share of games won by what the first hand holds."""
    names = [f"{many} of {kind}" for kind, means in rows.items() for many in range(len(means))
             if np.isfinite(means[many].value)]
    means = [e for row in rows.values() for e in row if np.isfinite(e.value)]
    with style.style():
        figure, axes = style.blank(style.height_for(len(names)))
        colour, marker, _ = style.series(1)[0]
        style.rows_of_dots(axes, range(len(names)), means, _PER_CENT, color=colour, marker=marker)
        style.name_rows(axes, names)
        axes.set_xlabel("games won by a seat dealt these, %")
    return figure
