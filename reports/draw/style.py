"""The look of the figures: colours and marks that anybody can distinguish, on paper too.

Figures are drawn with matplotlib's objects on its Agg canvas: no window, no global state.
"""

from __future__ import annotations

import io
import re
import textwrap
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache
from itertools import cycle, islice
from numbers import Real
from typing import Any

import numpy as np

from reports.later import Axes, Figure, backend_agg, layout_engine, mpl, ticker
from reports.later import figure as figures
from reports.stats.estimates import Estimate
from simulate.errors import BoneyardError, brief, unknown

#: Okabe and Ito's colours (jfly.uni-koeln.de/color), those that stand out from white and
#: from black first; yellow, which needs an outline on white, last.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442")
#: No two neighbours rely on colour alone.
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.", ":")
#: Lines and letters; a page may exchange these three for its own.
INK, MUTED, GRID = "#1b1e23", "#5f6670", "#d8dbe0"
_NOTHING = "Too few were played to show any."

#: The width is narrow enough to be read on a telephone without turning it.
WIDTH = 5.2
_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 8.0,
    "axes.labelsize": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 9.0,
    "lines.markersize": 6.0,
    "svg.fonttype": "path",
    "svg.hashsalt": "boneyard"}
#: How the title of several panels is written; what it means stands below it.
HEAD: Any = {"fontsize": 9.5, "x": 0.02, "ha": "left"}
_DOTS_PER_INCH, _MOST_INCHES = 200, 100
#: How many letters fit on a line of a label, in a name of a legend, and across the figure; and how
#: many the mark before a name takes the room of.
LABEL_WIDTH, _LEGEND_WIDTH, _LINE, _HANDLE = 22, 30, 74, 8


@contextmanager
def style() -> Iterator[None]:
    """Draw in the house style, whatever a person's own settings are. Of a name in letters that the
    font lacks there is no warning: it stands in the tables."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


@cache
def _figure_class() -> type[Figure]:
    """Return the class of our figures; what it is made from is imported with the first."""

    class ShownFigure(figures.Figure):
        """A figure that Jupyter shows by itself, without matplotlib's magic and without pyplot."""

        def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
            """Return the picture with its size in the pixels of a page, 96 an inch."""
            width, height = (round(96 * inches) for inches in self.get_size_inches())
            return png(self), {"width": width, "height": height}

    return ShownFigure


#: The axes of a person's own in which the next plot is drawn, and the look that is theirs.
_places: list[tuple[Axes, Any]] = []


def in_axes(
    draw: Callable[[], Figure], ax: Axes | None = None,
    figsize: tuple[float, float] | None = None, **words: Any,
) -> Axes:
    """Draw a figure, and return its first axes with ``words`` set (``Axes.set``). In a person's
    ``ax`` what has one plot is drawn, and of what has more the picture is shown. ``figsize``: of a
    new figure, in inches. A ``title`` replaces ours."""
    if ax is not None and figsize is not None:
        raise BoneyardError("figsize is for a new figure: leave it out beside ax")
    if figsize is not None and not (isinstance(figsize, Sequence | np.ndarray) and len(
            figsize) == 2 and all(isinstance(x, Real) and 0 < x <= _MOST_INCHES for x in figsize)):
        raise BoneyardError(f"figsize is {brief(figsize)}: give width and height in inches, above "
                            f"0 and at most {_MOST_INCHES}, as in (7, 4)")

    def titled() -> Figure:
        figure: Any = draw()
        head = "" if ax is not None and figure is ax.figure else figure.get_suptitle()
        if head and "title" in words:
            with style():
                figure.suptitle("\n".join((words.pop("title"), *head.split("\n")[1:])), **HEAD)
        return figure

    figure: Any = _drawn_in(ax, titled) if ax is not None else titled()
    axes: Any = figure.axes[0] if ax is None else ax
    if ax is None:
        axes._repr_png_ = figure._repr_png_  # shown by a notebook, as the figure is
        if figsize is not None:
            figure.set_size_inches(figsize)
    try:
        with style() if ax is None else nullcontext():  # a title stands where ours did
            axes.set(**words)
    except AttributeError:
        from matplotlib.artist import ArtistInspector

        known = ["ax", "figsize", *ArtistInspector(axes).get_setters()]
        for wrong in words.keys() - known:
            near = str(unknown("argument of a plot:", wrong, known)).rpartition(": ")[0]
            raise TypeError(f"{near}: it takes ax, figsize and keywords of Axes.set") from None
        raise
    found: Axes = axes
    return found


