"""Turns of a hand, to domino or a blocked line (Rules 4)."""

from ..choices import checked
from ..tiles import pips
from .rules import STOCK_NEVER_DRAWN
from .state import PoolDecider, PoolState


def play_out(state: PoolState, decider: PoolDecider) -> str:
    """Play a hand and return how it ended.

    Returns
    -------
    str
        ``domino`` when a seat has played its last tile, ``blocked`` after a full round of passes
        in which nobody drew: a turn with a draw in it is no such pass.
    """
    idle_turns = 0
    turn = 0
    while idle_turns < len(state.seats):
        state.seat = state.seats[turn % len(state.seats)]
        idle_turns = 0 if _take_turn(state, decider) else idle_turns + 1
        if not state.hands[state.seat]:
            return "domino"
        turn += 1
    return "blocked"


def pips_left(state: PoolState) -> list[int]:
    """Count the pips that each seat still holds."""
    return [sum(pips(tile) for tile in hand) for hand in state.hands]


def hand_winners(state: PoolState) -> list[int]:
    """Return the seat that made domino, or after a block those with the lowest pip count."""
    domino = [seat for seat in state.seats if not state.hands[seat]]
    if domino:
        return domino
    counts = pips_left(state)
    lowest = min(counts[seat] for seat in state.seats)
    return sorted(seat for seat in state.seats if counts[seat] == lowest)


def _take_turn(state: PoolState, decider: PoolDecider) -> bool:
    """Play, draw or pass for the seat to act; tell whether it played or drew.

    Playing is compulsory when able, and so is playing the tile drawn if it fits.
    """
    hand = state.hands[state.seat]
    options = state.line.options(hand)
    drew = not options and _draws(state, decider)
    if drew:
        options = state.line.options(hand)
    if not options:
        state.plays.append({"seat": state.seat, "pass": True})
        return drew
    tile, end = checked(decider.play(state, options), options, state, "plays")
    hand.remove(tile)
    state.line.place(tile, end)
    state.plays.append({"seat": state.seat, "tile": tile, "end": end})
    return True


def _draws(state: PoolState, decider: PoolDecider) -> bool:
    """Draw one tile under option ``draw`` while more than the last two are left there.

    ``must``: the seat has to; ``may``: it decides, and declining counts as a pass.
    """
    if state.rules["draw"] == "no" or state.stock_left <= STOCK_NEVER_DRAWN:
        return False
    if state.rules["draw"] == "may" and not checked(
        decider.draw(state), (False, True), state, "plays"
    ):
        return False
    tile = state.stock[-state.stock_left]
    state.stock_left -= 1
    state.hands[state.seat].append(tile)
    state.plays.append({"seat": state.seat, "draw": tile})
    return True
