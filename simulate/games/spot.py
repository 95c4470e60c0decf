"""A decision as one seat sees it: what it knows of the deal, and what was done before.

Each game makes such a spot from a hand history; ``simulate.branch`` deals what the seat does
not see and plays on.  A spot never depends on what others hold, even where the history has it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tiles import ALL_TILES, DOUBLES, TILES, members, name, names, parse
from simulate.errors import BoneyardError, whole
from simulate.games.game import Hand, find_game, module_of
from simulate.games.rules import Rules
from simulate.games.scripts import GIVEN, WEIGHED

#: Decisions about tiles that are played, as games name them.
TILE_PLAYS = ("lead", "follow", "play", "bet")
#: In place of a tile that is not known.
UNKNOWN = -1


@dataclass(frozen=True)
class Event:
    """One decision of a hand."""

    seat: int
    decision: str  #: as the game names it
    number: int  #: of its randomness within the seat's hand
    answer: int | None  #: None where the history does not have it
    about: str  #: in words, for messages: ``trick 2: the dealer plays 6-4`` (``called``)
    opens: bool = False  #: whether nothing lies on the table yet
    mode: int = GIVEN  #: how it is forced (``simulate.games.scripts``)


#: The decisions of a hand in the order in which they were taken.
Events = Sequence[Event]


def seen_by(event: Event, me: int, otherwise: tuple[int, int] | None = None) -> Event:
    """Return an earlier action as a seat saw it: its own is given, others' are weighed, by the mode
    and action ``otherwise`` where others see less."""
    mode, answer = (GIVEN, event.answer) if event.seat == me else (
        otherwise or (WEIGHED, event.answer))
    if answer is None:
        raise BoneyardError(f"{event.about}: the hand does not show which")
    return replace(event, mode=mode, answer=answer)


@dataclass
class Holding:
    """What is known of the tiles that a seat was dealt, in the order of the deck."""

    #: Places in the order in which the tiles of the set come.
    slots: list[int]
    #: Tiles that are among them, with the first slot where each can be and the one behind the last.
    known: list[tuple[int, int, int]] = field(default_factory=list)
    #: By slot: set of tiles that it can be if it is none of those.
    open: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.open = self.open or [ALL_TILES] * len(self.slots)

    def draw(self, slot: int) -> None:
        """Draw a tile."""
        self.slots.append(slot)
        self.open.append(ALL_TILES)

    def lack(self, tiles: int, since: int = 0) -> None:
        """Turn out to hold none of some tiles, in the slots ``since`` one of them."""
        self.open[since:] = [can & ~tiles for can in self.open[since:]]

    def show(self, tile: int) -> None:
        """Play a tile: it came after the seat last turned out not to hold it."""
        first = next((k for k, can in enumerate(self.open) if can >> tile & 1), None)
        if first is None:
            raise BoneyardError(f"{name(tile)} is played by a seat that passed when it fitted")
        self.known.append((tile, first, len(self.slots)))

    @property
    def is_open(self) -> bool:
        """Whether nothing is known: it can be any tiles."""
        return not self.known and set(self.open) == {ALL_TILES}


@dataclass(frozen=True)
class Observed:
    """What the table's row must hold after the hand, because everybody has seen it."""

    entry: int
    value: int
    about: str


def no_extra() -> NDArray[np.int64]:
    """Return the further draws of a game that has none."""
    return np.zeros((3, 8, 2), np.int64)


def nothing_fixed() -> NDArray[np.int64]:
    """Return a deck of which nothing is known."""
    return np.full(TILES, UNKNOWN, np.int64)


@dataclass(frozen=True)
class InfoState:
    """The information state of a seat that is asked."""

    asked: Event
    #: Entries of the row as they stand before the deal.
    state: Mapping[int, int]
    #: int64[28]: the tiles of the deck in the order in which they come, ``UNKNOWN`` where it
    #: does not know.
    fixed: NDArray[np.int64]
    #: What is known of the tiles of seats.
    holdings: tuple[Holding, ...]
    actions: tuple[Event, ...]  #: earlier ones, with how each is forced
    observed: tuple[Observed, ...]
    #: int64[3, 8, 2]: what further words of randomness draw: the number of choices and the one
    #: drawn, -1 if it is not known; the number is 0 after the last draw.
    extra: NDArray[np.int64] = field(default_factory=no_extra)

    def __post_init__(self) -> None:
        known = self.known
        if len(set(known)) < len(known):
            twice = next(tile for tile in known if known.count(tile) > 1)
            raise BoneyardError(f"{name(twice)} is in two places: look through the hands and plays")
        if any(len(holding.known) > len(holding.slots) for holding in self.holdings):
            raise BoneyardError("a seat has shown more tiles than it was dealt")

    @property
    def known(self) -> list[int]:
        """The tiles of which it knows the place or the seat."""
        fixed = [int(tile) for tile in self.fixed if tile != UNKNOWN]
        return fixed + [tile for holding in self.holdings for tile, _, _ in holding.known]


