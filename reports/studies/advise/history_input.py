"""Hands of the exchange format from a file, and the tables that they were played at."""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from numbers import Integral
from typing import Any

from reports.commands import default_hands
from reports.request import Lineup, entries_of, good_player, read_rules
from reports.typed.hand import Misread, plain
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError, brief, message, read_place
from simulate.games.game import find_game, game_names
from simulate.games.rules import Rules
from simulate.runs.run import Run
from strategies.lineup import kept_table, seat_players

#: The most characters of a file of hands: some 200,000 hands.
_LONGEST = 2**28
#: A line of a file: its number, and the hand or what is wrong with it.
Line = tuple[int, dict[str, Any] | BoneyardError]


def read_text(path: str) -> str:
    """Return the content of a file or a pipe; empty text if nobody writes to the pipe."""
    try:
        # Opening a pipe would otherwise wait, perhaps for ever, until somebody writes.
        at_once = getattr(os, "O_NONBLOCK", 0)
        with open(read_place(path), encoding="utf-8-sig",
                  opener=lambda name, flags: os.open(name, flags | at_once)) as file:
            os.set_blocking(file.fileno(), True)
            if stat.S_ISCHR(os.fstat(file.fileno()).st_mode) and not file.isatty():
                raise ValueError("it is no file")
            text = file.read(_LONGEST + 1)
            if not text and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
                raise ValueError("it is a pipe, and nobody writes to it")
            if len(text) > _LONGEST:
                raise ValueError(f"it is longer than {_LONGEST:,} characters")
            return text
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or (
            "it is not a text in UTF-8" if isinstance(error, UnicodeError) else str(error))
        raise BoneyardError(f"file {path!r} cannot be read: {reason}") from error


def lines_of(text: str) -> Iterator[Line]:
    """Yield the hands of a JSON Lines text; for a line that is not a hand, the error."""
    for number, line in _lines(text).items():
        try:
            yield number, _hand(line, number)
        except BoneyardError as error:
            yield number, error


def _lines(text: str) -> dict[int, str]:
    """Return the lines in which something stands, by number."""
    return {number: line for number, line in enumerate(text.split("\n"), 1) if line.strip()}


def _hand(line: str, number: int) -> dict[str, Any]:
    """Return the hand of a line, or raise ``BoneyardError``."""

    def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Refuse an object that has a name twice; Python would take the last one in silence."""
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise Misread(f"line {number} has {twice[:60]!r} twice: leave one of the two out")
        return found

    try:
        hand = json.loads(line, object_pairs_hook=once_each)
    except BoneyardError:
        raise
    except json.JSONDecodeError as error:
        raise Misread(f"line {number} is no JSON: {error}") from error
    except ValueError as error:
        raise Misread(f"line {number} is no hand: {message(error)}") from error
    except RecursionError:
        raise Misread(f"line {number} is no hand: brackets within brackets") from None
    if not _is_hand(hand):
        raise Misread(f"line {number} is no hand: a hand is an object whose \"game\" is one of "
                      f"{', '.join(game_names())}")
    return as_hand(hand)


#: More than a pool can come to, and so little that its worth stays within 64 bits.
_LARGEST = 10**18
#: Entries of a hand that are whole numbers of 0 or more, in every game that has them.
_NUMBERS = ("dealer", "leader", "hand", "pool", "pool_next")


def _is_hand(hand: object) -> bool:
    return isinstance(hand, Mapping) and hand.get("game") in game_names()


def as_hand(hand: object) -> dict[str, Any]:
    """Return a hand of the exchange format that a person gives in Python."""
    hand = getattr(hand, "history", hand)  # of what ``replay`` returns
    if not isinstance(hand, Mapping) or not _is_hand(hand):
        raise BoneyardError(f"a hand is {brief(hand)}: give a mapping whose \"game\" is one of "
                            f"{', '.join(game_names())}, as replay does")
    for key in _NUMBERS:
        number = hand.get(key)
        if number is not None and (
                isinstance(number, bool) or not isinstance(number, Integral)
                or not 0 <= int(number) <= _LARGEST):
            raise BoneyardError(f"{key} is {brief(number)}: it is a whole number from 0 to 10^18")
    # Only typed hands have their words, and only hands of several files a file's name.
    return {key: _with_plain_tiles(value, key) for key, value in hand.items()
            if key not in ("written", "file")}


#: Entries of a hand that hold tiles, at whatever depth.
_OF_TILES = ("dealt", "turn_up", "drawn", "discarded", "kept", "dealer_discard", "plays", "bets")


def _with_plain_tiles(entry: Any, key: str) -> Any:
    """Return an entry of a hand with its tiles as a history writes them, however they came."""
    if isinstance(entry, Mapping):
        return {inner: _with_plain_tiles(value, key if key in _OF_TILES else inner)
                for inner, value in entry.items()}
    if isinstance(entry, list | tuple) and not (isinstance(entry, tuple) and key in _OF_TILES):
        return [_with_plain_tiles(one, key) for one in entry]
    if key in _OF_TILES and isinstance(entry, str | tuple):
        with suppress(BoneyardError):
            return name(parse(entry))
    return entry


@contextmanager
def as_written() -> Iterator[None]:
    """Turn what goes wrong with a badly written hand into one error."""
    try:
        yield
    except BoneyardError:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError,
            ValueError) as error:
        if isinstance(error, LookupError | StopIteration):
            reason = f"{error if isinstance(error, KeyError) else 'an entry'} is missing"
        elif isinstance(error, AttributeError | TypeError):
            reason = "an entry is of another kind"
        else:
            reason = str(error)[:200] or "it contradicts itself"
        raise BoneyardError(
            f"the hand is not written as the exchange format has it ({reason})") from error


def rules_of(hand: Mapping[str, Any], given: Rules | None = None) -> Rules:
    """Return the rules of a hand: those given, else its own, else the game's defaults."""
    if given is not None:
        return given
    rules = hand.get("rules") or {}
    if not isinstance(rules, Mapping):
        raise BoneyardError(f"rules {rules!r} is no object of options")
    known = {name: value for name, value in rules.items() if value is not None}
    return read_rules(str(hand["game"]), known)


