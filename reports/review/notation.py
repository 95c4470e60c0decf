"""Typed hands as hands of the exchange format: a paragraph for each, the table given once.

Where a hand cannot have happened as it was typed, the word at fault is found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from reports.request import read_options, read_rules
from reports.results.game_report import words_of
from reports.studies.advise import history_input
from reports.typed.hand import Line, Misread, Typed, Word, paragraphs, plain, read_score, seat_of
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError, unknown, whole
from simulate.games.game import find_game, game_names
from simulate.games.rules import Rules
from simulate.games.spot import asking

_MOST_SEATS = 6
_DEALER = "dealer"
_TABLE = ("game", "players", "rules")
#: What else begins lines in every game; no player can be called so.
_STAKES = ("pool", "left", "score", "net", "points")
#: In place of a line that may have been meant for the table, and is like none.
_STRANGE = "?"
#: How alike what begins a line must be to what it was probably meant for.
_CLOSE = 0.7
_DIGIT = re.compile("[0-9]")
_ASIDE = "what is for people stands behind a #"
#: Lines with a number a seat.
_BY_SEAT = ("net", "points")
_TILE = r"(?P<tile>\d-\d)"
#: What was decided, as faults begin; and what begins the lines that have it.
_LAID = re.compile(rf"(?P<what>trick|round|turn) (?P<number>\d+): \S+ (?:plays|leads|bets) {_TILE}")
_LINES = {"trick": {*"0123456"}, "round": {"bets"}, "turn": {"line"}}
_CALL = re.compile(r"round (?P<number>\d+): (?P<who>\S+) ")
_SAID = re.compile(r"(?P<who>\S+) (?:plays|takes|drops|leaves|keeps)")
_HELD = re.compile(r"(?:dealt to )?(?P<who>\S+)(?: is dealt| has \d-\d twice)")
_TWICE = re.compile(rf"{_TILE} is in two places")


_USUAL = partial(read_rules, rules=None)


class LeftOut(Misread):
    """A hand needs what stands before it, a line that the text of the error begins with."""


@dataclass
class _Table:
    """What stands once in a text and then holds for all hands that follow."""

    #: The lines in force, by what they set; among them what may have been meant for one.
    lines: dict[str, Line] = field(default_factory=dict)
    game: str = ""
    names: tuple[str, ...] = ()
    rules: Rules | None = None
    faults: dict[str, BoneyardError] = field(default_factory=dict)  #: of lines that cannot be read
    usual: Callable[[str], Rules] = _USUAL  #: the rules of a game where the text names none
    session: int = -1
    hand: int = 0
    first: int | None = None  #: who dealt last; None where that is not known
    left: int | None = 0  #: chips that the last hand left in the pool; None if unknown
    line: int = 0  #: in which the hand that is read begins
    #: The line of the hand that was refused for want of its pool, if none was named since.
    asks: int = 0

    def change(self, lines: Mapping[str, Line]) -> Iterator[BoneyardError]:
        """Read the lines that set the game, who plays, and the rules; yield what is wrong there."""
        if "game" in lines and "game" in self.lines:
            self.lines.pop("rules", None)
        if {"game", "rules"} & set(lines):
            self.lines.pop(_STRANGE, None)
        self.lines |= lines
        self.session += 1
        self.hand, self.first, self.left, self.asks, self.faults = 0, None, 0, 0, {}
        self.game, self.names, self.rules = "", (), None
        for key in (*_TABLE, _STRANGE):
            if key in self.lines and "game" not in self.faults:
                try:
                    self._read(key, self.lines[key])
                except BoneyardError as error:
                    self.faults[key] = error
        yield from (self.faults[key] for key in lines if key in self.faults)

    def _read(self, key: str, line: Line) -> None:
        if line.fault:
            raise line.fault
        if key == "game":
            self.game = _game(line.one())
        elif self.game and key == "players":
            self.names = _names(line, self.game)
        elif self.game and key == "rules":
            try:
                self.rules = read_rules(self.game, read_options(word.text for word in line.words))
            except BoneyardError as error:
                raise line.wrong(error) from error

    def check(self) -> None:
        """Raise ``BoneyardError`` where no hand can be read, for lack of a table."""
        if self.faults:
            line = min(self.lines[key].number for key in self.faults)
            raise LeftOut(f"line {line}, which names the table, could not be read")
        if not self.game or not self.names:
            raise BoneyardError("no table is set: begin with the lines game: loo and players: Anna "
                                "Ben Cleo Dora")

    def keys(self, names: Iterable[str]) -> dict[str, str]:
        """Return what lines begin with, and what each is: options are meant for ``rules``."""
        games = [self.game] if self.game else game_names()
        found = {plain(name): name for name in names}
        for game in games:
            found |= {plain(option): "rules" for option in read_rules(game, None).as_dict()}
            with suppress(BoneyardError):
                words = words_of(game)
                found |= {plain(key): key for key in (words.first, *words.lines)}
        return found | {key: key for key in (*_TABLE, *_STAKES)}


def _game(word: Word) -> str:
    game = word.text.lower()
    if game not in game_names():
        raise word.wrong(unknown("game", word.text, game_names()))
    try:
        words_of(game)
    except BoneyardError as error:
        raise word.wrong(error) from error
    return game


def _names(line: Line, game: str) -> tuple[str, ...]:
    """Return the players' names; a number alone stands for so many seats."""
    names, words, known = _as_named(line), words_of(game), set[str]()
    if not names:
        raise line.wrong("players has no names: write players: Anna Ben")
    taken = {*map(plain, (*_TABLE, *_STAKES, words.first, *words.lines))}
    for word in line.words:
        name = plain(word.text)
        if name in known:
            raise word.wrong(f"two players are called {word.text}")
        if name in taken and len(line.words) > 1:
            raise word.wrong(f"{word.text!r} begins another kind of line: give the player "
                             "another name")
        known.add(name)
    try:
        find_game(game).check_players(len(names))
    except BoneyardError as error:
        hint = "; a name is one word, such as Anna-Lee" if line.words[1:] else ""
        raise line.wrong(f"{error}{hint}") from error
    return names


