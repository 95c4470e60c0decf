"""A hand of Loo or Rounce in lanes: declarations, tricks and money, every choice uniform.

A seat that is not in holds nothing, lays nothing and wins nothing.  One that is in alone, or the
dealer whom all have left alone, wins the five tricks against nobody.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

from simulate.games.loo.hand import misses_left, tiles_of_a_miss
from simulate.games.loo.in_lanes.tiles import (
    HIGHER,
    Deal,
    either,
    nth_bit,
    showing,
    uniform_bit,
    winning,
)
from simulate.games.loo.in_lanes.vectors import (
    Each,
    Flags,
    FlagsOfEach,
    Lanes,
    each,
    everywhere,
    fold,
    larger,
    populations,
    smaller,
    where,
)
from simulate.games.loo.rules import GAME_POINTS, LOOED_POINTS
from simulate.games.loo.views import (
    AT,
    DECLARE,
    DROP,
    FIRST_TRICK,
    FOR_POOL,
    KEEP_AFTER_MISS,
    MISS,
    PLAY,
    TAKE_TURN_UP,
    TRICKS,
)
from simulate.games.rules import PENALTY_KINDS
from simulate.machine.compiling import inlined, instruction
from simulate.machine.randomness import STEP, Word, folded, pick
from simulate.machine.table import Table

#: What ``hand.keep_uniformly`` throws the second tile away with.
_LOW_BITS = 0x7FFFFFFF


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
    """Declare: play, take the miss while one is left, drop, and for the pool where it is legal."""
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
def declare_next(known: tuple[Said, Any], key: Lanes, seats: int) -> tuple[Said, Any]:
    """Let a position before the dealer declare: its answer, and how many missed before it."""
    said, answers = known
    action = choose(key, said.missed < misses_left(seats), said.missed < 0, seats)
    return note(said, key, action), answers + ((action, said.missed),)


@inlined
def declare_last(
    said: Said, key: Lanes, seats: int, is_rounce: int
) -> tuple[Said, tuple[Lanes, Lanes], Flags]:
    """Let the dealer declare, unless everybody else has dropped."""
    left = said.missed < misses_left(seats)
    alone = said.none_stayed & (said.missed == 0)
    for_pool = said.none_stayed & ~left
    if is_rounce or seats < 4:
        for_pool = said.missed < 0
    action = where(alone, 0, choose(key, left, for_pool, seats))
    return note(said, key, action), (action, said.missed), alone


@inlined
def kept(tiles: Lanes, key: Lanes, seats: int) -> Lanes:
    """Keep five tiles of a miss; see ``hand.keep_uniformly``."""
    drawn, word = tiles_of_a_miss(seats), randomness(key, KEEP_AFTER_MISS)
    fewer = tiles ^ uniform_bit(tiles, word, drawn - 1)
    if drawn - 1 == TRICKS:
        return fewer
    return fewer ^ nth_bit(fewer, (word & _LOW_BITS) * (drawn - 1) >> 31, drawn - 2)


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
    before, others = fold(declare_next, (nothing, ()), (keys[:-1],), (seats,))
    said, dealers, alone = declare_last(before, keys[-1], seats, is_rounce)
    answers = (*others, dealers)
    # The dealer may take the turn-up for one of his tiles.
    word, hand = randomness(keys[-1], TAKE_TURN_UP), deal.hands[-1]
    takes = ((dealers[0] == PLAY) | (dealers[0] == FOR_POOL)) & ((word & 1) != 0)
    taken = hand ^ uniform_bit(hand, word, TRICKS - 1) | deal.turn_up
    hands = (*deal.hands[:-1], where(takes, taken, hand))
    first, second = deal.misses
    fives = kept(first, said.first, seats), kept(second, said.second, seats)
    return Declared(each(action_of, (answers,), ()), each(played, (hands, answers), fives), alone)


@inlined
def if_it(found: Lanes, is_it: Flags, value: Lanes) -> Lanes:
    """Return the value of a position where it is the one."""
    return where(is_it, value, found)


@inlined
def of_one(who: FlagsOfEach, values: Each) -> Lanes:
    """Return the value of one position of each lane."""
    return fold(if_it, values[-1], (who[:-1], values[:-1]), ())


@inlined
def laid_by(
    is_leader: Flags, hand: Lanes, word: Lanes, led: Lanes, suit: Lanes, over: Lanes, most: int
) -> Lanes:
    """Return the tile that a position lays, as a set; see ``tricks.follows``."""
    legal = either(either(hand & suit, hand & over), hand)
    return where(is_leader, led, uniform_bit(legal, word, most))


@inlined
def is_in(tile: Lanes, tiles: Lanes) -> Flags:
    """Tell whether a tile belongs to a set."""
    return (tile & tiles) != 0


@inlined
def play_trick(
    hands: Each, words: Each, leader: FlagsOfEach, trumps: Lanes, over: Lanes,
    trumps_that_oblige: int, most: int,
) -> tuple[FlagsOfEach, Each]:
    """Play a trick with hands of ``most + 1`` tiles; return who wins it and the hands left."""
    hand, word = of_one(leader, hands), of_one(leader, words)
    held = hand & trumps
    legal = where((held != 0) & (populations(held) >= trumps_that_oblige), held, hand)
    led = uniform_bit(legal, word, most)
    shown = showing(led, (word & 1) * HIGHER) & ~trumps
    suit = where((led & trumps) != 0, trumps, shown)
    tiles = each(laid_by, (leader, hands, words), (led, suit, over, most))
    best = winning(fold(operator.or_, everywhere(0), (tiles,), ()), suit, trumps)
    return each(is_in, (tiles,), (best,)), each(operator.xor, (hands, tiles), ())


@inlined
def and_one(many: Lanes, is_one: Flags) -> Lanes:
    """Count one more where it is one."""
    return many + where(is_one, 1, 0)


@inlined
def leads_first(known: tuple[Flags, Any], hand: Lanes) -> tuple[Flags, Any]:
    """Tell whether a position leads to the first trick: the first one with a hand."""
    nobody_yet, leads = known
    has_hand = hand != 0
    return nobody_yet & ~has_hand, leads + (nobody_yet & has_hand,)


@inlined
def play_tricks(table: Table, hands: Each, keys: Each, trumps: Lanes) -> Each:
    """Play the hands out; return the tricks that each position takes."""
    dealer, others = fold(leads_first, (trumps != 0, ()), (hands[:-1],), ())
    leader = others + (dealer,)
    over = trumps & -table[AT.must_trump]
    tricks = each(operator.xor, (hands, hands), ())  # none yet
    for trick in range(TRICKS):
        words = each(randomness, (keys,), (FIRST_TRICK + trick,))
        oblige = table[AT.lead_trump_min] if trick == 0 else 1
        leader, hands = play_trick(hands, words, leader, trumps, over, oblige, TRICKS - 1 - trick)
        tricks = each(and_one, (tricks, leader), ())
    return tricks


#: The high word of the product with this is four fifths, rounded down: shifted, a fifth.
_FOUR_FIFTHS = Word(0xCCCCCCCCCCCCCCCD)
_wide_product = instruction("wide_product")
_UNLIMITED, _FIXED = PENALTY_KINDS.index("unlimited"), PENALTY_KINDS.index("fixed")


@inlined
def collect_antes(table: Table, pool: Lanes, seats: int) -> tuple[Lanes, Lanes, Lanes]:
    """Return what each other seat pays for a hand, what the dealer pays, and the pool after that;
    see ``hand.collect_antes``."""
    if table[AT.points_game]:
        return everywhere(0), everywhere(0), everywhere(table[AT.pool])
    empty = pool < table[AT.empty_below]
    others = where(empty, table[AT.ante], 0)
    dealers = where(empty, table[AT.dealer_ante], table[AT.dealer_top_up])
    return others, dealers, pool + others * (seats - 1) + dealers


@inlined
def penalty_of(table: Table, pool: Lanes, seats: int) -> Lanes:
    """Return what a looed seat owes; see ``rules.penalty_due``."""
    limit = everywhere(table[AT.penalty_chips] + table[AT.penalty_a_seat] * seats)
    if table[AT.points_game]:
        return everywhere(LOOED_POINTS)
    if table[AT.penalty_kind] == _UNLIMITED:
        return pool
    return limit if table[AT.penalty_kind] == _FIXED else smaller(pool, limit)


@inlined
def made(tricks: Lanes, hand: Lanes, share: Lanes, penalty: Lanes) -> Lanes:
    """Return what a position takes from the pool, less what it owes."""
    return where(tricks == 0, where(hand != 0, -penalty, 0), share * tricks)


@inlined
def settle(table: Table, declared: Declared, tricks: Each, pool: Lanes) -> Each:
    """Return what each position takes, less what it owes, the antes not counted."""
    # What a trick pays, without a division, which vectors do not have.
    four_fifths, _ = _wide_product(pool, _FOUR_FIFTHS)
    penalty, share = penalty_of(table, pool, len(tricks)), four_fifths >> 2
    takes = each(made, (tricks, declared.hands), (share, penalty))
    dealers = where(declared.actions[-1] == FOR_POOL, 0, takes[-1])
    return (*takes[:-1], where(declared.alone, pool, dealers))


@inlined
def where_turned(value: Lanes, other: Lanes, turned: Flags) -> Lanes:
    """Choose between a seat's value before a turn of the table and after it."""
    return where(turned, other, value)


@inlined
def by_seat(dealer: Lanes, values: Each) -> Each:
    """Return by seat what is by position: position 0 sits on the dealer's left."""
    turn = where(dealer == len(values) - 1, 0, dealer + 1)
    once = values[-1:] + values[:-1]
    values = each(where_turned, (values, once), ((turn & 1) != 0,))
    twice = values[-2:] + values[:-2]
    return each(where_turned, (values, twice), ((turn & 2) != 0,))


@inlined
def game_over(scores: Each) -> Flags:
    """Tell whether one seat alone has the most points, and enough; see ``settle_points``."""
    best = fold(larger, scores[0], (scores[1:],), ())
    leaders = fold(and_one, everywhere(0), (each(operator.eq, (scores,), (best,)),), ())
    return (best >= GAME_POINTS) & (leaders == 1)
