"""What a table of Euchre remembers: the entries of its row.

Entries by position count from the dealer's left (0 is the eldest hand, the last the
dealer); ``seat_at`` turns positions into seats.
"""

from __future__ import annotations

from simulate.machine.compiling import inlined
from simulate.machine.layouts import lay_out
from simulate.machine.table import BASE, Table

SEATS = 4
TRICKS = 5
PLAYS = SEATS * TRICKS

AT = lay_out(
    BASE.size,
    # the rules
    players=1,
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
    turn_up=1,
    trump=1,  # proposed, then made
    dealt=SEATS,  # by position, set of tiles
    held=SEATS,  # by position, set still held
    round=1,  # of the auction, 1 or 2
    maker=1,  # position; -1 where all passed twice
    alone=1,
    seats_in=1,  # positions that play to the tricks
    in_trick=1,  # how many they are
    next_in=1,  # 4 bits a position: the next of them on its left
    turn_up_taken=1,
    discard=1,  # the dealer's tile, -1 for none
    voids=1,  # 8 bits a position: suits it has shown to be without
    played=1,  # set of tiles played
    tricks=1,  # 4 bits a position: tricks taken
    luck=PLAYS,  # 4 * trick + position: randomness of the tile to be played
    # the decision
    hand=1,
    legal=1,
    position=1,
    own=1,  # points of the seat before the hand
    other=1,  # most points of a seat against it
    scores=1,  # 4 bits a position: points before the hand
    discarded=1,
    to_come=1,
    trick=1,
    led=1,
    winning=1,
    winner=1,
    # what the tricks were
    leader_of=TRICKS,  # position
    suit_of=TRICKS,
    winner_of=TRICKS,  # position
    player_of=PLAYS,  # 4 * trick + order of play: position
    tile_of=PLAYS,
    legal_of=PLAYS,  # set that could have been played
    # the outcome
    worth=1,  # points of the hand for each seat that scores
    scorers=1,  # seats that score
    value=SEATS,  # by seat: points made, or the points made against it with a minus
    game_over=1,
)


@inlined
def seat_at(table: Table, position: int) -> int:
    """Return the seat at a position."""
    seat = table[AT.dealer] + 1 + position
    return seat - table[AT.players] if seat >= table[AT.players] else seat
