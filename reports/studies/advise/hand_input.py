"""What a seat sees when it is its turn to declare, read from what a person writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reports.stats import number_text
from simulate.domino import tiles
from simulate.errors import BoneyardError, unknown
from simulate.games.loo.legal import may_follow, misses_in
from simulate.games.loo.row import TRICKS
from simulate.games.loo.views import ACTIONS, FOR_POOL, MISS
from simulate.whole_numbers import whole

_BEFORE = {name: action for action, name in ACTIONS.items() if action != FOR_POOL}


@dataclass(frozen=True)
class Hand:
    """What a seat sees when it is its turn to declare.

    Parameters
    ----------
    tiles : int
        A set of five.
    turn_up : int
    position : int
        0 is the eldest hand.
    before : tuple of int
        Declarations of the positions before it.
    """

    tiles: int
    turn_up: int
    position: int
    before: tuple[int, ...]


def _words(text: str | Iterable[object]) -> list[str]:
    """Split text at commas and blanks."""
    return text.replace(",", " ").split() if isinstance(text, str) else [str(t) for t in text]


def read_tiles(text: str | Iterable[object]) -> int:
    """Return a hand of five tiles as a set.

    Raises
    ------
    BoneyardError
        If a word is no tile, a tile comes twice, or there are not five.
    """
    given = [tiles.parse(word) for word in _words(text)]
    twice = [tiles.name(tile) for tile in dict.fromkeys(given) if given.count(tile) > 1]
    if twice:
        raise BoneyardError(f"hand {text!r}: {number_text.listed(twice)} is there more than once")
    if len(given) != TRICKS:
        raise BoneyardError(
            f"hand {text!r} does not have five tiles but {len(given)}: write it as in "
            "6-6 6-2 4-4 3-1 2-0")
    return tiles.mask(given)


def read_before(text: str | Iterable[object]) -> tuple[int, ...]:
    """Return declarations by number.

    Raises
    ------
    BoneyardError
        If a word is none of play, miss and drop, or one is missing between commas.
    """
    if isinstance(text, str) and text.strip() and not all(map(str.strip, text.split(","))):
        raise BoneyardError(f"before {text!r} has an empty declaration: name one a position")
    said = _words(text)
    for word in said:
        if word not in _BEFORE:
            raise unknown("declaration", word, _BEFORE)
    return tuple(_BEFORE[word] for word in said)


def _check_before(position: int, before: tuple[int, ...], players: int) -> None:
    """Refuse what cannot have been declared before a position."""
    if len(before) != position:
        raise BoneyardError(
            f"before names {len(before)} declarations, not {position}: as many as declare before "
            f"position {position} (the eldest hand is position 0)")
    for place, action in enumerate(before):
        if not may_follow(players, before[:place]) >> action & 1:
            raise BoneyardError(
                f"before: {before.count(MISS)} misses; with {players} players there are "
                f"{misses_in(players)}" if action == MISS else
                f"before: with {players} players nobody may drop")
    if not may_follow(players, before):
        raise BoneyardError(
            "before: all others dropped, so the dealer takes the pool and has nothing to declare")


def read_hand(
    players: int, hand: str | Iterable[object], turn_up: object, position: object,
    before: str | Iterable[object] = (),
) -> Hand:
    """Return what a seat sees, from what a person writes.

    Raises
    ------
    BoneyardError
        If it is not what a seat can see.
    """
    held, exposed = read_tiles(hand), tiles.parse(str(turn_up))
    if held >> exposed & 1:
        raise BoneyardError(f"turn-up {turn_up}: that tile is in the hand")
    place = whole(position, "position", 0, players - 1)
    said = read_before(before)
    _check_before(place, said, players)
    return Hand(held, exposed, place, said)
