"""Deals that a seat imagines: they agree with all that it has seen.

Before the first tile every deal of the tiles that a seat has not seen is as likely as any
other, and what is played afterwards rules some of them out:

- a seat that did not follow suit has none of it, nor a trump where it would have had to
  play one;
- a seat that led a plain tile after it had won a trick has no trump;
- an eldest hand that opened with a plain tile has fewer trumps than oblige to lead one;
- the dealer who took the turn-up has it until he plays it.

One of the deals that are left is drawn.  The hands are drawn one after the other, each uniformly
from the tiles that are open to it.  If an earlier hand may take tiles that are open to a
later one, some deals come more often than others: a hand of s tiles out of n that are left
comes with 1 in C(n, s), where n depends on what was drawn before.  So a deal is kept with
the chance C(n, s) / C(m, s), the product over all hands, where m is the most that n can
be; then all deals that can be come equally often.

A seat with *belief* reads the declarations as well. A rival who took the miss is dealt six or seven
tiles and keeps the best five as ``strategies.loo.skills.hand_strength`` does, those that he has
played among them. A rival who plays the dealt hand has a hand worth playing: a deal is kept with a
chance that rises with the strength of that hand, and is never nil.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest, nth_bit
from simulate.domino.tiles import TILES
from simulate.domino.tricks import plain, suit_of, trumps_of
from simulate.games.loo.hand import tiles_of_a_miss
from simulate.games.loo.views import SEATS, TRICKS, Playing
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out
from simulate.machine.randomness import decision_word, pick
from strategies.loo.skills.hand_strength import best_five, strength
from strategies.skills import held_turn_up, unseen_tiles

#: Deals drawn in vain before a seat gives up its belief, and before it gives up altogether.
_DOUBT, _PATIENCE = 200, 2000
_ODDS = 1 << 30
#: Strength below which a dealt hand is hardly ever played, and above which it always is; and the
#: least chance that a hand is played.
_HOPELESS, _WORTH_IT, _LEAST = 0.4, 1.2, 0.05

#: What a seat knows of the hands of others.
KNOWN = lay_out(
    0,
    word=1,  # randomness of the decision
    drawn=1,  # random words taken from it so far
    belief=1,  # 1 if declarations are read
    trump=1,  # number
    turn_up=1,  # tile
    eldest=1,  # position
    eldest_trumps=1,  # most that the eldest hand can hold
    unseen=1,  # set of tiles that anybody may hold
    missed=1,  # positions
    silent=1,  # positions whose declaration tells nothing of their hands
    spare=1,  # tiles that are thrown away after a miss
    rivals=1,
    order=SEATS,  # positions of the rivals in the order in which they are dealt
    to_deal=SEATS,  # by position: tiles
    laid=SEATS,  # by position: set of tiles played
    surely=SEATS,  # by position: set of tiles that are known to be there
    open_to=SEATS,  # by position: set of tiles that may be there
    most=SEATS,  # by position: how many of those can be left when its turn comes
)

#: _WAYS[n, s]: hands of s tiles out of n.
_WAYS = np.array([[float(comb(n, s)) for s in range(TRICKS + 1)] for n in range(TILES + 1)])


@inlined
def fresh_word(known: Any) -> int:
    """Return 63 random bits that have not been used."""
    known[KNOWN.drawn] += 1
    return decision_word(known[KNOWN.word], known[KNOWN.drawn])


@inlined
def suits_without(trump: int, voids: int) -> int:
    """Return the tiles of all suits that a seat is void in; bit k of ``voids`` for suit k."""
    tiles = 0
    while voids:
        tiles |= suit_of(plain(trump), lowest(voids))
        voids &= voids - 1
    return tiles


@helper
def set_rivals(known: Any, seen: Playing) -> None:
    """Write down how many tiles each rival holds, and which they may be."""
    taken = held_turn_up(seen.turn_up, seen.turn_up_taken, seen.played)
    unseen = unseen_tiles(seen.hand, seen.played, seen.discarded) & ~taken
    rivals = seen.seats_in & ~(1 << seen.position)
    n = 0
    while rivals:
        p = lowest(rivals)
        rivals &= rivals - 1
        has_played = int(seen.led >= 0) & ~(seen.to_come >> p) & 1
        surely = taken if p == seen.players - 1 else 0
        known[KNOWN.to_deal + p] = TRICKS - seen.trick - has_played - count(surely)
        known[KNOWN.surely + p] = surely
        known[KNOWN.open_to + p] = unseen & ~suits_without(seen.trump, seen.voids >> 8 * p & 0x7F)
        known[KNOWN.order + n] = p
        n += 1
    known[KNOWN.rivals] = n
    known[KNOWN.unseen] = unseen


@inlined
def is_misser(known: Any, p: int) -> bool:
    """Tell whether a seat is believed to have kept the best tiles of a miss."""
    return bool(known[KNOWN.belief] & known[KNOWN.missed] >> p)


@inlined
def is_before(known: Any, p: int, q: int) -> bool:
    """Tell whether one rival is dealt before another: few open tiles first, missers last."""
    if is_misser(known, p) != is_misser(known, q):
        return is_misser(known, q)
    return count(known[KNOWN.open_to + p]) < count(known[KNOWN.open_to + q])


@helper
def count_most(known: Any) -> None:
    """Find how many tiles can be left at most when a rival's turn to be dealt comes."""
    for i in range(known[KNOWN.rivals]):
        p = known[KNOWN.order + i]
        own = known[KNOWN.open_to + p]
        most = count(own)
        for j in range(i):
            q = known[KNOWN.order + j]
            elsewhere = count(known[KNOWN.open_to + q] & ~own)
            most -= max(0, known[KNOWN.to_deal + q] - elsewhere)
        known[KNOWN.most + p] = most