def _drawn_in(axes: Axes, draw: Callable[[], Figure]) -> Figure:
    """Draw in axes of a person's figure."""
    if not hasattr(axes, "imshow"):
        raise BoneyardError("ax is no axes: give one of those of plt.subplots")
    _places.append((axes, {name: mpl.rcParams[name] for name in _STYLE}))
    try:
        figure: Any = draw()
    finally:
        _places.clear()
    if figure is not axes.figure:
        with style():
            figure.set_dpi(_DOTS_PER_INCH)
            figure.canvas.draw()
        axes.imshow(figure.canvas.buffer_rgba())
        axes.set(xticks=[], yticks=[], frame_on=False)
    return figure


def new_figure(width: float, height: float) -> Figure:
    """Return a figure without axes, in inches; use it inside ``style()``."""
    figure = _figure_class()(figsize=(width, height), layout="constrained")
    backend_agg.FigureCanvasAgg(figure)
    return figure


@contextmanager
def plot(
    height: float = 3.4, width: float = WIDTH, /, **labels: str
) -> Iterator[tuple[Figure, Axes]]:
    """Draw one plot in the house style, so many inches, with the legend below; or in a person's
    axes."""
    with style():
        if _places:
            axes, look = _places.pop()
            mpl.rcParams.update(look)
            figure: Any = axes.figure
        else:
            figure = new_figure(width, height)
            axes = figure.add_subplot()
        yield figure, axes
        axes.set(**labels)
        legend_below(figure, axes)


def height_for(rows: int) -> float:
    """Return the height of a figure with one row per strategy."""
    return 1.5 + 0.42 * max(rows, 2)


def series(count: int) -> list[tuple[str, str, str]]:
    """Return a colour, a marker and a dash for each series."""
    looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(DASHES), strict=False)
    return list(islice(looks, count))


def wrapped(label: str, width: int = LABEL_WIDTH) -> str:
    """Break a strategy's name with its parameters into lines that leave room for the plot."""
    apart = label.replace("(", "( ").replace(",", ", ")
    lines = "\n".join(textwrap.wrap(apart, width)).replace("( ", "(")
    return lines.replace("$", r"\$")  # a bare dollar would start a formula


def reaches(estimates: Sequence[Estimate]) -> np.ndarray:
    """Return how far the intervals reach below and above: float64[2, N]; 0 where none."""
    around = [(e.value - e.low, e.high - e.value) for e in estimates]
    return np.nan_to_num(np.array(around).T, nan=0.0, posinf=0.0).clip(min=0)


