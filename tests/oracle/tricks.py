"""Suits, trumps and tricks, as Domino Loo, Rounce and Euchre share them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from .choices import checked
from .tiles import ends, is_double, other_end, shows

TRICKS_IN_A_HAND = 5
_DOUBLE_RANK = 7

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
        return {
            "leader": self.leader,
            "suit": self.suit,
            "plays": [[seat, tile] for seat, tile in self.plays],
            "winner": self.winner,
        }


@dataclass(frozen=True)
class Suits:
    """Suit and rank of tiles (Rules 1, *Suits and rank*).

    A tile that shows the trump number is a trump and nothing else; any other tile belongs to both
    its numbers. The double of a suit is highest, then the other end from 6 down to blank.
    """

    trump: int

    def is_trump(self, tile: str) -> bool:
        """Tell whether the tile is a trump."""
        return shows(tile, self.trump)

    def suits_of(self, tile: str) -> tuple[int, ...]:
        """Return the suits the tile belongs to, so also those it may be led as."""
        if self.is_trump(tile):
            return (self.trump,)
        high, low = ends(tile)
        return (high,) if is_double(tile) else (high, low)

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
        ranks = {
            self.rank(tile, suit): seat for seat, tile in trick.plays if suit in self.suits_of(tile)
        }
        return ranks[max(ranks)]


class TrickState(Protocol):
    """The part of a game's state that a trick changes."""

    hand_index: int
    seat: int
    hands: list[list[str]]
    trick: Trick | None
    tricks: list[Trick]
    tricks_won: list[int]


class TrickDecider(Protocol):
    """Who chooses the tiles."""

    def lead(self, state: Any, options: list[Lead]) -> Lead:
        """Choose a tile and the suit it is led as."""

    def follow(self, state: Any, legal: list[str]) -> str:
        """Choose a tile to play to the trick."""


def play_trick(
    state: TrickState,
    decider: TrickDecider,
    order: list[int],
    suits: Suits,
    lead_options: list[Lead],
    follow_options: Callable[[list[str], int], list[str]],
) -> int:
    """Play one trick and return the seat that wins it.

    Parameters
    ----------
    state : TrickState
        The hand in progress.
    decider : TrickDecider
        Answers for every seat.
    order : list of int
        The seats that play, the leader first.
    suits : Suits
        The trump and the ranks in force.
    lead_options : list of (tile, suit)
        What the leader may lead.
    follow_options : callable
        Gives the legal tiles of a hand for the suit led.
    """
    leader = order[0]
    state.seat = leader
    tile, suit = checked(decider.lead(state, lead_options), lead_options, state, "tricks")
    state.trick = Trick(leader, suit)
    _lay(state, state.trick, tile)
    for seat in order[1:]:
        state.seat = seat
        legal = follow_options(state.hands[seat], suit)
        _lay(state, state.trick, checked(decider.follow(state, legal), legal, state, "tricks"))
    winner = suits.winner(state.trick)
    state.trick.winner = winner
    state.tricks.append(state.trick)
    state.tricks_won[winner] += 1
    state.trick = None
    return winner


def _lay(state: TrickState, trick: Trick, tile: str) -> None:
    state.hands[state.seat].remove(tile)
    trick.plays.append((state.seat, tile))
