"""What a report says, tabulates and draws, as text of which `git diff` shows what has changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import numpy as np
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.ticker import FixedFormatter

from reports.commands import versions
from reports.page.document import Card, Document, Picture, Section, Table

#: Smaller numbers are what rounding leaves of nothing.
_NOTHING = 1e-12
#: So many rows of a table are too many to stand side by side.
_MANY = 10
#: So many rows of a longer table are written, evenly spaced.
_ROWS = 150
#: Of facts and summary: what differs from one run to the next, and what stands elsewhere.
_LEFT_OUT = {"time", "seconds", "versions", "digests", "answer", "question", "command", "studies"}
#: Tags whose words nobody sees, and those that do not begin a line.
_UNSEEN = {"script", "style", "svg", "head", "template"}
_WITHIN = {"a", "abbr", "b", "button", "code", "em", "i", "label", "option", "small", "span",
           "strong", "sub", "sup", "td", "th"}


def written(report: Document) -> Iterator[str]:
    """Yield the lines of a report: sentences, tables, and the data of its figures."""
    yield f"= {report.title}: {report.subtitle}"
    yield from _sentences(report.answers)
    yield f"command: {report.command}"
    yield from (f"{name}: {fact}" for name, fact in _lasting(report.facts).items())
    yield f"intervals: {report.intervals}"
    yield from (f"rules: {line}" for line in report.rules.note.splitlines())
    yield from _nested("summary", _lasting(report.summary))
    frames: set[str] = set()
    for section in report.sections:
        yield from _section(section, frames)


def seen(report: Document) -> Iterator[str]:
    """Yield the lines that pages show where no script runs, and what stands behind their cards."""
    for name, page in replace(report, facts=_lasting(report.facts)).pages().items():
        yield f"= {name}"
        yield from _Reader(page).lines
    for card in report.opening.first:
        yield from _card(card)


def _lasting(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return those that are the same in every run, wherever it is."""
    return {name: fact for name, fact in facts.items() if name not in {*_LEFT_OUT, *versions()}}


def _sentences(said: Iterable[str]) -> Iterator[str]:
    return (f"- {sentence}" for sentence in said)


def _nested(name: str, value: Any) -> Iterator[str]:
    """Yield a line for each value in mappings and lists."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _nested(f"{name}.{key}", one)
    elif isinstance(value, list) and any(isinstance(one, list | dict) for one in value):
        for place, one in enumerate(value):
            yield from _nested(f"{name}.{place}", one)
    else:
        yield f"{name}: {_plain(value)}"


def _plain(value: Any) -> str:
    """Write a value so that no processor's last bits show."""
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    if isinstance(value, float | np.floating):
        return f"{0.0 if abs(value) < _NOTHING else value:.6g}"
    return str(value).replace("\n", " / ")


def _section(section: Section, frames: set[str]) -> Iterator[str]:
    """Yield what a section says and shows; ``frames`` are the tables whose rows were written."""
    yield ""
    yield f"== {section.name}: {section.title}"
    yield from _sentences(section.answer)
    for picture in section.pictures:
        yield from _picture(picture)
    for table in section.tables:
        yield from _table(table, table.name not in frames)
        frames.add(table.name)


def _card(card: Card) -> Iterator[str]:
    """Yield where a card leads, and its figure; its words stand on the page."""
    yield ""
    yield f"== card {card.name}: link {card.link or '-'}, closer {card.closer or '-'}"
    if card.widget:
        yield f"widget: {card.widget.template}, {', '.join(card.widget.scripts)}"
        yield f"data: {', '.join(sorted(card.widget.data))}"
    if card.picture:
        yield from _picture(card.picture)


