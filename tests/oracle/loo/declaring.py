"""Declarations (Rules 1, *Declarations*)."""

from typing import Any

from ..choices import checked, checked_tiles
from .rules import HAND_SIZE, may_drop, miss_size
from .state import LooDecider, LooState


def declare_round(state: LooState, boneyard: list[str], decider: LooDecider) -> None:
    """Let every seat declare once, from the left of the dealer round to the dealer.

    A dealer whom all others left alone has won the walkover and does not declare.
    """
    for seat in state.seats:
        if state.playing != [state.dealer]:
            state.seat = seat
            _declare(state, boneyard, decider)


def legal_declarations(state: LooState) -> list[str]:
    """Return what the seat to act may declare."""
    legal = ["play"]
    if state.misses_left:
        legal.append("miss")
    if may_drop(len(state.seats)):
        legal.append("drop")
    if _may_play_for_pool(state):
        legal.append("for_pool")
    return legal


def _may_play_for_pool(state: LooState) -> bool:
    """Tell whether the dealer may play for the pool: the *For the pool* paragraph.

    Four players, exactly one other seat is still in, and it took the miss. Rounce has no such
    option (Rules 2, *Choices*).
    """
    if state.game != "loo" or len(state.seats) != 4 or state.seat != state.dealer:
        return False
    others = [seat for seat in state.playing if seat != state.dealer]
    return len(others) == 1 and state.took_miss(others[0])


def _declare(state: LooState, boneyard: list[str], decider: LooDecider) -> None:
    legal = legal_declarations(state)
    action = checked(decider.declare(state, legal), legal, state, "declarations")
    declaration: dict[str, Any] = {"seat": state.seat, "action": action}
    state.declarations.append(declaration)
    if action == "miss":
        _take_miss(state, boneyard, decider, declaration)
    elif action == "drop":
        state.playing.remove(state.seat)
        state.hands[state.seat] = []
    elif state.seat == state.dealer:
        _offer_turn_up(state, decider, declaration)


def _take_miss(
    state: LooState, boneyard: list[str], decider: LooDecider, declaration: dict[str, Any]
) -> None:
    """Discard the hand, draw the miss from the boneyard and discard back to five."""
    size = miss_size(len(state.seats))
    drawn = boneyard[:size]
    del boneyard[:size]
    state.misses_left -= 1
    state.hands[state.seat] = list(drawn)
    declaration["drawn"] = drawn
    answer = decider.discard_after_miss(state, drawn)
    discarded = checked_tiles(answer, size - HAND_SIZE, drawn, state, "declarations")
    declaration["discarded"] = discarded
    state.hands[state.seat] = [tile for tile in drawn if tile not in discarded]


def _offer_turn_up(state: LooState, decider: LooDecider, declaration: dict[str, Any]) -> None:
    """Let a dealer who plays the dealt hand take the turn-up for one of his five tiles."""
    takes = checked(decider.take_turn_up(state), [False, True], state, "declarations")
    if not takes:
        return
    hand = list(state.hands[state.dealer])
    answer = decider.discard_for_turn_up(state, hand)
    discarded = checked(answer, hand, state, "declarations")
    declaration["takes_turn_up"] = True
    declaration["discarded"] = [discarded]
    state.hands[state.dealer].remove(discarded)
    state.hands[state.dealer].append(state.turn_up)
