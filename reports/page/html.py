"""A report as HTML pages that need no other file: a first one, and the numbers behind it.

Figures are SVG inside them: short, in the page's colours, every letter drawn once on a page."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Any
from zlib import compress

import numpy as np
from markupsafe import Markup, escape

from reports.draw import style
from reports.stats import number_text

if TYPE_CHECKING:
    from jinja2 import Template

    from reports.page.document import Document, Picture

#: The page that people open, and that of everything else where a report opens with answers.
FIRST, NUMBERS = "index.html", "numbers.html"
#: Colours of a figure that follow the page: light on dark, dark on light.
_THEMED = {style.INK: "currentColor", style.MUTED: "var(--muted)", style.GRID: "var(--rule)"}
#: How the outline of a letter is written, and what its name begins with until all figures of the
#: page are there.
_LETTER, _COMMON = re.compile(r'<path id="letter:([^"]+)"([^>]*)/>\n?'), "letter:"
#: Between two sentences.
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z])")
#: Where a page has them.
_PLACE = '<defs id="letters"></defs>'
#: Names that matplotlib gives the outlines of letters: a font, and the number of a character.
_OF_A_FONT = re.compile(r"[A-Za-z]\w*(?:-[A-Z]\w*)*-[0-9a-f]+")
#: Makes letters of 9 points in a figure letters of 15 pixels on the page.
_REM_AN_INCH = 7.5
#: Where the pips of a number lie in a half of 40 by 40.
PIPS = {
    0: (), 1: ((20, 20),), 2: ((10, 30), (30, 10)), 3: ((10, 30), (20, 20), (30, 10)),
    4: ((10, 10), (10, 30), (30, 10), (30, 30)),
    5: ((10, 10), (10, 30), (20, 20), (30, 10), (30, 30)),
    6: ((10, 9), (10, 20), (10, 31), (30, 9), (30, 20), (30, 31)),
}
#: Names of rows take at least this part of a figure's width.
_LEAST_LABELS = 0.08


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("reports.page"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    environment.filters |= {"inline": inline, "breakable": breakable, "sortable": sortable,
                            "widest": widest, "labels": labels, "with_intervals": with_intervals,
                            "json": as_json, "minus": number_text.minus}
    environment.globals |= {"file": _file, "PIPS": PIPS, "tile_alone": tile_alone}
    return environment.get_template("page.html.j2")


@cache
def _file(name: str) -> Markup:
    """Return a file of the templates as it is: a script, or a style."""
    return Markup(files("reports.page").joinpath("templates", name).read_text(encoding="utf-8"))


def as_json(data: Any) -> Markup:
    """Return data for a script element, written so that no text in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def packed(numbers: Any, kind: str = "<i4") -> str:
    """Return whole numbers of a kind (``<i2``, ``u1``), deflated, as text (``unpacked`` in
    ``chosen.js``)."""
    limits = np.iinfo(kind)
    numbers = np.clip(numbers, limits.min, limits.max)
    return b64encode(compress(numbers.astype(kind).tobytes(), 7)).decode()


def tile_alone(name: str) -> Markup:
    """Return a tile, ``6-3``, with a title: Anki compares cards by their text alone."""
    pips = "".join(f'<circle cx="{x}" cy="{y + below}" r="4.2"/>'
                   for half, below in ((name[0], 0), (name[2], 42))
                   for x, y in PIPS[int(half)])
    return Markup(
        f'<svg class="tile" viewBox="0 0 40 82" role="img" aria-label="{name}" width="40">'
        f'<title>{name}</title><rect x="1" y="1" width="38" height="80" rx="5" '
        'style="fill:#fffdf6;stroke:#6b6558"/>'
        f'<path d="M5 41H35" style="stroke:#6b6558"/>{pips}</svg>')


def with_intervals(sentence: str) -> Markup:
    """Return a sentence whose numbers are short and show their intervals when asked."""
    parts, at = [], 0
    for found in number_text.PHRASE.finditer(sentence):
        number, interval = found["number"], found["interval"]
        short = number_text.brief(number)
        exact = f"{number}; " if short != number else ""
        note = interval if interval.startswith("at most") else f"95% interval {interval}"
        parts += [
            breakable(sentence[at : found.start()]),
            Markup('<span class="estimate" tabindex="0">{}'
                   '<span class="interval"> ({}{})</span></span>').format(
                       *map(number_text.minus, (short, exact, note))),
        ]
        at = found.end()
    return Markup("").join([*parts, breakable(sentence[at:])])


def breakable(text: str) -> Markup:
    """Let a long name with parameters break after its bracket and its commas; a minus is one."""
    return Markup(re.sub(r"(?<=\S)\((?=[a-z_])|,(?=[a-z_])", r"\g<0><wbr>",
                         number_text.minus(str(escape(text)))))


def sortable(key: float | str) -> str:
    """Return what a cell sorts by, as a script reads it: infinity is written in full."""
    return str(key).replace("inf", "Infinity") if isinstance(key, float) else str(key)


def widest(picture: Picture) -> str:
    """Return the width at which the letters of a figure are as large as those of the text."""
    return f"{_REM_AN_INCH * float(picture.figure.get_figwidth()):.0f}rem"


