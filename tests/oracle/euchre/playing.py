"""Leads and follows (Rules 3, *Play*)."""

from functools import partial

from ..seats import clockwise
from ..tiles import ends
from ..tricks import TRICKS_IN_A_HAND, Lead, play_trick
from .bowers import BowerSuits
from .state import EuchreDecider, EuchreState


def play_out(state: EuchreState, decider: EuchreDecider, maker: int, suits: BowerSuits) -> None:
    """Play the five tricks: the maker leads, then the winner of each trick."""
    follow_options = partial(legal_follows, suits)
    leader = maker
    for _ in range(TRICKS_IN_A_HAND):
        order = clockwise(leader, state.playing, state.players)
        leads = legal_leads(suits, state.rules["lead_suit"], state.hands[leader])
        leader = play_trick(state, decider, order, suits, leads, follow_options)


def legal_leads(suits: BowerSuits, lead_suit: str, hand: list[str]) -> list[Lead]:
    """Return every tile of the hand with the suits it may be led as.

    Option ``lead_suit``: ``announced`` lets the leader of a plain tile name either number,
    ``high`` makes it the higher end always. A bower or another trump is led as trump.
    """
    if lead_suit == "announced":
        return [(tile, suit) for tile in hand for suit in suits.suits_of(tile)]
    return [(tile, suits.trump if suits.is_trump(tile) else max(ends(tile))) for tile in hand]


def legal_follows(suits: BowerSuits, hand: list[str], suit: int) -> list[str]:
    """Return the tiles that follow suit, or any tile; there is no duty to trump."""
    return suits.of_suit(hand, suit) or list(hand)
