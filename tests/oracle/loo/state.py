"""A hand of Loo or Rounce in progress, and who decides in it."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from ..tricks import Lead, Trick
from .rules import Rules


@dataclass
class LooState:
    """Everything that has happened in a hand so far.

    Attributes
    ----------
    game : str
        ``loo`` or ``rounce``.
    rules : dict
        The rule options.
    players : int
        Seats at the table, those that are out of the session included.
    hand_index : int
        Number of the hand in its session, from 0.
    dealer : int
        The seat that deals.
    seats : list of int
        Seats dealt in, from the dealer's left round to the dealer.
    chips : list of int or None
        What each seat has left after the ante; None without a bankroll.
    scores : list of int
        Points of each seat before the hand; zeros when played for chips.
    ante : list of int
        Chips paid by each seat before the deal.
    pool : int
        The pool at the start of play; 0 when played for points.
    penalty : int
        What a looed (rounced) seat will owe, in chips or points.
    dealt : list of (list of str or None)
        The five tiles dealt to each seat.
    turn_up : str
        The exposed tile.
    trump : int
        Its higher end.
    misses_left : int
        Misses that may still be taken.
    hands : list of list of str
        What each seat holds now; empty once dropped.
    playing : list of int
        Seats still in this hand, in the order of `seats`.
    declarations : list of dict
        As the hand history writes them; the last may be in progress.
    seat : int
        The seat that is asked.
    trick : Trick or None
        The trick on the table; None until its lead is chosen.
    tricks : list of Trick
        Tricks played out.
    tricks_won : list of int
        By seat.
    """

    game: str
    rules: Rules
    players: int
    hand_index: int
    dealer: int
    seats: list[int]
    chips: list[int] | None
    scores: list[int]
    ante: list[int]
    pool: int
    penalty: int
    dealt: list[list[str] | None]
    turn_up: str
    trump: int
    misses_left: int
    hands: list[list[str]]
    playing: list[int]
    seat: int
    tricks_won: list[int]
    declarations: list[dict[str, Any]] = field(default_factory=list)
    trick: Trick | None = None
    tricks: list[Trick] = field(default_factory=list)

    @property
    def position(self) -> int:
        """Place of the seat to act, 0 on the dealer's left and highest for the dealer."""
        return self.seats.index(self.seat)

    @property
    def for_pool(self) -> bool:
        """Whether the dealer plays for the pool."""
        return any(entry["action"] == "for_pool" for entry in self.declarations)

    def took_miss(self, seat: int) -> bool:
        """Tell whether the seat has taken the miss."""
        return any(
            entry["seat"] == seat and entry["action"] == "miss" for entry in self.declarations
        )


class LooDecider(Protocol):
    """Who decides; asked in the order of the game, even where one option is legal."""

    def declare(self, state: LooState, legal: list[str]) -> str:
        """Choose a declaration."""

    def take_turn_up(self, state: LooState) -> bool:
        """Choose, as a dealer who plays the dealt hand, whether to take the turn-up."""

    def discard_for_turn_up(self, state: LooState, hand: list[str]) -> str:
        """Choose which of the five dealt tiles goes for the turn-up."""

    def discard_after_miss(self, state: LooState, drawn: list[str]) -> list[str]:
        """Choose which of the tiles drawn are thrown away, down to a hand of five."""

    def lead(self, state: LooState, options: list[Lead]) -> Lead:
        """Choose a tile and the suit it is led as."""

    def follow(self, state: LooState, legal: list[str]) -> str:
        """Choose a tile to play to the trick."""
