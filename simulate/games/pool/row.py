"""What a table of Domino Pool remembers: the entries of its row.

Positions count clockwise from the leader, who is 0; ``chair`` turns them into seats.
"""

from __future__ import annotations

from simulate.machine.layouts import lay_out
from simulate.machine.table import BASE, MAX_SEATS

SEATS = MAX_SEATS
#: No hand has more turns.  A turn in which nobody plays or draws is idle.  Every tile is
#: played once and drawn once at most, so with six seats, 18 tiles dealt and 8 that may be
#: drawn, there are at most 34 other turns, and five idle ones after each; fewer seats have
#: fewer turns in all, and no seat has more than the 39 that two seats can have.
MOST_TURNS = 208

AT = lay_out(
    BASE.size,
    # the rules
    contribution=1,
    rotate=1,  # 1 when the lead moves to the left, 0 when it is drawn by lot
    draw=1,  # NO, MAY or MUST (views)
    hundred_up=1,
    target=1,  # 0 when every hand is played for its own pool
    star=1,  # NO, MAY or MUST
    bankroll=1,
    seats=1,  # at the table
    # the session
    leader=1,  # seat
    seats_in=1,  # seats that take part in the next hand
    chips=SEATS,  # by seat, where banks are finite
    score=SEATS,  # by seat: pips counted before the hand
    stars=1,  # seats that have starred
    pool=1,  # chips that the hand is played for
    pool_next=1,
    # the hand
    players=1,  # seats dealt in
    chair=SEATS,  # by position
    dealt=SEATS,  # by position, set of tiles
    held=SEATS,  # by position, set still held
    stock=1,  # tiles left in the stock
    tiles_played=1,
    sizes=1,  # 8 bits a position: tiles held
    voids=1,  # 8 bits a position: numbers it has shown to be without
    scores=1,  # 10 bits a position: pips counted before the hand
    chips_0=1,  # by position: chips left after the contributions, where banks are finite
    chips_1=1,
    chips_2=1,
    chips_3=1,
    chips_4=1,
    chips_5=1,
    # the decision
    hand=1,
    legal=1,
    left=1,
    right=1,
    position=1,
    passes=1,
    pips=1,
    # the decision to star
    total=1,
    highest=1,  # score of the seats still in
    totals=1,  # 10 bits a position
    going_out=1,  # positions
    starring=1,  # positions
    places=1,
    # what the turns were
    turns=1,
    choice_of=MOST_TURNS,  # option chosen, or NO_OPTION
    drawn_of=MOST_TURNS,  # tile drawn first, or -1
    legal_of=MOST_TURNS,  # options there were
    # the outcome
    blocked=1,
    winners=1,  # seats that win the hand
    winning=1,  # and their positions
    pips_left=SEATS,  # by position
    contributed=SEATS,  # by seat, chips paid before the deal
    paid=SEATS,  # by seat, chips taken from the pool
    value=SEATS,  # by seat, net chips
    score_after=SEATS,  # by seat
    out=1,  # seats that reached the target
    starred=1,  # seats that star in this hand
    declined=1,  # seats that might have starred and did not
    game_over=1,
    game_winners=1,  # seats
)
