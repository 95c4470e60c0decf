"""What the lanes remember: vectors that stand one after the other in two small arrays."""

from __future__ import annotations

from simulate.games.loo.in_lanes.vectors import Flags, Lanes
from simulate.games.loo.row import SEATS
from simulate.machine.layouts import lay_out

#: The numbers of the seats, or of the positions: 0, 1 and so on.
Places = tuple[int, ...]
#: A value of each seat, or of each position: the dealer's is the last.
Each = tuple[Lanes, ...]
#: What is true of each seat or position.
FlagsOfEach = tuple[Flags, ...]

#: Of the session that each lane plays.
LANE = lay_out(
    0,
    session=1,  # its row in the books
    alive=1,  # 0 where the hands count for nothing, since no session is left
    number=1,  # of the hand in its session
    dealer=1,  # seat
    pool_next=1,
    walkovers=1,
    pool_sum=1,
    max_pool=1,
    value=SEATS,  # by seat: made in the session so far
    score=SEATS,  # by seat: points, where they win the game
)
#: Floats: by seat the sums of squares, cubes and fourth powers.
POWERS = 3 * SEATS

#: What a hand leaves for its books.
LEFT = lay_out(
    0,
    count=SEATS,  # by position: the seat's count to add one to
    pool=1,  # class of its size
    value=SEATS,  # by seat
)