def write_empty(axes: Axes) -> None:
    """Write in place of a figure without a single number that there is none."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, _NOTHING, ha="center", va="center", color=MUTED, transform=axes.transAxes)


def name_rows(axes: Axes, labels: Sequence[str], letters: int = LABEL_WIDTH) -> None:
    """Name the rows of a figure from the top down, ``letters`` a line; without rows, a note."""
    if not labels:
        write_empty(axes)
        return
    small: dict[str, Any] = {"fontsize": 7.5} if letters > LABEL_WIDTH else {}
    axes.set_yticks(range(len(labels)), [wrapped(label, letters) for label in labels], **small)
    axes.set_ylim(len(labels) - 0.5, -0.5)  # the first at the top
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")


def legend_below(figure: Figure, axes: Axes) -> None:
    """Put the legend below the plot, where it hides nothing; none for a single series."""
    handles, labels = axes.get_legend_handles_labels()
    if len(handles) > 1 and not isinstance(figure, _figure_class()):
        axes.legend()  # what else is in a person's figure is not ours to move
    elif len(handles) > 1:
        names = [wrapped(label, _LEGEND_WIDTH) for label in labels]
        widths = [_HANDLE + max(map(len, name.split("\n"))) for name in names]
        columns = len(names) if sum(widths) <= _LINE else max(1, _LINE // max(widths))
        figure.legend(handles, names, loc="outside lower center", ncols=columns,
                      handlelength=2.4, columnspacing=1.4)


def tick(value: float, _: object = None) -> str:
    """Write a tick: 0.5, 200, 5,000, and powers of ten from a million on."""
    if abs(value) < 1e6:
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}"
    power = int(np.floor(np.log10(abs(value)) + 1e-9))
    head = f"{value / 10**power:.3g}"
    return f"$10^{{{power}}}$" if head == "1" else f"${head}\\times10^{{{power}}}$"


def large_numbers(axes: Axes) -> None:
    """Write large chips in full at the ticks, not as a factor in a corner."""
    if max(map(abs, axes.get_xlim())) >= 1000:
        axes.xaxis.set_major_locator(ticker.MaxNLocator(6))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(tick))


_MANY_DECADES = 4


def log_axis(axes: Axes, which: str, low: float, high: float) -> None:
    """Make an axis logarithmic, with ticks at 1, 2, 5, 10 where there is room."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    decades = np.log10(high / low)
    steps = (1.0, 2.0, 5.0) if decades < 3 else (1.0,)
    # Across, the labels of many decades would overlap.
    most = 7 if which == "x" and decades >= _MANY_DECADES else 12
    axis.set_major_locator(ticker.LogLocator(subs=steps, numticks=most))
    axis.set_major_formatter(ticker.FuncFormatter(tick))
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_minor_formatter(ticker.NullFormatter())


def _laid_out(figure: Figure) -> None:
    """Find the places of everything in a figure once for all files, at the dots of the file: with
    fewer dots words are narrower, and the longest would be cut off."""
    engine = figure.get_layout_engine()
    if isinstance(engine, layout_engine.ConstrainedLayoutEngine):
        dots = figure.dpi
        figure.set_dpi(_DOTS_PER_INCH)
        engine.execute(figure)
        figure.set_layout_engine(None)  # after "none" each file would be drawn twice
        figure.set_dpi(dots)


def _written(figure: Figure, kind: str, **options: Any) -> bytes:
    with style():
        _laid_out(figure)
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, **options)
    return buffer.getvalue()


def png(figure: Figure) -> bytes:
    """Return a figure as a PNG file."""
    return _written(figure, "png", dpi=_DOTS_PER_INCH, facecolor="white")


#: Stands for the paper, of figure and plots, in what both SVG files are made of.
_PAPER = "#fefffe"
_SHEET = re.compile(rf'd="M (.*\n)((?:L .*\n)+)z\n" style="fill: {_PAPER}"')


def drawn(figure: Figure) -> str:
    """Return what ``on_paper`` and ``transparent`` make a file of, the same whenever it is drawn:
    drawing takes longer than all else of a page."""
    with ExitStack() as stack:
        for axes in figure.axes:
            stack.callback(axes.set_facecolor, axes.get_facecolor())
            axes.set_facecolor(_PAPER)
        return _written(figure, "svg", metadata={"Date": None}, facecolor=_PAPER).decode()


def on_paper(drawing: str) -> str:
    """Return a drawing as an SVG file."""
    return drawing.replace(_PAPER, "#ffffff")


def transparent(drawing: str) -> str:
    """Return a drawing as an SVG file that shows what is behind it. As matplotlib has it: an
    outline that is not filled goes back to where it began."""
    return _SHEET.sub(r'd="M \1\2L \1z\n" style="fill: none"', drawing)
