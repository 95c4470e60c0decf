"""What a game provides, and where games are found.

A game is a package of ``simulate.games`` whose module ``game`` holds one object, ``GAME``.
No list has to be changed for a game: the name of the package is its name.  An installed package
adds one with an entry point in the group ``boneyard.games``, ``NAME = "module:GAME"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import simulate.games
from simulate.books.books import Books
from simulate.errors import BoneyardError, brief, unknown, whole
from simulate.games.rules import Rules
from simulate.installed import installed, loaded
from simulate.machine.compiling import Compiled

#: The seats that a default line-up has names for.
_TABLE = 4
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def chair(strategy: str, seat: int) -> str:
    """Return who keeps a seat for a whole session, the strategy first.

    Examples
    --------
    >>> from simulate.games.game import chair
    >>> chair("bold", 1)
    'bold (seat 1)'
    """
    return f"{strategy} (seat {seat})"


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False


def module_of(name: str) -> ModuleType | None:
    """Return a module or package; None where there is none of that name."""
    if not _is_there(name):
        return None
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:  # its author needs to know what is wrong
        raise BoneyardError(f"module {name!r} cannot be loaded: "
                            f"{type(error).__name__}: {error}") from error


if TYPE_CHECKING:
    from simulate.books.tally import Ints, Tally

ENTRY_POINTS = "boneyard.games"

#: A hand as the exchange format has it: as it is written, and as it is read.
History = dict[str, Any]
Hand = Mapping[str, Any]
#: A function of a table's row and of other numbers that compiled code calls by its address.
Step = Callable[[Any, Any], int]
#: The exact counts of a run: those of the table, and those of each seat.
Summary = tuple[dict[str, Any], list[dict[str, Any]]]


class Columns(Protocol):
    """Entries of the rows of several hands, by name."""

    def __getitem__(self, name: str, /) -> Ints:
        """Return an entry of every hand: int64[hands], or int64[hands, size]."""


class Antes(NamedTuple):
    """What is paid into a pool before a hand."""

    each: int = 0  #: what every seat but the dealer pays when the pool is empty
    dealer: int = 0  #: what the dealer pays then
    top_up: int = 0  #: what the dealer pays when it is not
    again: int = 0  #: what every other seat pays then


class HandEnds(NamedTuple):
    """How hands end, in parts of the pool, or in points that are parts of those played for. Both
    functions are called with ``entries``; what they return for positions where no one sits is not
    used. A hand has at most six parts a position."""

    #: What must be known of a hand: the first entry of its row, and how many, by name.
    entries: Mapping[str, tuple[int, int]]
    #: ``made(hands)`` returns the parts that each position takes in each hand, and less than 0
    #: where it pays the penalty: int64[hands, positions].
    made: Callable[[Columns], Ints]
    #: How many make the whole; 0: as many as there are seats that take one.
    parts: int
    antes: Antes = Antes()
    #: ``whole(hands)`` returns 1 for a hand whose taker has what a division into parts leaves over,
    #: too: int64[hands].
    whole: Callable[[Columns], Ints | int] = lambda hands: 0
    #: The fewest chips that are no empty pool; a larger pool than ``limit`` ends the session.
    empty_below: int = 1
    limit: int = 2**63 - 1
    #: The points that a hand is played for, which nobody pays; 0 where a pool is played for.
    points: int = 0
    #: Whether several may win a game for points together.
    shared: bool = False
    #: Whether positions are seats, since it is drawn by lot who begins.
    by_seat: bool = False
    #: Where a pool passes from hand to hand and grows by the option ``penalty``, and ``made`` is 0
    #: where no one sits: entries of the row with the pool that a hand is played for, and with what
    #: it leaves there; and in words of what the factor is made, and what an empty pool is.
    pools: tuple[int, ...] = ()
    of: str = ""
    emptied: str = "Only a pool of nothing is empty."

    def looed(self, hands: Columns) -> Ints:
        """Return how many seats pay the penalty in each hand: int64[hands]."""
        return (self.made(hands) < 0).sum(axis=1)

    def factors(self, hands: Columns) -> Ints:
        """Return by how many parts each hand multiplies a pool without a limit on penalties."""
        made = self.made(hands)
        return self.parts * (1 + (made < 0).sum(axis=1)) - made.clip(min=0).sum(axis=1)


def summed(tally: Tally, fields: Iterable[str], forms: Iterable[str]) -> Summary:
    """Return the totals of some fields of a session, and of some forms of each seat."""
    seats = range(len(tally.labels))
    return ({name: tally.session_total(name) for name in fields},
            [{name: tally.form(name, [seat]) for name in forms} for seat in seats])


def plain_summary(tally: Tally, rules: Any) -> Summary:
    """Return the sums of all fields of a session, and of all forms of each seat."""
    books = tally.books
    return summed(tally, [name for name in books.session if name != "hands"], books.forms)


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game: its rules, its kernel, what it counts, and its texts.

    ``rules`` is an object of ``rules_class``, ``row`` (``int64[row size]``) the table's row.
    """

    #: As the command line names it, and as a person writes it.
    name: str
    title: str
    #: The fewest seats and the most.
    seats: tuple[int, int]
    rules_class: type[Rules]
    #: A layout: where the entries of a table's row begin, and its ``size`` (``lay_out``). Its
    #: ``value`` holds what a hand was worth to each seat.
    row: Any
    #: What each decision may look at: its view's names and entries of the row.
    decisions: Mapping[str, Mapping[str, int]]
    #: Plays sessions; see ``simulate.books.rows``. ``simulate.machine.compiling.kernel`` compiles.
    kernel: Any
    #: What the kernel counts.
    books: Books
    #: ``lay_table(row, rules, players)`` writes the rules into a table's row.
    lay_table: Callable[[Ints, Any, int], None]
    #: ``record(row, players)`` returns a finished hand, without the keys that name the run. Its
    #: ``rules``, if it has any, are the options whose value depends on the hand, as they were then.
    record: Callable[[Ints, int], History]
    #: ``begun(row, players)`` returns a hand that a failing strategy stopped.
    begun: Callable[[Ints, int], History]
    #: ``tell_play(hand, row)`` returns the lines of a text: what was played.
    tell_play: Callable[[Hand, Ints], list[str]]
    #: ``tell_end(hand)`` returns what came of it.
    tell_end: Callable[[Hand], list[str]]
    #: ``unit(rules)``: what a hand is worth, in words: chips, points or tiles.
    unit: Callable[[Any], str]
    #: ``plays_to_the_end(rules)``: whether a session is one game.
    plays_to_the_end: Callable[[Any], bool]
    #: The entry of the row with the seat that the others are counted from, which histories have by
    #: the same name, and the steps on its left to the first position.
    begins: tuple[int, int]
    #: The strategies that play when a person names none, of four seats; none of them ``random``.
    default_lineup: tuple[str, ...]
    #: ``summary(tally, rules)`` returns the exact counts of a run: all of its books by default.
    summary: Callable[[Tally, Any], Summary] = plain_summary
    #: What each position did before the tricks, as the entry ``action`` of the row has it, in
    #: words; empty where there is no such entry.
    actions: Mapping[int, str] = field(default_factory=dict)
    #: How people phrase the words of histories: miss is "take the miss".
    action_words: Mapping[str, str] = field(default_factory=dict)
    #: Its own words for those of texts that it shares with another game.
    own_words: Mapping[str, str] = field(default_factory=dict)
    #: What the first position is called, and the last one.
    first: str = "first"
    last: str | None = None
    #: ``points(rules)``: the points that win a game, where it is played for points.
    points: Callable[[Any], int | None] = lambda rules: None
    #: About how many hands a game takes, where a session is one game.
    hands_a_game: int = 20
    #: ``stake(rules)``: the chips by which a bank is measured; 1 in points.
    stake: Callable[[Any], int] = lambda rules: 1
    #: ``ends(rules)``: given where hands hang together by no more than a pool or a score.
    ends: Callable[[Any], HandEnds | None] = lambda rules: None
    #: Whether a seat can lose something in a hand: false where tiles or points can only be won.
    can_lose: bool = True
    #: The entry of the row with the position that made trump or won the bidding, -1 for none.
    maker: int | None = None
    #: Whether the maker's side wins if several have the points that win: else who has most.
    maker_wins: bool = False
    #: ``partners(players)``: whether every other seat is on one side.
    partners: Callable[[int], bool] = lambda players: False
    #: How the game is played, in a few paragraphs; ``{ante}`` stands for the option of that name.
    how_to_play: str = ""
    #: ``refused(decision, answer, seen)`` returns the sentence about an action against the rules,
    #: with the actions allowed; ``seen`` is the view.
    refused: Callable[[str, int, Mapping[str, int]], str] | None = None
    #: The modules or packages of its strategies and of its report: ``strategies.NAME`` and
    #: ``reports.games.NAME`` when not given. Without such a report, a plain one is made of the
    #: figures that the books declare.
    strategies: str | None = None
    report: str | None = None
    #: What plays a hand, compiled by itself, if the kernel calls it at ``BASE.play_hand``.
    hand: Step | None = None
    #: The module with ``ASKING``, by which its decisions are asked about (``simulate.games.spot``):
    #: ``simulate.games.NAME.events`` when not given.
    asks: str | None = None
    #: The module with ``DECLARED``, by which its declarations are solved
    #: (``simulate.theory.declared``): ``simulate.theory.NAME.declared`` when not given.
    solves: str | None = None

    def __post_init__(self) -> None:
        """Check what no type can express."""
        if not self.seats[0] <= _TABLE <= self.seats[1]:
            raise BoneyardError(f"game {self.name!r} is for {self.seats[0]} to {self.seats[1]} "
                                "seats: let it seat four, as a table does by default")
        if len(self.default_lineup) != _TABLE or "random" in self.default_lineup:
            raise BoneyardError(
                f"game {self.name!r}: its default line-up is {', '.join(self.default_lineup)}: "
                "name four strategies (one may sit twice), and not random, which feeds the pools")
        books = self.books
        if self.has_pool(self.rules_class()) and not (books.credited and books.pool and books.left):
            raise BoneyardError(
                f"game {self.name!r}: a pool passes from hand to hand, so let its books say which "
                "of their numbers are credited, pool and left")

    @property
    def row_size(self) -> int:
        """Length of the table's row."""
        return int(self.row.size)

    @property
    def values(self) -> int:
        """Entry of the row where the seats' chips or points of a hand begin."""
        return int(self.row.value)

    def check_players(self, players: object) -> int:
        """Return the number of seats; raise ``BoneyardError`` if the game is not for that many."""
        return whole(players, f"players of {self.title}:", *self.seats)

    def in_own_words(self, text: str) -> str:
        """Return a text that it shares with another game in its own words."""
        if not self.own_words:
            return text
        theirs = re.compile(rf"\b(?:{'|'.join(self.own_words)})\b")
        return theirs.sub(lambda found: self.own_words[found[0]], text)

    def explain(self, rules: Rules) -> list[str]:
        """Return how it is played by some rules, in paragraphs; the lines of a list stay apart."""
        paragraphs = self.how_to_play.format(**rules.as_dict()).strip().split("\n\n")
        return [part if part.startswith("- ") else part.replace("\n", " ") for part in paragraphs]

    def bankroll_of(self, rules: Rules) -> int | None:
        """Return the chips that every seat brings to a session; None where seats may owe."""
        return getattr(rules, "bankroll", None)

    def growth(self, rules: Rules) -> HandEnds | None:
        """Return how hands end where they pass on a pool that grows; None where they do not."""
        ends = self.ends(rules)
        return ends if ends and ends.pools else None

    def is_unlimited(self, rules: Rules) -> bool:
        """Return whether such a pool can grow without bound."""
        return self.has_pool(rules) and getattr(rules, "penalty", "") == "unlimited"

    def has_pool(self, rules: Rules) -> bool:
        """Return whether a pool passes from hand to hand and grows by penalties."""
        return self.growth(rules) is not None

    @property
    def beginner(self) -> str:
        """The name of the entry with the seat that the others are counted from."""
        return next(name for name in self.row.names if getattr(self.row, name) == self.begins[0])

    def position_names(self, seats: int) -> list[str]:
        """Return what the positions of so many seats are called, in the order of play."""
        names = [self.first, *_PLACES[1:seats]]
        return names if self.last is None else [*names[:-1], self.last]

    def tell(self, hand: Hand, row: Ints) -> str:
        """Return the text of a hand; ``hand``: its history with the keys that name the run."""
        return "\n".join([*self.tell_play(hand, row), *self.tell_end(hand)])

    def tell_begun(self, head: Hand, row: Ints) -> str:
        """Return what was played of a hand in which a strategy failed; ``head``: the run's keys."""
        return "\n".join(self.tell_play({**head, **self.begun(row, head["players"])}, row))


