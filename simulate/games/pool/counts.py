"""What a run counts besides the figures of each seat: how hands ended, and after how long.

The counts of a run stand in one row, part after part; a hand adds one to each of the first
two parts, one a position to the third, and a game hundred up one to the last:

- hands by seats dealt in, whether they were blocked, and the set of positions that won;
- hands by seats dealt in, whether they were blocked, and their turns;
- hands of a position by seats dealt in, position, and pips left;
- games that ended by the number of their hands, as a class of ``simulate.books.kernel_books``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simulate.books.kernel_books import MAGNITUDES
from simulate.books.tally import Ints
from simulate.domino.tiles import PIPS
from simulate.games.pool.row import MOST_TURNS, SEATS

#: Sets of positions, and numbers of pips that a hand can hold.
SETS = 1 << SEATS
MOST_PIPS = int(PIPS.sum()) + 1
_TABLES = SEATS + 1

WINNERS = 0
TURNS = WINNERS + _TABLES * 2 * SETS
PIPS_LEFT = TURNS + _TABLES * 2 * MOST_TURNS
GAME_LENGTHS = PIPS_LEFT + _TABLES * SEATS * MOST_PIPS
COUNTS = GAME_LENGTHS + MAGNITUDES


class Counts(NamedTuple):
    """The counts of a run as arrays.

    Positions count from the leader, who is 0.  The first index is the number of seats dealt
    in (2 to 6; others stay 0).  A hand won by several positions counts for each of them.
    """

    hands: Ints  #: [seats, blocked]: hands that ended by domino (0) or blocked (1)
    winners: Ints  #: [seats, blocked, number of winners]: hands
    won: Ints  #: [seats, blocked, position]: hands that the position won
    turns: Ints  #: [seats, blocked, turns]: hands that had so many turns
    pips: Ints  #: [seats, position, pips]: hands that left the position so many pips
    game_lengths: Ints  #: [class]: games that ended, by hands (simulate.books.kernel_books)


def decode(counts: Ints) -> Counts:
    """Return the counts of a run as arrays with names.

    Parameters
    ----------
    counts : int64[COUNTS]
        As a kernel adds them up, in ``Tally.counts``.
    """
    by_set = counts[WINNERS:TURNS].reshape(_TABLES, 2, SETS)
    members = np.arange(SETS)[:, None] >> np.arange(SEATS) & 1
    sizes = members.sum(1)
    return Counts(
        hands=by_set.sum(-1),
        winners=by_set @ (sizes[:, None] == np.arange(_TABLES)).astype(np.int64),
        won=by_set @ members,
        turns=counts[TURNS:PIPS_LEFT].reshape(_TABLES, 2, MOST_TURNS),
        pips=counts[PIPS_LEFT:GAME_LENGTHS].reshape(_TABLES, SEATS, MOST_PIPS),
        game_lengths=counts[GAME_LENGTHS:],
    )
