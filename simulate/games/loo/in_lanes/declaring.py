"""The declarations of Loo and Rounce in lanes, each uniform over the legal ones."""

from __future__ import annotations

from typing import NamedTuple

from simulate.games.loo.in_lanes.dealing import Deal
from simulate.games.loo.in_lanes.state import Each
from simulate.games.loo.in_lanes.tiles import nth_bit, uniform_bit
from simulate.games.loo.in_lanes.tuples import each, in_turn
from simulate.games.loo.in_lanes.vectors import Flags, Lanes, everywhere, where
from simulate.games.loo.legal import miss_tiles, misses_in
from simulate.games.loo.row import TRICKS
from simulate.games.loo.views import (
    DECLARE,
    DROP,
    FOR_POOL,
    KEEP_AFTER_MISS,
    MISS,
    PLAY,
    TAKE_TURN_UP,
)
from simulate.machine.compiling import inlined
from simulate.machine.randomness import STEP, Word, folded, pick

#: What ``declaring.keep_uniformly`` throws the second tile away with.
_LOW_BITS = 0x7FFFFFFF

_misses_in, _miss_tiles = inlined(misses_in), inlined(miss_tiles)


class Declared(NamedTuple):
    """What was declared, and the hands that are played; a hand without tiles is not in."""

    actions: Each
    hands: Each
    alone: Flags  #: everybody has left the dealer alone, who says nothing


class Said(NamedTuple):
    """What the positions so far have declared."""

    missed: Lanes  #: how many took the miss
    none_stayed: Flags  #: nobody plays the dealt hand
    first: Lanes  #: key of the one that took the first miss
    second: Lanes  #: and the second


@inlined
def randomness(key: Lanes, number: int) -> Lanes:
    """Return the word of a decision; ``key`` is that of its position in the hand."""
    return folded(key + Word(number) * STEP)


@inlined
def choose(key: Lanes, left: Flags, for_pool: Flags, seats: int) -> Lanes:
    """Declare: play, take the miss while one is left, drop, and for the pool where that is legal.

    Two seats play or take the miss; each of them has one.
    """
    options = where(left | for_pool, 3, 2) if seats > 2 else everywhere(2)
    chosen = pick(randomness(key, DECLARE), options)
    return where(left | (chosen == 0), chosen + PLAY, chosen + MISS)


@inlined
def note(said: Said, key: Lanes, action: Lanes) -> Said:
    """Add what a position has declared."""
    misses, before = action == MISS, said.missed
    return Said(
        before + where(misses, 1, 0), said.none_stayed & (action != PLAY),
        where(misses & (before == 0), key, said.first),
        where(misses & (before == 1), key, said.second))


@inlined
def declare_next(said: Said, key: Lanes, seats: int) -> tuple[Said, tuple[Lanes, Lanes]]:
    """Let a position before the dealer declare; its answer and how many missed before it."""
    action = choose(key, said.missed < _misses_in(seats), said.missed < 0, seats)
    return note(said, key, action), (action, said.missed)


@inlined
def declare_last(
    said: Said, key: Lanes, seats: int, is_rounce: int
) -> tuple[Said, tuple[Lanes, Lanes], Flags]:
    """Let the dealer declare, unless everybody else has dropped."""
    left = said.missed < _misses_in(seats)
    alone = said.none_stayed & (said.missed == 0)
    for_pool = said.none_stayed & ~left
    if is_rounce or seats < 4:
        for_pool = said.missed < 0
    action = where(alone, 0, choose(key, left, for_pool, seats))
    return note(said, key, action), (action, said.missed), alone


@inlined
def kept(tiles: Lanes, key: Lanes, seats: int) -> Lanes:
    """Keep five tiles of a miss; see ``declaring.keep_uniformly``."""
    drawn, word = _miss_tiles(seats), randomness(key, KEEP_AFTER_MISS)
    fewer = tiles ^ uniform_bit(tiles, word, drawn - 1)
    if drawn - 1 == TRICKS:
        return fewer
    return fewer ^ nth_bit(fewer, (word & _LOW_BITS) * (drawn - 1) >> 31, drawn - 2)


@inlined
def with_turn_up(deal: Deal, key: Lanes, action: Lanes) -> Lanes:
    """Return the dealer's hand, who may have taken the turn-up for one of his tiles."""
    word, hand = randomness(key, TAKE_TURN_UP), deal.hands[-1]
    takes = ((action == PLAY) | (action == FOR_POOL)) & ((word & 1) != 0)
    return where(takes, hand ^ uniform_bit(hand, word, TRICKS - 1) | deal.turn_up, hand)


@inlined
def played(
    hand: Lanes, answer: tuple[Lanes, Lanes], after_first: Lanes, after_second: Lanes
) -> Lanes:
    """Return the tiles that a position plays with."""
    action, missed_before = answer
    after_miss = where(missed_before == 0, after_first, after_second)
    return where(action == MISS, after_miss, where(action == DROP, 0, hand))


@inlined
def action_of(answer: tuple[Lanes, Lanes]) -> Lanes:
    """Return what a position has declared."""
    return answer[0]


@inlined
def declare(deal: Deal, keys: Each, is_rounce: int) -> Declared:
    """Let the positions declare one after the other; misses go to those who ask first."""
    seats = len(keys)
    never = keys[0] != keys[0]
    nothing = Said(everywhere(0), ~never, keys[0], keys[0])
    before, others = in_turn(declare_next, nothing, (keys[:-1],), (seats,))
    said, dealers, alone = declare_last(before, keys[-1], seats, is_rounce)
    answers = (*others, dealers)
    hands = (*deal.hands[:-1], with_turn_up(deal, keys[-1], dealers[0]))
    first, second = deal.misses
    fives = kept(first, said.first, seats), kept(second, said.second, seats)
    return Declared(each(action_of, (answers,), ()), each(played, (hands, answers), fives), alone)
