"""A hand that was typed line by line, while it is being read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.typed.told import (
    NARROW,
    PARTS,
    Asked,
    Told,
    asked_at,
    place_in,
    read_tricks,
    split_phrases,
    to_play,
)
from simulate.branch.rolling import Among
from simulate.domino.pool_kit import DECLARE, KEEP
from simulate.domino.tiles import HIGH, name, parse, with_plain_tiles
from simulate.domino.trick_kit import FIRST_TRICK
from simulate.errors import BoneyardError
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
#: A whole number; ``isdigit`` would take other signs for digits.
_WHOLE = re.compile("[+-]?[0-9]{1,18}")


@dataclass(frozen=True)
class Word:
    """A word of a text."""

    text: str  #: as it was typed, without commas and the like behind it
    #: Both from 1; words of a line are counted with the one before its colon.
    line: int
    number: int
    whole_text: str = ""  #: with a full stop behind it: as a name

    def wrong(self, why: object) -> BoneyardError:
        """Return the error about this word."""
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


def plain(text: str) -> str:
    """Return the name of a line or of a player in the one way of writing that we compare."""
    return _LOOSE.sub("", text.lower()) or text.lower()


@dataclass(frozen=True)
class Line:
    """A line ``key: words``, in phrases that commas part."""

    number: int
    begins: str  #: what stands before the colon; of a line without one all of it
    phrases: list[list[Word]]
    fault: BoneyardError | None = None  #: why it cannot be read

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
            raise BoneyardError(f"line {self.number}: {self.begins} has {len(self.words)} words, "
                                "not one")
        return self.words[0]

    def tiles(self) -> list[str]:
        """Return the tiles that the words are."""
        return tiles_of(self.words)

    def numbers(self, seats: int) -> list[int]:
        """Return a number a seat."""
        if len(self.words) != seats:
            raise BoneyardError(f"line {self.number}: {self.begins} has "
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
        return Line(number, text.strip(), [], BoneyardError(
            f"line {number}, word 1: {text.split()[0]!r} begins a line without a colon: write what "
            "it is, a colon and the words, as in turn-up: 6-3"))
    if plain(key) not in _NO_TILES:
        rest = with_plain_tiles(rest)
    count, phrases = len(key.split()), []
    for part in rest.split(","):
        phrase = []
        for word in part.split():
            count += 1
            word = word.strip(";")
            phrase.append(Word(word.rstrip(";."), number, count, word))
        phrases.append(phrase)
    fault = BoneyardError(f"line {number}: there is nothing between two commas")
    return Line(number, key.strip(), [phrase for phrase in phrases if phrase],
                fault if [] in phrases[:-1] else None)


def paragraphs(text: str) -> Iterator[list[Line]]:
    """Yield the paragraphs of a text. A line that is only a comment ends no paragraph."""
    lines: list[Line] = []
    for number, row in enumerate([*text.splitlines(), ""], 1):
        told = row.translate(NARROW).partition(_COMMENT)[0]
        if told.strip():
            lines.append(_line(number, told))
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
            raise BoneyardError(f"line {found[1].number}: {found[1].begins} is there twice, in "
                                f"line {found[0].number} as well")
        return found[0] if found else None

    def take_all(self, *keys: str) -> list[Line]:
        """Take all lines with one of some keys."""
        wanted = {plain(key) for key in keys}
        found = [line for line in self.lines if line.key in wanted]
        self.lines = [line for line in self.lines if line.key not in wanted]
        return found

    def seat(self, word: Word) -> int:
        """Return the seat of a player that is named."""
        known = [plain(player) for player in self.names]
        if plain(word.text) not in known:
            raise word.wrong(f"{word.text!r} is none of the players {', '.join(self.names)}")
        return known.index(plain(word.text))

    def tiles_by_seat(self) -> list[list[str] | None]:
        """Take the lines that begin with a player's name: the tiles of each."""
        found: list[list[str] | None] = []
        for player in self.names:
            line = self.take(player)
            found.append(line.tiles() if line else None)
        return found

    def turn_up(self) -> str:
        """Take the line with the tile that was turned up."""
        turned = self.take("turn-up")
        if turned is None:
            raise BoneyardError("the hand has no turn-up: write a line turn-up: 6-3")
        return turned.one().tile()

    def chairs(self) -> list[int]:
        """Return the seats from the dealer's left round to the dealer."""
        return [(self.first + 1 + p) % self.seats for p in range(self.seats)]


def trick_lines(typed: Typed, order: int, ring: Sequence[int], leader: int) -> list[dict[str, Any]]:
    """Take the lines ``4: 6-4 6-6 5-4``: the suit led, then tiles from the leader on. ``order``:
    how tiles rank, an index of ``simulate.domino.tricks.STRENGTH``. ``ring``: the seats that play,
    in order. Raises ``BoneyardError`` that names a line that is no trick of these seats."""
    lines, played = typed.take_all(*"0123456"), dict[str, int]()
    for line in lines:
        for tile, word in zip(line.tiles(), line.words, strict=True):
            if tile in played:
                raise word.wrong(f"{tile} was played before, in line {played[tile]}")
            played[tile] = line.number
    written = "; ".join(f"{line.key}: {' '.join(line.tiles())}" for line in lines)
    try:
        return read_tricks(written, order, ring, leader)[0]
    except BoneyardError as error:
        trick = str(error).partition("trick ")[2].partition(":")[0]
        line = lines[int(trick) - 1] if trick.isdigit() else lines[0]
        raise BoneyardError(f"line {line.number}: {error}") from error


