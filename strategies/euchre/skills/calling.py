"""Small questions that calls ask."""

from __future__ import annotations

from simulate.domino.tile_sets import lowest
from simulate.games.euchre.calls import PASS, make, suit_made
from simulate.machine.compiling import helper, inlined
from strategies.euchre.skills.hand_strength import tricks_with

_LAST_POINT = 4


@inlined
def may(legal: int, call: int) -> bool:
    """Tell whether a call is allowed."""
    return bool(legal >> call & 1)


@helper
def best_suit(
    hand: int, legal: int, turn_up: int, round_number: int, position: int, players: int,
    alone: int,
) -> tuple[int, float]:
    """Return the suit allowed with the most tricks to be expected, and their number."""
    best, most = 0, -9.0
    suits = legal & ~(1 << PASS)
    while suits:
        suit = suit_made(lowest(suits))
        suits &= ~(1 << make(suit, 0) | 1 << make(suit, 1))
        tricks = tricks_with(hand, suit, turn_up, round_number, position, players, alone)
        if tricks > most:
            best, most = suit, tricks
    return best, most


@inlined
def may_go_alone(legal: int, suit: int, own: int) -> bool:
    """Tell whether going alone is allowed and of use: with one point to go four are no better."""
    return may(legal, make(suit, 1)) and own < _LAST_POINT


@helper
def call_suit(legal: int, suit: int, alone: bool, own: int) -> int:
    """Return the call that makes a suit trump: alone if that is wanted, allowed and useful."""
    return make(suit, int(alone and may_go_alone(legal, suit, own)))
