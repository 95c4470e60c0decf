"""Its strategies, in one module."""

from simulate.domino.tile_sets import lowest
from strategies.base import UNIFORM, Strategy


class HighStrategy(Strategy):
    games = ("high",)
    decisions = ("bid",)


class Random(HighStrategy):
    name = "random"
    summary = "Bids by lot."
    looks_at = "nothing"
    bid = UNIFORM


class Lowest(HighStrategy):
    name = "lowest"
    summary = "Bids its lowest tile."
    looks_at = "its tiles"

    @staticmethod
    def bid(view, p):
        return lowest(view.hand)


class Highest(HighStrategy):
    name = "highest"
    summary = "Bids its highest tile."
    looks_at = "its tiles"

    @staticmethod
    def bid(view, p):
        hand = view.hand
        while hand & (hand - 1):
            hand &= hand - 1
        return lowest(hand)
