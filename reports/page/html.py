"""A report as one HTML page that needs no other file."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from reports.page.drawings import inline, share_letters
from reports.stats import number_text

if TYPE_CHECKING:
    from jinja2 import Template

    from reports.page.document import Document, Picture

#: Makes letters of 9 points in a figure letters of 15 pixels on the page.
_REM_AN_INCH = 7.5

#: What brings every page to life, before the scripts of its own parts.
_SCRIPTS = ("make.js", "tables.js", "folding.js", "again.js", "estimates.js", "printing.js")


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("reports.page"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    environment.filters |= {
        "inline": inline, "breakable": breakable, "sortable": sortable, "widest": widest,
        "said": said, "json": as_json,
    }
    environment.globals["file"] = _file
    return environment.get_template("page.html.j2")


@cache
def _file(name: str) -> Markup:
    """Return a file of the templates as it is: a script, or a style."""
    return Markup(files("reports.page").joinpath("templates", name).read_text(encoding="utf-8"))


def as_json(data: Any) -> Markup:
    """Return data for a script element, written so that no text in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def said(sentence: str) -> Markup:
    """Return a sentence whose numbers are short and show their intervals when asked."""
    def plain(text: str) -> Markup:
        return breakable(number_text.DECIMALS.sub(lambda one: number_text.brief(one[0]), text))

    parts, at = [], 0
    for found in number_text.PHRASE.finditer(sentence):
        number, interval = found["number"], found["interval"]
        short = number_text.brief(number)
        exact = f"{number}; " if short != number else ""
        note = interval if interval.startswith("at most") else f"95% interval {interval}"
        parts += [
            plain(sentence[at : found.start()]),
            Markup('<span class="estimate" tabindex="0">{}'
                   '<span class="interval"> ({}{})</span></span>').format(short, exact, note),
        ]
        at = found.end()
    return Markup("").join([*parts, plain(sentence[at:])])


def breakable(text: str) -> Markup:
    """Let a long name with parameters break after its bracket and its commas."""
    return Markup(re.sub(r"(?<=\S)\((?=[a-z_])|,(?=[a-z_])", r"\g<0><wbr>", str(escape(text))))


def sortable(key: float | str) -> str:
    """Return what a cell sorts by, as a script reads it: infinity is written in full."""
    return str(key).replace("inf", "Infinity") if isinstance(key, float) else str(key)


def widest(picture: Picture) -> str:
    """Return the width at which the letters of a figure are as large as those of the text."""
    return f"{_REM_AN_INCH * float(picture.figure.get_figwidth()):.0f}rem"


def render(report: Document) -> str:
    """Return the page of a report."""
    own = (script for widget in report.widgets.values() for script in widget.scripts)
    return share_letters(_template().render(
        report=report, scripts=tuple(dict.fromkeys((*_SCRIPTS, *own)))))
