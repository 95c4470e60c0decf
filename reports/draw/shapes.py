"""Figures as data: dots, lines, fans, bars and cells.

A plot is what it shows and how its axes are called; called, it is drawn. Drawn by hand stay the
tails of pools, what sessions bring, charts of actions, and boards of tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np

from reports.draw import style
from reports.later import Axes, Figure, colors, ticker
from reports.stats import number_text
from reports.stats.estimates import NOTHING, Estimate
from simulate.domino.tiles import NUMBERS, TILE

_BLUE, _VERMILION = style.COLOURS[:2]
#: Colours from nothing to much, and from loss to gain.
MORE = ("#ffffff", _BLUE)
GAIN = (_VERMILION, "#ffffff", _BLUE)
# A cell has its own paper, so its letters do not follow the colours of a page.
_DARK, _LIGHT = "#000000", "#fefefe"
_LUMINANCE = (0.299, 0.587, 0.114)


def tint(colour: str, strength: float) -> tuple[float, ...]:
    """Return a colour mixed with white: all of it at a strength of one."""
    return tuple(1 - strength * (1 - part) for part in colors.to_rgb(colour))


def ink(fill: Sequence[float]) -> str:
    """Return the colour of letters that is easier to read on a fill."""
    return _LIGHT if float(np.dot(fill, _LUMINANCE)) < 0.5 else _DARK


def written(estimate: Estimate, scale: float = 1, signed: bool = False) -> str:
    """Return a number over the half width of its interval."""
    value, half = scale * estimate.value, scale * (estimate.high - estimate.low) / 2
    places = number_text.decimals(value, value - half, value + half)
    text = number_text.minus(number_text.number(value, places, signed))
    return text if np.isnan(half) else f"{text}\n±{number_text.number(half, places)}"


def bare(axes: Axes) -> None:
    """Leave a grid without lines and ticks around it."""
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def name_cells(axes: Axes, rows: Sequence[object], columns: Sequence[object]) -> None:
    """Name the rows and the columns of a grid."""
    axes.set_yticks(np.arange(len(rows)) + 0.5, [str(row) for row in rows])
    axes.set_xticks(np.arange(len(columns)) + 0.5, [str(column) for column in columns])


#: Points of the letters in cells.
CELL = 7.5
#: Bars whose intervals are what counts.
_THIN = {"capsize": 3, "linewidth": 0.8, "elinewidth": 1.4}
Found = Sequence[Estimate]


@dataclass(frozen=True)
class Series:
    """Estimates that are drawn in one colour, and where they stand: at 0, 1, 2 and so on."""

    found: Found
    at: Sequence[float] | np.ndarray | None = None
    look: Mapping[str, Any] = field(default_factory=dict)

    @property
    def places(self) -> np.ndarray:
        """Where the estimates stand: float64[found]."""
        return np.arange(len(self.found)) if self.at is None else np.array(self.at)


@dataclass(frozen=True)
class Plot:
    """What all plots have: words, size in inches, and a scale (100 for shares in per cent)."""

    _: KW_ONLY
    title: str = ""
    xlabel: str = ""
    ylabel: str = ""
    height: float = 3.4
    width: float = style.WIDTH
    scale: float = 1

    def draw(self, axes: Axes) -> None:
        """Draw what is shown, without the words around it."""
        raise NotImplementedError

    def __call__(self) -> Figure:
        """Return the plot as a figure."""
        with style.plot(self.height, self.width, title=self.title, xlabel=self.xlabel,
                        ylabel=self.ylabel) as (figure, axes):
            self.draw(axes)
        return figure


def _placed(
    series: Mapping[str, Series | Found], spread: float
) -> Iterator[tuple[Series, np.ndarray, dict[str, Any]]]:
    """Yield each series, where it stands, and its look. One alone stands at its place."""
    many = len(series)
    shifts = np.linspace(-spread, spread, many) if many > 1 else np.zeros(many)
    for (name, found), (colour, marker, dash), shift in zip(
            series.items(), style.series(many), shifts, strict=True):
        one = found if isinstance(found, Series) else Series(found)
        yield one, one.places + shift, {
            "color": colour, "marker": marker, "linestyle": dash, "label": name}


@dataclass(frozen=True)
class Dots(Plot):
    """Estimates as dots with their intervals, one row per name."""

    names: Sequence[str]
    series: Mapping[str, Series | Found]
    spread: float = 0.0  #: how far from its row the outer series stand
    letters: int = style.LABEL_WIDTH  #: of a line of a name; long lines are written smaller
    neutral: float | None = None  #: where a dashed line stands

    @classmethod
    def of(cls, found: Mapping[str, Estimate], xlabel: str = "", **more: Any) -> Dots:
        """Return one series, one row per name, around zero."""
        return cls(list(found), {"": list(found.values())}, xlabel=xlabel, **{
            "height": style.height_for(len(found)), "neutral": 0, **more})

    def draw(self, axes: Axes) -> None:
        """Draw what is shown."""
        if self.neutral is not None:
            axes.axvline(self.neutral, color=style.MUTED, linewidth=1, linestyle="--")
        for one, at, look in _placed(self.series, self.spread):
            kept = np.isfinite([estimate.value for estimate in one.found])
            if kept.any():  # those missing are left out
                found = [one.found[k] for k in np.flatnonzero(kept).tolist()]
                axes.errorbar(
                    [self.scale * estimate.value for estimate in found], at[kept],
                    xerr=self.scale * style.reaches(found), capsize=3, elinewidth=1.4,
                    **{**look, **one.look, "linestyle": "none"})
        style.name_rows(axes, self.names, self.letters)
        style.large_numbers(axes)


@dataclass(frozen=True)
class Lines(Plot):
    """Estimates joined by lines, over numbers or over named ``places``. Intervals are bars, or
    ``bands``; estimates that have none are drawn without."""

    series: Mapping[str, Series | Found]
    places: Sequence[object] = ()
    spread: float = 0.0  #: how far from its place the outer series stand
    bands: bool = False
    log: str = ""  #: the axes that are logarithmic: "x", "y", "xy"
    bottom: float | None = None  #: where the vertical axis begins
    look: Mapping[str, Any] = field(default_factory=lambda: _THIN)
    neutral: float | None = None  #: where a dashed line stands

    def draw(self, axes: Axes) -> None:
        """Draw what is shown."""
        if self.neutral is not None:
            axes.axhline(self.neutral, color=style.MUTED, linewidth=1, linestyle="--")
        for one, at, look in _placed(self.series, self.spread):
            self._draw_line(axes, at, one.found, {**look, **self.look, **one.look})
        if self.places:
            axes.set_xticks(range(len(self.places)), [str(place) for place in self.places])
        self._scale_axes(axes)

    def _draw_line(self, axes: Axes, at: np.ndarray, found: Found, look: dict[str, Any]) -> None:
        y = self.scale * np.array([(one.value, one.low, one.high) for one in found])
        if "y" in self.log and self.bottom:
            y = np.maximum(y, self.bottom / 1e5)  # zero has no place on a logarithmic axis
        if not self.bands and not np.isnan(y[:, 1:]).all():
            axes.errorbar(at, y[:, 0], yerr=self.scale * style.reaches(found), **look)
            return
        if self.bands:
            axes.fill_between(at, y[:, 1], y[:, 2], color=look["color"], alpha=0.2, linewidth=0)
        axes.plot(at, y[:, 0], **{name: value for name, value in look.items()
                                  if name not in ("capsize", "elinewidth")})

    def _scale_axes(self, axes: Axes) -> None:
        at = [one.places for one in self.series.values()
              if isinstance(one, Series) and one.at is not None]
        if "x" not in self.log and not self.places and all((x % 1 == 0).all() for x in at):
            axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
        if "x" in self.log:
            low, high = axes.dataLim.x0, axes.dataLim.x1
            style.log_axis(axes, "x", low, max(high, 2 * low))
        if "y" in self.log and self.bottom:
            style.log_axis(axes, "y", self.bottom, axes.dataLim.y1)
            axes.set_ylim(self.bottom, 1.2 * axes.dataLim.y1)
        elif "y" in self.log:
            low, high = axes.dataLim.y0, axes.dataLim.y1
            low = low if low > 0 else axes.dataLim.minposy  # an interval may reach below zero
            style.log_axis(axes, "y", low, max(high, 1.5 * low))
        elif self.bottom is not None:
            axes.set_ylim(bottom=self.bottom)


@dataclass(frozen=True)
class Fan(Plot):
    """How sizes spread over sessions, by number of the hand: bands between quantiles, and the
    median; both axes are logarithmic."""

    at: Sequence[float]
    quantiles: Mapping[float, Found]  #: by share: 0.05, 0.25, 0.5, 0.75, 0.95
    most: float = np.inf  #: more has no place on the axis

    def _line(self, q: float) -> Found:
        return [Estimate(*np.clip(one, 1, self.most)) for one in self.quantiles[q]]

    def draw(self, axes: Axes) -> None:
        """Draw what is shown."""
        for low, high, label, strength in ((0.05, 0.95, "9 of 10 sessions", 0.22),
                                           (0.25, 0.75, "half of the sessions", 0.45)):
            below, above = ([one.value for one in self._line(q)] for q in (low, high))
            axes.fill_between(self.at, below, above, color=style.COLOURS[0], alpha=strength,
                              linewidth=0, label=label, step="mid")
        small = {"markersize": 3.5, "linewidth": 1.2, "capsize": 2}
        lines = {"median": Series(self._line(0.5), self.at, {"color": style.INK, **small})}
        Lines(lines, log="xy").draw(axes)


@dataclass(frozen=True)
class Bars(Plot):
    """Estimates as upright bars with their intervals, at places of the axis."""

    at: Sequence[float]
    found: Found
    marks: Mapping[str, float]  #: lines across them: where each stands, by name

    def draw(self, axes: Axes) -> None:
        """Draw what is shown."""
        axes.bar(self.at, [self.scale * one.value for one in self.found], width=0.14,
                 color=style.COLOURS[0], yerr=self.scale * style.reaches(self.found),
                 ecolor=style.INK, capsize=2)
        for k, (name, at) in enumerate(self.marks.items()):
            axes.axvline(at, color=(style.COLOURS[1], style.MUTED)[k % 2],
                         linestyle=("--", ":")[k % 2], linewidth=1.2, label=name)


@dataclass(frozen=True)
class Cells(Plot):
    """Numbers in coloured cells: gains blue and losses orange, or from nothing to the ``most``.
    ``intervals``: the full colour of gains is as far as an interval reaches."""

    grid: Sequence[Found]
    rows: Sequence[object]
    columns: Sequence[object]
    most: float | None = None
    even: float | None = None  #: what is drawn white between losses and gains, of ``most``
    size: float = CELL
    intervals: bool = False

    @classmethod
    def of_tiles(cls, found: Found, most: float | None = None, **more: Any) -> Cells:
        """Return what was found of each tile: its higher end down, its lower end across."""
        numbers = ("blank", *map(str, range(1, NUMBERS)))
        grid = [[found[int(TILE[high, low])] if low <= high else NOTHING for low in range(NUMBERS)]
                for high in range(NUMBERS)]
        return cls(grid, numbers, numbers, most, xlabel="its lower number",
                   ylabel="its higher number", **more)

    def draw(self, axes: Axes) -> None:
        """Draw what is shown, the first row on top."""
        values = np.array([[one.value for one in row] for row in self.grid])
        if not values.size:
            style.write_empty(axes)
            return
        low, high, colours = self._colours()
        norm = colors.Normalize(low, high, clip=True)
        map_of = colors.LinearSegmentedColormap.from_list("cells", colours)
        axes.pcolormesh(np.ma.masked_invalid(values), cmap=map_of, norm=norm,
                        edgecolors=style.GRID, linewidth=0.6)
        for (row, column), value in np.ndenumerate(values):
            if np.isfinite(value):
                text = written(self.grid[row][column], self.scale, self.most is None)
                axes.text(column + 0.5, row + 0.5, text, ha="center", va="center",
                          fontsize=self.size, color=ink(map_of(norm(value))[:3]))
        axes.set_xlim(0, values.shape[1])
        axes.set_ylim(values.shape[0], 0)
        bare(axes)
        name_cells(axes, self.rows, self.columns)
        if self.size < CELL - 1:
            axes.tick_params(labelsize=self.size + 1)

    def _colours(self) -> tuple[float, float, list[Any]]:
        """Return the values of the first and the last colour, and the colours."""
        if self.most is not None:
            return 0, self.most, list(MORE if self.even is None else zip(
                (0.0, self.even / self.most, 1.0), GAIN, strict=True))
        # The full colour is as far as any interval reaches, so that luck alone looks pale.
        ends = [abs(end) for row in self.grid for one in row
                for end in ((one.low, one.high) if self.intervals else (one.value,))
                if np.isfinite(end)]
        reach = max(ends, default=0) or 0.01
        return -reach, reach, list(GAIN)
