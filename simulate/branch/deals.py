"""Decks that agree with what a seat knows, weighted so that each counts alike.

Some places of the deck hold tiles that are known.  A *holding* is the places of what a seat was
dealt: tiles that it has shown, and other tiles, which may be any except those that it has shown it
does not hold.  A tile that was shown is put into one of the places where it can have been,
uniformly among those still free; then each place that is left is a holder of one tile
(``simulate.domino.deck``).
"""

from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.domino.deck import HOLDER, draw_holdings, fresh_word, stack, word_that_draws
from simulate.domino.tile_sets import lowest
from simulate.domino.tiles import ALL_TILES, TILES, mask
from simulate.games.spot import UNKNOWN, InfoState
from simulate.machine.compiling import helper, kernel
from simulate.machine.randomness import block, pick
from simulate.machine.table import BASE, Table, keep, lay_out, pointer, room_for

#: How often a deal is drawn in vain before we give up.
_PATIENCE = 1000

#: The first counter of the randomness of deals around a spot: no hand of a run has so high one.
_ROLLOUTS = 1 << 40
#: A deal: the key of the seats' randomness, and the words that draw tiles and whatever else.
DECK = lay_out(0, key=1, words=7)

#: A tile that has been shown: which, and where it can have been.
SHOWN = lay_out(0, tile=1, places=1, slots=TILES)


class Sampler:
    """Deals that agree with what a seat knows, by their numbers."""

    def __init__(self, spot: InfoState, seed: int) -> None:
        free, shown, places = ALL_TILES & ~mask(spot.known), list[list[int]](), dict[int, int]()
        for holding in spot.holdings:
            for tile, first, stop in holding.known:
                slots = holding.slots[first:stop]
                shown.append([tile, len(slots), *slots, *[0] * (TILES - len(slots))])
            if not holding.is_open:
                places |= {slot: can & free
                           for slot, can in zip(holding.slots, holding.open, strict=True)}
        for slot in np.flatnonzero(spot.fixed == UNKNOWN).tolist():
            places.setdefault(slot, free)
        holders = [(slot, can, 1, can.bit_count()) for slot, can in places.items()]
        holders.sort(key=lambda holder: holder[HOLDER.most])
        self._seed, self._known = seed, (
            spot.fixed, np.array(shown, np.int64).reshape(-1, SHOWN.size),
            np.array(holders, np.int64).reshape(-1, HOLDER.size), spot.extra)

    def draw(self, numbers: Ints, stacked: bool = True) -> tuple[Ints, Ints, Floats]:
        """Return deals: their tiles in order, int64[deals, 28]; decks that are ``stacked`` so,
        int64[deals, DECK.size], if wanted; and their weights, 0 for what came to nothing."""
        many = len(numbers)
        orders, chances = np.zeros((many, TILES), np.int64), np.zeros(many)
        decks = np.zeros((many if stacked else 0, DECK.size), np.int64)
        _draw(self._known, self._seed, numbers, orders, decks, chances)
        return orders, decks, chances


@helper
def _place(held: Any, shown: Any, stream: Any) -> float:
    """Put a tile that was shown into a free place; return the share of its places that is free."""
    free, places = 0, shown[SHOWN.places]
    for k in range(places):
        free += held[shown[SHOWN.slots + k]] == 0
    if free == 0:
        return 0.0
    chosen = pick(fresh_word(stream), free)
    for k in range(places):
        slot = shown[SHOWN.slots + k]
        if held[slot] == 0:
            if chosen == 0:
                held[slot] = 1 << shown[SHOWN.tile]
                break
            chosen -= 1
    return free / places


@helper
def _try(held: Any, fixed: Any, shown: Any, places: Any, stream: Any) -> float:
    """Fill the deck; return the weight of the deal, 0 if it came to nothing."""
    free, weight = ALL_TILES, 1.0
    for slot in range(TILES):
        held[slot] = 1 << fixed[slot] if fixed[slot] >= 0 else 0
        free &= ~held[slot]
    for k in range(len(shown)):
        weight *= _place(held, shown[k], stream)
        free &= ~(1 << shown[k, SHOWN.tile])
    return weight * draw_holdings(pointer(places), len(places), free, stream, held)


@helper
def _draw_more(table: Table, extra: Any, room: Any, stream: Any) -> None:
    """Write the words with which a table makes its other draws: see ``InfoState``."""
    for word in range(len(extra)):
        draws = 0
        while draws < extra.shape[1] and extra[word, draws, 0] > 0:
            room[0, draws] = extra[word, draws, 0]
            room[1, draws] = extra[word, draws, 1]
            if room[1, draws] < 0:
                room[1, draws] = pick(fresh_word(stream), room[0, draws])
            draws += 1
        table[BASE.words + TILES // 7 + word] = word_that_draws(room[0], room[1], draws)


@kernel
def _draw(known: Any, seed: int, deals: Any, orders: Any, decks: Any, chances: Any) -> None:
    """Draw deals (``Sampler.draw``): every number of ``deals`` is another one."""
    fixed, shown, places, extra = known
    room, stream, held = np.zeros((2, 8), np.int64), room_for(2), np.zeros(TILES, np.int64)
    row = np.zeros(BASE.size, np.int64)
    table = pointer(row)
    for d in range(len(deals)):
        a, key, _, _ = block(seed, deals[d], _ROLLOUTS, 0)
        stream[0], stream[1] = np.int64(a), 0
        for _ in range(_PATIENCE):
            chances[d] = _try(held, fixed, shown, places, stream)
            if chances[d] > 0.0:
                break
        if chances[d] == 0.0:
            continue
        for slot in range(TILES):
            orders[d, slot] = lowest(held[slot])
        if len(decks):
            stack(table, orders[d], room[0], room[1])
            _draw_more(table, extra, room, stream)
            decks[d, DECK.key] = np.int64(key)
            for k in range(DECK.size - DECK.words):
                decks[d, DECK.words + k] = table[BASE.words + k]
    keep(row)
