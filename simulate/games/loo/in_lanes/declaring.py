"""The declarations of Loo and Rounce in lanes, each uniform over the legal ones."""

from __future__ import annotations

from typing import NamedTuple

from simulate.domino.in_lanes import nth_bit, uniform_bit
from simulate.games.loo.in_lanes.dealing import Deal
from simulate.games.loo.in_lanes.state import Four
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
from simulate.machine.lanes import Flags, Lanes, where
from simulate.machine.randomness import STEP, Word, folded, pick

#: What ``declaring.keep_uniformly`` throws the second tile away with.
_LOW_BITS = 0x7FFFFFFF


class Declared(NamedTuple):
    """What was declared, and the hands that are played; a hand without tiles is not in."""

    actions: Four
    hands: Four
    alone: Flags  #: everybody has left the dealer alone, who says nothing


@inlined
def randomness(key: Lanes, number: int) -> Lanes:
    """Return the word of a decision; ``key`` is that of its position in the hand."""
    return folded(key + Word(number) * STEP)


@inlined
def choose(key: Lanes, left: Flags, for_pool: Flags) -> Lanes:
    """Declare: play, take the miss while one is left, drop, and for the pool where that is legal.
    """
    options = where(left | for_pool, 3, 2)
    chosen = pick(randomness(key, DECLARE), options)
    return where(left | (chosen == 0), chosen + PLAY, chosen + MISS)


@inlined
def kept(deal: Deal, key: Lanes) -> Lanes:
    """Keep five tiles of a miss, which are all seven of the boneyard."""
    word = randomness(key, KEEP_AFTER_MISS)
    six = deal.boneyard ^ uniform_bit(deal.boneyard, word, 6)
    return six ^ nth_bit(six, (word & _LOW_BITS) * 6 >> 31, 5)


@inlined
def with_turn_up(deal: Deal, key: Lanes, action: Lanes) -> Lanes:
    """Return the dealer's hand, who may have taken the turn-up for one of his tiles."""
    word, hand = randomness(key, TAKE_TURN_UP), deal.hands[3]
    takes = ((action == PLAY) | (action == FOR_POOL)) & ((word & 1) != 0)
    return where(takes, hand ^ uniform_bit(hand, word, 4) | deal.turn_up, hand)


@inlined
def played(hand: Lanes, action: Lanes, after_miss: Lanes) -> Lanes:
    """Return the tiles that a position plays with."""
    return where(action == MISS, after_miss, where(action == DROP, 0, hand))


@inlined
def declare(deal: Deal, keys: Four, is_rounce: int) -> Declared:
    """Let the positions declare one after the other; the one miss goes to whoever takes it."""
    key_0, key_1, key_2, key_3 = keys
    hand_0, hand_1, hand_2, _hand_3 = deal.hands
    never = key_0 != key_0
    action_0 = choose(key_0, ~never, never)
    left = action_0 != MISS
    action_1 = choose(key_1, left, never)
    left = left & (action_1 != MISS)
    action_2 = choose(key_2, left, never)
    left = left & (action_2 != MISS)
    none_stayed = (action_0 != PLAY) & (action_1 != PLAY) & (action_2 != PLAY)
    alone = none_stayed & left
    for_pool = none_stayed & ~left
    if is_rounce:
        for_pool = never
    action_3 = where(alone, 0, choose(key_3, left, for_pool))
    takers_key = where(action_0 == MISS, key_0, where(action_1 == MISS, key_1, where(
        action_2 == MISS, key_2, key_3)))
    five = kept(deal, takers_key)
    hands = (
        played(hand_0, action_0, five), played(hand_1, action_1, five),
        played(hand_2, action_2, five),
        played(with_turn_up(deal, key_3, action_3), action_3, five),
    )
    return Declared((action_0, action_1, action_2, action_3), hands, alone)
