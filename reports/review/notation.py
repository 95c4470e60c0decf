"""Typed hands as hands of the exchange format: a paragraph for each, the table given once.

Where a hand cannot have happened as it was typed, the word at fault is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from reports.request import read_rules
from reports.results.game_report import words_of
from reports.studies.advise import history_input
from reports.typed.hand import Line, Typed, Word, paragraphs
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game, game_names
from simulate.games.rules import MOST_CHIPS, Rules
from simulate.games.spot import asking
from simulate.whole_numbers import whole

_MOST_SEATS = 6
_DEALER = "dealer"
_TABLE = ("game", "players", "rules")
#: Words that begin lines in every game, so that no player can have such a name.
_TAKEN = {*_TABLE, "pool", "left", "score", "net", "points"}
#: Lines with a number a seat.
_BY_SEAT = ("net", "points")
_TILE = r"(?P<tile>\d-\d)"
#: What was decided, as faults begin; and the lines that say it.
_TRICK = re.compile(rf"trick (?P<number>\d+): \S+ (?:plays|leads) {_TILE}")
_BET = re.compile(rf"round (?P<number>\d+): \S+ bets {_TILE}")
_TURN = re.compile(rf"turn \d+: \S+ plays {_TILE}")
_CALL = re.compile(r"round (?P<number>\d+): (?P<who>\S+) ")
_SAID = re.compile(r"(?P<who>\S+) (?:declares|takes|leaves|keeps)")
_HELD = re.compile(r"(?:dealt to )?(?P<who>\S+)(?: is dealt| has \d-\d twice)")
_TWICE = re.compile(rf"{_TILE} is in two places")


@dataclass
class _Table:
    """What a text says once and what then holds for all hands that follow."""

    game: str = ""
    players: Line | None = None
    names: tuple[str, ...] = ()
    rules: Rules | None = None
    session: int = -1
    hand: int = 0
    first: int | None = None

    def change(self, lines: list[Line]) -> None:
        """Read the lines that say the game, who plays, and the rules."""
        told = {line.key: line for line in lines if line.key in _TABLE}
        if not told:
            return
        if "game" in told:
            self.game = _game(told["game"].one())
            self.rules = None
        self.players = told.get("players", self.players)
        if self.players and self.game and {"players", "game"} & set(told):
            self.names = _names(self.players, self.game)
        if "rules" in told and self.game:
            self.rules = read_rules(self.game, _options(told["rules"]))
        self.session += 1
        self.hand, self.first = 0, None


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
    words = line.words
    if len(words) == 1 and words[0].text.isdigit():
        return tuple(f"seat{seat}" for seat in range(words[0].whole(2, 6)))
    names, said = [word.text for word in words], words_of(game)
    taken = {*_TAKEN, said.first, *said.lines}
    for word in words:
        lower = [one.lower() for one in names]
        if lower.count(word.text.lower()) > 1:
            raise word.wrong(f"two players are called {word.text}")
        if word.text.lower() in taken:
            raise word.wrong(f"{word.text!r} begins another kind of line: call the player "
                             "otherwise")
    return tuple(names)


def _options(line: Line) -> dict[str, str]:
    """Return the options of ``penalty=cap:40 remainder=stays``, a preset among them."""
    found: dict[str, str] = {}
    for word in line.words:
        option, equals, value = word.text.partition("=")
        if not equals:
            option, value = "preset", word.text
        if found.setdefault(option, value) != value:
            raise word.wrong(f"{option} is given twice, as {found[option]!r} and as {value!r}: "
                             "leave one of the two out")
    return found


def _first(typed: Typed, table: _Table) -> int:
    """Take the line that says who deals, leads or rolls first; the next on the left if none."""
    key = words_of(table.game).first
    line = typed.take(key)
    if line is not None:
        return typed.seat(line.one())
    if table.first is None or key != _DEALER:
        raise BoneyardError(f"the hand does not say who is {key}: write a line "
                            f"{key}: {table.names[0]}")
    return (table.first + 1) % typed.seats


def _hand(lines: list[Line], table: _Table) -> dict[str, Any]:
    """Return a hand."""
    if not table.game or not table.names:
        raise BoneyardError("no table is set: begin with the lines game: loo and players: Anna "
                            "Ben Cleo Dora")
    rules = table.rules or read_rules(table.game, None)
    game, names = find_game(table.game), list(table.names)
    game.check_players(len(names))
    hand: dict[str, Any] = {
        "game": table.game, "session": table.session, "hand": table.hand, "players": len(names),
        "names": names, "written": list(lines),
        "rules": rules.as_dict(), "lineup": None}
    typed = Typed(names, rules, hand, 0, list(lines))
    typed.first = table.first = _first(typed, table)
    words = words_of(table.game)
    hand[words.first.replace(" ", "_")] = typed.first
    _read_stakes(typed)
    words.hand(typed)
    if score := typed.take("score"):
        hand["points_before"] = score.numbers(typed.seats)
    if typed.lines:
        line = typed.lines[0]
        raise BoneyardError(f"line {line.number}, word 1: {line.key!r} is nothing that a hand of "
                            f"{table.game} has, and none of the players {', '.join(names)}")
    return hand


def _read_stakes(typed: Typed) -> None:
    """Read the pool and what came of the hand."""
    hand, seats = typed.hand, typed.seats
    pool, left = typed.take("pool"), typed.take("left")
    if pool is not None:
        hand["pool"] = pool.one().whole(0, MOST_CHIPS)
    elif find_game(hand["game"]).has_pool(typed.rules):
        raise BoneyardError("the hand does not say the pool: write the chips that it was played "
                            "for in a line pool: 25")
    if left is not None:
        hand["pool_next"] = left.one().whole(0, MOST_CHIPS)
    for key in _BY_SEAT:
        if line := typed.take(key):
            hand[key] = line.numbers(seats)


def typed_hands(text: str) -> Iterator[history_input.Line]:
    """Yield the hands of a typed text (``docs/review.md``) and the line in which each begins; in
    place of one that cannot be read, its error."""
    table = _Table()
    for first, lines in paragraphs(text):
        try:
            if isinstance(lines, BoneyardError):
                raise lines
            table.change(lines)
            rest = [line for line in lines if line.key not in _TABLE]
            if not rest:
                continue
            try:
                yield first, _hand(rest, table)
            finally:
                table.hand += 1
        except BoneyardError as error:
            yield first, error


def hands_of(text: str) -> Iterator[history_input.Line]:
    """Yield the hands of a file, JSON Lines or typed: the first sign tells which."""
    if text.lstrip().startswith("{") or "\n{" in text:
        yield from history_input.lines_of(text)
    else:
        yield from typed_hands(text)


def hands_in(files: Sequence[str]) -> Iterator[history_input.Line]:
    """Yield the hands of some files as those of one: sessions of a further file are counted on, and
    its name stands before what is wrong there."""
    sessions = 0
    for file in files:
        before = sessions
        for line, hand in hands_of(history_input.read_text(file)):
            if isinstance(hand, BoneyardError):
                fault = at_line(line, str(hand))
                yield line, BoneyardError(f"{file}, {fault}") if len(files) > 1 else hand
                continue
            if len(files) > 1 and isinstance(hand.get("session"), int):
                hand |= {"session": before + hand["session"], "file": file}
                sessions = max(sessions, hand["session"] + 1)
            yield line, hand


def at_line(line: int, fault: str) -> str:
    """Return what is wrong with a hand, with the line where it begins if it names none."""
    return fault if re.match(r"(.*, )?line \d", fault) else f"line {line}: {fault}"


def seat_named(lines: Iterable[history_input.Line], called: str) -> int:
    """Return the seat of a player by number, or by the name that a typed hand has."""
    if called.strip().isdigit():
        return whole(called, "seat", 0, _MOST_SEATS - 1)
    known: dict[str, int] = {}
    faults = []
    for line, hand in lines:
        if isinstance(hand, BoneyardError):
            faults.append(at_line(line, str(hand)))
        else:
            known |= {str(who).lower(): seat for seat, who in enumerate(hand.get("names") or [])}
    if not known and faults:
        raise BoneyardError(f"no hand to review: {faults[0]}")
    if called.lower() not in known:
        raise unknown("seat", called.lower(), [*known] or [*map(str, range(_MOST_SEATS))])
    return known[called.lower()]


def place_of(hand: Mapping[str, Any], fault: str) -> Word | None:
    """Return the word at fault, where the hand was typed and one word alone is wrong. A hand is
    checked by what was decided (``trick 2: Ben plays 5-0``); here the word is looked up that says
    so."""
    lines: Sequence[Line] = hand.get("written") or ()
    if not lines:
        return None
    if found := _TRICK.match(fault):
        tricks = [line for line in lines if line.key in {*"0123456"}]
        return _tile_in(tricks[int(found["number"]) - 1 :][:1], found["tile"])
    if found := _BET.match(fault):
        bets = [line for line in lines if line.key == "bets"]
        return _tile_in(bets[int(found["number"]) - 1 :][:1], found["tile"])
    if found := _TURN.match(fault):
        return _tile_in([line for line in lines if line.key == "line"], found["tile"])
    if found := _TWICE.match(fault):
        return _tile_in(lines, found["tile"])
    found = _CALL.match(fault) or _SAID.match(fault)
    if found and found["who"] in (names := hand["names"]):
        # The first word of what the seat said in that round of the table, from 1.
        round_before = int(found.groupdict().get("number") or 1) - 1
        position = asking(str(hand["game"])).position(hand, names.index(found["who"]))
        said = [phrase for line in lines if line.key == "said" for phrase in line.phrases]
        at = round_before * len(names) + position
        return said[at][0] if at < len(said) else None
    if found := _HELD.match(fault):
        player = found["who"].lower()
        return next((line.words[0] for line in lines if line.key == player and line.words), None)
    return None


def _tile_in(lines: Sequence[Line], tile: str) -> Word | None:
    """Return the last word in some lines that is a tile."""
    for word in reversed([word for line in lines for word in line.words]):
        with suppress(BoneyardError):
            if name(parse(word.text)) == tile:
                return word
    return None
