"""Numbers with their intervals: in sentences, in the cells of tables, and which are the same."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pandas.api.types import is_integer_dtype, is_numeric_dtype

from reports.page.document import Table
from reports.stats.number_text import PHRASE

#: What a cell is multiplied by where a sentence tells it: shares are told in per cent, and who
#: loses is told without a minus sign.
SCALES = (1.0, -1.0, 100.0, -100.0)
#: The most words of a sentence that people read.
MOST_WORDS = 20


@dataclass(frozen=True)
class Number:
    """A number and the ends of its interval, as they are written."""

    text: str
    value: str
    low: str
    high: str

    @cached_property
    def numbers(self) -> list[tuple[float, float]]:
        """Each as a number, and half a unit of the last figure that is written."""
        return [_read(text) for text in (self.value, self.low, self.high)]

    def is_told_of(self, cell: Cell) -> bool:
        """Tell whether it is the cell's number, rounded as it is written."""
        return any(all(_rounds(scale, number, half, told) for (number, half), told in zip(
            self.numbers, (cell.value, *cell.ends[:: 1 if scale > 0 else -1]), strict=True))
            for scale in SCALES)


@dataclass(frozen=True)
class Cell:
    """A number of a table, the ends of its interval, and the words of its row and column."""

    table: str
    column: str
    value: float
    ends: tuple[float, float]
    words: tuple[str, ...]


def _read(text: str) -> tuple[float, float]:
    if text in ("", "none"):
        return (0.0 if text else math.nan), 0.0
    digits, _, power = text.rstrip("%").replace(",", "").replace("∞", "inf").partition("e")
    places = len(digits.partition(".")[2])
    return float(digits) * 10.0 ** int(power or 0), 0.5000001 * 10.0 ** (int(power or 0) - places)


def _rounds(scale: float, number: float, half: float, told: float) -> bool:
    if math.isnan(number) or math.isnan(told):
        # An end that is open: of what never happened no low end is told, which is none.
        return (math.isnan(number) and (math.isnan(told) or told == 0)) or (
            math.isnan(told) and number == 0)
    return scale * told == number or abs(scale * told - number) <= half + 1e-9 * abs(number)


def numbers_in(sentence: str) -> Iterator[tuple[re.Match[str], Number]]:
    """Yield each number of a sentence that has an interval, with where it stands."""
    for found in PHRASE.finditer(sentence):
        low, to, high = found["interval"].partition(" to ")
        if not to:
            low, high = (("", low.removeprefix("at most ")) if low.startswith("at most ")
                         else (low.removesuffix(" or more"), ""))
        yield found, Number(found[0], found["number"], low, high)


def cells_of(tables: Iterable[Table]) -> list[Cell]:
    """Return the numbers of tables that have an interval."""
    cells = []
    for table in tables:
        titles = {column.name: column.title for column in table.columns}
        frame = table.frame.reset_index()
        names = [name for name in frame.columns if f"{name}_high" in frame.columns]
        keys = [name for name in frame.columns if not is_numeric_dtype(frame[name])]
        counts = [name for name in frame.columns
                  if is_integer_dtype(frame[name]) and name not in names]
        for row in frame.to_dict("records"):
            words = (*(str(row[key]) for key in keys), *(f"{key}={row[key]}" for key in counts))
            cells += [Cell(table.name, name, row[name],
                           (row[f"{name}_low"], row[f"{name}_high"]),
                           (*words, str(name), titles.get(name, "")))
                      for name in names if not math.isnan(row[name])]
    return cells


def long_sentences(*texts: str) -> list[str]:
    """Return the sentences of more than twenty words; an interval is a part of its number."""
    found = (" ".join(one.split()) for text in texts
             for one in re.split(r"(?<=[.!?])\s+|(?<=:)\s+(?=[A-Z])|\n+(?=- )|\n\n", text))
    return [one for one in found
            if len(re.findall(r"\S*\w\S*", PHRASE.sub(r"\g<number>", one))) > MOST_WORDS]


def crowded_sentences(*texts: str) -> list[str]:
    """Return the sentences that tell several numbers with their intervals."""
    return [one for text in texts for one in re.split(r"(?<=[.!?])\s+", text)
            if len(PHRASE.findall(one)) > 1]


def clause_around(sentence: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and after a place, up to where another thing is said."""
    before = re.split(r"; |: (?=[A-Z])|\. ", sentence[:start])[-1]
    after = re.split(r"; |\. |\.$", sentence[end:])[0]
    return before, after


def nearest(words: Sequence[str], before: str, after: str) -> set[str]:
    """Return the word that stands last before a place, and the one that comes first after it."""
    last = max(((before.rfind(word) + len(word), len(word), word) for word in words
                if _stands_in(word, before)), default=None)
    first = min(((after.find(word), -len(word), word) for word in words
                 if _stands_in(word, after)), default=None)
    return {found[2] for found in (last, first) if found}


def _stands_in(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None
