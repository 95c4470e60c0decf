"""A decision as one seat sees it: what it knows of the deal, and what was done before.

Each game makes such a spot from a hand history; ``simulate.branch`` deals what the seat does
not see and plays on.  A spot never depends on what others hold, even where the history tells it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tiles import ALL_TILES, DOUBLES, TILES, members, parse
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.parts import module_of
from simulate.games.rules import Rules

#: In place of a tile that is not known.
UNKNOWN = -1


@dataclass(frozen=True)
class Event:
    """One decision of a hand.

    Attributes
    ----------
    seat : int
    decision : str
        As the game names it.
    number : int
        Of its randomness within the seat's hand.
    answer : int or None
        None where the history does not tell it.
    about : str
        In words, for messages: ``trick 2: the dealer plays 6-4`` (``called``).
    opens : bool
        Whether nothing lies on the table yet.
    """

    seat: int
    decision: str
    number: int
    answer: int | None
    about: str
    opens: bool = False


@dataclass(frozen=True)
class Group:
    """Tiles that one seat was dealt, in the order of the deck.

    Attributes
    ----------
    slots : tuple of int
        Places in the order in which the tiles of the set come.
    known : tuple of (int, int, int)
        Tiles that are among them, with the first slot where each can be and the one behind the
        last.
    open : tuple of int
        By slot: set of tiles that it can be if it is none of those.
    """

    slots: tuple[int, ...]
    known: tuple[tuple[int, int, int], ...]
    open: tuple[int, ...]


def hand_of(slots: Sequence[int], known: Sequence[int], can: int = ALL_TILES) -> Group:
    """Return a group whose known tiles can be in any slot, and whose other slots are all alike."""
    size = len(slots)
    return Group(tuple(slots), tuple((tile, 0, size) for tile in known), (can,) * size)


@dataclass(frozen=True)
class Said:
    """What a seat answered before, as its script has it; see ``simulate.games.scripts``."""

    seat: int
    decision: str
    number: int
    mode: int
    answer: int
    about: str


@dataclass(frozen=True)
class Shown:
    """What the table's row must hold after the hand, because everybody has seen it."""

    entry: int
    value: int
    about: str


@dataclass(frozen=True)
class Spot:
    """A decision as the seat that is asked sees it.

    Attributes
    ----------
    asked : Event
    state : mapping of int to int
        Entries of the row as they stand before the deal.
    fixed : int64[28]
        The tiles of the deck in the order in which they come, ``UNKNOWN`` where nobody told.
    groups : tuple of Group
        Places of which something is known: tiles that are among them, or tiles that cannot be.
    said : tuple of Said
    shown : tuple of Shown
    extra : int64[3, 8, 2]
        What further words of randomness draw: the number of choices and the one drawn, -1 if it is
        not known; the number is 0 after the last draw.
    """

    asked: Event
    state: Mapping[int, int]
    fixed: NDArray[np.int64]
    groups: tuple[Group, ...]
    said: tuple[Said, ...]
    shown: tuple[Shown, ...]
    extra: NDArray[np.int64]


def no_extra() -> NDArray[np.int64]:
    """Return the further draws of a game that has none."""
    return np.zeros((3, 8, 2), np.int64)


def nothing_fixed() -> NDArray[np.int64]:
    """Return a deck of which nothing is known."""
    return np.full(TILES, UNKNOWN, np.int64)


@dataclass(frozen=True)
class Chance:
    """What chance has decided in a hand so far; nothing before its first decision.

    Attributes
    ----------
    after : int64[28]
        Tiles by place, ``UNKNOWN`` where not known.
    done : int
        How many decisions of the hand had been taken.
    extra : int64[3, 8, 2]
        See ``Spot``.
    all_told : bool
        Whether all tiles that were dealt are known.
    """

    after: NDArray[np.int64]
    done: int
    extra: NDArray[np.int64] = field(default_factory=no_extra)
    all_told: bool = True


def dealt_tiles(hand: Mapping[str, Any], seats: Sequence[int], seat: int) -> dict[int, list[int]]:
    """Return the tiles dealt by seat: all if all are told, else those of ``seat`` alone.

    Parameters
    ----------
    hand : mapping
    seats : sequence of int
        Who is dealt in.
    seat : int
    """
    dealt = hand.get("dealt") or []
    told = {who: dealt[who] for who in seats if who < len(dealt) and dealt[who]}
    if len(told) < len(seats):
        told = {who: tiles for who, tiles in told.items() if who == seat}
    return {who: list(members(tile_set(tiles, f"dealt to {called(hand, seats, who)}")))
            for who, tiles in told.items()}


def dealt_deck(
    dealt: Mapping[int, Sequence[int]], chairs: Sequence[int], size: int
) -> NDArray[np.int64]:
    """Return a deck of which hands of ``size`` tiles are known, dealt seat by seat in order."""
    deck = nothing_fixed()
    for p, who in enumerate(chairs):
        deck[size * p : size * (p + 1)] = dealt.get(who, UNKNOWN)
    return deck


