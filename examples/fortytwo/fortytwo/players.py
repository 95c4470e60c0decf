"""The players of Forty-two: by lot, and a rule of thumb that another one bends."""

from fortytwo.hand import COUNTS, LOWEST, PASS
from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import DOUBLES, NUMBERS
from simulate.domino.tricks import announce, beating, led_as, plain, strength, trumps_of
from simulate.machine.compiling import helper
from strategies.base import UNIFORM, Parameter, Strategy


@helper
def worth(hand, trump):
    """Return what a hand is worth with a trump: 2 a trump, 3 its double, 2 each other double."""
    trumps = hand & trumps_of(plain(trump))
    return 2 * count(trumps) + 3 * count(trumps & DOUBLES) + 2 * count(hand & DOUBLES & ~trumps)


@helper
def best_trump(hand):
    """Return the trump with which a hand is worth most."""
    best = 0
    for trump in range(1, NUMBERS):
        if worth(hand, trump) >= worth(hand, best):
            best = trump
    return best


@helper
def pick_tile(tiles, order, led, power, points):
    """Return the tile of a set that is best by strength and points, weighed so."""
    best, most = lowest(tiles), -1000
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        suit = led if led >= 0 else lowest(led_as(order, tile))
        weighed = power * strength(order, suit, tile) + points * COUNTS[tile]
        if weighed > most:
            best, most = tile, weighed
    return best


class FortytwoStrategy(Strategy):
    """Base of the strategies: leads from the top, wins cheaply, gives points to the partner."""

    games = ("fortytwo",)
    decisions = ("bid", "trump", "lead", "follow")

    @staticmethod
    def trump(view, p):
        """Name the trump with which the hand is worth most."""
        return best_trump(view.hand)

    @staticmethod
    def lead(view, p):
        """Lead the strongest tile."""
        order = plain(view.trump, 1)
        tile = pick_tile(view.legal, order, -1, 1, 0)
        return announce(tile, lowest(led_as(order, tile)))

    @staticmethod
    def follow(view, p):
        """Win if the partner does not, else give points to the partner or keep them."""
        order = plain(view.trump, 1)
        winning = view.legal & beating(order, view.led, view.winning)
        if view.winner == view.position ^ 2:
            return pick_tile(view.legal, order, view.led, -1, 5)
        tiles, points = (winning, 5) if winning else (view.legal, -5)
        return pick_tile(tiles, order, view.led, -1, points)


class Random(FortytwoStrategy):
    """Takes every decision by lot."""

    name = "random"
    bid = trump = lead = follow = UNIFORM


class Thumb(FortytwoStrategy):
    """Bids by its best trump: 2 a trump, 3 its double, 2 each other double."""

    name = "thumb"
    looks_at = "trumps and doubles in the hand, who holds the bid"
    parameters = {"needed": Parameter(12, 0, 30, "worth that is enough to bid 30")}

    @staticmethod
    def bid(view, p):
        """Bid as little as is allowed while the hand is worth it, and never over the partner."""
        least, over = lowest(view.legal & ~(1 << PASS)), view.bidder == view.position ^ 2
        most = LOWEST + worth(view.hand, best_trump(view.hand)) - p.needed
        return PASS if view.legal >> PASS & 1 and (over or least > most) else least


class Bold(Thumb):
    """As thumb, with two less needed to bid."""

    name = "bold"
    parameters = {"needed": Parameter(10, 0, 30, Thumb.parameters["needed"].meaning)}
