"""What a seat at Domino Pool may know when it is asked to decide, and what it may answer.

Positions count clockwise from the leader, who is 0.  Sets of tiles are bits of an integer.

An *option* is a tile and the end of the line that it goes to: the number of the tile, and
32 more where it goes to the right.  A tile that fits both ends is two options, but one
(to the left) where both ends show the same number; the first tile goes to the left.
"""

from typing import NamedTuple

from simulate.machine.compiling import inlined
from simulate.machine.table import BASE, DECISIONS_A_HAND, MAX_SEATS, lay_out

#: The decisions of a seat, in the order of their addresses.
PLAY, DRAW, STAR = range(3)
#: Plays are numbered from 0 on, one number a turn of the seat (fewer than 40); starring has the
#: seat's last number. Whether the seat draws in a turn is numbered from ``DRAWS_FROM`` on; its
#: randomness is that of a seat which no table has.
DRAWS_FROM = DECISIONS_A_HAND
DRAWS_AS = 8
STAR_NUMBER = DECISIONS_A_HAND - 1

#: The actions when asked whether to draw or to star: 0 or 1.
EITHER = 0b11
#: Values of the rules ``draw`` and ``star``: nobody does, an entitled seat may, or must.
NO, MAY, MUST = range(3)

#: Added to the number of a tile that goes to the right end.
RIGHT = 32
#: In place of an option: the seat passed.
NO_OPTION = 64
#: Bits that a score takes in ``scores``; a target is smaller than they can hold.
SCORE_BITS = 10


class Turn(NamedTuple):
    """The view of a turn in which there is something to choose: an option, or whether to draw.

    A seat that cannot play and may draw a tile answers 1 to draw, 0 to pass. A tile drawn that fits
    is played at once; one that does not is kept, and the seat passes.
    """

    hand: int  #: tiles held
    legal: int  #: options: bit t for tile t to the left, t + 32 to the right; or answers, 0 and 1
    left: int  #: number open on the left, -1 before the first tile
    right: int  #: number open on the right, -1 before the first tile
    tiles_played: int  #: tiles that lie in the line
    seats: int  #: seats at the table
    players: int  #: seats dealt into this hand
    position: int  #: position of this seat
    sizes: int  #: 8 bits a position: tiles held
    voids: int  #: 8 bits a position: numbers it has shown to be without, by passing
    passes: int  #: seats that have passed since the last tile was played or drawn
    stock: int  #: tiles left in the stock; the last two are never drawn
    draw: int  #: whether a seat that cannot play draws while more than two are left: NO, MAY, MUST
    pips: int  #: pips on the tiles held
    pool: int  #: chips in the pool
    target: int  #: pips at which a seat goes out; 0 when every hand has its own pool
    scores: int  #: 10 bits a position: pips counted before this hand
    chips_0: int  #: chips that the leader has left; 0 without the rule bankroll
    chips_1: int  #: the same for position 1
    chips_2: int  #: for position 2
    chips_3: int  #: for position 3
    chips_4: int  #: for position 4
    chips_5: int  #: for position 5
    number: int  #: number of this hand in its session, from 0
    hands: int  #: hands agreed for the session; 0 where a session is one game
    word: int  #: 63 random bits, fresh for each decision


Drawing = Turn


class Starring(NamedTuple):
    """The view of a seat that has reached the target and may star: 1 stars, 0 goes out.

    It pays the contribution into the pool again, and comes back with ``highest``.
    """

    hand: int  #: tiles that it was left with
    legal: int  #: answers allowed: bits 0 and 1
    seats: int  #: seats at the table
    players: int  #: seats dealt into the hand that has ended
    position: int  #: position of this seat
    total: int  #: its pips with those of the hand: the target or more
    target: int  #: pips at which a seat goes out
    highest: int  #: score of the seat next above, the highest still in
    scores: int  #: 10 bits a position: pips before the hand that has ended
    totals: int  #: 10 bits a position: pips with those of the hand; 0 for seats that go out
    going_out: int  #: positions that reached the target
    starring: int  #: those of them that star
    places: int  #: seats that may still star in this game
    contribution: int  #: chips that it pays to star
    pool: int  #: chips in the pool, without what is paid to star after this hand
    number: int  #: number of the hand in its session, from 0
    word: int  #: 63 random bits, fresh for each decision


@inlined
def tile_of(option: int) -> int:
    """Return the tile of an option.

    Examples
    --------
    >>> from boneyard.pool import tile_of
    >>> tile_of(27 + 32)
    27
    """
    return option & (RIGHT - 1)


@inlined
def goes_right(option: int) -> int:
    """Return 1 if an option puts its tile to the right end, else 0.

    Examples
    --------
    >>> from boneyard.pool import goes_right
    >>> goes_right(27 + 32), goes_right(27)
    (1, 0)
    """
    return option >> 5


SEATS = MAX_SEATS
#: No hand has more turns.  A turn in which nobody plays or draws is idle.  Every tile is
#: played once and drawn once at most, so with six seats, 18 tiles dealt and 8 that may be
#: drawn, there are at most 34 other turns, and five idle ones after each; fewer seats have
#: fewer turns in all, and no seat has more than the 39 that two seats can have.
MOST_TURNS = 208

#: What a table remembers: the entries of its row. Those that views show are explained there.
AT = lay_out(
    BASE.size,
    # the rules
    contribution=1,
    rotate=1,  # 1 when the lead moves to the left, 0 when it is drawn by lot
    draw=1, hundred_up=1, target=1, star=1, bankroll=1, seats=1,
    # the session
    leader=1,  # seat
    seats_in=1,  # seats that take part in the next hand
    chips=SEATS,  # by seat, where banks are finite
    score=SEATS,  # by seat: pips counted before the hand
    stars=1,  # seats that have starred
    pool=1, pool_next=1,
    # the hand
    players=1,
    chair=SEATS,  # by position
    dealt=SEATS,  # by position, set of tiles
    held=SEATS,  # by position, set still held
    stock=1, tiles_played=1, sizes=1, voids=1, scores=1, chips_0=1, chips_1=1, chips_2=1, chips_3=1,
    chips_4=1, chips_5=1,
    # the decision
    hand=1, legal=1, left=1, right=1, position=1, passes=1, pips=1,
    # the decision to star
    total=1, highest=1, totals=1, going_out=1, starring=1, places=1,
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
