"""What a game must supply so that everything else can be shared by all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simulate.books.books import Books
from simulate.errors import unknown
from simulate.games.rules import Rules
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    import numpy as np

    from simulate.books.tally import Tally


class Game(ABC):
    """A game: rules, decisions, kernel, books and histories."""

    #: As the command line names it, and as a person writes it.
    name: str
    title: str
    #: Fewest and most seats.
    seats: tuple[int, int]
    rules_class: type[Rules]
    #: What a seat's chips or points are called.
    unit: str
    #: Whether a session is always a game that is played to its end.
    session_is_game: bool = False

    def check_players(self, players: object) -> int:
        """Return the number of seats.

        Raises
        ------
        BoneyardError
            If the game is not for that many.
        """
        return whole(players, f"players of {self.title}:", *self.seats)

    @abstractmethod
    def plays_to_the_end(self, rules: Rules) -> bool:
        """Tell whether a session is one game under these rules."""

    @property
    @abstractmethod
    def decisions(self) -> Mapping[str, Mapping[str, int]]:
        """What each decision may look at: its view's names and entries of the row."""

    @property
    @abstractmethod
    def kernel(self) -> Any:
        """The session kernel; see ``simulate.games.loo.kernel.play_sessions``."""

    @property
    @abstractmethod
    def books(self) -> Books:
        """What the kernel counts."""

    @property
    @abstractmethod
    def row_size(self) -> int:
        """Length of the table's row."""

    @property
    @abstractmethod
    def values(self) -> int:
        """Entry of the row where the seats' chips or points of a hand begin."""

    @abstractmethod
    def lay_table(self, row: np.ndarray, rules: Rules, players: int) -> None:
        """Write the rules into a table's row."""

    @abstractmethod
    def history(self, row: np.ndarray, rules: Rules, players: int) -> dict[str, Any]:
        """Return a hand as formats.md writes it, without the keys that name the run."""

    @abstractmethod
    def tell(self, hand: Mapping[str, Any], row: np.ndarray) -> str:
        """Return a hand as a text that a person reads."""

    @abstractmethod
    def tell_begun(self, head: Mapping[str, Any], row: np.ndarray) -> str:
        """Return what was played of a hand in which a strategy failed.

        ``head`` has the keys of a history that name the run.
        """

    @abstractmethod
    def summary(self, tally: Tally, rules: Rules) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the exact counts of a run: those of the table, and those of each seat."""


_GAMES = {
    "loo": "simulate.games.loo.game:LOO",
    "rounce": "simulate.games.loo.game:ROUNCE",
    "pool": "simulate.games.pool.game:POOL",
    "euchre": "simulate.games.euchre.game:EUCHRE",
    "casino": "simulate.games.casino.game:CASINO",
}
GAME_NAMES = tuple(_GAMES)


def find_game(name: str) -> Game:
    """Return the game of that name.

    Raises
    ------
    BoneyardError
        If there is none.
    """
    if name not in _GAMES:
        raise unknown("game", name, GAME_NAMES)
    module, _, attribute = _GAMES[name].partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game

