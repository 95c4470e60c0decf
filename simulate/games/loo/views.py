"""What a seat at Loo or Rounce may know when it is asked to decide, and what it may answer.

Positions count from the dealer's left: 0 is the eldest hand, ``players - 1`` the dealer.
Sets of tiles and of positions are bits of an integer.  Chips stand for points in games
played for points (a trick 1, the pool 5, the penalty 5).

The state of the session stands by position in the hand, as all else does: ``chips_0`` and
``score_0`` are the eldest hand's.
"""

from typing import NamedTuple

from simulate.domino.trick_kit import FIRST_TRICK as FIRST_TRICK
from simulate.domino.trick_kit import HAND
from simulate.domino.trick_kit import TRICKS as TRICKS
from simulate.machine.table import lay_out

SEATS = 4

#: The decisions of a seat, in the order of their addresses.
DECLARE, TAKE_TURN_UP, KEEP_AFTER_MISS, LEAD, FOLLOW = range(5)

#: Declarations.
PLAY, MISS, DROP, FOR_POOL = 1, 2, 3, 4
ACTIONS = {PLAY: "play", MISS: "miss", DROP: "drop", FOR_POOL: "for_pool"}

#: Answer of ``take_turn_up`` for a dealer who leaves the turn-up where it lies.
LEAVE = -1


class Declaring(NamedTuple):
    """The view of the decisions before play: declare, take the turn-up, keep after a miss."""

    hand: int  #: tiles held; the tiles drawn when asked what to keep after a miss
    legal: int  #: declarations allowed: bit PLAY, MISS, DROP, FOR_POOL
    trump: int  #: the trump number
    turn_up: int  #: the tile exposed
    discarded: int  #: the hand dealt, when asked what to keep after a miss; else no tile
    seats: int  #: seats at the table
    seat: int  #: number of this seat at the table, from 0: the same in every hand
    players: int  #: seats dealt into this hand
    position: int  #: position of this seat
    stayed: int  #: positions that declared to play their dealt hands
    missed: int  #: positions that took the miss
    dropped: int  #: positions that dropped
    misses_left: int  #: how many may still take the miss
    pool: int  #: chips in the pool at the start of play
    penalty: int  #: chips that a looed seat will pay
    penalty_limit: int  #: the most that it may pay at any pool; 0 where there is no limit
    must_trump: int  #: 1 if a seat unable to follow has to trump
    lead_trump_min: int  #: trumps that oblige the eldest hand to lead one
    points_game: int  #: 1 if points are played for
    rounce: int  #: 1 if the game is Rounce
    chips_0: int  #: chips that the eldest hand has left; 0 without the rule bankroll
    chips_1: int  #: the same for position 1
    chips_2: int  #: for position 2
    chips_3: int  #: for position 3
    score_0: int  #: points of the eldest hand, 15 win; Rounce's own count is 15 less these
    score_1: int  #: the same for position 1
    score_2: int  #: for position 2
    score_3: int  #: for position 3
    number: int  #: number of this hand in its session, from 0
    hands: int  #: hands agreed for the session; 0 where a session is one game
    word: int  #: 63 random bits, fresh for each decision


class Playing(NamedTuple):
    """The view of the decisions at the tiles: lead and follow."""

    hand: int  #: tiles held
    legal: int  #: those tiles of the hand that may be played
    trump: int  #: the trump number
    turn_up: int  #: the tile exposed
    turn_up_taken: int  #: 1 if the dealer took it
    seats: int  #: seats at the table
    players: int  #: seats dealt into this hand
    position: int  #: position of this seat
    seats_in: int  #: positions that play for the tricks
    missed: int  #: positions that took the miss
    to_come: int  #: positions that play to this trick after this seat
    trick: int  #: 0 to 4
    led: int  #: suit to follow, -1 for the leader
    winning: int  #: tile that wins the trick so far, -1 for the leader
    winner: int  #: position that played it, -1 for the leader
    played: int  #: tiles played in this hand, those on the table included
    laid_0: int  #: those of them that the eldest hand played
    laid_1: int  #: the same for position 1
    laid_2: int  #: for position 2
    laid_3: int  #: for position 3
    discarded: int  #: tiles out of play for all that this seat knows
    voids: int  #: 8 bits a position: suits it has shown to be without
    eldest_trumps: int  #: most trumps that the eldest hand can still hold: a plain lead shows it
    tricks: int  #: 4 bits a position: tricks taken
    for_pool: int  #: 1 if the dealer plays for the pool
    pool: int  #: chips in the pool at the start of play
    penalty: int  #: chips that a looed seat will pay
    must_trump: int  #: 1 if a seat unable to follow has to trump
    chips_0: int  #: chips that the eldest hand has left; 0 without the rule bankroll
    chips_1: int  #: the same for position 1
    chips_2: int  #: for position 2
    chips_3: int  #: for position 3
    score_0: int  #: points of the eldest hand, 15 win; Rounce's own count is 15 less these
    score_1: int  #: the same for position 1
    score_2: int  #: for position 2
    score_3: int  #: for position 3
    number: int  #: number of this hand in its session, from 0
    hands: int  #: hands agreed for the session; 0 where a session is one game
    word: int  #: 63 random bits, fresh for each decision


#: What a table remembers: the entries of its row. Those that views show are explained there.
AT = lay_out(
    HAND,
    # the rules
    ante=1, dealer_ante=1, dealer_top_up=1,
    empty_below=1,  # a pool of fewer chips counts as empty
    penalty_kind=1, penalty_chips=1, penalty_a_seat=1, escalation_limit=1, lead_trump_min=1,
    must_trump=1, points_game=1, rounce=1, bankroll=1, seats=1,
    # the session
    dealer=1,  # seat
    pool=1, pool_next=1,
    chips=SEATS,  # by seat, where banks are finite
    score=SEATS,  # by seat: points before the hand, counted up from 0 in both games
    # the hand
    penalty=1, penalty_limit=1,
    action=SEATS,  # by position; 0 for a dealer who never had to declare
    drawn=SEATS,  # by position, set drawn for a miss
    thrown=SEATS,  # by position, set thrown away: after a miss, or for the turn-up
    stayed=1, missed=1, dropped=1, misses_left=1, for_pool=1,
    played_out=1,  # 1 when tricks were played, 0 for a walkover
    chips_0=1, chips_1=1, chips_2=1, chips_3=1, score_0=1, score_1=1, score_2=1, score_3=1,
    # the outcome
    ante_paid=SEATS,  # by seat, chips
    paid=SEATS,  # by seat, chips taken from the pool
    penalties=SEATS,  # by seat, chips
    value=SEATS,  # by seat: net chips, or points of this hand (positive is good)
    game_over=1,
    # the run
    opening_pool=1,  # chips left in the pool before the first hand of a session
)
