"""Leads and follows (Rules 1, *Play*)."""

from functools import partial

from ..seats import clockwise
from ..tricks import TRICKS_IN_A_HAND, Lead, Suits, play_trick
from .rules import Rules
from .state import LooDecider, LooState


def play_out(state: LooState, decider: LooDecider) -> None:
    """Play the five tricks: eldest hand leads, then the winner of each trick."""
    suits = Suits(state.trump)
    follow_options = partial(legal_follows, suits, state.rules)
    leader = state.playing[0]
    for _ in range(TRICKS_IN_A_HAND):
        order = clockwise(leader, state.playing, state.players)
        leads = legal_leads(suits, state.rules, state.hands[leader], opening=not state.tricks)
        leader = play_trick(state, decider, order, suits, leads, follow_options)


def legal_leads(suits: Suits, rules: Rules, hand: list[str], *, opening: bool) -> list[Lead]:
    """Return the tiles that may be led, each with every suit it may be led as.

    Rules 1, *Play*: (1) on the opening lead, ``lead_trump_min`` trumps or more bind the leader to
    a trump; (2) every later leader has just won a trick and must lead a trump if holding one.
    """
    trumps = suits.trumps(hand)
    bound = trumps and (not opening or len(trumps) >= rules["lead_trump_min"])
    return [(tile, suit) for tile in (trumps if bound else hand) for suit in suits.suits_of(tile)]


def legal_follows(suits: Suits, rules: Rules, hand: list[str], suit: int) -> list[str]:
    """Return the tiles that may be played to a lead of the suit.

    Rules 1, *Play*: (3) follow suit if able; (4) else, with ``must_trump``, trump if able;
    (5) otherwise any tile.
    """
    following = suits.of_suit(hand, suit)
    if following:
        return following
    trumps = suits.trumps(hand)
    return trumps if rules["must_trump"] and trumps else list(hand)