class Asking(ABC):
    """What a game supplies so that its decisions can be asked about."""

    #: By decision: entry of the row with what may be chosen, and the shift of an answer.
    legal: ClassVar[Mapping[str, tuple[int, int]]]
    #: Decisions by lot, as functions of the view.
    by_lot: ClassVar[Mapping[str, Any]]
    #: Plays a hand from the deal on: ``play(table, scratch)``, and the size of its scratch.
    play: Callable[[Any, Any], int]
    scratch: ClassVar[int] = 1
    #: Whether the row has the tiles held by seat; if not, it has them by position.
    held_by_seat: ClassVar[bool] = False

    def opens(self) -> Callable[[Any, Any], int]:
        """Return how a session's first hand is played: ``play``, unless lots decide who leads."""
        return self.play

    def goes_on(self, rules: Rules) -> Callable[[Any, Any], int] | None:
        """Return the function that plays on to the end of the game: ``go_on(table, scratch)``."""
        return None

    @abstractmethod
    def events(self, hand: Mapping[str, Any], rules: Rules) -> list[Event]:
        """Return the decisions of a hand in the order in which they were taken.

        Raises
        ------
        BoneyardError
            If the hand is not one of the exchange format.
        """

    def unasked(
        self, hand: Mapping[str, Any], rules: Rules, seat: int
    ) -> list[tuple[int, str]]:
        """Return what happened in a hand that nobody decided, as a seat sees it.

        Returns
        -------
        list of (int, str)
            How many decisions had been taken before, and what it was in words.
        """
        return []

    def lies(self, hand: Mapping[str, Any], events: Sequence[Event], index: int) -> str:
        """Return what the seat that is asked sees on the table, where that is hard to keep in mind.

        Nothing where what was said of the decisions before tells it.
        """
        return ""

    @abstractmethod
    def spot(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int
    ) -> Spot:
        """Return what the seat knows that takes decision ``index``."""

    @abstractmethod
    def answers(self, asked: Event, legal: int, row: NDArray[np.int64]) -> list[int]:
        """Return the answers that the rules allow, from the set that the kernel allowed."""

    @abstractmethod
    def write(self, asked: Event, answer: int) -> Any:
        """Return an answer as a history writes it."""

    @abstractmethod
    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the entries of the row that say what a hand brought, the asking seat's first."""

    @abstractmethod
    def state(self, hand: Mapping[str, Any], rules: Rules) -> dict[int, int]:
        """Return the entries of the row as they stand before the deal."""

    def then(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int,
        answer: int,
    ) -> tuple[dict[str, Any], list[Event]] | None:
        """Return what the same seat is asked at once after an answer, if anything.

        Returns
        -------
        (hand, events) or None
            The hand up to there and its decisions, the last of which is asked.
        """
        return None

    def chances(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], seat: int
    ) -> list[Chance]:
        """Return what chance decided in a hand, in order, as far as the hand tells it.

        If the hand does not tell all tiles dealt, only those of ``seat`` count: which other tiles a
        person writes down may depend on what became of them, and that would bias the mean.
        """
        return []

    def nothing_drawn(self, hand: Mapping[str, Any]) -> NDArray[np.int64]:
        """Return the further draws (``Spot.extra``) of a hand of which nothing is known."""
        return no_extra()

    def of_note(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int
    ) -> dict[str, int]:
        """Return the sets of tiles that a player looks for in others' hands, by name."""
        return {"a double": DOUBLES}

    def gone(
        self, hand: Mapping[str, Any], events: Sequence[Event], index: int
    ) -> set[int]:
        """Return the seats that have laid down their tiles when decision ``index`` is asked."""
        return set()

    def chairs(self, hand: Mapping[str, Any]) -> list[int]:
        """Return the seats dealt in, in the order of their positions."""
        return chairs_of(hand)

    def position(self, hand: Mapping[str, Any], seat: int) -> int:
        """Return the position of a seat."""
        return self.chairs(hand).index(seat)


def asking(game: str) -> Asking:
    """Return how a game is asked about.

    Raises
    ------
    BoneyardError
        If the game does not say it.
    """
    kind = find_game(game)
    place = kind.asks or f"simulate.games.{game}.spots"
    module = module_of(place)
    if module is None:
        raise BoneyardError(f"{kind.title} cannot be asked about: it has no module {place} that "
                            "says what a seat knows at a decision")
    if not hasattr(kind.row, "held"):
        raise BoneyardError(f"{kind.title} cannot be asked about: its row has no entry 'held', the "
                            "sets of tiles that seats or positions hold")
    found: Asking = module.ASKING
    return found


def tile_set(names: object, what: str) -> int:
    """Return the set of some tiles of a history.

    Raises
    ------
    BoneyardError
        If it is no list of different tiles.
    """
    if not isinstance(names, list | tuple):
        raise BoneyardError(f"{what} is {names!r}, not a list of tiles such as [\"6-3\", \"2-0\"]")
    tiles = 0
    for word in names:
        tile = parse(str(word))
        if tiles >> tile & 1:
            raise BoneyardError(f"{what} has {word} twice")
        tiles |= 1 << tile
    return tiles


def entry(hand: Mapping[str, Any], key: str) -> Any:
    """Return an entry of a history.

    Raises
    ------
    BoneyardError
        If it is missing.
    """
    if hand.get(key) is None:
        raise BoneyardError(f"the hand has no {key!r}: write it as the exchange format does")
    return hand[key]


def called(hand: Mapping[str, Any], chairs: Sequence[int], seat: int) -> str:
    """Return what a seat is called in messages about a hand.

    That is its player's name where the hand has names, else its place: ``the eldest hand``.

    Parameters
    ----------
    hand : mapping
    chairs : sequence of int
        The seats dealt in, in the order of their positions.
    seat : int
    """
    if seat not in chairs:
        return f"seat {seat}"
    if hand.get("names"):
        return str(hand["names"][seat])
    places = find_game(str(entry(hand, "game"))).position_names(len(chairs))
    return f"the {places[chairs.index(seat)]}"


def chairs_of(hand: Mapping[str, Any]) -> list[int]:
    """Return the seats from the dealer's left round to the dealer."""
    players, dealer = int(entry(hand, "players")), int(entry(hand, "dealer"))
    return [(dealer + 1 + p) % players for p in range(players)]