class _Shown:
    """The sentences and figures of the pages of a report so far: each comes once."""

    def __init__(self) -> None:
        self._sentences: set[str] = set()
        self._figures: dict[str, tuple[str, str]] = {}

    def fresh(self, *texts: str) -> list[str]:
        """Return texts without the sentences that were there before, and note the new ones."""
        found = []
        for text in texts:
            new = [one for one in _SENTENCE.split(text.strip()) if one not in self._sentences]
            self._sentences.update(new)
            found += [" ".join(new)] if new else []
        return found

    def place(self, picture: Picture, here: str, title: str) -> tuple[str, str] | None:
        """Return the link and the title of where a figure stands already; None where it is new."""
        known = self._figures.get(picture.drawing)
        self._figures.setdefault(picture.drawing, (here, title))
        return known


def render(report: Document) -> dict[str, str]:
    """Return the pages of a report by the names of their files: two where it has an opening."""
    shown, names = _Shown(), (FIRST, NUMBERS) if report.opening.first else (FIRST,)
    return {name: _page(report, shown, name, names[-1], len(names) > 1 and name == FIRST)
            for name in names}


def render_first(report: Document) -> str:
    """Return the first page of a report whose numbers follow: with a note, and no link there."""
    return _page(report, _Shown(), FIRST, None, opens=True)


def _page(report: Document, shown: _Shown, name: str, numbers: str | None, opens: bool) -> str:
    """Return a page; ``numbers``: the one that has all of them, if it is there already."""
    own = (script for widget in report.widgets.values() for script in widget.scripts if opens)
    scripts = tuple(dict.fromkeys(("page.js", *own)))
    return share_letters(_template().render(
        report=report, shown=shown, opens=opens, page=name, numbers=numbers, scripts=scripts))


def labels(picture: Picture) -> Markup:
    """Return the names of a wide figure's rows once more, to stand still while it is swiped;
    nothing where axes further to the right name rows of their own."""
    figure = picture.figure
    width, height = 72 * figure.get_size_inches()
    sides = [axes.get_position() for axes in figure.axes]
    left = min((side.x0 for side in sides), default=0)
    if left < _LEAST_LABELS or any(
            side.x0 > left + 0.01 and axes.yaxis.get_tick_params().get("labelleft", True)
            for side, axes in zip(sides, figure.axes, strict=True)):
        return Markup()
    top = height * (1 - max(side.y1 for side in sides))
    tall = height * (1 - min(side.y0 for side in sides)) - top
    return Markup(
        '<svg class="labels" aria-hidden="true" style="width:{:.2%};margin-top:{:.2%}" '
        'viewBox="0 {:.1f} {:.1f} {:.1f}"><use href="#{}-drawn" width="{:.1f}" height="{:.1f}"/>'
        "</svg>").format(left, top / width, top, left * width, tall, picture.name, width, height)


def inline(picture: Picture) -> Markup:
    """Return a figure as SVG inside a page. Names get the picture's own prefix, since a page's
    figures share one name space, but for the outlines of letters, which ``share_letters`` gathers.
    The size is left to the page."""
    text = style.transparent(picture.drawing)
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r' (?:width|height)="[^"]*"', "", text, count=2)

    def named(name: re.Match[str]) -> str:
        begin = _COMMON if _OF_A_FONT.fullmatch(name[2]) else f"{picture.name}-"
        return f"{name[1]}{begin}{name[2]}"

    text = re.sub(r'(\bid="|href="#|url\(#)([^")]+)', named, text)
    for colour, themed in _THEMED.items():
        text = text.replace(colour, themed)
    text = _shorter(text)
    if picture.wide:
        text = text.replace("<svg", f'<svg id="{picture.name}-drawn"', 1)
    return Markup(text)  # safe: we drew it, and names in it are paths of letters


def _shorter(svg: str) -> str:
    """Return a figure without names, digits and blanks that no one sees: a tenth less."""
    meant = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
    svg = re.sub(r' id="([^"]*)"', lambda name: name[0] if name[1] in meant else "", svg)
    svg = re.sub(r"\n\s*", "\n", svg.replace("xlink:href", "href"))
    svg = re.sub(r' d="[^"]*"|translate\([^)]*\)',
                 lambda places: re.sub(r"(\.\d\d)\d+", r"\1", places[0]), svg)
    # Paths have no blanks around their letters.
    return re.sub(r' d="[^"]*"', lambda path: re.sub(
        r"\s*([A-Zz])\s*", r"\1", path[0].replace("\n", " ")), svg)


def share_letters(page: str) -> str:
    """Return a page whose figures share the outlines of their letters. They get names of two or
    three signs, since a page refers to them thousands of times."""
    outlines = {found[1]: found[2] for found in _LETTER.finditer(page)}
    short = dict(zip(dict.fromkeys(outlines.values()), (f"l{k:x}" for k in count()), strict=False))
    page = re.sub(r"<defs>\s*</defs>\n?", "", _LETTER.sub("", page))
    page = re.sub(rf'href="#{_COMMON}([^"]+)"',
                  lambda name: f'href="#{short[outlines[name[1]]]}"', page)
    drawn = "\n".join(f'<path id="{name}"{outline}/>' for outline, name in short.items())
    return page.replace(_PLACE, f"<defs>{drawn}</defs>", 1)
