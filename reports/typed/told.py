"""A decision as a person types it: its parts, and what the games share in reading it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from simulate.domino.tiles import members, name, parse
from simulate.domino.tricks import LED_AS, STRENGTH
from simulate.errors import BoneyardError
from simulate.games.narrating import how_many
from simulate.games.rules import MOST_CHIPS
from simulate.games.spot import Event, called, tile_set
from simulate.runs.run import Run
from simulate.whole_numbers import whole

#: What follows is for people.
_COMMENT = "#"
#: A whole number; ``isdigit`` would take other signs for digits.
_WHOLE = re.compile("[+-]?[0-9]{1,18}")


@dataclass(frozen=True)
class Word:
    """A word of a text."""

    text: str  #: as it was typed, without commas and the like around it
    #: Both from 1; words of a line are counted with the one before its colon.
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
        return [word.whole(-MOST_CHIPS, MOST_CHIPS) for word in self.words]


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
    """Yield the paragraphs of a text, with the number of the first line, as lines or a fault. A
    line that is only a comment ends no paragraph."""
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


@dataclass(frozen=True)
class Told:
    """What a person wrote; each an option of ``boneyard advise``."""

    hand: str  #: tiles held now
    position: str
    turn_up: str = ""
    before: str = ""
    seen: str = ""
    drawn: str = ""
    discarded: str = ""
    score: str = ""
    pool: int | None = None
    decision: str | None = None  #: where the rest does not tell which


#: What may be told besides hand and position.
PARTS = tuple(one.name for one in fields(Told) if one.name not in ("hand", "position"))
#: What only some decisions have, and why the others have it not.
_ONLY_SOME = {
    "seen": "no tile is played before this is decided",
    "drawn": "those are the tiles of a miss, told to be asked which five to keep",
    "discarded": "that is what the dealer threw for the turn-up, told once it is taken"}
#: A hand as far as it is known, its decisions and the one that is asked about.
Asked = tuple[dict[str, Any], list[Event], int]


def read_tiles(text: str, what: str) -> list[str]:
    """Return tiles as a history writes them; ``what`` names them in messages."""
    return [name(tile) for tile in members(tile_set(text.replace(",", " ").split(), what))]


def check_told(told: Told, needed: Collection[str] = ()) -> None:
    """Raise ``BoneyardError`` if anything is told of ``seen``, ``drawn`` and ``discarded`` that the
    decision has not (``needed``)."""
    for part, why in _ONLY_SOME.items():
        if getattr(told, part).strip() and part not in needed:
            raise BoneyardError(f"{part} {getattr(told, part)!r}: {why}; leave it out")


def turned_up(told: Told) -> str:
    """Return the tile that was turned up."""
    if not told.turn_up:
        raise BoneyardError("turn-up is missing: name the tile that was turned up")
    return name(parse(told.turn_up))


def split_phrases(text: str, part: str = "before", phrase: str = "declaration") -> list[str]:
    """Split what was said at commas, or at blanks where there are none. ``part``, ``phrase``: what
    the text and one of its phrases are called in messages."""
    parts = text.split(",") if "," in text else text.split()
    said = [part.strip().lower() for part in parts]
    if "" in said and text.strip():
        raise BoneyardError(f"{part} {text!r} has an empty {phrase}: name one a position")
    return [part for part in said if part]


def read_tricks(
    text: str, order: int, seats_in: Sequence[int], leader: int
) -> tuple[list[dict[str, Any]], int]:
    """Return the tricks of ``4: 6-4 6-6 5-4; 2: 2-2``, and who is to play now."""
    tricks: list[dict[str, Any]] = []
    now, ring = leader, list(seats_in)
    for number, part in enumerate(filter(None, (p.strip() for p in text.split(";")))):
        suit, colon, words = part.partition(":")
        if not colon or suit.strip() not in "0123456":
            raise BoneyardError(
                f"seen, trick {number + 1}: {part!r} does not say which suit was led: write the "
                "number, a colon and the tiles from the leader on, as in 4: 6-4 6-6 5-4")
        tiles = [parse(word) for word in words.replace(",", " ").split()]
        if not 0 < len(tiles) <= len(ring):
            raise BoneyardError(f"seen, trick {number + 1}: {len(tiles)} tiles for {len(ring)} "
                                "seats that play")
        if not LED_AS[order, tiles[0]] >> int(suit) & 1:
            raise BoneyardError(f"seen, trick {number + 1}: {name(tiles[0])} cannot be led as a "
                                f"{suit.strip()}")
        at = ring.index(now)
        chairs = (ring[at:] + ring[:at])[: len(tiles)]
        strength = [int(STRENGTH[order, int(suit), tile]) for tile in tiles]
        winner = chairs[strength.index(max(strength))] if len(tiles) == len(ring) else None
        tricks.append({"leader": now, "suit": int(suit), "winner": winner,
                       "plays": [[seat, name(tile)] for seat, tile in zip(chairs, tiles,
                                                                          strict=True)]})
        now = ring[(at + len(tiles)) % len(ring)] if winner is None else winner
    return tricks, now


def place_in(hand: Mapping[str, Any], position: int) -> str:
    """Return what a position is called: a person who asks sees the seats as positions."""
    return called(hand, range(hand["players"]), position)


def to_play(hand: Mapping[str, Any], now: int, me: int, first: int) -> Event:
    """Return the decision at the tiles. ``now``, ``me``: the seat that is to play now, and the one
    that asks: ``BoneyardError`` if they differ. ``first``: the number of the decision at the first
    trick."""
    if now != me:
        raise BoneyardError(f"seen: now {place_in(hand, now)} is to play, not "
                            f"{place_in(hand, me)}")
    tricks = hand["tricks"]
    follows = bool(tricks) and tricks[-1]["winner"] is None
    number = len(tricks) - follows
    what = "follow" if follows else "lead"
    return Event(me, what, first + number, None,
                 f"trick {number + 1}: {place_in(hand, me)} is to {what}")


def own_tiles(told: Told, tricks: Sequence[Mapping[str, Any]], me: int) -> list[str]:
    """Return the tiles held now and those played before."""
    played = [tile for trick in tricks for seat, tile in trick["plays"] if seat == me]
    return read_tiles(" ".join([told.hand.replace(",", " "), *played]), "hand and tiles played")


def read_score(
    told: Told, run: Run, is_over: Callable[[Sequence[int]], bool], wins: str,
    least: int = -10_000,
) -> dict[str, Any]:
    """Return the score by position, if it was told. ``wins``: what wins the game, in words.
    ``least``: the fewest points that a seat can have."""
    if not told.score:
        return {}
    points = [whole(word, "score", least, 10_000)
              for word in split_phrases(told.score, "score", "number")]
    if len(points) != len(run.players):
        raise BoneyardError(f"score {told.score!r} has {how_many(len(points), 'number')} for "
                            f"{len(run.players)} seats: name one each")
    if is_over(points):
        raise BoneyardError(f"score {told.score!r}: with that the game is over, for {wins}")
    return {"points_before": points}
