"""A hand of Forty-two as a history, as a text, and as its decisions are asked about."""

from functools import partial

from fortytwo import hand as kernel
from fortytwo.hand import AT, HELD, LOWEST, PASS, SEATS
from fortytwo.players import best_trump, worth
from simulate.games import narrating, tricks
from simulate.games.auction import AuctionAsking, Turn, bids_begun, points_in
from simulate.machine.compiling import helper
from simulate.machine.table import BASE
from simulate.theory.bids import Bids

#: Calls as histories write them, by decision.
CALLED = {"bid": {PASS: "pass", **{bid: str(kernel.points_of.py_func(bid))
                                   for bid in range(LOWEST, kernel.HIGHEST + 1)}},
          "trump": {number: f"{number}s" for number in range(kernel.NUMBERS)}}


def record(row, players):
    """Return a hand of the exchange format from the row that it left."""
    return {**begun(row, players), "hand": int(row[BASE.number]), "made": int(row[AT.made]),
            "bidder": tricks.chairs_in(row)[row[AT.bidder]], **points_in(row, AT, players),
            "tricks": tricks.tricks_in(row, HELD), "tricks_won": tricks.won_in(row, players),
            "winners": [seat for seat in range(players) if row[AT.winners] >> seat & 1]}


def tell_play(hand, row):
    """Return what was played, as lines."""
    calls = [f"  {narrating.who(hand, one['seat']):<28} {one['call']}" for one in hand["auction"]]
    return tricks.tell_hand(hand, row, ["Bids", *calls], ASKING.order(max(hand["trump"], 0)))


def tell_end(hand):
    """Return what came of it, as lines."""
    return [*narrating.tell_points(
        hand, {hand["bidder"]: f"  bidder, with the partner {hand['made']}"}, 12),
        *narrating.tell_winners(hand)]


class FortytwoAsking(AuctionAsking):
    """How Forty-two is asked about."""

    def turn(self, events, chairs):
        bids = [event.answer for event in events[:SEATS]]
        high = max([bid for bid in bids if bid >= LOWEST], default=0)
        if (asked := len(bids)) < SEATS:
            legal = kernel.legal_bids.py_func(asked, high)
            return Turn(chairs[asked:], "bid", kernel.BID, legal)
        first = bids.index(high)
        due = ("trump", kernel.TRUMP, kernel.SUITS), ("lead", kernel.kit.FIRST_TRICK)
        return Turn(chairs[first:] + chairs[:first], *due[len(events) > SEATS])


class FortytwoBids(Bids):
    """Bids are solved by what a hand is worth to the rule of thumb."""

    words, names = CALLED["bid"], [narrating.how_many(k, "point") for k in range(20)]

    @staticmethod
    @helper
    def kind(hand, trump, turn_up, is_dealer):
        """Return what a hand is worth with its best trump."""
        return worth(hand, best_trump(hand))


ASKING, DECLARED = FortytwoAsking(kernel.play_dealt, AT, SEATS, HELD, CALLED, 1), FortytwoBids
refused, begun = partial(tricks.refused, CALLED), partial(bids_begun, AT, CALLED)