@dataclass(frozen=True)
class Chance:
    """What chance has decided in a hand so far; nothing before its first decision."""

    after: NDArray[np.int64]  #: int64[28]: tiles by place, ``UNKNOWN`` where not known
    done: int  #: how many decisions of the hand had been taken
    extra: NDArray[np.int64] = field(default_factory=no_extra)  #: see ``InfoState``
    all_known: bool = True  #: whether all tiles that were dealt are known


def dealt_to(hand: Hand, seats: Sequence[int], seat: int, size: int) -> list[int]:
    """Return the tiles that a seat was dealt; raise ``BoneyardError`` if they are not ``size``."""
    who = called(hand, seats, seat)
    if (dealt := entry(hand, "dealt")[seat]) is None:
        raise BoneyardError(f"the tiles dealt to {who} are missing; typed, they are a line such as "
                            f"{who}: 6-6 6-2 4-4 3-1 2-0")
    tiles = tile_set(dealt, f"dealt to {who}")
    if tiles.bit_count() != size:
        raise BoneyardError(f"{who} is dealt {' '.join(names(tiles)) or 'nothing'}: a hand is "
                            f"{size} tiles")
    return list(members(tiles))


def dealt_tiles(hand: Hand, seats: Sequence[int], seat: int, size: int) -> dict[int, list[int]]:
    """Return the ``size`` tiles dealt by seat: all if all are known, else those of ``seat``."""
    dealt = hand.get("dealt") or []
    known = {who: dealt[who] for who in seats if who < len(dealt) and dealt[who]}
    if len(known) < len(seats):
        known = {who: tiles for who, tiles in known.items() if who == seat}
    return {who: dealt_to(hand, seats, who, size) for who in known}


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
    legal: Mapping[str, tuple[int, int]]
    #: Decisions by lot, as functions of the view.
    by_lot: Mapping[str, Any]
    #: Plays a hand from the deal on: ``play(table, scratch)``, and the size of its scratch.
    play: Callable[[Any, Any], int]
    scratch: ClassVar[int] = 1
    #: Whether the row has the tiles held by seat; if not, it has them by position.
    held_by_seat: ClassVar[bool] = False

    def opens(self) -> Callable[[Any, Any], int]:
        """Return how a session's first hand is played: ``play``, unless the leader is drawn."""
        return self.play

    @property
    def opens_with(self) -> str:
        """The decision with which a hand opens."""
        return next(iter(self.legal))

    def opening(
        self, hand: Hand, rules: Rules, events: Events, index: int
    ) -> tuple[dict[int, int], int, int]:
        """Return the entries of the row as a seat is asked before the tricks, but for its hand, and
        the tiles that it is known to have been dealt, and those that it is known not to have been.
        """
        raise BoneyardError(f"{find_game(str(hand['game'])).title} has no declarations and no "
                            "calls, by which players could be told apart")

    def goes_on(self, rules: Rules) -> Callable[[Any, Any], int] | None:
        """Return the function that plays on to the end of the game: ``go_on(table, scratch)``."""
        return None

    @abstractmethod
    def events(self, hand: Hand, rules: Rules) -> list[Event]:
        """Return the decisions of a hand, as they were taken; refuse what is no hand."""

    def unasked(self, hand: Hand, rules: Rules, seat: int) -> list[tuple[int, str]]:
        """Return the events that nobody decided, as a seat sees them, with the decisions before."""
        return []

    def lies(self, hand: Hand, events: Events, index: int) -> str:
        """Return what the seat asked sees on the table, where no decision before shows it."""
        return ""

    @abstractmethod
    def spot(self, hand: Hand, rules: Rules, events: Events, index: int) -> InfoState:
        """Return what the seat knows that takes decision ``index``."""

    @abstractmethod
    def answers(self, asked: Event, legal: int, row: NDArray[np.int64]) -> list[int]:
        """Return the actions that the rules allow, from the set that the kernel allowed."""

    def forced(self, asked: Event, row: NDArray[np.int64]) -> list[int]:
        """Return the only action where nobody was asked; none if a row has none."""
        return []

    @abstractmethod
    def write(self, asked: Event, answer: int) -> Any:
        """Return an action as a history writes it."""

    @abstractmethod
    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the entries of the row with what a hand brought, the asking seat's first."""

    @abstractmethod
    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        """Return the entries of the row as they stand before the deal."""

    def then(
        self, hand: Hand, rules: Rules, events: Events, index: int, answer: int,
    ) -> tuple[dict[str, Any], list[Event]] | None:
        """Return the hand and decisions that the same seat is asked at once after an answer."""
        return None

    def chances(self, hand: Hand, rules: Rules, events: Events, seat: int) -> list[Chance]:
        """Return what chance decided in a hand, in order, as far as the hand has it.

        If the hand does not have all tiles dealt, only those of ``seat`` count: which other tiles a
        person writes down may depend on what became of them, and that would bias the mean.
        """
        return []

    def draws(self, hand: Hand) -> list[int | None]:
        """Return the tiles that came after those of ``chances``, None for one that is not known."""
        return []

    def nothing_drawn(self, hand: Hand) -> NDArray[np.int64]:
        """Return the further draws (``InfoState.extra``) of a hand of which nothing is known."""
        return no_extra()

    def of_note(self, hand: Hand, rules: Rules, events: Events, index: int) -> dict[str, int]:
        """Return the sets of tiles that a player looks for in others' hands, by name."""
        return {"a double": DOUBLES}

    def gone(self, hand: Hand, events: Events, index: int) -> set[int]:
        """Return the seats that have laid down their tiles when decision ``index`` is asked."""
        return set()

    def chairs(self, hand: Hand) -> list[int]:
        """Return the seats dealt in, in the order of their positions."""
        return chairs_of(hand)

    def position(self, hand: Hand, seat: int) -> int:
        """Return the position of a seat."""
        return self.chairs(hand).index(seat)


