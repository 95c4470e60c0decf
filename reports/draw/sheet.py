"""A sheet for the wall: a title, what it is about, plots, and below them how they are read."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from reports.draw import style
from reports.draw.parts import Figure

#: Inches: a printed page is a little narrower, so letters come out at three quarters.
WIDTH = 9.4
_MARGIN, _LETTERS_AN_INCH = 0.15, 18.5
#: Inches from the upper edge to the lines below the title, and of a line of small letters.
_TITLE, _LINE = 0.42, 0.15
#: Points of the letters in cells and beside them.
CELL, NAME = 7.5, 8


def sheet(title: str, subtitle: str, notes: Sequence[str], plots: float) -> Figure:
    """Return a figure with its words written and room for plots, so many inches; use it inside
    ``style()``. ``title``, ``subtitle``: what a reader asks, and at which table it was found."""
    letters = round(_LETTERS_AN_INCH * (WIDTH - 2 * _MARGIN))
    above = textwrap.wrap(subtitle, letters)
    below = [line for note in notes for line in textwrap.wrap(note, letters)]
    top, bottom = _TITLE + _LINE * len(above), _MARGIN + _LINE * len(below)
    height = top + plots + bottom
    figure = style.new_figure(WIDTH, height)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.set(rect=(0, bottom / height, 1, plots / height))  # type: ignore[call-arg]  # of ours, which has a rect
    left = _MARGIN / WIDTH
    figure.text(left, 1 - 0.1 / height, title, fontsize=14, fontweight="bold", va="top")
    for y, lines in ((1 - _TITLE / height, above), (bottom / height, below)):
        figure.text(left, y, "\n".join(lines), fontsize=7.5, va="top", color=style.MUTED,
                    linespacing=1.25)
    return figure
