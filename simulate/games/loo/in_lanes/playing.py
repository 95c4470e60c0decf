"""The five tricks of Loo and Rounce in lanes, every tile uniform over the legal ones.

A seat that is not in holds nothing, lays nothing and wins nothing.  One that is in alone, or the
dealer whom all have left alone, wins the five tricks against nobody.
"""

from __future__ import annotations

from simulate.games.loo.in_lanes.declaring import randomness
from simulate.games.loo.in_lanes.state import Each, FlagsOfEach
from simulate.games.loo.in_lanes.tiles import HIGHER, either, showing, uniform_bit, winning
from simulate.games.loo.in_lanes.tuples import each, fold, in_turn
from simulate.games.loo.in_lanes.vectors import Flags, Lanes, everywhere, populations, where
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.views import FIRST_TRICK
from simulate.machine.compiling import inlined
from simulate.machine.table import Table


@inlined
def if_it(found: Lanes, is_it: Flags, value: Lanes) -> Lanes:
    """Return the value of a position where it is the one."""
    return where(is_it, value, found)


@inlined
def of_one(who: FlagsOfEach, values: Each) -> Lanes:
    """Return the value of one position of each lane."""
    return fold(if_it, values[-1], (who[:-1], values[:-1]), ())


@inlined
def leads(hand: Lanes, trumps: Lanes, trumps_that_oblige: int) -> Lanes:
    """Return the tiles that may be led; see ``tricks.leads``."""
    held = hand & trumps
    return where((held != 0) & (populations(held) >= trumps_that_oblige), held, hand)


@inlined
def laid_by(
    is_leader: Flags, hand: Lanes, word: Lanes, led: Lanes, suit: Lanes, over: Lanes, most: int
) -> Lanes:
    """Return the tile that a position lays, as a set; see ``tricks.follows``."""
    legal = either(either(hand & suit, hand & over), hand)
    return where(is_leader, led, uniform_bit(legal, word, most))


@inlined
def and_tile(laid: Lanes, tile: Lanes) -> Lanes:
    """Put a tile into a set."""
    return laid | tile


@inlined
def without(hand: Lanes, tile: Lanes) -> Lanes:
    """Take a tile out of a hand."""
    return hand ^ tile


@inlined
def is_in(tile: Lanes, tiles: Lanes) -> Flags:
    """Tell whether a tile belongs to a set."""
    return (tile & tiles) != 0


@inlined
def play_trick(
    hands: Each, words: Each, leader: FlagsOfEach, trumps: Lanes, over: Lanes,
    trumps_that_oblige: int, most: int,
) -> tuple[FlagsOfEach, Each]:
    """Play a trick; return who wins it and the hands after it.

    A hand has ``most + 1`` tiles, and ``over`` are the trumps if who cannot follow has to trump.
    """
    hand, word = of_one(leader, hands), of_one(leader, words)
    led = uniform_bit(leads(hand, trumps, trumps_that_oblige), word, most)
    shown = showing(led, (word & 1) * HIGHER) & ~trumps
    suit = where((led & trumps) != 0, trumps, shown)
    tiles = each(laid_by, (leader, hands, words), (led, suit, over, most))
    best = winning(fold(and_tile, everywhere(0), (tiles,), ()), suit, trumps)
    return each(is_in, (tiles,), (best,)), each(without, (hands, tiles), ())


@inlined
def and_one(tricks: Lanes, won: Flags) -> Lanes:
    """Count a trick."""
    return tricks + where(won, 1, 0)


@inlined
def leads_first(nobody_yet: Flags, hand: Lanes) -> tuple[Flags, Flags]:
    """Tell whether a position leads to the first trick: the first one with a hand."""
    has_hand = hand != 0
    return nobody_yet & ~has_hand, nobody_yet & has_hand


@inlined
def no_tricks(hand: Lanes) -> Lanes:
    """Return what everybody has before the first trick."""
    return everywhere(0)


@inlined
def play_tricks(table: Table, hands: Each, keys: Each, trumps: Lanes) -> Each:
    """Play the hands out; return the tricks that each position takes."""
    dealer, others = in_turn(leads_first, trumps != 0, (hands[:-1],), ())
    first = (*others, dealer)
    leader = first
    over = trumps & -table[AT.must_trump]
    tricks = each(no_tricks, (hands,), ())
    for trick in range(TRICKS):
        words = each(randomness, (keys,), (FIRST_TRICK + trick,))
        oblige = table[AT.lead_trump_min] if trick == 0 else 1
        leader, hands = play_trick(hands, words, leader, trumps, over, oblige, TRICKS - 1 - trick)
        tricks = each(and_one, (tricks, leader), ())
    return tricks
