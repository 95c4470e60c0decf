"""A hand of Domino Pool in progress, and who decides in it."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from .line import Line, Placing
from .rules import Rules


@dataclass
class PoolState:
    """Everything that has happened in a hand so far.

    Attributes
    ----------
    rules : dict
        The rule options.
    players : int
        Seats the session started with.
    hand_index : int
        Number of the hand in its session, from 0.
    leader : int
        The seat that poses the first tile.
    seats : list of int
        Seats dealt in, clockwise from the leader.
    chips : list of int or None
        What each seat has left after its contribution; None without a bankroll.
    contribution : list of int
        Chips paid by each seat before the deal.
    pool : int
        The pool played for.
    scores : list of (int or None) or None
        Hundred up: pips counted against each seat before the hand, None for a seat that is out.
        None when each hand is its own game.
    dealt : list of (list of str or None)
        The tiles dealt to each seat.
    stock : list of str
        The undealt tiles at the deal, in drawing order.
    hands : list of list of str
        What each seat holds now.
    stock_left : int
        Tiles left in the stock.
    seat : int
        The seat that is asked.
    line : Line
        The tiles on the table.
    plays : list of dict
        Plays, draws and passes as the hand history writes them.
    """

    rules: Rules
    players: int
    hand_index: int
    leader: int
    seats: list[int]
    chips: list[int] | None
    contribution: list[int]
    pool: int
    scores: list[int | None] | None
    dealt: list[list[str] | None]
    stock: list[str]
    hands: list[list[str]]
    stock_left: int
    seat: int
    line: Line = field(default_factory=Line)
    plays: list[dict[str, Any]] = field(default_factory=list)

    @property
    def position(self) -> int:
        """Place of the seat to act, 0 for the leader."""
        return self.seats.index(self.seat)


@dataclass
class StarState:
    """A seat that has gone out of a game hundred up and is entitled to star.

    Attributes
    ----------
    hand : PoolState
        The hand that has ended.
    seat : int
        The seat that is asked.
    totals : dict of int to int
        By seat that took part: pips with those of the hand.
    out : list of int
        Seats that reached the target in this hand.
    starring : list of int
        Those of them that star, asked before this one.
    places : int
        Seats that may still star, this one included.
    highest : int
        The highest score still in, with which the seat would come back.
    """

    hand: PoolState
    seat: int
    totals: dict[int, int]
    out: list[int]
    starring: list[int]
    places: int
    highest: int

    @property
    def hand_index(self) -> int:
        """Number of the hand in its session, from 0."""
        return self.hand.hand_index


class PoolDecider(Protocol):
    """Who decides; asked whenever a seat can play, even where one option is legal."""

    def play(self, state: PoolState, options: list[Placing]) -> Placing:
        """Choose a tile and the end it goes to, None for the first tile."""

    def draw(self, state: PoolState) -> bool:
        """Choose whether to draw, as a seat that cannot play (option ``draw=may``)."""

    def star(self, state: StarState) -> bool:
        """Choose whether to star, as a seat that is entitled to (option ``star=may``)."""
