"""Suits, trumps and tricks, as Domino Loo, Rounce and Euchre share them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .table import checked, clockwise
from .tiles import ends, is_double, other_end

TRICKS_IN_A_HAND = HAND_SIZE = 5
_DOUBLE_RANK = 7

#: A tile and the suit that it is led as.
Lead = tuple[str, int]


@dataclass
class Trick:
    """One trick: the suit led and the tiles in the order played."""

    leader: int
    suit: int
    plays: list[tuple[int, str]] = field(default_factory=list)
    winner: int | None = None

    def history(self) -> dict[str, Any]:
        """Write the trick as the hand history does."""
        return {"leader": self.leader, "suit": self.suit, "plays": [list(p) for p in self.plays],
                "winner": self.winner}


@dataclass(frozen=True)
class Suits:
    """Suit and rank of tiles (Rules 1, *Suits and rank*).

    A tile that shows the trump number is a trump and nothing else; any other tile belongs to both
    its numbers. The double of a suit is highest, then the other end from 6 down to blank."""

    trump: int

    def is_trump(self, tile: str) -> bool:
        """Return whether the tile is a trump."""
        return self.trump in ends(tile)

    def suits_of(self, tile: str) -> tuple[int, ...]:
        """Return the suits the tile belongs to, so also those it may be led as."""
        return (self.trump,) if self.is_trump(tile) else tuple(dict.fromkeys(ends(tile)))

    def rank(self, tile: str, suit: int) -> int:
        """Return the rank of a tile within a suit it belongs to."""
        return _DOUBLE_RANK if is_double(tile) else other_end(tile, suit)

    def of_suit(self, hand: list[str], suit: int) -> list[str]:
        """Return the tiles of the hand that follow the suit."""
        return [tile for tile in hand if suit in self.suits_of(tile)]

    def trumps(self, hand: list[str]) -> list[str]:
        """Return the trumps of the hand."""
        return self.of_suit(hand, self.trump)

    def winner(self, trick: Trick) -> int:
        """Return who wins: the highest trump, else the highest tile of the suit led."""
        trumped = any(self.is_trump(tile) for _, tile in trick.plays)
        suit = self.trump if trumped else trick.suit
        ranks = {self.rank(tile, suit): seat for seat, tile in trick.plays
                 if suit in self.suits_of(tile)}
        return ranks[max(ranks)]


@dataclass
class TricksState:
    """What a hand of tricks has of every game: who sits, what lies, and what was taken."""

    rules: dict[str, Any]
    players: int  #: seats at the table, those that are out of the session included
    hand_index: int  #: number of the hand in its session, from 0
    dealer: int
    seats: list[int]  #: those dealt in, from the dealer's left round to the dealer
    scores: list[int]  #: points of each seat before the hand; zeros when played for chips
    dealt: list[list[str] | None]  #: the five tiles of each seat, None for seats that are out
    turn_up: str

    def __post_init__(self) -> None:
        #: What each seat holds now; empty once it is not in.
        self.hands = [list(hand or []) for hand in self.dealt]
        #: Seats that play to the tricks, in the order of ``seats``.
        self.playing = list(self.seats)
        #: The seat that is asked.
        self.seat = self.seats[0]
        #: The trick on the table, None until its lead is chosen; those played out, and who took
        #: how many.
        self.trick: Trick | None = None
        self.tricks: list[Trick] = []
        self.tricks_won = [0] * self.players

    @property
    def position(self) -> int:
        """Place of the seat to act, 0 on the dealer's left and highest for the dealer."""
        return self.seats.index(self.seat)


def play_tricks(
    state: Any, decider: Any, suits: Suits, leader: int,
    lead_options: Callable[[list[str], bool], list[Lead]],
    follow_options: Callable[[list[str], int], list[str]],
) -> None:
    """Play a trick for every tile of a hand, the winner of each leading the next. ``lead_options``
    gives what may be led from a hand, and gets whether it is the opening lead; a decider chooses
    with ``lead(state, options)`` and ``follow(state, legal)``."""
    for _ in range(len(state.hands[leader])):
        state.seat = leader
        options = lead_options(state.hands[leader], not state.tricks)
        tile, suit = checked(decider.lead(state, options), options, state, "tricks")
        trick = state.trick = Trick(leader, suit)
        _lay(state, trick, tile)
        for seat in clockwise(leader, state.playing, state.players)[1:]:
            state.seat = seat
            legal = follow_options(state.hands[seat], suit)
            _lay(state, trick, checked(decider.follow(state, legal), legal, state, "tricks"))
        leader = trick.winner = suits.winner(trick)
        state.tricks.append(trick)
        state.tricks_won[leader] += 1
        state.trick = None


def _lay(state: Any, trick: Trick, tile: str) -> None:
    state.hands[state.seat].remove(tile)
    trick.plays.append((state.seat, tile))
