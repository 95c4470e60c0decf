"""What a game must supply so that everything else can be shared by all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simulate.errors import unknown
from simulate.numbers import whole
from simulate.rules import Rules

if TYPE_CHECKING:
    import numpy as np

    from simulate.tally import Tally


@dataclass(frozen=True, eq=False)
class Books:
    """What a kernel counts, and the figures that are made of it.

    A figure is a ratio of two numbers that are added up over sessions, so that its standard
    error can be clustered by session.

    Parameters
    ----------
    session : tuple of str
        Fields of a session's row; those that start with ``max_`` are maxima, all others
        are added up.
    seat : tuple of str
        Fields of a seat's row in a session, all added up.
    counts : int
        Length of the counts that are kept for the run as a whole.
    forms : mapping of str to sequence of str
        Numbers of a seat by name: sums of fields of its row.
    rates : mapping of str to (str, str)
        Figures of a seat that are small counts: the form above and the form below.
    amounts : mapping of str to (str, str)
        Figures whose form above can be large: chips or points.
    session_rates, session_amounts : mapping of str to (str, str)
        The same for fields of the session's row; ``sessions`` is 1 in each of them.
    value : str
        The form of the chips or points whose distribution over hands is kept.
    hands : str
        The form of the hands that a seat has part in.
    """

    session: tuple[str, ...]
    seat: tuple[str, ...]
    counts: int
    forms: Mapping[str, Sequence[str]]
    rates: Mapping[str, tuple[str, str]]
    amounts: Mapping[str, tuple[str, str]]
    session_rates: Mapping[str, tuple[str, str]]
    session_amounts: Mapping[str, tuple[str, str]]
    value: str
    hands: str


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
        """The session kernel; see ``simulate.loo.kernel.play_sessions``."""

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
    "loo": "simulate.loo.game:LOO",
    "rounce": "simulate.loo.game:ROUNCE",
    "pool": "simulate.pool.game:POOL",
    "euchre": "simulate.euchre.game:EUCHRE",
    "casino": "simulate.casino.game:CASINO",
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