@helper
def know(known: Any, seen: Playing, belief: int) -> None:
    """Set down what a seat knows of its rivals' hands.

    ``known`` is ``int64[KNOWN.size]``. ``belief``: 1 if declarations are read, 0 if all deals that
    agree are equally likely.
    """
    known[KNOWN.word] = seen.word
    known[KNOWN.drawn] = 0
    known[KNOWN.belief] = belief
    known[KNOWN.trump] = seen.trump
    known[KNOWN.turn_up] = seen.turn_up
    known[KNOWN.eldest] = lowest(seen.seats_in)
    known[KNOWN.eldest_trumps] = seen.eldest_trumps
    known[KNOWN.missed] = seen.missed
    known[KNOWN.silent] = seen.missed | seen.for_pool << seen.players - 1
    known[KNOWN.spare] = tiles_of_a_miss(seen.players) - TRICKS
    known[KNOWN.laid] = seen.laid_0
    known[KNOWN.laid + 1] = seen.laid_1
    known[KNOWN.laid + 2] = seen.laid_2
    known[KNOWN.laid + 3] = seen.laid_3
    set_rivals(known, seen)
    for i in range(1, known[KNOWN.rivals]):
        for j in range(i, 0, -1):
            p, q = known[KNOWN.order + j - 1], known[KNOWN.order + j]
            if is_before(known, q, p):
                known[KNOWN.order + j - 1], known[KNOWN.order + j] = q, p
    count_most(known)


@helper
def draw_from(known: Any, tiles: int, size: int) -> int:
    """Draw some tiles of a set, each choice of them as likely."""
    hand = 0
    for _ in range(size):
        tile = nth_bit(tiles, pick(fresh_word(known), count(tiles)))
        tiles ^= tile
        hand |= tile
    return hand


@helper
def draw_miss(known: Any, p: int, taken: int) -> int:
    """Draw the hand of a seat that took the miss and kept the best of it; 0 if there is none."""
    laid, free = known[KNOWN.laid + p], known[KNOWN.unseen] & ~taken
    size = known[KNOWN.to_deal + p] + known[KNOWN.spare]
    if count(free) < size:
        return 0
    drawn = draw_from(known, free, size) | laid
    kept = best_five(drawn, known[KNOWN.trump], known[KNOWN.turn_up], 0)
    hand = kept & ~laid
    return 0 if kept & laid != laid or hand & ~known[KNOWN.open_to + p] else hand


@helper
def draw_hands(known: Any, hands: Any, at: int) -> float:
    """Draw a hand for each rival; return the chance with which the deal is to be kept.

    ``known`` is ``int64[KNOWN.size]``. ``hands``: hands are written from index ``at`` on, by
    position.
    """
    belief = known[KNOWN.belief]
    taken, chance = 0, 1.0
    for i in range(known[KNOWN.rivals]):
        p = known[KNOWN.order + i]
        size = known[KNOWN.to_deal + p]
        if size and is_misser(known, p):
            hand = draw_miss(known, p, taken)
            chance = chance if hand else 0.0
        else:
            free = known[KNOWN.open_to + p] & ~taken
            chance *= _WAYS[count(free), size] / _WAYS[known[KNOWN.most + p], size]
            hand = known[KNOWN.surely + p]
            hand |= draw_from(known, free, size) if chance > 0.0 else 0
            if belief and not known[KNOWN.silent] >> p & 1:
                dealt = hand | known[KNOWN.laid + p]
                value = strength(dealt, known[KNOWN.trump], known[KNOWN.turn_up])
                chance *= min(1.0, max(_LEAST, (value - _HOPELESS) / (_WORTH_IT - _HOPELESS)))
        if chance == 0.0:
            break
        taken |= hand
        hands[at + p] = hand
    return chance


@helper
def deal_world(known: Any, hands: Any, at: int) -> bool:
    """Deal the rivals hands that agree with what is known; tell whether that was possible.

    If no deal fits the declarations as the seat reads them, it ignores them: then all deals that
    agree are equally likely. If a view contradicts itself, no deal is found.

    ``known`` (``int64[KNOWN.size]``): as ``know`` sets it down. ``hands``: hands are written from
    index ``at`` on, by position; the seat's own is there.
    """
    trumps = trumps_of(plain(known[KNOWN.trump]))
    for attempt in range(_PATIENCE):
        if attempt == _DOUBT:
            known[KNOWN.belief] = 0
        chance = draw_hands(known, hands, at)
        if chance < 1.0 and pick(fresh_word(known), _ODDS) >= chance * _ODDS:
            continue
        if count(hands[at + known[KNOWN.eldest]] & trumps) <= known[KNOWN.eldest_trumps]:
            return True
    return False
