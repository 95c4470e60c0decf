"""What a table of Loo or Rounce remembers: the entries of its row.

Entries by position count from the dealer's left (0 is the eldest hand); ``chair`` turns
positions into seats.
"""

from __future__ import annotations

from simulate.machine.layouts import lay_out
from simulate.machine.table import BASE

SEATS = 4
TRICKS = 5
PLAYS = SEATS * TRICKS

AT = lay_out(
    BASE.size,
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
    players=1,  # seats dealt in
    chair=SEATS,  # by position
    penalty=1,  # chips or points that a looed seat pays
    penalty_limit=1,  # the most chips that it may pay at any pool; 0 where there is no limit
    turn_up=1,
    trump=1,
    dealt=SEATS,  # by position, set of tiles
    action=SEATS,  # by position; 0 for a dealer who never had to declare
    drawn=SEATS,  # by position, set drawn for a miss
    thrown=SEATS,  # by position, set thrown away: after a miss, or for the turn-up
    held=SEATS,  # by position, set still held
    stayed=1,  # positions that play their dealt hands
    missed=1,  # positions that took the miss
    dropped=1,  # positions that dropped
    misses_left=1,
    seats_in=1,  # positions that play for the tricks
    turn_up_taken=1,
    for_pool=1,
    voids=1,  # 8 bits a position: suits it has shown to be without
    played=1,  # set of tiles played
    laid_0=1,  # by position: those of them that it played
    laid_1=1,
    laid_2=1,
    laid_3=1,
    gone=SEATS,  # by position: tiles out of play that it knows of before the first trick
    eldest_trumps=1,  # most trumps that the eldest hand can still hold, going by what it has shown
    tricks=1,  # 4 bits a position: tricks taken
    played_out=1,  # 1 when tricks were played, 0 for a walkover
    chips_0=1,  # by position: chips left after the antes, where banks are finite
    chips_1=1,
    chips_2=1,
    chips_3=1,
    score_0=1,  # by position: points before the hand
    score_1=1,
    score_2=1,
    score_3=1,
    # the decision
    hand=1,
    legal=1,
    position=1,
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
    ante_paid=SEATS,  # by seat, chips
    paid=SEATS,  # by seat, chips taken from the pool
    penalties=SEATS,  # by seat, chips
    value=SEATS,  # by seat: net chips, or points of this hand (positive is good)
    game_over=1,
    # the run
    opening_pool=1,  # chips left in the pool before the first hand of a session
)
