"""What a seat at Euchre may know when it is asked to decide, and what it may answer.

Positions count from the dealer's left: 0 is the eldest hand, ``players - 1`` the dealer.
Sets of tiles and of positions are bits of an integer.  With four players the partner of
position p is ``p ^ 2``.
"""

from typing import NamedTuple

from simulate.domino.trick_kit import FIRST_TRICK as FIRST_TRICK
from simulate.domino.trick_kit import HAND
from simulate.domino.trick_kit import TRICKS as TRICKS
from simulate.machine.compiling import inlined
from simulate.machine.table import lay_out

SEATS = 4

#: The decisions of a seat, in the order of their addresses.
CALL, DISCARD, LEAD, FOLLOW = range(4)
#: Calls take their randomness from 0 (first round) and 1 (second), the discard from here.
DISCARD_NUMBER = 2


class Calling(NamedTuple):
    """The view of a call, and of the dealer who takes the turn-up and discards a tile for it.

    ``simulate.games.euchre.views`` writes and reads calls.
    """

    hand: int  #: the five tiles held; six of the dealer who discards, the turn-up among them
    legal: int  #: calls allowed, bit k for call k; or tiles that may be discarded
    trump: int  #: the number turned up: proposed in round 1, turned down in round 2
    turn_up: int  #: the tile exposed, or taken
    round: int  #: 1 or 2
    players: int  #: seats at the table
    position: int  #: position of this seat
    seat: int  #: number of this seat at the table, from 0: the same in every hand
    maker: int  #: position that made trump, -1 before
    alone: int  #: 1 if the maker goes alone
    own: int  #: points of this seat before the hand
    other: int  #: most points of a seat against it
    scores: int  #: 4 bits a position: points before the hand; partners carry the same
    high: int  #: 1 where a plain tile is always led as its higher end
    word: int  #: 63 random bits, fresh for each decision


Discarding = Calling


class Playing(NamedTuple):
    """The view of the decisions at the tiles: lead and follow."""

    hand: int  #: tiles held
    legal: int  #: those tiles of the hand that may be played
    trump: int  #: the trump number
    turn_up: int  #: the tile exposed
    turn_up_taken: int  #: 1 if the dealer took it (and perhaps discarded it again)
    players: int  #: seats at the table
    position: int  #: position of this seat
    maker: int  #: position that made trump
    alone: int  #: 1 if the maker goes alone
    seats_in: int  #: positions that play to the tricks
    to_come: int  #: positions that play to this trick after this seat
    trick: int  #: 0 to 4
    led: int  #: suit to follow, -1 for the leader
    winning: int  #: tile that wins the trick so far, -1 for the leader
    winner: int  #: position that played it, -1 for the leader
    played: int  #: tiles played in this hand, those on the table included
    discarded: int  #: tiles out of play for all that this seat knows
    voids: int  #: 8 bits a position: suits it has shown to be without
    tricks: int  #: 4 bits a position: tricks taken
    own: int  #: points of this seat before the hand
    other: int  #: most points of a seat against it
    scores: int  #: 4 bits a position: points before the hand; partners carry the same
    high: int  #: 1 where a plain tile is always led as its higher end
    word: int  #: 63 random bits, fresh for each decision


# Calls are integers: 0 passes, ``make(suit, alone)`` makes a suit trump. To accept the turned trump
# in the first round is to make its suit trump. In the order of their numbers calls stand as they
# are listed: pass, then each suit with a partner and alone.

PASS = 0
#: In place of a call, of a seat that was not asked.
NOT_ASKED = 1

_PASS_BIT = 1
_SUIT_BITS = 0b1100
_WITH_PARTNER = 0x5554
_EITHER_WAY = 0xFFFC


@inlined
def make(suit: int, alone: int) -> int:
    """Return the call that makes a suit trump; ``alone`` is 0 or 1.

    Examples
    --------
    >>> from boneyard.euchre import make
    >>> make(4, 1)
    11
    """
    return 2 * suit + 2 + alone


@inlined
def suit_made(call: int) -> int:
    """Return the suit that a call makes trump, -1 for a pass.

    Examples
    --------
    >>> from boneyard.euchre import PASS, make, suit_made
    >>> suit_made(make(4, 1)), suit_made(PASS)
    (4, -1)
    """
    return (call >> 1) - 1


@inlined
def goes_alone(call: int) -> int:
    """Return whether a call is one to go alone.

    Examples
    --------
    >>> from boneyard.euchre import goes_alone, make
    >>> goes_alone(make(4, 1))
    1
    """
    return call & 1


@inlined
def legal_calls(players: int, turned: int, round_number: int) -> int:
    """Return the calls allowed, bit k for call k: the suit turned, or in round 2 the others."""
    suits = _EITHER_WAY if players == 4 else _WITH_PARTNER
    of_turned = _SUIT_BITS << 2 * turned
    return _PASS_BIT | suits & (of_turned if round_number == 1 else ~of_turned)


#: What a table remembers: the entries of its row. Those that views show are explained there.
AT = lay_out(
    HAND,
    # the rules
    high=1,
    # the game
    dealer=1,  # seat
    score=SEATS,  # by seat: points before the hand, and after it once it is settled
    total=1,  # sum of what the hands so far were worth, of its squares and of fourth powers
    squares=1, fourths=1,
    cubes=SEATS,  # by seat: sum of the cubes of its values
    seen=SEATS,  # by side: scores that the game came through, bit 5 * own + other
    # the hand
    round=1, alone=1,
    action=SEATS,  # by position: its last call
    maker=1,  # -1 where all passed twice
    discard=1,  # the dealer's tile, -1 for none
    # the decision
    own=1, other=1, scores=1,
    # the outcome
    worth=1,  # points of the hand for each seat that scores
    scorers=1,  # seats that score
    value=SEATS,  # by seat: points made, or the points made against it with a minus
    game_over=1,
)
