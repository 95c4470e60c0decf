"""Three rules for the tiles: a seat keeps one or breaks it, and plays as ``solved`` otherwise.

What each is worth stands in docs/tiles.md, with a command that plays a rule against its habit.
"""

from boneyard import Parameter, helper
from boneyard.loo import LEAVE, TRUMPS, LooStrategy, announce, plain, suit_of
from boneyard.tiles import ALL_TILES, DOUBLES, HIGH, LOW, count, either, highest, lowest
from simulate.domino.tricks import beating
from strategies.loo.skills.learned_play import best_answer, best_five
from strategies.loo.skills.situations import FOR_TURN_UP
from strategies.loo.solved import Solved, shipped_chart

OPENING, HOLDING_BACK, THROWING = 1, 2, 3


@helper
def outer(trumps):
    """Return the highest and the lowest of some trumps; the double is the highest."""
    double = trumps & DOUBLES
    return highest(either(double, trumps)), lowest(either(trumps ^ double, trumps))


@helper
def beats_all(tile, trump, unseen):
    """Return whether a trump is the best of those that are left."""
    return tile == outer(unseen & TRUMPS[trump] | 1 << tile)[0]


@helper
def tile_to_throw(tiles, trump, keeps):
    """Return the plain tile, no double, that shares a number with fewest others; out of habit the
    one with fewest pips. -1: there is none.
    """
    best, least, single = -1, 1000, tiles & ~TRUMPS[trump] & ~DOUBLES
    while single:
        tile = lowest(single)
        single &= single - 1
        own = suit_of(plain(trump), LOW[tile]) | suit_of(plain(trump), HIGH[tile])
        value = LOW[tile] + HIGH[tile] + keeps * 20 * count(tiles & own)
        if value < least:
            best, least = tile, value
    return best


class Rule(LooStrategy):
    """Keeps one of the rules, or breaks it as habit would; all else as ``solved``."""

    name = "rule"
    summary = "Keeps one rule for the tiles, or breaks it as habit would; all else as solved."
    looks_at = "as solved"
    parameters = {
        "number": Parameter(1, 1, 3, "which rule", whole=True),
        "keeps": Parameter(1, 0, 1, "1 keeps it, 0 breaks it", whole=True),
    }

    declare = staticmethod(Solved.declare)
    keep_after_miss = staticmethod(Solved.keep_after_miss)

    def chart_at(self, table):
        return shipped_chart(table.game if table else "loo")

    @staticmethod
    def take_turn_up(view, p):
        if int(p.number) == THROWING:
            tile = tile_to_throw(view.hand, view.trump, int(p.keeps))
            if tile >= 0:
                return tile
        six = view.hand | 1 << view.turn_up
        thrown = lowest(six & ~best_five(view, p.chart, six, FOR_TURN_UP))
        return LEAVE if thrown == view.turn_up else thrown

    @staticmethod
    def lead(view, p):
        if int(p.number) == OPENING and view.trick == 0 and count(view.legal) == 2:
            high, low = outer(view.legal)
            if view.legal & ~TRUMPS[view.trump] == 0:
                return announce(low if p.keeps else high, view.trump)
        return best_answer(view, p.chart)

    @staticmethod
    def follow(view, p):
        trump, legal = view.trump, view.legal
        if int(p.number) == HOLDING_BACK and view.trick == 0 and view.to_come == 0 and (
                view.led == trump and count(view.seats_in) == 2 and count(legal) == 2
                and legal & ~TRUMPS[trump] == 0):
            high, low = outer(legal)
            unseen = ALL_TILES & ~(view.hand | view.played | view.discarded)
            wins = beating(plain(trump), trump, view.winning) >> low & 1
            if beats_all(high, trump, unseen):
                return low if wins or p.keeps else high
        return best_answer(view, p.chart) >> 3
