"""Strategies at the oracle's table: what the kernel does, done again in plain Python.

The view is built here from the oracle's state and nothing else, and decisions left to
chance follow the exact definition of ``random`` in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

from simulate.domino.tile_sets import count, nth
from simulate.games.pool.views import DRAWS_AS, STAR_NUMBER, Drawing, Starring, Turn
from simulate.runs.player import Player
from strategies.pool.base import PoolStrategy
from tests.oracle.pool import PoolState, StarState
from tests.oracle.tiles import ends, pips
from tests.simulate.machine.randomness import hand_key, pick, word

Placing = tuple[str, str | None]
key_of = cache(hand_key)


class Witness(PoolStrategy):
    """Its choices depend on every field of its views, so that none can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def draw(view, p):
        mixed = view.hand ^ view.tiles_played << 3 ^ view.word ^ view.sizes << 5 ^ view.voids << 1
        mixed ^= view.scores ^ view.legal
        small = (view.left, view.right, view.seats, view.players, view.position, view.passes,
                 view.stock, view.pips, view.pool, view.target, view.chips_0, view.chips_1,
                 view.chips_2, view.chips_3, view.chips_4, view.chips_5, view.number, view.hands)
        for field in small:
            mixed = (mixed & 0xFFFFFFFF ^ mixed >> 32) * 31 + field
        return mixed % 65537 & 1

    @staticmethod
    def star(view, p):
        mixed = view.hand ^ view.word ^ view.scores << 2 ^ view.totals ^ view.legal
        small = (view.seats, view.players, view.position, view.total, view.target, view.highest,
                 view.going_out, view.starring, view.places, view.contribution, view.pool,
                 view.number)
        for field in small:
            mixed = (mixed & 0xFFFFFFFF ^ mixed >> 32) * 31 + field
        return mixed % 65537 & 1

    @staticmethod
    def play(view, p):
        mixed = view.hand ^ view.legal ^ view.tiles_played << 3 ^ view.word
        mixed ^= view.sizes << 5 ^ view.voids << 1 ^ view.scores
        small = (view.left, view.right, view.seats, view.players, view.position, view.passes,
                 view.stock, view.draw, view.pips, view.pool, view.target, view.chips_0,
                 view.chips_1, view.chips_2, view.chips_3, view.chips_4, view.chips_5,
                 view.number, view.hands)
        for field in small:
            mixed = (mixed & 0xFFFFFFFF ^ mixed >> 32) * 31 + field
        return nth(view.legal, mixed % 65537 % count(view.legal))


@cache
def numbers(tile: str) -> tuple[int, int]:
    return ends(tile)


@cache
def tile_number(tile: str) -> int:
    high, low = numbers(tile)
    return high * (high + 1) // 2 + low


def code(option: Placing) -> int:
    tile, end = option
    return tile_number(tile) + (32 if end == "right" else 0)


def bits(things: Iterable[int]) -> int:
    return sum(1 << thing for thing in set(things))


def packed(numbers: Iterable[int], width: int) -> int:
    return sum(number << width * p for p, number in enumerate(numbers))


def turns(state: PoolState) -> Iterator[tuple[dict[str, Any], bool, set[int]]]:
    """Yield each play or pass with whether its seat drew, and the numbers open before it."""
    left = right = -1
    drew = False
    for play in state.plays:
        if "draw" not in play:
            yield play, drew, {left, right}
        drew = "draw" in play
        if "tile" in play:
            high, low = numbers(play["tile"])
            if play["end"] is None:
                left, right = high, low
            elif play["end"] == "left":
                left = high + low - left
            else:
                right = high + low - right


def voids(state: PoolState) -> list[int]:
    """Return the numbers that each position has shown to be without.

    It shows them by a pass, and by having to draw; a tile drawn and kept may be any.
    """
    without: dict[int, set[int]] = {seat: set() for seat in state.seats}
    for play, drew, shown in turns(state):
        if "pass" in play and drew:
            without[play["seat"]] = shown
        elif "pass" in play or drew:
            without[play["seat"]] = without[play["seat"]] | shown
    return [bits(without[seat]) for seat in state.seats]


def idle(state: PoolState) -> int:
    """Count the turns without a play or a draw since the last with one."""
    passes = 0
    for play, drew, _ in turns(state):
        passes = passes + 1 if "pass" in play and not drew else 0
    return passes