@cache
def asking(game: str) -> Asking:
    """Return how a game is asked about; raise ``BoneyardError`` if the game lacks that."""
    kind = find_game(game)
    module = module_of(kind.asks or f"simulate.games.{game}.events")
    if module is None or not hasattr(module, "ASKING"):
        raise BoneyardError(f"{kind.title} cannot be asked about: " + (
            f"there is no ASKING in a module {kind.asks}" if kind.asks else
            "no asks of its Game names the module that says what a seat knows at a decision"))
    if not hasattr(kind.row, "held"):
        raise BoneyardError(f"{kind.title} cannot be asked about: its row has no entry 'held', the "
                            "sets of tiles that seats or positions hold")
    return module.ASKING


def tile_set(words: object, what: str) -> int:
    """Return the set of a history's list of different tiles, which ``what`` names."""
    if not isinstance(words, list | tuple):
        raise BoneyardError(f"{what} is {words!r}, not a list of tiles such as [\"6-3\", \"2-0\"]")
    tiles = 0
    for word in words:
        tile = parse(str(word))
        if tiles >> tile & 1:
            raise BoneyardError(f"{what} has {word} twice")
        tiles |= 1 << tile
    return tiles


def entry(hand: Hand, key: str) -> Any:
    """Return an entry of a history; raise ``BoneyardError`` if it is missing."""
    if hand.get(key) is None:
        raise BoneyardError(f"the hand has no {key!r}: write it as the exchange format does")
    return hand[key]


def called(hand: Hand, chairs: Sequence[int], seat: int) -> str:
    """Return what a seat is called in messages about a hand: its player's name where the hand has
    names, else its place, ``the eldest hand``. ``chairs``: the seats dealt in, by position."""
    if seat not in chairs:
        return f"seat {seat}"
    if hand.get("names"):
        return str(hand["names"][seat])
    places = find_game(str(entry(hand, "game"))).position_names(len(chairs))
    return f"the {places[chairs.index(seat)]}"


def chairs_of(hand: Hand) -> list[int]:
    """Return the seats dealt in, in the order of play; a seat without a score is out."""
    game, players = find_game(str(entry(hand, "game"))), int(entry(hand, "players"))
    first = whole(entry(hand, game.beginner), game.beginner, 0, players - 1) + game.begins[1]
    around = [(first + k) % players for k in range(players)]
    scores = hand.get("score_before") or [0] * players
    return [seat for seat in around if scores[seat] is not None]
