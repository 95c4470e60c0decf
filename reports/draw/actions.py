"""A chart of actions: what to do after each history with each bucket of hands, as on first pages.

Letters, colours and divided cells are those of ``chart.js``, which draws the chart of a table that
a person chooses.
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import NamedTuple

import numpy as np

from reports.draw import style
from reports.draw.shapes import Plot, bare, ink, name_cells, tint
from reports.later import Axes, Figure, patches
from simulate.books.tally import Floats

#: Colours of actions, as ``look.css`` has them: apart in lightness too.
BLUE, ORANGE, GREY, GREEN = style.COLOURS[0], style.COLOURS[4], "#9aa1ab", "#00694d"
#: The least share of a cell that is drawn: a letter fits into it.
_DRAWN = 0.25
#: The height of the lower part of a divided cell, and points of its letters and of others.
_LOWER, _SMALL, _LETTERS = 0.4, 5.5, 7.5
#: Inches of a column and a row, of the names of rows, and of the words above and below.
_COLUMN, _ROW, _NAMES, _AROUND = 0.44, 0.24, 2.9, 1.7
#: How many letters of a subtitle make an inch, and the fewest inches of a chart.
_LETTERS_AN_INCH, _LEAST_WIDTH = 12, 6.0
#: Actions of a part of a cell, and the share of its width that each has.
Shares = list[tuple[int, float]]


class Action(NamedTuple):
    """An action of a chart."""

    letter: str
    name: str  #: as a table has it: "miss"
    colour: str = GREY
    verb: str = ""  #: what a seat should do: "take the miss"; its name when not given

    @property
    def should(self) -> str:
        """What a seat should do."""
        return self.verb or self.name

    @property
    def does(self) -> str:
        """What a seat does: "takes the miss"."""
        verb, space, rest = self.should.partition(" ")
        return f"{verb}{'es' if verb.endswith('s') else 's'}{space}{rest}"


@dataclass(frozen=True)
class Actions(Plot):
    """How often each action is taken, by history across and bucket down. A cell is divided where a
    double turned up, its lower part, changes the letters."""

    #: float64[histories, buckets, 2, actions]: how often a seat comes there and takes the action;
    #: with another tile turned up, and with a double. Histories and buckets without any are left
    #: out.
    taken: Floats
    histories: Sequence[tuple[str, str]]  #: the place, and what stands above the column
    buckets: Sequence[str]
    actions: Sequence[Action]
    strength: Floats | None = None  #: float64[histories, buckets, 2]: of the colours, from 0 to 1
    subtitle: str = ""

    def __call__(self) -> Figure:
        """Return the chart as a figure, a panel a place."""
        columns, rows = (np.flatnonzero(self.taken.any(axis=axes)).tolist()
                         for axes in ((1, 2, 3), (0, 2, 3)))
        places = {place: list(own) for place, own in groupby(
            columns, lambda column: self.histories[column][0])}
        lines = max(self.histories[column][1].count("\n") for column in columns)
        width = max(_LEAST_WIDTH, _NAMES + _COLUMN * len(columns))
        with style.style():
            figure = style.new_figure(width, _AROUND + _ROW * len(rows))
            ((*panels,),) = figure.subplots(
                1, len(places), squeeze=False, sharey=True,
                width_ratios=[len(own) for own in places.values()])
            for axes, (place, own) in zip(panels, places.items(), strict=True):
                for (x, column), (y, row) in product(enumerate(own), enumerate(rows)):
                    self._draw_cell(axes, x, y, column, row)
                axes.set_xlim(0, len(own))
                axes.set_ylim(len(rows), 0)
                name_cells(axes, [self.buckets[row] for row in rows],
                                    ["\n" * (lines - head.count("\n")) + head for head in (
                                        self.histories[column][1] for column in own)])
                axes.tick_params(labelsize=7.5, labeltop=True, labelbottom=False)
                bare(axes)
                axes.set_title(place.replace(" ", "\n") if len(own) < 3 else place, fontsize=8.5)
            figure.suptitle("\n".join((self.title, *textwrap.wrap(
                self.subtitle, round(_LETTERS_AN_INCH * width)), self.xlabel)), **style.HEAD)
            shown = [action for action, often in zip(
                self.actions, self.taken.sum(axis=(0, 1, 2)), strict=True) if often > 0]
            figure.legend([patches.Patch(color=action.colour) for action in shown],
                          [f"{action.letter}: {action.name}" for action in shown],
                          loc="outside lower left", ncols=len(shown), fontsize=8.5)
        return figure

    def parts(self, column: int, row: int) -> Iterator[tuple[float, Shares, float]]:
        """Yield each part of a cell from above: height, shares of actions, strength of colours."""
        taken = self.taken[column, row]
        strength = np.ones(2) if self.strength is None else self.strength[column, row]
        halves = [_drawn(half) for half in taken if half.any()]
        if len(halves) == 2 and [k for k, _ in halves[0]] != [k for k, _ in halves[1]]:
            yield from zip((1 - _LOWER, _LOWER), halves, strength.tolist(), strict=True)
        elif halves:
            yield 1, _drawn(taken.sum(0)), float(np.average(strength, weights=taken.sum(1)))

    def _draw_cell(self, axes: Axes, x: int, y: float, column: int, row: int) -> None:
        for height, shares, strength in self.parts(column, row):
            left, size = float(x), _SMALL if height == _LOWER else _LETTERS
            for action, wide in shares:
                fill = tint(self.actions[action].colour, strength)
                axes.add_patch(patches.Rectangle((left, y), wide, height, facecolor=fill,
                                                 edgecolor=style.GRID, linewidth=0.8))
                axes.text(left + wide / 2, y + 0.53 * height, self.actions[action].letter,
                          ha="center", va="center", fontsize=size, fontweight="bold",
                          color=ink(fill))
                left += wide
            y += height


def _drawn(taken: Floats) -> Shares:
    """Return the actions for which a part has room, and the share that each has of it."""
    shares = taken / taken.sum()
    kept = np.where(shares >= min(_DRAWN, shares.max()), shares, 0)
    return [(int(k), float(kept[k] / kept.sum())) for k in np.flatnonzero(kept)]
