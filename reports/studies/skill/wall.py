"""The chart for the wall of ``study skill``: how much is luck, and how long until skill shows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reports.draw import shapes, sheet, style
from reports.draw.parts import patches, ticker
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.skill.pairs import Matched, counted_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PER_CENT = 100
_PALE = 0.75
#: Inches of a row, and around the rows of a group.
_ROW, _AROUND = 0.19, 0.9
_TICKS, _TWO_DECADES = 6, 100
_NOTES = (
    "Left: the part of the squared difference of a session between the two that is luck. Right: "
    "the hands (at Casino and hundred up: of whole games) until the better one is ahead with 95%; "
    "one session is the least that can be told. Lines are 95% intervals; an arrow: perhaps never.",
)


class Pairing(NamedTuple):
    """Two who met, in a row of the sheet.

    ``table``: where the two sat, if not at the table that was asked for. ``rung``: on which rung of
    a game's ladder the higher one stands, where the two are on a ladder.
    """

    table: str
    rung: str
    found: Matched

    @property
    def name(self) -> str:
        """Who is ahead of whom, and where."""
        both = f"{self.found.one} over {self.found.other}"
        return f"{self.table}: {both}" if self.table else both


def hands(one: Estimate) -> str:
    """Return hands with their interval, one without an end said as such."""
    if math.isfinite(one.high):
        text, between = number_text.amount(one.value, one.low, one.high)
        return text if one.low == one.high else f"{text} ({between})"
    return f"{one.low:,.0f} or more"


def _hands(axes: Axes, rows: Sequence[Matched], colours: Sequence[str]) -> None:
    found = [one.hands_needed for one in rows]
    ends = [x for one in found for x in one if math.isfinite(x) and x > 0]
    low, high = min(ends, default=1.0) / 1.5, 3.0 * max(ends, default=10.0)
    style.log_axis(axes, "x", low, high)
    axes.xaxis.set_major_locator(ticker.LogLocator(
        subs=(1.0, 3.0) if high / low < _TWO_DECADES else (1.0,), numticks=_TICKS))
    axes.set_xlim(low, high)
    for y, (one, colour) in enumerate(zip(found, colours, strict=True)):
        least = one.low if math.isfinite(one.low) else high
        if math.isfinite(one.value):
            axes.plot(one.value, y, "o", color=colour, markersize=5)
        axes.plot([least, min(one.high, high)], [y, y], color=colour, linewidth=1.4)
        if math.isinf(one.high):
            axes.plot(high, y, ">", color=colour, markersize=5, clip_on=False)
        axes.text(1.02, y, hands(one), transform=axes.get_yaxis_transform(), va="center",
                  fontsize=sheet.CELL - 0.5)
    axes.set_xlabel(f"{counted_in(rows)} until ahead with 95%", fontsize=sheet.NAME)


def wall_chart(groups: Mapping[str, Sequence[Pairing]], subtitle: str) -> Figure:
    """Draw the study on one sheet. ``groups``: by their titles."""
    heights = [_AROUND + _ROW * len(rows) for rows in groups.values()]
    with style.style():
        figure = sheet.sheet("How much is luck, and when does skill show?", subtitle, _NOTES,
                             sum(heights))
        panels = figure.subplots(len(groups), 2, squeeze=False, height_ratios=heights)
        for (left, right), (title, rows) in zip(panels, groups.items(), strict=True):
            _group(left, right, title, rows)
    return figure


def _group(left: Axes, right: Axes, title: str, rows: Sequence[Pairing]) -> None:
    """Draw a group: luck on the left, hands on the right."""
    rungs = list(dict.fromkeys(row.rung for row in rows))
    colours = [style.COLOURS[rungs.index(row.rung)] for row in rows]
    found = [row.found for row in rows]
    shapes.bars(left, [one.luck for one in found], colours, [_PALE] * len(found), _PER_CENT, 0.66)
    left.set_xlim(0, _PER_CENT)
    left.set_xlabel("how much is luck, %", fontsize=sheet.NAME)
    _hands(right, found, colours)
    for axes in (left, right):
        style.bare_rows(axes, len(rows))
        axes.tick_params(labelsize=sheet.NAME - 0.5)
    left.set_yticks(range(len(rows)), [row.name for row in rows])
    right.set_yticks([])
    left.set_title(title)
    if len(rungs) > 1:
        handles = [patches.Patch(color=style.COLOURS[k], alpha=_PALE) for k in range(len(rungs))]
        right.legend(handles, rungs, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(rungs),
                     title="the higher rung is", borderaxespad=0.2, fontsize=sheet.NAME,
                     title_fontsize=sheet.NAME, alignment="left")
