"""What a table of Loo or Rounce remembers: the entries of its row.

Entries by position count from the dealer's left (0 is the eldest hand); ``chair`` turns
positions into seats.
"""

from __future__ import annotations

from simulate.domino.trick_kit import HAND
from simulate.domino.trick_kit import TRICKS as TRICKS
from simulate.machine.layouts import lay_out

SEATS = 4

AT = lay_out(
    HAND,
    # the rules
    ante=1,
    dealer_ante=1,
    dealer_top_up=1,
    empty_below=1,  # a pool of fewer chips counts as empty
    penalty_kind=1,
    penalty_chips=1,
    penalty_a_seat=1,
    escalation_limit=1,
    lead_trump_min=1,
    must_trump=1,
    points_game=1,
    rounce=1,
    bankroll=1,
    seats=1,  # at the table
    # the session
    dealer=1,  # seat
    pool=1,  # chips at the start of play
    pool_next=1,
    chips=SEATS,  # by seat, where banks are finite
    score=SEATS,  # by seat: points before the hand, counted up from 0 in both games
    # the hand
    penalty=1,  # chips or points that a looed seat pays
    penalty_limit=1,  # the most chips that it may pay at any pool; 0 where there is no limit
    action=SEATS,  # by position; 0 for a dealer who never had to declare
    drawn=SEATS,  # by position, set drawn for a miss
    thrown=SEATS,  # by position, set thrown away: after a miss, or for the turn-up
    stayed=1,  # positions that play their dealt hands
    missed=1,  # positions that took the miss
    dropped=1,  # positions that dropped
    misses_left=1,
    for_pool=1,
    played_out=1,  # 1 when tricks were played, 0 for a walkover
    chips_0=1,  # by position: chips left after the antes, where banks are finite
    chips_1=1,
    chips_2=1,
    chips_3=1,
    score_0=1,  # by position: points before the hand
    score_1=1,
    score_2=1,
    score_3=1,
    # the outcome
    ante_paid=SEATS,  # by seat, chips
    paid=SEATS,  # by seat, chips taken from the pool
    penalties=SEATS,  # by seat, chips
    value=SEATS,  # by seat: net chips, or points of this hand (positive is good)
    game_over=1,
    # the run
    opening_pool=1,  # chips left in the pool before the first hand of a session
)
