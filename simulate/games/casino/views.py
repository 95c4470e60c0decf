"""What a seat at Casino may know when it bets, and what it may answer.

Sets of tiles are bits of an integer.
"""

from __future__ import annotations

from typing import NamedTuple

#: The only decision of a seat; its randomness has the number of the round.
BET = 0


class Betting(NamedTuple):
    """The view of the decision: bet a tile of the hand, and answer its number."""

    hand: int  #: tiles held
    seat: int  #: this seat
    seats: int  #: seats at the table
    position: int  #: seats from the roller to this seat, clockwise: 0 is the roller itself
    round: int  #: number of the round, 0 for the first
    rounds: int  #: rounds of the game: 14, 9, 7 or 5
    pot: int  #: tiles in the pot
    pot_tiles: int  #: how many they are
    stashes: int  #: 8 bits a seat: how many tiles its stash has
    seen: int  #: tiles that lie face up: all bets of the rounds before
    undrawn: int  #: how many tiles the boneyard still has
    word: int  #: 63 random bits, fresh for each decision
