"""Forty-two in plain Python, from the rules alone."""

from boneyard.proof.table import checked, clockwise
from boneyard.proof.tricks import Suits, TricksState, play_tricks

COUNTS = {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}
BIDS = [*range(30, 43), 84]


class State(TricksState):
    """A hand in progress."""

    bid, bidder, trump = 0, None, 0  # the highest bid so far


def legal_bids(state):
    """Return what the seat may bid, None to pass."""
    must = state.seat == state.dealer and not state.bid
    return [*[None] * (not must), *(bid for bid in BIDS if bid > state.bid)]


def points_of(trick):
    """Return what a trick counts."""
    return 1 + sum(COUNTS.get(tile, 0) for _, tile in trick.plays)


def play_hand(state, decider):
    """Play a hand, and return it as the exchange format has it."""
    calls = []
    for seat in state.seats:
        state.seat = seat
        legal = legal_bids(state)
        bid = checked(decider.bid(state, legal), legal, state, "auction")
        calls.append({"seat": seat, "call": str(bid or "pass")})
        if bid:
            state.bid, state.bidder = bid, seat
    bid, bidder = state.bid, state.bidder
    state.seat = bidder
    state.trump = checked(decider.trump(state), list(range(7)), state, "trump")
    suits = Suits(state.trump)
    play_tricks(
        state, decider, suits, bidder,
        lambda hand, opening: [(tile, max(suits.suits_of(tile))) for tile in hand],
        lambda hand, suit: suits.of_suit(hand, suit) or hand)
    made = sum(points_of(trick) for trick in state.tricks if (trick.winner - bidder) % 2 == 0)
    own, others = (84 if bid == 84 else made), 42 - made
    if made < min(bid, 42):
        own, others = 0, others + bid
    points = [own if (seat - bidder) % 2 == 0 else others for seat in range(4)]
    after = [one + more for one, more in zip(state.scores, points, strict=True)]
    there = [seat for seat in range(4) if after[seat] >= state.rules["target"]]
    return {
        "hand": state.hand_index, "players": 4, "rules": state.rules, "dealer": state.dealer,
        "dealt": state.dealt, "trump": state.trump, "bidder": bidder, "made": made,
        "auction": [*calls, {"seat": bidder, "call": f"{state.trump}s"}],
        "tricks": [trick.history() for trick in state.tricks], "tricks_won": state.tricks_won,
        "points_before": state.scores, "points": points, "points_after": after,
        "game_over": bool(there),
        "winners": [seat for seat in there if bidder not in there or (seat - bidder) % 2 == 0]}


def play_session(rules, dealer, deck_of, decider, hands):
    """Play a game; ``deck_of(hand)`` gives the tiles in the order in which they come."""
    played, scores = [], [0] * 4
    while len(played) < hands and not (played and played[-1]["game_over"]):
        deck, seats = deck_of(len(played)), clockwise(dealer + 1, range(4), 4)
        dealt = [deck[7 * seats.index(seat):][:7] for seat in range(4)]
        state = State(rules, 4, len(played), dealer, seats, scores, dealt, "")
        played.append(play_hand(state, decider))
        scores, dealer = played[-1]["points_after"], (dealer + 1) % 4
    return played