def _as_named(line: Line) -> tuple[str, ...]:
    """Return the players' names as a line has them; those of seats where it has only a number."""
    words = line.words
    if len(words) == 1 and words[0].text.isdigit():
        return tuple(f"seat{seat}" for seat in range(words[0].whole(2, _MOST_SEATS)))
    return tuple(word.whole_text for word in words)


def _meant(line: Line, keys: Mapping[str, str], players: Collection[str]) -> str:
    """Return what a line is, or what it was probably meant to be; empty if it is like no line."""
    key = _alike(line, keys)
    has_numbers = any(map(_DIGIT.search, [line.begins, *(word.text for word in line.words)]))
    if not key and not players and any(_DIGIT.search(word.text) for word in line.words):
        return line.begins  # tiles of a player who is not known
    # A player's line has tiles: without any, it may name the dealer.
    return "" if key in players and not has_numbers else key


def _alike(line: Line, keys: Mapping[str, str]) -> str:
    """Return the key with which a line begins, or is most like it."""
    words = line.begins.split()
    for many in range(len(words), 0, -1):  # ``turn-up 6-3`` lacks its colon; ``discarded Anna``
        if (begins := plain(" ".join(words[:many]))) in keys:
            return keys[begins]
    close = get_close_matches(plain(words[0]) if line.fault else line.key, keys, 1, _CLOSE)
    return keys[close[0]] if close else ""