@cache
def own_games() -> tuple[str, ...]:
    """Return the names of the library's own games: the packages of this folder."""
    folder = iter_modules(simulate.games.__path__)
    return tuple(sorted(module.name for module in folder if module.ispkg))


def _loaders() -> dict[str, Callable[[], object]]:
    """Return what loads each game by its name: our own packages, and those of others."""
    ours = {name: lambda name=name: import_module(f"simulate.games.{name}.game").GAME
            for name in own_games()}
    return {**{entry.name: partial(loaded, entry) for entry in installed(ENTRY_POINTS)}, **ours}


def game_names() -> tuple[str, ...]:
    """Return the names of all games in alphabetical order; none of them is imported."""
    return tuple(sorted(_loaders()))


@cache
def find_game(name: str) -> Game:
    """Return the game of that name; refuse a faulty one of an installed package."""
    loaders = _loaders()
    if name not in loaders:
        raise unknown("game", name, tuple(sorted(loaders)))
    try:
        found = loaders[name]()
    except Exception as error:  # whatever an installed package does must not stop other games
        raise BoneyardError(f"game {name!r} cannot be loaded: "
                            f"{type(error).__name__}: {error}") from error
    if not isinstance(found, Game) or found.name != name:
        named = f"the game {found.name!r}" if isinstance(found, Game) else f"{brief(found)}"
        raise BoneyardError(f"game {name!r} of an installed package is {named}: let its entry "
                            "point name a simulate.games.game.Game of this name")
    if not isinstance(found.kernel, Compiled):
        raise BoneyardError(f"game {name!r} of an installed package has a kernel in plain Python: "
                            "decorate it with simulate.machine.compiling.kernel")
    from simulate.machine.table import MAX_DECISIONS, MAX_SEATS
    if not 1 <= found.seats[0] <= found.seats[1] <= MAX_SEATS:
        raise BoneyardError(f"game {found.name!r} is for {found.seats[0]} to {found.seats[1]} "
                            f"seats, but a table has 1 to {MAX_SEATS}")
    if len(found.decisions) > MAX_DECISIONS:
        raise BoneyardError(f"game {found.name!r} has {len(found.decisions)} kinds of decisions, "
                            f"but a table has room for {MAX_DECISIONS}")
    for what, module in (("strategies", found.strategies or f"strategies.{name}"),
                         ("report", found.report), ("asks", found.asks), ("solves", found.solves)):
        if module is not None and not _is_there(module):
            raise BoneyardError(f"game {name!r}: there is no module {module!r}, which its {what} "
                                f"should be: name it with {what}= of its Game")
    return found
