"""What the doubles that a seat is dealt are worth to it, from first hands of a run played again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reports.draw import style
from reports.stats.estimates import Estimate, mean_of_trials
from simulate.runs.replay import histories

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

#: The most first hands that are played again, and the fewest seats that a number may rest on.
_HANDS, _FEWEST = 10_000, 100

#: By number of doubles: what the hand brought or left, and how many seats were dealt as many.
Doubles = dict[int, tuple[Estimate, int]]


def what_doubles_bring(result: Result) -> Doubles:
    """Return the chips that a seat makes of a hand, by the doubles that it is dealt.

    In a game hundred up a hand brings no chips, so it is the pips that the seat is left with.

    Only the first hand of each session is looked at, so hands are independent; the seats of a
    hand are taken as independent too, which makes the intervals a little wide: they divide one
    pool, and what one makes another loses.
    """
    run, what = result.run, "pips" if result.is_game else "net"
    seen: dict[int, Counter[int]] = {}
    for hand, _ in histories(run, range(min(run.sessions, _HANDS)), 0, 1):
        for seat, tiles in enumerate(hand["dealt"]):
            doubles = sum(tile[0] == tile[-1] for tile in tiles)
            seen.setdefault(doubles, Counter())[hand[what][seat]] += 1
    return {
        doubles: (mean_of_trials(list(chips), list(chips.values())), chips.total())
        for doubles, chips in sorted(seen.items()) if chips.total() >= _FEWEST
    }


def doubles_figure(found: Doubles, in_pips: bool) -> Figure:
    """Draw what a hand brings, or the pips that it is left with, by the doubles in it."""
    at, estimates = list(found), [estimate for estimate, _ in found.values()]
    colour, marker, _ = style.series(1)[0]
    with style.style():
        figure, axes = style.blank(3.4)
        if not in_pips:
            axes.axhline(0, color=style.MUTED, linewidth=1, linestyle="--")
        axes.errorbar(
            at, [estimate.value for estimate in estimates], yerr=style.reaches(estimates),
            color=colour, marker=marker, linewidth=0.8, capsize=3, elinewidth=1.4,
        )
        axes.set_xticks(at)
        if in_pips:
            axes.set(ylabel="pips a hand", title="Pips left of a hand, by its doubles")
        else:
            axes.set(ylabel="chips a hand", title="What a hand brings, by its doubles")
        axes.set_xlabel("doubles dealt")
    return figure
