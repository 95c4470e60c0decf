"""Deals that agree with what a seat knows, weighted so that each counts alike.

Some places of the deck hold tiles that are known.  A *group* of places holds what one seat was
dealt: tiles that it has shown, and other tiles, which may be any except those that it has shown it
does not hold.  A tile that was shown is put into one of the places where it can have been,
uniformly among those still free; then each place that is left gets a tile, uniformly among those
open to it, the places with the fewest first.  Where an earlier place takes what is open to a later
one, some deals come more often than others: a deal comes with the chance 1 / (n1 n2 n3 ...), where
the n are the numbers of choices that there were.  So it gets the weight n1 n2 n3 ..., and with
these weights all deals that agree count alike (importance sampling; Owen, "Monte Carlo theory,
methods and examples", chapter 9).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.domino.deck import stack, word_that_draws
from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import ALL_TILES, TILES, mask, name
from simulate.errors import BoneyardError
from simulate.games.spot import UNKNOWN, Spot
from simulate.machine.compiling import helper, kernel
from simulate.machine.layouts import keep, lay_out, pointer
from simulate.machine.randomness import block, decision_word, pick
from simulate.machine.table import BASE, Table

#: How often a deal is drawn in vain before we give up.
_PATIENCE = 1000

#: The first counter of the randomness of deals around a spot: no hand of a run has so high one.
_ROLLOUTS = 1 << 40
#: A deal: the key of the seats' randomness, and the words that draw tiles and whatever else.
DECK = lay_out(0, key=1, words=7)

#: A tile that has been shown: which, and where it can have been.
SHOWN = lay_out(0, tile=1, places=1, slots=TILES)
#: A place whose tile is not known: which, the set of tiles open to it, and how many those are.
OPEN = lay_out(0, slot=1, tiles=1, most=1)


class KnownDeal(NamedTuple):
    """What is known of a deal."""

    fixed: Any  #: int64[28]: the tiles by place in the deck, ``UNKNOWN`` where they are not known
    shown: Any  #: int64[K, SHOWN.size]
    places: Any  #: int64[P, OPEN.size]
    #: int64[3, 8, 2]: what further words of randomness draw: see ``simulate.games.spot.Spot``.
    extra: Any


def plan_deals(spot: Spot) -> tuple[Ints, Ints]:
    """Return the tiles shown, int64[K, SHOWN.size], and the places to fill, int64[P, OPEN.size], in
    the order in which they are best filled; refuse tiles that are in two places."""
    fixed = [int(tile) for tile in spot.fixed if tile != UNKNOWN]
    known = [tile for group in spot.groups for tile, _, _ in group.known]
    if len(set(fixed + known)) < len(fixed + known):
        twice = next(t for t in fixed + known if (fixed + known).count(t) > 1)
        raise BoneyardError(f"{name(twice)} is in two places: look through the hands and plays")
    free = ALL_TILES & ~mask(fixed + known)
    shown = np.zeros((len(known), SHOWN.size), np.int64)
    opened: list[tuple[int, int]] = []
    k = 0
    for group in spot.groups:
        if len(group.known) > len(group.slots):
            raise BoneyardError("a seat has shown more tiles than it was dealt")
        opened += [(slot, can & free) for slot, can in zip(group.slots, group.open, strict=True)]
        for tile, first, stop in group.known:
            shown[k, SHOWN.tile], shown[k, SHOWN.places] = tile, stop - first
            shown[k, SHOWN.slots : SHOWN.slots + stop - first] = group.slots[first:stop]
            k += 1
    opened.sort(key=lambda place: place[1].bit_count())
    grouped = {slot for slot, _ in opened}
    opened += [(slot, free) for slot in range(TILES)
               if spot.fixed[slot] == UNKNOWN and slot not in grouped]
    places = np.array([(slot, can, can.bit_count()) for slot, can in opened], np.int64)
    return shown, places.reshape(-1, OPEN.size)


@helper
def _word(numbers: Any) -> int:
    """Return 63 random bits that have not been used; ``numbers`` are a key and a count."""
    numbers[1] += 1
    return decision_word(numbers[0], numbers[1])


@helper
def _place(order: Any, shown: Any, numbers: Any) -> float:
    """Put a tile that was shown into a free place; return the share of its places that is free."""
    free, places = 0, shown[SHOWN.places]
    for k in range(places):
        free += order[shown[SHOWN.slots + k]] < 0
    if free == 0:
        return 0.0
    chosen = pick(_word(numbers), free)
    for k in range(places):
        slot = shown[SHOWN.slots + k]
        if order[slot] < 0:
            if chosen == 0:
                order[slot] = shown[SHOWN.tile]
                break
            chosen -= 1
    return free / places


@helper
def _try(order: Any, fixed: Any, shown: Any, places: Any, numbers: Any) -> float:
    """Fill the deck; return the weight of the deal, 0 if it came to nothing."""
    free, weight = ALL_TILES, 1.0
    for slot in range(TILES):
        order[slot] = fixed[slot]
        if fixed[slot] >= 0:
            free &= ~(1 << fixed[slot])
    for k in range(len(shown)):
        weight *= _place(order, shown[k], numbers)
        free &= ~(1 << shown[k, SHOWN.tile])
    for k in range(len(places)):
        slot = places[k, OPEN.slot]
        if order[slot] < 0:
            can = places[k, OPEN.tiles] & free
            choices = count(can)
            if choices == 0:
                return 0.0
            weight *= choices / places[k, OPEN.most]
            order[slot] = nth(can, pick(_word(numbers), choices))
            free &= ~(1 << order[slot])
    return weight


@helper
def _draw_more(table: Table, extra: Any, room: Any, numbers: Any) -> None:
    """Write the words with which a table makes its other draws: see ``KnownDeal``."""
    for word in range(len(extra)):
        draws = 0
        while draws < extra.shape[1] and extra[word, draws, 0] > 0:
            room[0, draws] = extra[word, draws, 0]
            room[1, draws] = extra[word, draws, 1]
            if room[1, draws] < 0:
                room[1, draws] = pick(_word(numbers), room[0, draws])
            draws += 1
        table[BASE.words + TILES // 7 + word] = word_that_draws(room[0], room[1], draws)


@kernel
def draw_deals(
    known: KnownDeal, seed: int, deals: Any, orders: Any, decks: Any, chances: Any
) -> None:
    """Draw some deals that agree with what is known: every number of ``deals`` is another one.

    Their tiles in order go to ``orders``, int64[deals, 28], decks that are stacked so to ``decks``,
    int64[deals, DECK.size], if there are any, and weights to ``chances``, float64[deals].
    """
    fixed, shown, places, extra = known
    room, numbers = np.zeros((2, 8), np.int64), np.zeros(2, np.int64)
    row = np.zeros(BASE.size, np.int64)
    table = pointer(row)
    for d in range(len(deals)):
        a, key, _, _ = block(seed, deals[d], _ROLLOUTS, 0)
        numbers[0], numbers[1] = np.int64(a), 0
        for _ in range(_PATIENCE):
            chances[d] = _try(orders[d], fixed, shown, places, numbers)
            if chances[d] > 0.0:
                break
        if chances[d] > 0.0 and len(decks):
            stack(table, orders[d], room[0], room[1])
            _draw_more(table, extra, room, numbers)
            decks[d, DECK.key] = np.int64(key)
            for k in range(DECK.size - DECK.words):
                decks[d, DECK.words + k] = table[BASE.words + k]
    keep(row)