_SAID = "write pass, play, or play 2 once so many tiles are changed, with commas between them"


_PHRASES = ("pass", "play", *(f"play {many}" for many in range(5)))


def said_of(text: str, seat: int) -> dict[str, Any]:
    """Read ``pass``, ``play`` or ``play 2``."""
    word, _, number = text.partition(" ")
    if text not in _PHRASES:
        raise BoneyardError(f"before: {text!r} is no declaration: {_SAID}")
    said: dict[str, Any] = {"seat": seat, "action": word, "discarded": None, "drawn": None}
    return said | ({"changed": int(number)} if number else {})


def read_decision(run: Run, told: Told, me: int) -> Asked:
    """Return a decision that was typed: who plays, what to keep, or a tile."""
    players = len(run.players)
    said = [said_of(text, p) for p, text in enumerate(split_phrases(told.before, _PHRASES))]
    playing = [one["seat"] for one in said if one["action"] == "play"]
    hand: dict[str, Any] = {
        "game": run.game, "players": players, "dealer": players - 1, "turn_up": told.turned_up(),
        "declarations": said, "tricks": [], "dealt": [None] * players,
        "pool": told.pool or players * find_game(run.game).stake(run.rules)}
    if len(said) == me and not told.seen:
        hand["dealt"][me] = told.tiles("hand")
        asked = Event(me, "declare", DECLARE, None, f"{place_in(hand, me)} declares")
    elif len(said) < players or me not in playing:
        raise BoneyardError(f"before names {len(said)} declarations: then it is not "
                            f"{place_in(hand, me)} that is asked; {_SAID}")
    elif "changed" not in said[me]:
        hand["dealt"][me] = told.tiles("hand")
        asked = Event(me, "keep", KEEP, None, f"{place_in(hand, me)} changes tiles")
    else:
        trump = int(HIGH[parse(hand["turn_up"])])
        hand["tricks"], now = read_tricks(told.seen, trump, playing, playing[0])
        own, drawn = told.own_tiles(hand["tricks"], me), told.tiles("drawn")
        thrown = told.tiles("discarded")
        if not len(drawn) == len(thrown) == said[me]["changed"]:
            changed = how_many(said[me]["changed"], "tile")
            raise BoneyardError(f"{place_in(hand, me)} changed {changed}: name as many with "
                                "--discarded and with --drawn")
        said[me] |= {"discarded": thrown, "drawn": drawn}
        hand["dealt"][me] = [tile for tile in [*own, *thrown] if tile not in drawn]
        asked = to_play(hand, now, me, FIRST_TRICK)
    return asked_at(run, hand, asked)


def read_hand(typed: Typed) -> None:
    """Read the lines of a hand: said, who changed what, turn-up, tricks."""
    hand, chairs = typed.hand, typed.chairs()
    hand["turn_up"], said = typed.turn_up(), typed.take("said")
    if said is None:
        raise BoneyardError("the hand has no declarations: write a line said: pass, play 2, play")
    words = [" ".join(word.text.lower() for word in phrase) for phrase in said.phrases]
    hand["declarations"] = [said_of(text, chairs[p]) for p, text in enumerate(words)]
    for one in hand["declarations"]:
        player = typed.names[one["seat"]]
        for part in ("discarded", "drawn"):
            line = typed.take(f"{part} {player}")
            one[part] = line.tiles() if line else ([] if one.get("changed") == 0 else None)
    hand |= {"dealt": typed.tiles_by_seat(), "tricks": []}
    playing = [one["seat"] for one in hand["declarations"] if one["action"] == "play"]
    if len(playing) > 1:
        trump = int(HIGH[parse(hand["turn_up"])])
        hand["tricks"] = trick_lines(typed, trump, playing, playing[0])


@dataclass(frozen=True)
class GameWords:
    """How a game's decisions and hands are typed.

    Parameters
    ----------
    decision : callable
        ``decision(run, told, position)`` to the hand of the exchange format as far as it is
        known, its decisions, and which one is asked about; the seats are numbered by position.
    hand : callable
        ``hand(typed)`` takes the lines that are the game's own and writes their content into
        ``typed.hand``.  Lines that it leaves are those of every game: pool, score, net.
    first : str
        The line of the seat from which the others are counted.
    lines : tuple of str
        The words with which the game's own lines begin, so that no player can be called so.
    classes : callable, optional
        ``classes(run, told, position, text)`` to a decision about a class of hands, in words,
        and to which deals are meant by it.
    said : str
        What may be declared or called before the tiles are played, as people type it.
    asks_for : tuple of str
        What of ``Told`` a decision of the game may need besides hand and position: the rest is
        refused, so that nothing is typed in vain.
    left : callable, optional
        ``left(hand, rules)`` to the chips that a hand leaves in the pool, None where it ends early:
        the next hand need not name its pool then.
    """

    decision: Callable[[Run, Told, int], Asked]
    hand: Callable[[Typed], None]
    first: str = "dealer"
    lines: tuple[str, ...] = ()
    classes: Callable[[Run, Told, int, str], tuple[Asked, Among]] | None = None
    said: str = ""
    asks_for: tuple[str, ...] = PARTS
    left: Callable[[Mapping[str, Any], Rules], int | None] | None = None


WORDS = GameWords(
    read_decision, read_hand, lines=("said", "turn-up", "discarded", "drawn", *"0123456"),
    said="play, pass, play 2 (once so many tiles are changed)",
    asks_for=("turn_up", "before", "seen", "drawn", "discarded", "pool"))