@dataclass
class _Paragraph:
    """A paragraph: what it sets of the table, and the lines of its hand."""

    table: dict[str, Line]
    rest: list[Line]

    @classmethod
    def of(cls, lines: Sequence[Line], table: _Table) -> _Paragraph:
        """Sort the lines of a paragraph, strange ones to the table where its lines are."""
        players = next((line for line in lines if line.key == "players"), None)
        names = table.names
        with suppress(BoneyardError):
            names = () if players and players.fault else _as_named(players) if players else names
        keys, found = table.keys(names), cls({}, [])
        for line in lines:
            key = _meant(line, keys, names)
            if key not in _TABLE:
                found.rest.append(replace(line, meant=key))
                continue
            fault = line.fault or (
                None if line.key == key else _stranger(line, f"write it as {key}: ..."))
            if key in found.table:
                fault = line.wrong(f"{key} is there twice, in {found.table[key].at} as well")
            found.table[key] = replace(line, fault=fault)
        strange = [line for line in found.rest if not line.meant]
        is_hand = len(strange) < len(found.rest)
        if strange and (found.table or (not is_hand and any(not line.fault for line in strange))):
            found.table[_STRANGE] = replace(
                strange[0], fault=strange[0].fault or _stranger(strange[0], _ASIDE))
            found.rest = [line for line in found.rest if line.meant]
        return found

    def is_one_hand(self, first: str, lines: Collection[str]) -> bool:
        """Return whether it is surely one hand and no line but ``dealer: NAME`` can name its
        dealer: then the deal passes on from it, even where the rest cannot be read."""
        whole = "turn-up" not in lines or any(line.meant == "turn-up" for line in self.rest)
        return whole and all(line.meant not in ("", first) or line.key == plain(first)
                             for line in self.rest)

    def bare(self, names: Collection[str]) -> _Paragraph:
        """Return it without the lines from which its pool, and what it leaves, do not follow."""
        return replace(self, rest=[line for line in self.rest
                                   if line.meant not in (*names, *_BY_SEAT, "score")])

    def check(self, table: _Table, left: Sequence[Line] = ()) -> None:
        """Raise ``BoneyardError`` for a line that cannot be read, or that nobody took."""
        for line in self.rest:
            if line.fault:
                raise line.fault
            if not line.meant or not line.key.startswith(plain(line.meant)) or line in left:
                instead = _ASIDE if line.meant in ("", line.begins) else (
                    f"did you mean {line.meant!r}?")
                raise line.wrong(
                    f"{line.begins!r} is nothing that a hand of {table.game} has, and none of the "
                    f"players {', '.join(table.names)}: {instead}", begins=True)


def _stranger(line: Line, instead: str) -> Misread:
    """Return what is wrong with a line that is none of those that we know."""
    return line.wrong(f"{line.begins!r} is no line of an evening: {instead}", begins=True)


def _first(typed: Typed, table: _Table) -> int:
    """Take the line of who deals, leads or rolls first; the next on the left if none."""
    key = words_of(table.game).first
    line = typed.take(key)
    if line is not None:
        return typed.seat(line.one())
    if table.first is None or key != _DEALER:
        before = ", nor does the one before" if table.hand and key == _DEALER else ""
        raise BoneyardError(f"the hand does not name its {key}{before}: write a line "
                            f"{key}: {table.names[0]}")
    return (table.first + 1) % typed.seats


def _read(found: _Paragraph, table: _Table) -> dict[str, Any]:
    """Return the hand of a paragraph; the deal passes on from it as far as its dealer is known."""
    table.check()
    words, typed = words_of(table.game), _begun(found, table)
    left, table.left = table.left, None
    try:
        typed.first = table.first = _first(typed, table)
    except BoneyardError:
        table.first = None
        found.check(table)
        raise
    try:
        _read_rest(found, table, typed, left)
    except BoneyardError:
        if not found.is_one_hand(words.first, words.lines):
            table.first = None
        elif left is not None or any(line.meant == "pool" for line in found.rest):
            bare = found.bare(table.names)
            with suppress(BoneyardError):
                _read_rest(bare, table, replace(_begun(bare, table), first=typed.first), left)
        raise
    return typed.hand


def _begun(found: _Paragraph, table: _Table) -> Typed:
    """Return a hand of which nothing is read as yet."""
    rules, names = table.rules or table.usual(table.game), list(table.names)
    return Typed(names, rules, {
        "game": table.game, "session": table.session, "hand": table.hand, "players": len(names),
        "names": names, "written": list(found.rest), "rules": rules.as_dict(), "lineup": None,
    }, 0, list(found.rest))


