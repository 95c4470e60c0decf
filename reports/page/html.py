"""A report as one HTML page that carries everything with it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from reports.draw import style
from reports.page.document import Picture

if TYPE_CHECKING:
    from reports.page.document import Document

#: Colours of a figure that follow the page: light on dark, dark on light.
_THEMED = {style.INK: "currentColor", style.MUTED: "var(--muted)", style.GRID: "var(--rule)"}
#: Letters of 9 points in a figure are then letters of 15 pixels on the page.
_REM_AN_INCH = 7.5


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("reports.page"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    environment.filters |= {
        "inline": inline, "breakable": breakable, "sortable": sortable, "widest": widest,
    }
    return environment.get_template("page.html.j2")


def breakable(text: str) -> Markup:
    """Let a long name with parameters break after its bracket and its commas."""
    return Markup(re.sub(r"(?<=\S)\((?=[a-z_])|,(?=[a-z_])", r"\g<0><wbr>", str(escape(text))))


def sortable(key: float | str) -> str:
    """Return what a cell sorts by as a script reads it, which writes infinity in full."""
    return str(key).replace("inf", "Infinity") if isinstance(key, float) else str(key)


def widest(picture: Picture) -> str:
    """Return the width at which the letters of a figure are as large as those of the text."""
    return f"{_REM_AN_INCH * float(picture.figure.get_figwidth()):.0f}rem"


def inline(picture: Picture) -> Markup:
    """Return a figure as SVG inside a page.

    Names get the picture's own prefix, since a page's figures share one name space, and
    the size is left to the page.
    """
    text = style.svg(picture.figure, transparent=True)
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'\bid="', f'id="{picture.name}-', text)
    text = re.sub(r'(href="|url\()#', rf"\1#{picture.name}-", text)
    for colour, themed in _THEMED.items():
        text = text.replace(colour, themed)
    return Markup(text)  # drawn by us: names in it are paths of letters


def render(report: Document) -> str:
    """Return the page of a report."""
    return _template().render(report=report)