def _table(table: Table, with_rows: bool) -> Iterator[str]:
    """Yield what the page says of a table, and what its file has: a line a row, or a line a column
    where it has few rows."""
    yield ""
    yield f"table {table.name}: {table.title}{' (in files alone)' * (not table.on_page)}"
    if table.note:
        yield f"note: {table.note}"
    yield from (f"column {column.name}: {column.title} [{column.kind}]" for column in table.columns)
    if not with_rows:
        return
    frame = table.frame
    if frame.index.names != [None]:
        frame = frame.reset_index()
    if (step := -(-len(frame) // _ROWS)) > 1:
        yield f"one row in {step} of {len(frame)}"
        frame = frame[::step]
    columns = {str(name): [_plain(value) for value in frame[name]] for name in frame.columns}
    if len(frame) < min(len(columns), _MANY):
        yield from (f"{name} | {' | '.join(values)}" for name, values in columns.items())
    else:
        yield " | ".join(columns)
        yield from (" | ".join(row) for row in zip(*columns.values(), strict=True))


def _picture(picture: Picture) -> Iterator[str]:
    """Yield the caption of a figure, and what it shows of each of its axes."""
    figure = picture.figure
    yield ""
    yield f"figure {picture.name}{' (wide)' * picture.wide}: {picture.caption}"
    yield from _texts("figure", [*figure.texts, *(legend for one in figure.legends
                                                  for legend in one.get_texts())])
    for axes in figure.axes:
        yield from _texts("axes", [axes.title, axes.xaxis.label, axes.yaxis.label])
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() != "linear":
                yield f"{axis.axis_name} is {axis.get_scale()}"
            if isinstance(axis.get_major_formatter(), FixedFormatter):
                yield from _texts(axis.axis_name, axis.get_ticklabels())
        if axes.get_legend():
            yield from _texts("legend", axes.get_legend().get_texts())
        yield from _texts("text", axes.texts)
        for line in axes.lines:
            yield _drawn("line", line.get_color(), line.get_xydata())
        for patch in axes.patches:
            corners = patch.get_patch_transform().transform(patch.get_path().vertices)
            yield _drawn("patch", patch.get_facecolor(), corners)
        for collection in axes.collections:
            yield from _collection(collection)
        for image in axes.images:
            yield from _values(image.get_array())


def _collection(collection: Collection) -> Iterator[str]:
    """Yield the values of a mesh; or points, or the corners of areas and lines."""
    values, faces = collection.get_array(), collection.get_facecolor()
    colour = faces[0] if len(faces) else None
    if values is not None:
        yield from _values(values)
    elif (offsets := np.asarray(collection.get_offsets())).any():
        yield _drawn("points", colour, offsets)
    else:
        yield from (_drawn("path", colour, path.vertices) for path in collection.get_paths())


def _values(array: Any) -> Iterator[str]:
    return (_drawn("values", None, row) for row in np.atleast_2d(array))


def _texts(of: str, texts: Sequence[Any]) -> Iterator[str]:
    if said := [text.get_text().replace("\n", " / ") for text in texts if text.get_text()]:
        yield f"{of}: {' | '.join(said)}"


def _drawn(what: str, colour: Any, numbers: Any) -> str:
    """Write points, pair by pair, and the colour in which they are drawn."""
    values = np.ma.filled(np.ma.asarray(numbers, dtype=float), np.nan)
    points = [" ".join(map(_plain, np.atleast_1d(point))) for point in values]
    shown = "" if colour is None else f" {to_hex(colour)}"
    return f"{what}{shown}: {', '.join(points)}"


class _Reader(HTMLParser):
    """Collects the words that a page shows: a line a paragraph, or a row of a table."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._unseen, self._words = 0, [""]
        self.feed(page)
        self.lines = [" ".join(line.split()) for line in self._words if line.strip()]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen -= 1
        self._break(tag)

    def _break(self, tag: str) -> None:
        if tag in ("td", "th", "small"):
            self._words[-1] += " "
        elif tag not in _WITHIN:
            self._words.append("")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._words[-1] += re.sub(r"\s+", " ", data)
