"""The five tricks of Loo and Rounce in lanes, every tile uniform over the legal ones.

A seat that is not in holds nothing, lays nothing and wins nothing.  One that is in alone, or the
dealer whom all have left alone, wins the five tricks against nobody.
"""

from __future__ import annotations

from simulate.domino.in_lanes import HIGHER, either, showing, uniform_bit, winning
from simulate.games.loo.in_lanes.declaring import randomness
from simulate.games.loo.in_lanes.state import Four
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.views import FIRST_TRICK
from simulate.machine.compiling import inlined
from simulate.machine.lanes import Flags, Lanes, everywhere, populations, where
from simulate.machine.table import Table

#: True for one position of each lane.
_OneOfFour = tuple[Flags, Flags, Flags, Flags]


@inlined
def of_one(who: _OneOfFour, values: Four) -> Lanes:
    """Return the value of one position of each lane."""
    first, second, third, _ = who
    a, b, c, d = values
    return where(first, a, where(second, b, where(third, c, d)))


@inlined
def leads(hand: Lanes, trumps: Lanes, trumps_that_oblige: int) -> Lanes:
    """Return the tiles that may be led; see ``tricks.leads``."""
    held = hand & trumps
    return where((held != 0) & (populations(held) >= trumps_that_oblige), held, hand)


@inlined
def follow(hand: Lanes, suit: Lanes, over: Lanes, word: Lanes, most: int) -> Lanes:
    """Return the tile that a position follows with, as a set; see ``tricks.follows``."""
    return uniform_bit(either(either(hand & suit, hand & over), hand), word, most)


@inlined
def play_trick(
    hands: Four, words: Four, leader: _OneOfFour, trumps: Lanes, over: Lanes,
    trumps_that_oblige: int, most: int,
) -> tuple[_OneOfFour, Four]:
    """Play a trick; return who wins it and the hands after it.

    A hand has ``most + 1`` tiles, and ``over`` are the trumps if who cannot follow has to trump.
    """
    hand, word = of_one(leader, hands), of_one(leader, words)
    led = uniform_bit(leads(hand, trumps, trumps_that_oblige), word, most)
    shown = showing(led, (word & 1) * HIGHER) & ~trumps
    suit = where((led & trumps) != 0, trumps, shown)
    tile_0 = where(leader[0], led, follow(hands[0], suit, over, words[0], most))
    tile_1 = where(leader[1], led, follow(hands[1], suit, over, words[1], most))
    tile_2 = where(leader[2], led, follow(hands[2], suit, over, words[2], most))
    tile_3 = where(leader[3], led, follow(hands[3], suit, over, words[3], most))
    best = winning(tile_0 | tile_1 | tile_2 | tile_3, suit, trumps)
    winner = ((tile_0 & best) != 0, (tile_1 & best) != 0, (tile_2 & best) != 0,
              (tile_3 & best) != 0)
    left = (hands[0] ^ tile_0, hands[1] ^ tile_1, hands[2] ^ tile_2, hands[3] ^ tile_3)
    return winner, left


@inlined
def and_one(tricks: Four, winner: _OneOfFour) -> Four:
    """Count a trick."""
    return (tricks[0] + where(winner[0], 1, 0), tricks[1] + where(winner[1], 1, 0),
            tricks[2] + where(winner[2], 1, 0), tricks[3] + where(winner[3], 1, 0))


@inlined
def play_tricks(table: Table, hands: Four, keys: Four, trumps: Lanes) -> Four:
    """Play the hands out; return the tricks that each position takes."""
    some_0, some_1, some_2 = hands[0] != 0, hands[1] != 0, hands[2] != 0
    others_0, others_1 = ~some_0, ~some_0 & ~some_1
    leader = (some_0, others_0 & some_1, others_1 & some_2, others_1 & ~some_2)
    over = trumps & -table[AT.must_trump]
    none = everywhere(0)
    tricks = (none, none, none, none)
    for trick in range(TRICKS):
        number = FIRST_TRICK + trick
        words = (randomness(keys[0], number), randomness(keys[1], number),
                 randomness(keys[2], number), randomness(keys[3], number))
        oblige = table[AT.lead_trump_min] if trick == 0 else 1
        leader, hands = play_trick(hands, words, leader, trumps, over, oblige, TRICKS - 1 - trick)
        tricks = and_one(tricks, leader)
    return tricks
