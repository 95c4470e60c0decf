"""A hand of Euchre in progress, and who decides in it."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from ..tricks import Lead, Trick

Rules = dict[str, Any]
Call = tuple[Any, ...]


@dataclass
class EuchreState:
    """Everything that has happened in a hand so far.

    Attributes
    ----------
    rules : dict
        The rule options.
    players : int
        Seats at the table.
    hand_index : int
        Number of the hand in its session, from 0.
    dealer : int
        The seat that deals.
    seats : list of int
        All seats, from the dealer's left round to the dealer.
    scores : list of int
        Points of each seat before the hand.
    dealt : list of list of str
        The five tiles dealt to each seat.
    turn_up : str
        The exposed tile.
    proposed : int
        Its higher end, the trump proposed in round 1.
    hands : list of list of str
        What each seat holds now; empty once laid down.
    playing : list of int
        Seats that play to the tricks, in the order of `seats`.
    seat : int
        The seat that is asked.
    round : int
        Round of the auction, 1 or 2.
    auction : list of dict
        The calls as the hand history writes them.
    trump : int or None
        The trump made; None during the auction and in a void hand.
    maker : int or None
        The seat that made it.
    alone : bool
        Whether the maker goes alone.
    dealer_discard : str or None
        What the dealer discarded for the turn-up.
    trick : Trick or None
        The trick on the table; None until its lead is chosen.
    tricks : list of Trick
        Tricks played out.
    tricks_won : list of int
        By seat.
    """

    rules: Rules
    players: int
    hand_index: int
    dealer: int
    seats: list[int]
    scores: list[int]
    dealt: list[list[str]]
    turn_up: str
    proposed: int
    hands: list[list[str]]
    playing: list[int]
    seat: int
    tricks_won: list[int]
    round: int = 1
    auction: list[dict[str, Any]] = field(default_factory=list)
    trump: int | None = None
    maker: int | None = None
    alone: bool = False
    dealer_discard: str | None = None
    trick: Trick | None = None
    tricks: list[Trick] = field(default_factory=list)

    @property
    def position(self) -> int:
        """Place of the seat to act, 0 on the dealer's left and highest for the dealer."""
        return self.seats.index(self.seat)


class EuchreDecider(Protocol):
    """Who decides; asked in the order of the game, even where one option is legal."""

    def call(self, state: EuchreState, legal: list[Call]) -> Call:
        """Choose ``("pass",)``, ``("accept", alone)`` or ``("name", suit, alone)``."""

    def dealer_discard(self, state: EuchreState, six_tiles: list[str]) -> str:
        """Choose what the dealer discards: one of the dealt tiles or the turn-up."""

    def lead(self, state: EuchreState, options: list[Lead]) -> Lead:
        """Choose a tile and the suit it is led as."""

    def follow(self, state: EuchreState, legal: list[str]) -> str:
        """Choose a tile to play to the trick."""
