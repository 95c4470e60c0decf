"""What a hand is worth: chips from the pool, or points."""

from typing import Any, Protocol

from ..purses import Purses
from .rules import Rules, counts_as_empty, penalty_at_stake, plays_for_chips
from .state import LooState

LOOED_POINTS = 5


def looed_seats(state: LooState) -> list[bool]:
    """Return by seat who is looed: stayed in, played the hand out and took no trick.

    A dealer who plays for the pool cannot be looed (Rules 1, *For the pool*), nor can anyone in a
    walkover.
    """
    safe = state.dealer if state.for_pool else None
    return [
        len(state.playing) > 1
        and seat in state.playing
        and seat != safe
        and state.tricks_won[seat] == 0
        for seat in range(state.players)
    ]


def _rewarded_tricks(state: LooState) -> list[int]:
    """Return the tricks each seat is paid for: none for a dealer who plays for the pool."""
    tricks = list(state.tricks_won)
    if state.for_pool:
        tricks[state.dealer] = 0
    return tricks


class Account(Protocol):
    """The running account of a session."""

    scores: list[int]
    pool: int
    purses: Purses

    @property
    def over(self) -> bool:
        """Whether the session has ended."""

    def collect_ante(self, dealer: int, seats: list[int]) -> list[int]:
        """Take what is paid before the deal and return it by seat."""

    def penalty(self, seats: int) -> int:
        """Return what a looed seat owes when so many seats are dealt in."""

    def settle(self, state: LooState) -> dict[str, Any]:
        """Settle a hand and return its part of the hand history."""


def open_account(game: str, players: int, rules: Rules) -> Account:
    """Open the account that the rules ask for."""
    if plays_for_chips(game, rules):
        return ChipAccount(players, rules)
    return LooPoints(players) if game == "loo" else RouncePoints(players)


class ChipAccount:
    """Pool scoring (Rules 1, *Pool scoring*, and option ``bankroll``)."""

    def __init__(self, players: int, rules: Rules) -> None:
        self.players = players
        self.rules = rules
        self.purses = Purses(players, rules.get("bankroll"))
        self.pool = 0
        self.scores = [0] * players
        self._escalated = False

    @property
    def over(self) -> bool:
        """Whether the pool has escalated or fewer than two seats have chips."""
        return self._escalated or len(self.purses.seats_in()) < 2

    def collect_ante(self, dealer: int, seats: list[int]) -> list[int]:
        """Fill an empty pool from every seat, else take the dealer's top-up only.

        What lies in a pool that counts as empty stays in (option ``remainder``).
        """
        ante = [0] * self.players
        if counts_as_empty(self.rules, self.pool):
            for seat in seats:
                owed = self.rules["dealer_ante" if seat == dealer else "ante"]
                ante[seat] = self.purses.pay(seat, owed)
        else:
            ante[dealer] = self.purses.pay(dealer, self.rules["dealer_top_up"])
        self.pool += sum(ante)
        return ante

    def penalty(self, seats: int) -> int:
        """Return what a looed seat owes for the hand about to be played."""
        return penalty_at_stake(self.rules, self.pool, seats)

    def settle(self, state: LooState) -> dict[str, Any]:
        """Pay the tricks, then take the penalties into the next pool.

        A trick pays pool // 5 and the remainder stays, but a dealer alone in the hand takes the
        whole pool (*Walkover*). A next pool above ``escalation_limit`` ends the session.
        """
        share = self.pool // 5
        paid = [share * tricks for tricks in _rewarded_tricks(state)]
        if state.playing == [state.dealer]:
            paid[state.dealer] = self.pool
        for seat, chips in enumerate(paid):
            self.purses.receive(seat, chips)
        penalties = [
            self.purses.pay(seat, state.penalty) if looed else 0
            for seat, looed in enumerate(looed_seats(state))
        ]
        self.pool += sum(penalties) - sum(paid)
        self._escalated = self.pool > self.rules["escalation_limit"]
        return {
            "ante": state.ante,
            "pool": state.pool,
            "pool_next": self.pool,
            "paid": paid,
            "penalties": penalties,
            "net": [
                won - lost - stake
                for won, lost, stake in zip(paid, penalties, state.ante, strict=True)
            ],
        }


class LooPoints:
    """Points scoring (Rules 1, *Points scoring*): up from 0, 15 wins."""

    start = 0
    goal = 15
    direction = 1

    def __init__(self, players: int) -> None:
        self.purses = Purses(players, None)
        self.pool = 0
        self.scores = [self.start] * players
        self.over = False

    def collect_ante(self, dealer: int, seats: list[int]) -> list[int]:
        """Take nothing: points have no stakes."""
        return [0] * len(self.scores)

    def penalty(self, seats: int) -> int:
        """Return the points a looed seat loses."""
        return LOOED_POINTS

    def settle(self, state: LooState) -> dict[str, Any]:
        """Score one for a trick, five against a looed seat, and see who has won."""
        before = list(self.scores)
        points = [
            -LOOED_POINTS if looed else tricks
            for looed, tricks in zip(looed_seats(state), _rewarded_tricks(state), strict=True)
        ]
        self.scores = [
            score + self.direction * gain for score, gain in zip(before, points, strict=True)
        ]
        winners = self._winners()
        self.over = bool(winners)
        return {
            "points_before": before,
            "points": points,
            "points_after": list(self.scores),
            "game_over": self.over,
            "winners": winners,
        }

    def _winners(self) -> list[int]:
        """Return the seat that leads at or past the goal; a tie at the top plays on."""
        progress = [self.direction * score for score in self.scores]
        best = max(progress)
        leaders = [seat for seat, score in enumerate(progress) if score == best]
        return leaders if best >= self.direction * self.goal and len(leaders) == 1 else []


class RouncePoints(LooPoints):
    """Rounce (Rules 2): everyone starts at 15 and counts down; first to 0 or below wins."""

    start = 15
    goal = 0
    direction = -1