def _read_rest(found: _Paragraph, table: _Table, typed: Typed, before: int | None) -> None:
    """Read a hand whose dealer is known, and what it leaves. ``before``: what the last one left."""
    words, hand = words_of(table.game), typed.hand
    found.check(table)
    hand[words.first.replace(" ", "_")] = typed.first
    typed.take(words.first)
    _read_stakes(typed, table, before)
    words.hand(typed)
    read_score(typed)
    found.check(table, typed.lines)
    table.left = hand.get("pool_next")
    if table.left is None and words.left and "pool" in hand:
        table.left = words.left(hand, typed.rules)


def _read_stakes(typed: Typed, table: _Table, before: int | None) -> None:
    """Read the pool and what came of the hand. ``before``: what the last hand left in the pool."""
    hand, seats = typed.hand, typed.seats
    pool, left = typed.chips("pool"), typed.chips("left")
    if pool is not None:
        hand["pool"] = pool
    elif find_game(hand["game"]).has_pool(typed.rules):
        pays: Any = typed.rules
        if before is None or not hasattr(pays, "next_pool"):
            if table.asks:
                raise LeftOut(f"line {table.asks} begins a hand whose pool is not known: write a "
                              "line pool: 25 there, with the chips that it was played for")
            table.asks = table.line
            raise BoneyardError("the hand does not name its pool, which does not follow from the "
                                "hand before: write the chips that it was played for in a line "
                                "pool: 25")
        hand["pool"] = pays.next_pool(before, seats)
    table.asks = 0
    if left is not None:
        hand["pool_next"] = left
    for key in _BY_SEAT:
        if line := typed.take(key):
            hand[key] = line.numbers(seats)


def typed_hands(
    text: str, usual: Callable[[str], Rules] = _USUAL,
) -> Iterator[history_input.Line]:
    """Yield the hands of a typed text, or their errors, and the line in which each begins; by the
    ``usual`` rules of a game where the text names none."""
    table = _Table(usual=usual)
    for lines in paragraphs(text):
        first = table.line = lines[0].number
        found = _Paragraph.of(lines, table)
        if found.table:
            yield from ((first, fault) for fault in table.change(found.table))
        if not found.rest:
            continue
        try:
            yield first, _read(found, table)
        except BoneyardError as error:
            yield first, error
        table.hand += 1


def hands_of(
    text: str, usual: Callable[[str], Rules] = _USUAL,
) -> Iterator[history_input.Line]:
    """Yield the hands of a file, JSON Lines or typed, by the first sign."""
    if text.lstrip().startswith(("{", "[")) or "\n{" in text:
        yield from history_input.lines_of(text)
    else:
        yield from typed_hands(text, usual)


def hands_in(
    files: Sequence[str], usual: Callable[[str], Rules] = _USUAL,
) -> Iterator[history_input.Line]:
    """Yield the hands of some files as those of one: sessions of a further file are counted on."""
    sessions = 0
    for file in files:
        before = sessions
        for line, hand in hands_of(history_input.read_text(file), usual):
            if isinstance(hand, BoneyardError):
                found = at_line(line, hand)
                yield line, type(found)(f"{file}, {found}") if len(files) > 1 else hand
                continue
            if len(files) > 1 and isinstance(hand.get("session"), int):
                hand |= {"session": before + hand["session"], "file": file}
                sessions = max(sessions, hand["session"] + 1)
            yield line, hand


def at_line(line: int, error: BoneyardError) -> Misread:
    """Return what is wrong with a hand, with the line where it begins if it names no place."""
    return error if isinstance(error, Misread) else Misread(f"line {line}: {error}")


