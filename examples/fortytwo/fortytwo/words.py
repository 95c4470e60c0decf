"""A hand of Forty-two as a history, as a text, and as its decisions are asked about."""

from __future__ import annotations

from functools import partial

from fortytwo import hand as kernel
from fortytwo.hand import AT, HELD, LEAD, LOWEST, PASS, SEATS
from simulate.domino.tricks import plain, uniform_lead
from simulate.games import narrating, tricks
from simulate.games.auction import AuctionAsking, Turn, points_in
from simulate.machine.table import BASE

#: Calls as histories write them, by decision.
CALLED = {"bid": {PASS: "pass", **{bid: str(kernel.points_of.py_func(bid))
                                   for bid in range(LOWEST, kernel.HIGHEST + 1)}},
          "trump": {number: f"{number}s" for number in range(kernel.NUMBERS)}}


def begun(row, players):
    """Return a hand that a failing strategy stopped."""
    chairs, at_tiles = tricks.chairs_in(row), row[BASE.decision] >= LEAD
    calls = [{"seat": seat, "call": CALLED["bid"][int(row[AT.bids + p])]}
             for p, seat in enumerate(chairs) if row[AT.bids + p]]
    if row[AT.trump] >= 0:
        calls.append({"seat": chairs[row[AT.bidder]], "call": CALLED["trump"][int(row[AT.trump])]})
    return {"dealer": int(row[AT.dealer]), **tricks.deal_in(row, players), "auction": calls,
            "trump": int(row[AT.trump]), "tricks": tricks.tricks_begun(row) if at_tiles else []}


def record(row, players):
    """Return a hand of the exchange format from the row that it left."""
    return {"hand": int(row[BASE.number]), **begun(row, players),
            "bidder": tricks.chairs_in(row)[row[AT.bidder]], "made": int(row[AT.made]),
            "tricks": tricks.tricks_in(row, HELD), "tricks_won": tricks.won_in(row, players),
            **points_in(row, AT, players),
            "winners": [seat for seat in range(players) if row[AT.winners] >> seat & 1]}


def tell_play(hand, row):
    """Return what was played, as lines."""
    calls = [f"  {narrating.who(hand, one['seat']):<28} {one['call']}" for one in hand["auction"]]
    return tricks.tell_hand(hand, row, ["Bids", *calls], plain.py_func(max(hand["trump"], 0), 1))


def tell_end(hand):
    """Return what came of it, as lines."""
    over = [f"  the game goes to {narrating.named(hand, hand['winners'])}"] * hand["game_over"]
    return [*narrating.tell_points(
        hand, {hand["bidder"]: f"  bidder, with the partner {hand['made']}"}, 12), *over]


def lead_by_lot(view, p):
    """Lead any tile."""
    return uniform_lead(plain(view.trump, 1), view.legal, view.word)


class FortytwoAsking(AuctionAsking):
    """How Forty-two is asked about."""

    def turn(self, events, chairs):
        bids = [event.answer for event in events[:SEATS]]
        high = max([bid for bid in bids if bid >= LOWEST], default=0)
        if len(bids) < SEATS:
            legal = kernel.legal_bids.py_func(len(bids), high)
            return Turn(chairs[len(bids):], "bid", kernel.BID, legal)
        ring = chairs[bids.index(high):] + chairs[:bids.index(high)]
        if len(events) == SEATS:
            return Turn(ring, "trump", kernel.TRUMP, kernel.SUITS)
        return Turn(ring, "lead", kernel.kit.FIRST_TRICK)


ASKING = FortytwoAsking(kernel.play_dealt, AT, SEATS, HELD, CALLED,
                        lambda trump: plain.py_func(trump, 1), lead_by_lot)
refused = partial(tricks.refused, CALLED)
