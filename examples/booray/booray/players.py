"""The players of Boo-Ray: by lot, and a rule of thumb with two numbers that two others bend."""

from simulate.domino.pool_kit import PASS, PLAY
from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import DOUBLES
from simulate.domino.tricks import announce, beating, by_rank, led_as, plain, strength, trumps_of
from simulate.machine.compiling import helper
from strategies.base import UNIFORM, Parameter, Strategy


@helper
def points(hand, trump, turn_up=-1, is_dealer=0):
    """Return what a hand is worth before the exchange: 2 a trump, 1 the best two, 1 a double."""
    trumps = hand & trumps_of(plain(trump))
    top = by_rank(trumps_of(plain(trump)))
    for _ in range(5):
        top &= top - 1  # the double and the other number are left
    return 2 * count(trumps) + count(by_rank(trumps) & top) + count(hand & DOUBLES & ~trumps)


@helper
def strongest(tiles, order, suit, sign):
    """Return the tile of a set that is strongest in a trick, or with ``sign`` -1 weakest."""
    best, most = lowest(tiles), -1000
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        led = suit if suit >= 0 else lowest(led_as(order, tile))
        worth = sign * strength(order, led, tile)
        if worth > most:
            best, most = tile, worth
    return best


class BoorayStrategy(Strategy):
    """Base of the strategies: keeps trumps and doubles, leads from the top, wins cheaply.

    So ``head`` asks nothing of them that they do not do, and ``top`` next to nothing.
    """

    games = ("booray",)
    decisions = ("declare", "keep", "lead", "follow")

    @staticmethod
    def keep(view, p):
        """Keep trumps and doubles, and the rest where too few may be changed."""
        kept = view.hand & (trumps_of(plain(view.trump)) | DOUBLES)
        rest = view.hand & ~kept
        while count(kept) < 5 - view.most:
            kept |= rest & -rest
            rest &= rest - 1
        return kept

    @staticmethod
    def lead(view, p):
        """Lead the strongest tile."""
        order = plain(view.trump)
        tile = strongest(view.legal, order, -1, 1)
        return announce(tile, lowest(led_as(order, tile)))

    @staticmethod
    def follow(view, p):
        """Win with the weakest tile that does, or throw off the weakest."""
        order = plain(view.trump)
        winning = view.legal & beating(order, view.led, view.winning)
        return strongest(winning if winning else view.legal, order, view.led, -1)


class Random(BoorayStrategy):
    """Takes every decision at random."""

    name = "random"
    looks_at = "nothing"
    declare = keep = lead = follow = UNIFORM


class Thumb(BoorayStrategy):
    """Plays with points enough: 2 a trump, 1 more for the best two, 1 a double."""

    name = "thumb"
    looks_at = "trumps and doubles in the hand, who plays"
    # tune --against thumb --rule penalty=cap:10n finds 3.55, 0.477. Against thumb it makes 0.021
    # chips a hand more than thumb; against it thumb makes 0.017 more: the two go in a circle.
    parameters = {  # read only
        "needed": Parameter(4.4, 0, 12, "points that are enough when nobody plays yet"),
        "wary": Parameter(0.25, 0, 4, "points more for each seat that plays already"),
    }

    @staticmethod
    def declare(view, p):
        """Play with enough points."""
        needed = p.needed + p.wary * count(view.playing)
        return PLAY if points(view.hand, view.trump) >= needed else PASS


class Cautious(Thumb):
    """As thumb, with two points more."""

    name = "cautious"
    parameters = {  # read only
        **Thumb.parameters, "needed": Parameter(6.4, 0, 12, Thumb.parameters["needed"].meaning)}


class Bold(Thumb):
    """As thumb, with two points less, whoever plays already."""

    name = "bold"
    parameters = {  # read only
        "needed": Parameter(2.4, 0, 12, Thumb.parameters["needed"].meaning),
        "wary": Parameter(0, 0, 4, Thumb.parameters["wary"].meaning)}
