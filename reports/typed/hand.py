"""A hand as it is typed, while it is read: the options of a question are read as its lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.branch.rolling import Among
from simulate.domino.tiles import mask, members, name, parse, with_plain_tiles
from simulate.domino.tricks import LED_AS, STRENGTH
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.rules import MOST_CHIPS, Rules
from simulate.games.spot import Event
from simulate.runs.run import Run

#: What follows is for people; so is a line that begins so.
_COMMENT, _DATE = "#", "date"
#: What nobody need type alike in names of players and of lines: C.J. is CJ, turn-up is turnup.
_LOOSE = re.compile(r"[\s._-]+")
#: Lines whose words are no tiles, so that 6:4 stays as it is.
_NO_TILES = ("game", "players", "rules")
#: Full-width signs, as keyboards of East Asia type them, and the plain ones that they stand for.
NARROW = str.maketrans("：，、；＃＝", ":,,;#=")  # noqa: RUF001
#: What goes on with the declaration before it: tiles, and what was done with them.
_BEHIND = re.compile("[0-6]-[0-6]|throws|keeps|takes")
#: A whole number; ``isdigit`` would take other signs for digits.
_WHOLE = re.compile("[+-]?[0-9]{1,18}")


class Misread(BoneyardError):
    """What is wrong with a text; it begins with the place, a line or an option."""


@dataclass(frozen=True)
class Word:
    """A word of a text."""

    text: str  #: as it was typed, without commas and the like behind it
    #: Both from 1; words of a line are counted with the one before its colon.
    line: int
    number: int
    whole_text: str = ""  #: with a full stop behind it: as a name
    option: str = ""  #: in place of a line

    def wrong(self, why: object) -> Misread:
        """Return the error about this word."""
        return Misread(f"{self.option or f'line {self.line}, word {self.number}'}: {why}")

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


def plain(text: str) -> str:
    """Return the name of a line or of a player in the one way of writing that we compare."""
    return _LOOSE.sub("", text.lower()) or text.lower()


def seat_of(who: object, names: Iterable[object]) -> int | None:
    """Return the seat of a player by the names of all; None where nobody is called so."""
    known = [plain(str(name)) for name in names]
    return known.index(plain(str(who))) if plain(str(who)) in known else None


@dataclass(frozen=True)
class Line:
    """A line ``key: words``, in phrases that commas part."""

    number: int
    begins: str  #: what stands before the colon; of a line without one all of it
    phrases: list[list[Word]]
    fault: BoneyardError | None = None  #: why it cannot be read
    option: str = ""  #: in place of a line
    meant: str = ""  #: what it is, or is probably meant to be; empty where it is like nothing

    @classmethod
    def of_option(cls, option: str, key: str, text: str) -> Line:
        """Return the line of a hand that an option has the words of."""
        phrases, fault = _phrases(text, 0, 0, option)
        return cls(0, key, phrases, fault, option)

    @property
    def at(self) -> str:
        """Where it stands, as errors begin."""
        return self.option or f"line {self.number}"

    def wrong(self, why: object, begins: bool = False) -> Misread:
        """Return the error about this line, or about the word that it ``begins`` with."""
        return Misread(f"{self.at}{', word 1' * begins}: {why}")

    @property
    def key(self) -> str:
        """What it is, in the way of writing that we compare."""
        return plain(self.begins)

    @property
    def words(self) -> list[Word]:
        """All words, whatever parts them."""
        return [word for phrase in self.phrases for word in phrase]

    def one(self) -> Word:
        """Return the only word."""
        if len(self.words) != 1:
            raise self.wrong(f"{self.begins} has {len(self.words)} words, not one")
        return self.words[0]

    def tiles(self) -> list[str]:
        """Return the tiles that the words are."""
        return tiles_of(self.words)

    def by_seat(self, seats: int) -> list[Word]:
        """Return one word per seat."""
        if self.fault:
            raise self.fault
        if len(self.words) != seats:
            many = how_many(len(self.words), "number")
            raise Misread(f"{self.at}{'' if self.option else f': {self.begins}'} has {many} for "
                          f"{seats} players")
        return self.words

    def numbers(self, seats: int, least: int = -MOST_CHIPS) -> list[int]:
        """Return one number per seat; a word that is no number is blamed before a wrong count."""
        found = [] if self.fault else [word.whole(least, MOST_CHIPS) for word in self.words]
        self.by_seat(seats)
        return found


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
        return Line(number, text.strip(), [], Misread(
            f"line {number}, word 1: {text.split()[0]!r} begins a line without a colon: write what "
            "it is, a colon and the words, as in turn-up: 6-3"))
    if plain(key) not in _NO_TILES:
        rest = with_plain_tiles(rest)
    return Line(number, key.strip(), *_phrases(rest, number, len(key.split())))


def _phrases(
    text: str, number: int, count: int, option: str = ""
) -> tuple[list[list[Word]], BoneyardError | None]:
    """Return the words behind ``count`` others of a line, in phrases, and what is wrong there."""
    phrases = []
    for part in text.split(","):
        phrase = []
        for word in part.split():
            count += 1
            word = word.strip(";")
            phrase.append(Word(word.rstrip(";."), number, count, word, option))
        phrases.append(phrase)
    fault = Misread(f"{option or f'line {number}'}: there is nothing between two commas")
    empty = [] in (phrases if option else phrases[:-1])  # a line may end with a comma
    return [phrase for phrase in phrases if phrase], fault if empty else None


def paragraphs(whole: str) -> Iterator[list[Line]]:
    """Yield the paragraphs of a text. A line that is only a comment ends no paragraph."""
    lines: list[Line] = []
    for number, row in enumerate([*whole.splitlines(), ""], 1):
        text = row.translate(NARROW).partition(_COMMENT)[0]
        if text.strip():
            lines.append(_line(number, text))
        elif lines and not row.strip():
            if kept := [line for line in lines if line.key != _DATE]:
                yield kept
            lines = []


@dataclass
class Typed:
    """A hand that is being read."""

    names: list[str]  #: the players by seat
    rules: Rules
    hand: dict[str, Any]  #: the hand so far
    first: int  #: the seat that deals, leads or rolls first
    lines: list[Line]  #: what is left to be read

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    def take(self, *keys: str) -> Line | None:
        """Take the line with one of some keys, if there is one."""
        found = self.take_all(*keys)
        if len(found) > 1:
            raise found[1].wrong(f"{found[1].begins} is there twice, in {found[0].at} as well")
        return found[0] if found else None

    def has(self, key: str) -> bool:
        """Return whether a line is left to be taken."""
        return any(line.key == plain(key) for line in self.lines)

    def take_all(self, *keys: str) -> list[Line]:
        """Take all lines with one of some keys."""
        wanted = {plain(key) for key in keys}
        found = [line for line in self.lines if line.key in wanted]
        self.lines = [line for line in self.lines if line.key not in wanted]
        return found

    def seat(self, word: Word) -> int:
        """Return the seat of a player that is named."""
        if (seat := seat_of(word.text, self.names)) is None:
            raise word.wrong(f"{word.text!r} is none of the players {', '.join(self.names)}")
        return seat

    def text(self, key: str) -> str:
        """Take a line, and return its words; empty without the line."""
        line = self.take(key)
        return " ".join(word.text for word in line.words) if line else ""

    def tiles(self, key: str) -> list[str]:
        """Take a line of tiles, and return them in the order of the set; none without the line."""
        line = self.take(key)
        return [name(tile) for tile in members(mask(line.tiles()))] if line else []

    def chips(self, key: str) -> int | None:
        """Take a line with a number of chips; None without the line."""
        line = self.take(key)
        return line.one().whole(0, MOST_CHIPS) if line else None

    def tiles_by_seat(self) -> list[list[str] | None]:
        """Take the lines that begin with a player's name: the tiles of each."""
        found: list[list[str] | None] = []
        for player in self.names:
            line = self.take(player)
            found.append(line.tiles() if line else None)
        return found

    def turn_up(self, needed: bool = True) -> str | None:
        """Take the line with the tile that was turned up; it must be there if ``needed``."""
        if (turned := self.take("turn-up")) is not None:
            return turned.one().tile()
        if needed:
            raise BoneyardError("the hand has no turn-up: name the tile, as in turn-up: 6-3")
        return None

    def actions(
        self, known: Collection[str], what: str, most: int, more: bool = False
    ) -> list[tuple[str, list[Word]]]:
        """Take the line of what was declared or called: phrases of ``known`` (any, where none are),
        ``most`` of them, and the words behind each where a phrase may have ``more``."""
        if (line := self.take("said")) is None:
            return []
        if line.fault:
            raise line.fault
        parts = line.phrases if len(line.phrases) > 1 else list(_apart(line.words, known))
        if len(parts) > most:
            raise parts[most][0].wrong(f"{how_many(len(parts), what)} for {self.seats} players")
        return [_action(words, known, what, more) for words in parts]

    def tricks(self, order: int, ring: Sequence[int], leader: int) -> list[dict[str, Any]]:
        """Take the lines ``4: 6-4 6-6 5-4``: the suit led, then tiles of the seats of the ``ring``
        from the leader on. ``order``: how tiles rank (``simulate.domino.tricks.STRENGTH``)."""
        lines, played = self.take_all(*"0123456"), dict[str, str]()
        for line in lines:
            for tile, word in zip(line.tiles(), line.words, strict=True):
                if tile in played:
                    raise word.wrong(f"{tile} was played before, in {played[tile]}")
                played[tile] = line.at
        tricks: list[dict[str, Any]] = []
        for number, line in enumerate(lines, 1):
            tricks.append(_trick(line, number, order, ring, leader))
            leader = tricks[-1]["winner"]
            if leader is None and number < len(lines):
                raise line.wrong(f"trick {number}: {len(line.words)} tiles for {len(ring)} seats "
                                 "that play")
        return tricks

    def chairs(self) -> list[int]:
        """Return the seats from the dealer's left round to the dealer."""
        return [(self.first + 1 + p) % self.seats for p in range(self.seats)]


