"""What open hands of Loo come to: a plain search, written from the rules.

Tiles are pairs of numbers, hands frozen sets of them, plays (position, tile) in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

Tile = tuple[int, int]
Counts = tuple[int, ...]
Plays = tuple[tuple[int, Tile], ...]


class State(NamedTuple):
    """A hand in progress, as everybody sees it."""

    hands: tuple[frozenset[Tile], ...]
    tricks: Counts
    to_play: int
    suit: int | None = None
    plays: Plays = ()


@dataclass
class Deal:
    """Rules and stakes of a hand, and what follows in it.

    Parameters
    ----------
    players, trump : int
    trick, penalty : int
        Chips.
    must_trump : bool
    lead_trump_min : int
    seats_in : tuple of int
        Positions, clockwise.
    for_pool : bool
        Whether the dealer, the last position, plays for the pool.
    remembers : bool
        Whether what follows from the start of a trick is looked for only once.
    """

    players: int
    trump: int
    trick: int
    penalty: int
    must_trump: bool
    lead_trump_min: int
    seats_in: tuple[int, ...]
    for_pool: bool
    remembers: bool = True
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)
    _made: dict[Counts, Counts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.next = {}
        for p in self.seats_in:
            others = [q for q in self.seats_in if q != p]
            self.next[p] = min(others, key=lambda q, p=p: (q - p) % self.players)

    def payoffs(self, tricks: Counts) -> Counts:
        """Return what all positions make above the mean, in chips times players."""
        if tricks not in self._made:
            own = []
            for p in range(self.players):
                chips = self.trick * tricks[p]
                if p not in self.seats_in or (self.for_pool and p == self.players - 1):
                    chips = 0
                elif tricks[p] == 0:
                    chips = -self.penalty
                own.append(chips)
            self._made[tricks] = tuple(self.players * chips - sum(own) for chips in own)
        return self._made[tricks]

    def suits(self, tile: Tile) -> set[int]:
        return {self.trump} if self.trump in tile else set(tile)

    def trumps(self, hand: frozenset[Tile]) -> list[Tile]:
        return [tile for tile in hand if self.trump in tile]

    def winner(self, suit: int, plays: Plays) -> int:
        if any(self.trump in tile for _, tile in plays):
            suit = self.trump
        ranks = {
            7 if tile[0] == tile[1] else sum(tile) - suit: p
            for p, tile in plays if suit in tile
        }
        return ranks[max(ranks)]

    def choices(self, state: State) -> list[tuple[Tile, int]]:
        """Return the tiles that may be played, each with the suit led."""
        hand, suit = state.hands[state.to_play], state.suit
        trumps = self.trumps(hand)
        if suit is None:
            opening = sum(state.tricks) == 0
            bound = trumps and (not opening or len(trumps) >= self.lead_trump_min)
            tiles = trumps if bound else hand
            return [(tile, led) for tile in tiles for led in self.suits(tile)]
        follow = trumps
        if suit != self.trump:
            follow = [tile for tile in hand if suit in tile and self.trump not in tile]
        return [(tile, suit) for tile in follow or (self.must_trump and trumps) or hand]

    def after(self, state: State, tile: Tile, suit: int) -> State:
        """Return what comes after a tile."""
        p = state.to_play
        hands = (*state.hands[:p], state.hands[p] - {tile}, *state.hands[p + 1:])
        plays = (*state.plays, (p, tile))
        if len(plays) < len(self.seats_in):
            return State(hands, state.tricks, self.next[p], suit, plays)
        winner = self.winner(suit, plays)
        won = state.tricks[winner] + 1
        return State(hands, (*state.tricks[:winner], won, *state.tricks[winner + 1:]), winner)

    def value(self, state: State, owner: int) -> int:
        """Return what a position ends with, all others being in league against it."""
        if not any(state.hands):
            return self.payoffs(state.tricks)[owner]
        key = (state.hands, state.tricks, state.to_play, owner)
        remember = self.remembers and state.suit is None
        if remember and key in self._known:
            return self._known[key]
        best = max if state.to_play == owner else min
        found = best(
            self.value(self.after(state, tile, suit), owner) for tile, suit in self.choices(state)
        )
        if remember:
            self._known[key] = found
        return found
