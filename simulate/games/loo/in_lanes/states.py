"""What lanes remember, in vectors that stand one after the other in small arrays."""

from __future__ import annotations

from simulate.games.loo.views import SEATS
from simulate.machine.layouts import lay_out

#: How many sessions stand side by side: two registers of the widest processors a value, which keeps
#: them busy while one of the two waits for a result.
LANES = 16

#: Of the session that each lane plays.
LANE = lay_out(
    0,
    session=1,  # its row in the books
    number=1,  # of the hand in its session
    dealer=1,  # seat
    pool_next=1, walkovers=1, pool_sum=1, max_pool=1,
    value=SEATS,  # by seat: chips or points made in the session so far
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