def phrase_length(words: Sequence[Word], known: Collection[str]) -> int:
    """Return how many words the longest phrase has with which some words begin; 1 if it is none."""
    return next((many for many in range(len(words), 1, -1)
                 if " ".join(word.text for word in words[:many]).lower() in known), 1)


def _apart(words: Sequence[Word], known: Collection[str]) -> Iterator[Sequence[Word]]:
    """Yield phrases that no commas part, each with the tiles behind it."""
    while words:
        many = phrase_length(words, known)
        while many < len(words) and _BEHIND.fullmatch(words[many].text.lower()):
            many += 1
        yield words[:many]
        words = words[many:]


def _action(
    words: Sequence[Word], known: Collection[str], what: str, more: bool
) -> tuple[str, list[Word]]:
    """Return a phrase in lower case, and the words behind it."""
    many = phrase_length(words, known) if known else len(words)
    text = " ".join(word.text for word in words[:many]).lower()
    if known and text not in known:
        raise words[0].wrong(unknown(what, " ".join(word.text for word in words), known))
    if not more and words[many:]:
        raise too_much(words[many], text)
    return text, list(words[many:])


def too_much(word: Word, phrase: str) -> BoneyardError:
    """Return the error about a word behind a phrase."""
    return word.wrong(f"{word.text!r} is too much after {phrase}: put a comma between")


