"""The auction and the dealer's exchange (Rules 3, *Auction*)."""

from itertools import product
from typing import Any

from ..choices import checked
from .state import Call, EuchreDecider, EuchreState

PASS: Call = ("pass",)


def hold_auction(state: EuchreState, decider: EuchreDecider) -> None:
    """Ask every seat from the dealer's left, at most twice, until one makes trump.

    All pass twice: the hand is void and has no maker.
    """
    for round_number, seat in product((1, 2), state.seats):
        state.round, state.seat = round_number, seat
        legal = legal_calls(state)
        call = checked(decider.call(state, legal), legal, state, "auction")
        state.auction.append(_call_history(state, call))
        if call != PASS:
            _make_trump(state, decider, call)
            return


def legal_calls(state: EuchreState) -> list[Call]:
    """Return the calls of the seat to act.

    Round 1 accepts the turned trump, round 2 names any other suit; alone with four players only.
    """
    calls: list[Call] = [PASS]
    alone_options = (False, True) if state.players == 4 else (False,)
    if state.round == 1:
        return calls + [("accept", alone) for alone in alone_options]
    suits = (suit for suit in range(7) if suit != state.proposed)
    return calls + [("name", suit, alone) for suit in suits for alone in alone_options]


def _call_history(state: EuchreState, call: Call) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": state.seat, "round": state.round, "call": call[0]}
    if call[0] == "name":
        entry["suit"] = call[1]
    if call[-1] is True:
        entry["alone"] = True
    return entry


def _make_trump(state: EuchreState, decider: EuchreDecider, call: Call) -> None:
    """Fix trump and maker; the partner of a maker who goes alone lays the hand down."""
    state.maker = state.seat
    state.alone = call[-1] is True
    state.trump = state.proposed if call[0] == "accept" else call[1]
    if state.alone:
        partner = (state.maker + 2) % 4
        state.playing.remove(partner)
        state.hands[partner] = []
    if call[0] == "accept" and state.dealer in state.playing:
        _exchange(state, decider)


def _exchange(state: EuchreState, decider: EuchreDecider) -> None:
    """Let the dealer take the turn-up and discard any of his six tiles."""
    state.seat = state.dealer
    six_tiles = [*state.hands[state.dealer], state.turn_up]
    answer = decider.dealer_discard(state, six_tiles)
    state.dealer_discard = checked(answer, six_tiles, state, "dealer_discard")
    state.hands[state.dealer] = [tile for tile in six_tiles if tile != state.dealer_discard]
