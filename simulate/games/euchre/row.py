"""What a table of Euchre remembers: the entries of its row.

Entries by position count from the dealer's left (0 is the eldest hand, the last the
dealer); ``chair`` turns positions into seats.
"""

from __future__ import annotations

from simulate.domino.trick_kit import HAND
from simulate.domino.trick_kit import TRICKS as TRICKS
from simulate.machine.layouts import lay_out

SEATS = 4

AT = lay_out(
    HAND,
    # the rules
    high=1,  # 1 where a plain tile is always led as its higher end
    # the game
    dealer=1,  # seat
    score=SEATS,  # by seat: points before the hand, and after it once it is settled
    total=1,  # sum of what the hands so far were worth
    squares=1,  # of that
    fourths=1,  # powers of that
    cubes=SEATS,  # by seat: sum of the cubes of its values
    seen=SEATS,  # by side: scores that the game came through, bit 5 * own + other
    # the hand
    round=1,  # of the auction, 1 or 2
    maker=1,  # position; -1 where all passed twice
    alone=1,
    discard=1,  # the dealer's tile, -1 for none
    # the decision
    own=1,  # points of the seat before the hand
    other=1,  # most points of a seat against it
    scores=1,  # 4 bits a position: points before the hand
    # the outcome
    worth=1,  # points of the hand for each seat that scores
    scorers=1,  # seats that score
    value=SEATS,  # by seat: points made, or the points made against it with a minus
    game_over=1,
)