def _trick(
    line: Line, number: int, order: int, ring: Sequence[int], leader: int
) -> dict[str, Any]:
    """Return a trick, from the leader on."""
    suit, tiles = int(line.key), [parse(tile) for tile in line.tiles()]
    if not 0 < len(tiles) <= len(ring):
        raise line.wrong(f"trick {number}: {len(tiles)} tiles for {len(ring)} seats that play")
    if not LED_AS[order, tiles[0]] >> suit & 1:
        raise line.wrong(f"trick {number}: {name(tiles[0])} cannot be led as a {suit}")
    start = ring.index(leader)
    chairs = [*ring[start:], *ring[:start]][: len(tiles)]
    strength = [int(STRENGTH[order, suit, tile]) for tile in tiles]
    winner = chairs[strength.index(max(strength))] if len(tiles) == len(ring) else None
    return {"leader": leader, "suit": suit, "winner": winner, "plays": [
        [seat, name(tile)] for seat, tile in zip(chairs, tiles, strict=True)]}


def read_score(typed: Typed) -> None:
    """Take the line of the points before the hand, one number per seat."""
    game = find_game(typed.hand["game"])
    if line := typed.take("score"):
        if (unit := game.unit(typed.rules)) != "points":
            raise line.wrong(f"{unit} are played for, and a score counts where points win a game")
        least = -MOST_CHIPS if game.can_lose else 0
        typed.hand["points_before"] = line.numbers(typed.seats, least)


@dataclass(frozen=True)
class GameWords:
    """How a game's decisions and hands are typed."""

    #: Takes the lines that are the game's own and writes their content into ``typed.hand``; lines
    #: that it leaves are those of every game: pool, score, net.
    hand: Callable[[Typed], None]
    #: ``asked(typed, position)``: the decision that is asked about; it takes the lines that this
    #: needs besides, and writes into the hand what the seat was dealt.
    asked: Callable[[Typed, int], Event]
    first: str = "dealer"  #: the line of the seat from which the others are counted
    lines: tuple[str, ...] = ()  #: words that begin its own lines: no player can be called so
    seen: str = ""  #: the lines of ``--seen``; tricks, which begin with their suit, when empty
    phrases: str = ""  #: what may be declared or called before the tiles are played, as typed
    #: ``classes(run, position, text)``: which deals a class of hands means, in words; the hand has
    #: the words as ``spot``.
    classes: Callable[[Run, int, str], Among] | None = None
    #: The chips that a hand leaves in the pool, None where it ends early: then the next hand need
    #: not name its pool.
    left: Callable[[Mapping[str, Any], Rules], int | None] | None = None
