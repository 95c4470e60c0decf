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

While declarations go on all are taken to declare as ``solved``.  Each position is dealt a hand from
the tiles that the seat has not seen.  A position that has declared is dealt anew until it would say
what it said, so its hand comes as often as it should; how that bears on the hands dealt before is
left out.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from simulate.domino.tile_sets import count, lowest, nth, nth_bit
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.domino.tricks import plain, suit_of, trumps_of
from simulate.games.loo.hand import legal_declarations, misses_left, tiles_of_a_miss
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, SEATS, TRICKS, Playing
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out
from simulate.machine.randomness import decision_word, pick
from strategies.loo.skills.learned_play import best_five
from strategies.loo.skills.situations import AFTER_MISS, FOR_TURN_UP, AtFives
from strategies.loo.solved import move_in
from strategies.skills import held_turn_up, unseen_tiles

#: Deals drawn in vain before a seat gives up.
_PATIENCE = 2000
_ODDS = 1 << 30

#: What a seat knows of the hands of others.
KNOWN = lay_out(
    0,
    word=1,  # randomness of the decision
    drawn=1,  # random words taken from it so far
    trump=1,  # number
    eldest=1,  # position
    eldest_trumps=1,  # most that the eldest hand can hold
    rivals=1,
    order=SEATS,  # positions of the rivals in the order in which they are dealt
    to_deal=SEATS,  # by position: tiles
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
def know(known: Any, seen: Playing) -> None:
    """Set down what a seat knows of its rivals' hands: ``known`` is ``int64[KNOWN.size]``."""
    known[KNOWN.word] = seen.word
    known[KNOWN.drawn] = 0
    known[KNOWN.trump] = seen.trump
    known[KNOWN.eldest] = lowest(seen.seats_in)
    known[KNOWN.eldest_trumps] = seen.eldest_trumps
    set_rivals(known, seen)
    for i in range(1, known[KNOWN.rivals]):  # few open tiles are dealt first
        for j in range(i, 0, -1):
            p, q = known[KNOWN.order + j - 1], known[KNOWN.order + j]
            if count(known[KNOWN.open_to + q]) < count(known[KNOWN.open_to + p]):
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
def draw_hands(known: Any, hands: Any) -> float:
    """Draw a hand for each rival, by position; return the chance with which the deal is kept."""
    taken, chance = 0, 1.0
    for i in range(known[KNOWN.rivals]):
        p = known[KNOWN.order + i]
        size = known[KNOWN.to_deal + p]
        free = known[KNOWN.open_to + p] & ~taken
        chance *= _WAYS[count(free), size] / _WAYS[known[KNOWN.most + p], size]
        if chance == 0.0:
            break
        hand = known[KNOWN.surely + p] | draw_from(known, free, size)
        taken |= hand
        hands[p] = hand
    return chance


@helper
def deal_world(known: Any, hands: Any) -> bool:
    """Deal the rivals hands that agree with what is known, each such deal as likely; tell whether
    that was possible: if a view contradicts itself, no deal is found. ``hands`` (int64[SEATS]): by
    position; the seat's own is there."""
    trumps = trumps_of(plain(known[KNOWN.trump]))
    for _ in range(_PATIENCE):
        chance = draw_hands(known, hands)
        if chance < 1.0 and pick(fresh_word(known), _ODDS) >= chance * _ODDS:
            continue
        if count(hands[known[KNOWN.eldest]] & trumps) <= known[KNOWN.eldest_trumps]:
            return True
    return False


#: Hands dealt in vain before a position is taken to hold any.
_HANDS_IN_VAIN = 200


class Declared(NamedTuple):
    """What all have said at last."""

    stayed: int  #: positions
    missed: int  #: positions
    for_pool: int  #: 1 if the dealer plays for the pool
    turn_up_taken: int  #: 1 if the dealer took it


@inlined
def best_of(
    view: Any, chart: Any, position: int, tiles: int, stayed: int, discarded: int, start: int
) -> int:
    """Return the five tiles that a position keeps by the tables."""
    return best_five(
        AtFives(view.trump, view.turn_up, discarded, view.seats, view.players, position, stayed,
                view.pool, view.penalty),
        chart, tiles, start)


@helper
def imagine_declarations(view: Any, charts: Any, start: int, known: Any, held: Any) -> Declared:
    """Imagine the hands of all others, and what those to come declare. ``view``: of a seat that has
    taken the miss. ``start``: ``table_for`` it. ``known``: randomness (``KNOWN``).
    ``held``: int64[SEATS]: hands are written by position."""
    left = ALL_TILES & ~(view.hand | view.discarded | 1 << view.turn_up)
    stayed, missed, dropped, for_pool, taken = 0, 0, 0, 0, 0
    for p in range(view.players):
        if p == view.position:
            missed |= 1 << p
            continue
        told = (PLAY * (view.stayed >> p & 1) + MISS * (view.missed >> p & 1)
                + DROP * (view.dropped >> p & 1))
        legal = legal_declarations(
            view.players, p, misses_left(view.players) - count(missed), stayed, missed,
            view.rounce)
        hand, said = 0, 0
        for _ in range(_HANDS_IN_VAIN):
            hand = draw_from(known, left, TRICKS)
            said = nth(legal, move_in(
                charts, start, view, p, hand, missed, dropped, fresh_word(known)))
            if told in (0, said):
                break
        said = told if told else said
        left &= ~hand
        held[p] = hand
        if said == MISS:
            missed |= 1 << p
        elif said == DROP:
            dropped |= 1 << p
        else:
            if p == view.players - 1:
                held[p] = best_of(
                    view, charts, p, hand | 1 << view.turn_up, stayed, 0, FOR_TURN_UP)
                taken = held[p] >> view.turn_up & 1
                for_pool = int(said == FOR_POOL)
            stayed |= 1 << p
    # Only now, so that what is drawn leaves all others hands that would say what was said.
    others = missed ^ 1 << view.position
    while others:
        p = lowest(others)
        others &= others - 1
        drawn = draw_from(known, left, tiles_of_a_miss(view.players))
        left &= ~drawn
        held[p] = best_of(view, charts, p, drawn, stayed & (1 << p) - 1, held[p], AFTER_MISS)
    return Declared(stayed, missed, for_pool, taken)
