"""What a seat at Domino Pool knows of the order in which the tiles came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from simulate.domino.tiles import ALL_TILES, SHOWS, members, name, names
from simulate.errors import BoneyardError
from simulate.games.pool.playing import HAND_SIZES
from simulate.games.pool.told_turns import Turn, ends_before
from simulate.games.pool.views import NO_OPTION, RIGHT
from simulate.games.spot import UNKNOWN, Group, called, entry, nothing_fixed, tile_set


def deck_known(
    hand: Mapping[str, Any], me: int, turns: Sequence[Turn], now: Sequence[Turn],
    chairs: list[int],
) -> tuple[NDArray[Any], tuple[Group, ...]]:
    """Return what a seat knows of the order in which the tiles come."""
    fixed, size, ends = nothing_fixed(), int(HAND_SIZES[len(chairs)]), ends_before(turns)
    hands = {seat: _Held(list(range(size * p, size * (p + 1)))) for p, seat in enumerate(chairs)}
    stock = size * len(chairs)
    who = called(hand, chairs, me)
    own = tile_set(entry(hand, "dealt")[me], f"dealt to {who}")
    if own.bit_count() != size:
        raise BoneyardError(f"{who} is dealt {' '.join(names(own)) or 'nothing'}: a hand is "
                            f"{size} tiles with {len(chairs)} players")
    fixed[hands[me].slots] = list(members(own))
    for k, turn in enumerate(turns):
        tile = turn.option % RIGHT if turn.option != NO_OPTION else None
        if turn.drew:
            hands[turn.seat].deny(ends[k])
            fixed[stock] = tile_drawn(turn, tile, turn.seat == me, k)
            hands[turn.seat].draw(stock, int(fixed[stock]) != UNKNOWN)
            stock += 1
        elif tile is not None and turn.seat != me:
            hands[turn.seat].show(tile)
        if tile is None:
            hands[turn.seat].deny(ends[k])
    for turn in now:
        if turn.drew:
            fixed[stock] = tile_drawn(turn, None, True, len(turns))
    groups = [held.group() for seat, held in hands.items() if seat != me]
    return fixed, tuple(group for group in groups if group.known or set(group.open) != {ALL_TILES})


def tile_drawn(turn: Turn, tile: int | None, is_own: bool, k: int) -> int:
    """Return the tile of a draw if it is known: everybody sees one that is played at once."""
    if not is_own:
        return UNKNOWN if tile is None else tile
    if turn.drawn is None:
        raise BoneyardError(f"turn {k + 1}: a tile is drawn, and the hand does not tell which")
    return turn.drawn


class _Held:
    """The tiles of one seat as they came to it, and what it has shown of them."""

    def __init__(self, slots: list[int]) -> None:
        self.slots, self.open = slots, [ALL_TILES] * len(slots)
        self._known: list[tuple[int, int, int]] = []

    def draw(self, slot: int, is_known: bool) -> None:
        """Take a tile from the stock; a known one is in no other hand."""
        if not is_known:
            self.slots.append(slot)
            self.open.append(ALL_TILES)

    def show(self, tile: int) -> None:
        """Play a tile: it came after the seat was last without both of its numbers."""
        first = next((i for i, can in enumerate(self.open) if can >> tile & 1), len(self.open))
        if first == len(self.open):
            raise BoneyardError(f"{name(tile)} is played by a seat that passed when it fitted")
        self._known.append((tile, first, len(self.slots)))

    def deny(self, ends: tuple[int, int]) -> None:
        """Pass, or draw: nothing held fits."""
        fits = int(SHOWS[ends[0]] | SHOWS[ends[1]])
        self.open = [can & ~fits for can in self.open]

    def group(self) -> Group:
        """Return what is known of the tiles."""
        return Group(tuple(self.slots), tuple(self._known), tuple(self.open))
