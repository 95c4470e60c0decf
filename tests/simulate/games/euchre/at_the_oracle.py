"""Strategies at the oracle's table: what the kernel does, done again in plain Python.

The views are built here from the oracle's state and nothing else, and decisions left to
chance follow the exact definition of ``random`` in the rules.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from simulate.games.euchre.views import Calling, Discarding, Playing
from simulate.runs.player import Player
from tests.oracle.euchre import BowerSuits, EuchreState, side_of
from tests.simulate.games.seated import SeatedAtTricks, bits, ordered, tile_number, tiles
from tests.simulate.machine.randomness import hand_key, pick, word

_DISCARD = 2


def call_code(call: tuple, proposed: int) -> int:
    """Return a call as a strategy writes it: 0, or 2 + 2 * suit + alone."""
    if call == ("pass",):
        return 0
    suit = proposed if call[0] == "accept" else call[1]
    return 2 + 2 * suit + int(call[-1])


@cache
def _class_of(names: tuple[str, ...]) -> Any:
    """Return a class that compiled helpers take as well; one, for numba compiles for each."""
    return namedtuple("Parameters", names)


def _parameters(player: Player) -> Any:
    """Return the parameters by name, and the chart of a strategy that has one."""
    chart = {} if player.chart is None else {"chart": player.chart}
    return _class_of((*player.parameters, *chart))(**player.parameters, **chart)


class Seated(SeatedAtTricks):
    """A decider for the oracle that plays a line-up of strategies."""

    def __init__(self, players: Sequence[Player], seed: int, session: int) -> None:
        self.players = players
        self._key = cache(lambda hand: hand_key(seed, session, hand))

    def _word(self, state: EuchreState, decision: int) -> int:
        return word(self._key(state.hand_index), state.seat, decision)

    def _ask(self, state: EuchreState, decision: str, view: Any) -> int:
        player = self.players[state.seat]
        function: Callable[[Any, Any], int] = player.decisions[decision]
        return int(function(view, _parameters(player)))

    def _by_chance(self, state: EuchreState, decision: str) -> bool:
        return self.players[state.seat].decisions[decision] is None

    def _common(self, state: EuchreState, number: int) -> dict[str, int]:
        ours = side_of(state.seat, state.players)
        return {
            "turn_up": tile_number(state.turn_up), "players": state.players,
            "position": state.position, "own": state.scores[state.seat],
            "other": max(s for seat, s in enumerate(state.scores) if seat not in ours),
            "scores": sum(state.scores[s] << 4 * p for p, s in enumerate(state.seats)),
            "high": int(state.rules["lead_suit"] == "high"), "word": self._word(state, number),
        }

    def call(self, state: EuchreState, legal: list[tuple]) -> tuple:
        if self._by_chance(state, "call"):
            return legal[pick(self._word(state, state.round - 1), len(legal))]
        codes = [call_code(call, state.proposed) for call in legal]
        view = Calling(
            hand=tiles(state.hands[state.seat]), legal=bits(codes), trump=state.proposed,
            round=state.round, seat=state.seat, **self._common(state, state.round - 1))
        return legal[codes.index(self._ask(state, "call", view))]

    def dealer_discard(self, state: EuchreState, six_tiles: list[str]) -> str:
        six = ordered(six_tiles)
        if self._by_chance(state, "discard"):
            return six[pick(self._word(state, _DISCARD), 6)]
        view = Discarding(
            hand=tiles(six), trump=state.trump, maker=state.seats.index(state.maker),
            alone=int(state.alone), **self._common(state, _DISCARD))
        return six[[tile_number(tile) for tile in six].index(self._ask(state, "discard", view))]

    def _voids(self, state: EuchreState) -> int:
        suits, voids = BowerSuits(state.trump), 0
        for trick in [*state.tricks, *([state.trick] if state.trick else [])]:
            for seat, tile in trick.plays[1:]:
                if trick.suit not in suits.suits_of(tile):
                    voids |= 1 << trick.suit + 8 * state.seats.index(seat)
        return voids

    def _known_out(self, state: EuchreState) -> set[str]:
        """Tiles out of play for all that the seat knows."""
        if state.dealer_discard is None:
            return {state.turn_up}
        return {state.dealer_discard} if state.seat == state.dealer else set()

    def _playing(self, state: EuchreState, legal: Iterable[str]) -> Playing:
        position, trick = state.seats.index, state.trick
        on_table = trick.plays if trick else []
        winner = BowerSuits(state.trump).winner(trick) if trick else -1
        seats_in = bits(position(seat) for seat in state.playing)
        done = bits(position(seat) for seat, _ in on_table) | 1 << state.position
        played = [tile for t in state.tricks for _, tile in t.plays]
        played += [tile for _, tile in on_table]
        return Playing(
            hand=tiles(state.hands[state.seat]), legal=tiles(legal), trump=state.trump,
            turn_up_taken=int(state.dealer_discard is not None),
            maker=position(state.maker), alone=int(state.alone), seats_in=seats_in,
            to_come=seats_in & ~done, trick=len(state.tricks), led=trick.suit if trick else -1,
            winning=tile_number(dict(on_table)[winner]) if trick else -1,
            winner=position(winner) if trick else -1, played=tiles(played),
            discarded=tiles(self._known_out(state)), voids=self._voids(state),
            tricks=sum(n << 4 * position(s) for s, n in enumerate(state.tricks_won)),
            **self._common(state, self.first_trick + len(state.tricks)),
        )
