"""Sessions of any game with random decisions."""

import random
from collections.abc import Callable
from typing import Any

from boneyard.proof.table import Rules
from boneyard.proof.tiles import ALL_TILES

from . import casino, euchre, loo, pool

Session = list[dict[str, Any]]

ANNOUNCED = {"lead_suit": "announced"}
BANKROLL = {**pool.DEFAULTS, "bankroll": 20, "contribution": 3}
ROTATE = {**pool.DEFAULTS, "draw": "must", "leader": "rotate", "contribution": 7}
HUNDRED = {**pool.DEFAULTS, "score": "hundred_up", "contribution": 10}
SHORT = {**HUNDRED, "target": 30, "draw": "must", "leader": "rotate"}
MAY_STAR = {**SHORT, "draw": "may", "star": "may"}
POOLS = [pool.DEFAULTS, ROTATE, BANKROLL, HUNDRED, SHORT, MAY_STAR, {**HUNDRED, "star": "no"},
         *({**pool.DEFAULTS, "draw": draw} for draw in ("may", "must"))]


class RandomDecider:
    """Takes each decision of each game uniformly, and watches that the state is in order."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def declare(self, state, legal):
        assert len(state.hands[state.seat]) == 5
        return self.random.choice(legal)

    def take_turn_up(self, state):
        assert state.seat == state.dealer
        return self.random.random() < 0.5

    def discard_for_turn_up(self, state, hand):
        return self.random.choice(hand)

    def discard_after_miss(self, state, drawn):
        return self.random.sample(drawn, len(drawn) - 5)

    def call(self, state, legal):
        return self.random.choice(legal)

    def dealer_discard(self, state, six_tiles):
        assert state.seat == state.dealer and len(six_tiles) == 6
        return self.random.choice(six_tiles)

    def lead(self, state, options):
        assert state.trick is None and state.seat in state.playing
        return self.random.choice(options)

    def follow(self, state, legal):
        assert state.seat in state.playing and len(state.trick.plays) < len(state.playing)
        return self.random.choice(legal)

    def play(self, state, options):
        assert all(tile in state.hands[state.seat] for tile, _ in options)
        return self.random.choice(options)

    def draw(self, state):
        assert not state.line.options(state.hands[state.seat]) and state.stock_left > 2
        return self.random.random() < 0.5

    def star(self, state):
        assert state.seat in state.out and state.places > 0
        return self.random.random() < 0.5

    def bet(self, state, hand):
        return self.random.choice(hand)


def shuffled_decks(seed: int) -> Callable[[int], list[str]]:
    """Return a deck callable that shuffles each hand reproducibly."""

    def deck(hand_index: int) -> list[str]:
        tiles = list(ALL_TILES)
        random.Random(f"{seed}/{hand_index}").shuffle(tiles)
        return tiles

    return deck


def session(
    game: str, players: int, rules: Rules, seed: int = 1, hands: int = 20, decider: Any = None,
    first: int | None = None,
) -> Session:
    """Play a session with a decider, or with random decisions; ``first`` deals, leads or rolls."""
    decider, deck = decider or RandomDecider(seed), shuffled_decks(seed)
    chance = random.Random(seed)
    first = seed % players if first is None else first
    if game == "euchre":
        return euchre.play_session(players, rules, first, deck, decider, hands)
    if game == "pool":
        return pool.play_session(players, rules, lambda number, seats: chance.choice(seats), deck,
                                 decider, hands, first)
    if game == "casino":
        return [casino.play_game(players, first, deck, lambda number: (
            chance.randint(1, 6), chance.randint(1, 6)), decider)]
    return loo.play_session(game, players, rules, first, deck, decider, hands)
