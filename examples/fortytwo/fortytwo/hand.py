"""A hand of Forty-two: the bids, the trump, the tricks, and what they count."""

from typing import NamedTuple

import numpy as np

from simulate.domino import trick_kit as kit
from simulate.domino.tiles import NUMBERS, TILES, name
from simulate.domino.tricks import plain
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import lay_out

#: The decisions, in the order of a game's ``decisions``.
BID, TRUMP, LEAD, FOLLOW = range(4)
SEATS, HELD = 4, 7
#: Bids are numbers: 1 passes, 2 is 30, one more each to 14, which is 42; 15 is 84.
PASS, LOWEST, HIGHEST = 1, 2, 15
ALL_POINTS, DOUBLED, SUITS = 42, 84, (1 << NUMBERS) - 1
#: What a tile counts in the trick that it is played to.
COUNTS = np.array([{"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}.get(name(tile), 0)
                   for tile in range(TILES)])

AT = lay_out(
    kit.HAND, target=1, dealer=1,
    score=SEATS,  # by seat: points before the hand, and after it once it is settled
    action=SEATS,  # bids by position, 0 before it was asked
    bid=1, bidder=1,  # the highest so far, and its position; 0 and -1 before any
    own=1, other=1,  # what a view shows of the score
    made=1,  # points that the bidder's side took
    value=SEATS, game_over=1, winners=1)


class Bidding(NamedTuple):
    """The view of a bid, and of the trump to name."""

    hand: int  #: the seven tiles held
    legal: int  #: bids, or numbers that can be named: bit k for k
    players: int
    position: int  #: 0 is the eldest hand
    seat: int
    bid: int  #: the highest bid so far, 0 before any
    bidder: int  #: position that holds it, -1 before any
    own: int  #: points of its side before the hand
    other: int  #: points of the other side
    target: int  #: points that win the game
    word: int  #: 63 random bits, fresh for each decision


class Playing(NamedTuple):
    """The view of the tricks."""

    hand: int  #: tiles held
    legal: int  #: those that may be played
    trump: int
    position: int
    bid: int
    bidder: int
    to_come: int  #: positions that play to this trick after this seat
    led: int  #: suit to follow, -1 for the leader
    winning: int  #: tile that wins the trick so far, -1 for the leader
    winner: int  #: position that played it, -1 for the leader
    played: int  #: tiles played in this hand
    voids: int  #: 8 bits a position: suits it has shown to be without
    tricks: int  #: 4 bits a position: tricks taken
    word: int


@inlined
def points_of(bid):
    """Return the points that a bid names."""
    return DOUBLED if bid == HIGHEST else 28 + bid


@inlined
def legal_bids(position, bid):
    """Return what may be bid over a bid, bit k for bid k; the dealer may not pass after passes."""
    return (2 << HIGHEST) - (2 << max(bid, PASS)) | int(position < SEATS - 1 or bid > 0) << PASS


@helper
def show_score(table, seat):
    """Set a view's entries with the points of both sides."""
    table[AT.own], table[AT.other] = table[AT.score + seat], table[AT.score + (seat ^ 1)]


@helper
def hold_auction(table):
    """Let each position bid once, and the highest bidder name the trump."""
    table[AT.bid], table[AT.bidder], table[AT.trump], table[AT.turn_up] = 0, -1, -1, -1
    for p in range(SEATS):
        table[AT.action + p] = 0
    for p in range(SEATS):
        bid = kit.call(table, p, BID, BID, legal_bids(p, table[AT.bid]), show_score)
        table[AT.action + p] = bid
        if bid > PASS:
            table[AT.bid], table[AT.bidder] = bid, p
    table[AT.trump] = kit.call(table, table[AT.bidder], TRUMP, TRUMP, SUITS, show_score)


@helper
def settle(table):
    """Count what the bidder's side took, and score the hand."""
    made, bid, bidder = 0, points_of(table[AT.bid]), table[AT.bidder]
    for trick in range(HELD):
        points, first = 1, AT.tile_of + kit.SEATS * trick
        for k in range(SEATS):
            points += COUNTS[table[first + k]]
        made += points * int((table[AT.winner_of + trick] ^ bidder) & 1 == 0)
    own, others = made, ALL_POINTS - made
    if made < min(bid, ALL_POINTS):
        own, others = 0, others + bid
    elif bid == DOUBLED:
        own = DOUBLED
    table[AT.made], side = made, table[AT.chair + bidder] & 1
    for seat in range(SEATS):
        table[AT.value + seat] = own if seat & 1 == side else others
        table[AT.score + seat] += table[AT.value + seat]
    if table[AT.score + side] < table[AT.target]:
        side ^= 1  # the bidder's side wins if both have the points
    table[AT.game_over] = table[AT.score + side] >= table[AT.target]
    table[AT.winners] = table[AT.game_over] * 0b0101 << side


def play_dealt(table, numbers):
    """Deal and play a hand whose dealer and scores are set."""
    kit.deal_out(table, table[AT.dealer], SEATS, HELD, 0)
    hold_auction(table)
    table[AT.seats_in] = (1 << SEATS) - 1
    kit.play_out(table, table[AT.bidder], plain(table[AT.trump], 1), None, None, None, LEAD,
                 kit.nothing_more, kit.all_may_be_played)
    settle(table)
    return 0
