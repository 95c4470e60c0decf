"""The words of a typed hand: each knows its line and its place, so that errors can name them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError
from simulate.games.narrating import how_many

#: What follows is for people.
_COMMENT = "#"
#: A whole number; ``isdigit`` would take other signs for digits.
_WHOLE = re.compile("[+-]?[0-9]{1,18}")


@dataclass(frozen=True)
class Word:
    """A word of a text.

    ``text``: as it was typed, without commas and the like around it. ``line``, ``number``: from 1;
    words of a line are counted with the one before its colon.
    """

    text: str
    line: int
    number: int

    def wrong(self, why: object) -> BoneyardError:
        """Return the error that says what is wrong with this word."""
        return BoneyardError(f"line {self.line}, word {self.number}: {why}")

    def tile(self) -> str:
        """Return the tile that it is, high end first."""
        try:
            return name(parse(self.text))
        except BoneyardError as error:
            raise self.wrong(error) from error

    def whole(self, low: int, high: int) -> int:
        """Return the whole number that it is."""
        if not _WHOLE.fullmatch(self.text) or not low <= int(self.text) <= high:
            raise self.wrong(f"{self.text!r} is not a whole number from {low} to {high}")
        return int(self.text)


@dataclass(frozen=True)
class Line:
    """A line ``key: words``, in phrases that commas part."""

    number: int
    key: str
    phrases: list[list[Word]]

    @property
    def words(self) -> list[Word]:
        """All words, whatever parts them."""
        return [word for phrase in self.phrases for word in phrase]

    def one(self) -> Word:
        """Return the only word."""
        if len(self.words) != 1:
            raise BoneyardError(f"line {self.number}: {self.key} has {len(self.words)} words, "
                                "not one")
        return self.words[0]

    def tiles(self) -> list[str]:
        """Return the tiles that the words are."""
        return tiles_of(self.words)

    def numbers(self, seats: int) -> list[int]:
        """Return a number a seat."""
        if len(self.words) != seats:
            raise BoneyardError(f"line {self.number}: {self.key} has "
                                f"{how_many(len(self.words), 'number')} for {seats} players")
        return [word.whole(-10**15, 10**15) for word in self.words]


def tiles_of(words: Sequence[Word]) -> list[str]:
    """Return the tiles that some words are."""
    found: list[str] = []
    for word in words:
        tile = word.tile()
        if tile in found:
            raise word.wrong(f"{tile} is there twice")
        found.append(tile)
    return found


def _line(number: int, text: str) -> Line:
    """Read one line."""
    key, colon, rest = text.partition(":")
    if not colon or not key.strip():
        raise BoneyardError(
            f"line {number}, word 1: {text.split()[0]!r} begins a line without a colon: write what "
            "it is, a colon and the words, as in turn-up: 6-3")
    count, phrases = len(key.split()), []
    for part in rest.split(","):
        phrase = []
        for word in part.split():
            count += 1
            phrase.append(Word(word.strip(";."), number, count))
        phrases.append(phrase)
    if len(phrases) > 1 and [] in phrases[:-1]:
        raise BoneyardError(f"line {number}: there is nothing between two commas")
    return Line(number, " ".join(key.lower().split()), [phrase for phrase in phrases if phrase])


def paragraphs(text: str) -> Iterator[tuple[int, list[Line] | BoneyardError]]:
    """Yield the paragraphs of a text, with the number of the first line, as lines or a fault.

    A line that is only a comment ends no paragraph.
    """
    rows: list[tuple[int, str]] = []
    for number, row in enumerate([*text.splitlines(), ""], 1):
        told = row.partition(_COMMENT)[0]
        if told.strip():
            rows.append((number, told))
        elif rows and not row.strip():
            try:
                read: list[Line] | BoneyardError = [_line(at, told) for at, told in rows]
            except BoneyardError as error:
                read = error
            yield rows[0][0], read
            rows = []
