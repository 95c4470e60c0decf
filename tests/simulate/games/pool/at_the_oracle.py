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
from simulate.games.pool.views import Turn
from simulate.runs.player import Player
from strategies.pool.base import PoolStrategy
from tests.oracle.pool import PoolState
from tests.oracle.tiles import ends, pips
from tests.simulate.machine.randomness import hand_key, pick, word

Placing = tuple[str, str | None]
key_of = cache(hand_key)


class Witness(PoolStrategy):
    """Its choice depends on every field of its view, so that none can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def play(view, p):
        mixed = view.hand ^ view.legal ^ view.tiles_played << 3 ^ view.word
        mixed ^= view.sizes << 5 ^ view.voids << 1 ^ view.scores
        small = (view.left, view.right, view.seats, view.players, view.position, view.passes,
                 view.stock, view.draw, view.pips, view.pool, view.target)
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

    def __init__(self, players: Sequence[Player], seed: int, session: int) -> None:
        self.players, self.seed, self.session = players, seed, session
        self.asked = 0

    def _word(self, state: PoolState) -> int:
        """Return the randomness of a turn: a seat's turns are numbered from 0."""
        number = sum("draw" not in play and play["seat"] == state.seat for play in state.plays)
        key = key_of(self.seed, self.session, state.hand_index)
        return word(key, state.seat, number)

    def view(self, state: PoolState, options: list[Placing]) -> Turn:
        hand = state.hands[state.seat]
        on_table = [play["tile"] for play in state.plays if "tile" in play]
        scores = state.scores or [0] * state.players
        return Turn(
            hand=bits(map(tile_number, hand)), legal=bits(map(code, options)),
            left=state.line.left if on_table else -1, right=state.line.right if on_table else -1,
            tiles_played=bits(map(tile_number, on_table)), seats=state.players,
            players=len(state.seats), position=state.position,
            sizes=packed([len(state.hands[seat]) for seat in state.seats], 8),
            voids=packed(voids(state), 8), passes=idle(state), stock=state.stock_left,
            draw=int(state.rules["draw"]), pips=sum(map(pips, hand)), pool=state.pool,
            target=state.rules["target"] if state.scores else 0,
            scores=packed([scores[seat] for seat in state.seats], 10), word=self._word(state),
        )

    def play(self, state: PoolState, options: list[Placing]) -> Placing:
        ordered = sorted(options, key=code)
        player = self.players[state.seat]
        function = player.decisions["play"]
        if function is None:
            return ordered[pick(self._word(state), len(ordered))]
        if len(ordered) == 1:
            return ordered[0]
        self.asked += 1
        answer = function(self.view(state, options), SimpleNamespace(**player.parameters))
        return next(option for option in ordered if code(option) == answer)
