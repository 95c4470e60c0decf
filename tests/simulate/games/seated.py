"""What seats at the oracle's table share: tiles as numbers, and leads and follows in tricks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.simulate.machine.randomness import pick


def tile_number(tile: str) -> int:
    high, low = int(tile[0]), int(tile[2])
    return high * (high + 1) // 2 + low


def bits(things: Iterable[int]) -> int:
    return sum(1 << thing for thing in set(things))


def tiles(names: Iterable[str]) -> int:
    return bits(tile_number(name) for name in names)


def ordered(names: Iterable[str]) -> list[str]:
    """Return tiles in the order in which chance counts them."""
    return sorted(names, key=tile_number)


class SeatedAtTricks:
    """Leads and follows; a game says what a seat knows then, and when its first trick is."""

    first_trick = 3

    def lead(self, state: Any, options: list[tuple[str, int]]) -> tuple[str, int]:
        legal = ordered({tile for tile, _ in options})
        suits = {tile: sorted(s for t, s in options if t == tile) for tile in legal}
        if self._by_chance(state, "lead"):
            chance = self._word(state, self.first_trick + len(state.tricks))
            tile = legal[pick(chance, len(legal))]
            return tile, suits[tile][-1 if chance & 1 else 0]
        if len(options) == 1:
            return options[0]
        answer = self._ask(state, "lead", self._playing(state, legal))
        return next(tile for tile in legal if tile_number(tile) == answer >> 3), answer & 7

    def follow(self, state: Any, legal: list[str]) -> str:
        legal = ordered(legal)
        if self._by_chance(state, "follow"):
            return legal[pick(self._word(state, self.first_trick + len(state.tricks)), len(legal))]
        if len(legal) == 1:
            return legal[0]
        answer = self._ask(state, "follow", self._playing(state, legal))
        return next(tile for tile in legal if tile_number(tile) == answer)