def lineup_of(
    hand: Mapping[str, Any], lineup: Lineup | None, rules: Rules | None = None
) -> list[Any]:
    """Return who plays in each seat: as given, else as the hand names them, else good players."""
    game, players = str(hand["game"]), seats_of(hand)
    unit = find_game(game).unit(rules_of(hand, rules))
    if lineup is not None:
        if seated := _by_name(hand, lineup, game):
            return [seated.get(plain(str(name)), good_player(game, unit)) for name in hand["names"]]
        entries = entries_of(game, lineup, players)
        return entries * players if len(entries) == 1 else entries
    named = hand.get("lineup") or [None] * players
    return [str(name) if _is_strategy(game, str(name)) else good_player(game, unit)
            for name in named]


def _by_name(hand: Mapping[str, Any], lineup: Lineup, game: str) -> dict[str, str]:
    """Return the players of a hand by name, where a line-up keeps one of them."""
    kept, names = kept_table(lineup, game), hand.get("names") or ()
    known = {plain(name): entry for name, entry in kept.seats.items()} if kept else {}
    return known if known.keys() & {plain(str(name)) for name in names} else {}


@cache
def _is_strategy(game: str, name: str) -> bool:
    try:
        seat_players(game, name)
    except BoneyardError:
        return False
    return True


def known_seats(hand: Mapping[str, Any]) -> frozenset[int]:
    """Return the seats whose strategy the hand names."""
    game, names = str(hand["game"]), hand.get("lineup") or []
    return frozenset(seat for seat, name in enumerate(names)
                     if name is not None and _is_strategy(game, str(name)))


#: Entries on where a hand stands in its files, and not on the hand.
_WHERE = {"session", "hand", "file", "written"}


def recorded(hand: Mapping[str, Any]) -> str:
    """Return what is recorded of a hand, wherever it stands: the same of the same hand alone."""
    return json.dumps({key: value for key, value in hand.items() if key not in _WHERE},
                      sort_keys=True, default=str)


def seats_of(hand: Mapping[str, Any]) -> int:
    """Return the seats at the table of a hand."""
    if hand.get("players") is None:
        raise BoneyardError("the hand has no 'players': add the number of seats")
    return find_game(str(hand["game"])).check_players(hand["players"])


def run_of(
    hand: Mapping[str, Any], lineup: Lineup | None = None, rules: Rules | None = None,
    seed: int = 0,
) -> Run:
    """Return the table at which a hand was played."""
    game = str(hand["game"])
    with as_written():
        entries, kind = lineup_of(hand, lineup, rules), rules_of(hand, rules)
        players = seat_players(game, entries, seats_of(hand), kind)
    return Run(game, kind, players, 1, default_hands(find_game(game), kind), seed)


def one_hand(path: str, line: int) -> dict[str, Any]:
    """Return one hand of a file of hand histories."""
    found = _lines(read_text(path))
    if line not in found:
        many = "line has a hand" if len(found) == 1 else "lines have hands"
        raise BoneyardError(f"line {line} of {path!r} has no hand: {len(found) or 'no'} {many} "
                            f"there{f', the last is {max(found)}' if found else ''}")
    return _hand(found[line], line)