class Seated:
    """A decider for the oracle that plays a line-up of strategies."""

    def __init__(self, players: Sequence[Player], seed: int, session: int, hands: int) -> None:
        self.players, self.seed, self.session, self.hands = players, seed, session, hands
        self.asked = 0

    def _word(self, hand: int, seat: int, number: int) -> int:
        return word(key_of(self.seed, self.session, hand), seat, number)

    def _turn(self, state: PoolState) -> int:
        """Return the number of a turn: a seat's turns are numbered from 0."""
        return sum("draw" not in play and play["seat"] == state.seat for play in state.plays)

    def _of_a_turn(self, state: PoolState) -> dict[str, int]:
        """Return what the views of a turn have in common."""
        hand = state.hands[state.seat]
        on_table = [play["tile"] for play in state.plays if "tile" in play]
        scores = state.scores or [0] * state.players
        chips = [(state.chips or [0] * state.players)[seat] for seat in state.seats]
        return dict(
            {f"chips_{p}": own for p, own in enumerate([*chips, 0, 0, 0, 0][:6])},
            number=state.hand_index, hands=0 if state.scores else self.hands,
            hand=bits(map(tile_number, hand)),
            left=state.line.left if on_table else -1, right=state.line.right if on_table else -1,
            tiles_played=bits(map(tile_number, on_table)), seats=state.players,
            players=len(state.seats), position=state.position,
            sizes=packed([len(state.hands[seat]) for seat in state.seats], 8),
            voids=packed(voids(state), 8), passes=idle(state), stock=state.stock_left,
            pips=sum(map(pips, hand)), pool=state.pool,
            target=state.rules["target"] if state.scores else 0,
            scores=packed([scores[seat] for seat in state.seats], 10),
        )

    def view(self, state: PoolState, options: list[Placing]) -> Turn:
        luck = self._word(state.hand_index, state.seat, self._turn(state))
        return Turn(
            **self._of_a_turn(state), legal=bits(map(code, options)),
            draw=("no", "may", "must").index(state.rules["draw"]), word=luck,
        )

    def _decide(self, seat: int, decision: str, luck: int, view: Any) -> bool:
        """Answer a question of yes or no: by lot, or as the strategy says."""
        player = self.players[seat]
        function = player.decisions[decision]
        if function is None:
            return bool(luck & 1)
        self.asked += 1
        return bool(function(view, SimpleNamespace(**player.parameters)))

    def draw(self, state: PoolState) -> bool:
        luck = self._word(state.hand_index, state.seat + DRAWS_AS, self._turn(state))
        return self._decide(
            state.seat, "draw", luck, Drawing(**self._of_a_turn(state), legal=0b11, word=luck))

    def star(self, state: StarState) -> bool:
        hand, seats = state.hand, state.hand.seats
        luck = self._word(state.hand_index, state.seat, STAR_NUMBER)
        still_in = {seat: total for seat, total in state.totals.items() if seat not in state.out}
        return self._decide(state.seat, "star", luck, Starring(
            hand=bits(map(tile_number, hand.hands[state.seat])), legal=0b11, seats=hand.players,
            players=len(seats), position=seats.index(state.seat),
            total=state.totals[state.seat], target=hand.rules["target"], highest=state.highest,
            scores=packed([hand.scores[seat] for seat in seats], 10),
            totals=packed([still_in.get(seat, 0) for seat in seats], 10),
            going_out=bits(map(seats.index, state.out)),
            starring=bits(map(seats.index, state.starring)), places=state.places,
            contribution=hand.rules["contribution"], pool=hand.pool, number=state.hand_index,
            word=luck,
        ))

    def play(self, state: PoolState, options: list[Placing]) -> Placing:
        ordered = sorted(options, key=code)
        player = self.players[state.seat]
        function = player.decisions["play"]
        if function is None:
            luck = self._word(state.hand_index, state.seat, self._turn(state))
            return ordered[pick(luck, len(ordered))]
        if len(ordered) == 1:
            return ordered[0]
        self.asked += 1
        answer = function(self.view(state, options), SimpleNamespace(**player.parameters))
        return next(option for option in ordered if code(option) == answer)