@dataclass
class HandsOnce:
    """The hands of a text one by one, each once, and what became of the others."""

    lines: Iterable[history_input.Line]
    faults: list[str] = field(default_factory=list)  #: what is wrong with hands, with their lines
    again: int = 0  #: hands that came once more
    #: Hands that are ``LeftOut``, by what they need.
    needs: Counter[str] = field(default_factory=Counter)

    _seen: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the hands that can be read, each with its line."""
        for line, hand in self.lines:
            if isinstance(hand, LeftOut):
                self.needs[str(hand)] += 1
            elif isinstance(hand, BoneyardError):
                self.faults.append(fault_of(line, hand, None))
            else:
                yield line, hand
        for need, number in self.needs.items():
            many = "one hand is" if number == 1 else f"{number} hands are"
            self.faults.append(f"{many} left out: {need}")

    @contextmanager
    def used(self, line: int, hand: Mapping[str, Any]) -> Iterator[None]:
        """Leave a hand out with its reason where a block raises ``BoneyardError``."""
        try:
            with history_input.as_written():
                yield
        except BoneyardError as error:
            self.faults.append(fault_of(line, error, hand))

    def is_again(self, hand: Mapping[str, Any]) -> bool:
        """Return whether a hand came before, and count it then."""
        same, many = history_input.recorded(hand), len(self._seen)
        self._seen.add(same)
        self.again += len(self._seen) == many
        return len(self._seen) == many


def fault_of(line: int, error: BoneyardError, hand: Mapping[str, Any] | None) -> str:
    """Return what is wrong with a hand, with its line; of a typed one with the word that is."""
    word = None if hand is None else place_of(hand, str(error))
    fault = at_line(line, error) if word is None else word.wrong(error)
    return f"{hand['file']}, {fault}" if hand and hand.get("file") else str(fault)


def seat_named(lines: Iterable[history_input.Line], called: str) -> int | str:
    """Return whose hands are meant: a seat by its number, or a player by name."""
    hands = [hand for _, hand in lines if not isinstance(hand, BoneyardError)]
    known = {plain(str(who)): str(who) for hand in hands for who in hand.get("names") or []}
    if (name := known.get(plain(called.strip()))) is not None:
        return name
    seats = _MOST_SEATS
    with suppress(BoneyardError):  # the review explains what is wrong with a hand
        seats = max(map(history_input.seats_of, hands), default=seats)
    if called.strip().isdigit():
        return whole(called, "seat", 0, seats - 1)
    if hands:
        raise unknown("seat", called.strip(), [*known.values()] or [*map(str, range(seats))])
    return called.strip()  # the review explains why there is no hand


def seat_in(hand: Mapping[str, Any], who: int | str) -> int | None:
    """Return the seat of a player in a hand; None if a name is not among its players."""
    return who if isinstance(who, int) else seat_of(who, hand.get("names") or ())


def place_of(hand: Mapping[str, Any], fault: str) -> Word | None:
    """Return the word at fault, where a hand was typed: the one for what was decided."""
    lines: Sequence[Line] = hand.get("written") or ()
    if not lines:
        return None
    if found := _LAID.match(fault):
        some = [line for line in lines if line.key in _LINES[found["what"]]]
        at = int(found["number"]) - 1  # a line has several turns
        return _tile_in(some if found["what"] == "turn" else some[at : at + 1], found["tile"])
    if found := _TWICE.match(fault):
        return _tile_in(lines, found["tile"])
    found = _CALL.match(fault) or _SAID.match(fault)
    if found and found["who"] in (names := hand["names"]):
        # The first word of what the seat declared in that round of the table, from 1.
        round_before = int(found.groupdict().get("number") or 1) - 1
        position = asking(str(hand["game"])).position(hand, names.index(found["who"]))
        declared = [phrase for line in lines if line.key == "said" for phrase in line.phrases]
        at = round_before * len(names) + position
        return declared[at][0] if at < len(declared) else None
    if found := _HELD.match(fault):
        player = plain(found["who"])
        return next((line.words[0] for line in lines if line.key == player and line.words), None)
    return None


def _tile_in(lines: Sequence[Line], tile: str) -> Word | None:
    """Return the last word in some lines that is a tile."""
    for word in reversed([word for line in lines for word in line.words]):
        with suppress(BoneyardError):
            if name(parse(word.text)) == tile:
                return word
    return None
