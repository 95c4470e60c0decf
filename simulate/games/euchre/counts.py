"""What a run of Euchre counts as a whole: makers, calls and scores.

All of it is one array of int64; ``unpack`` gives its parts by name and shape.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.tally import Ints
from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import HIGH, NUMBERS, TILE
from simulate.domino.tricks import bowers, left_bower, trumps_of
from simulate.games.euchre.row import AT, SEATS, TRICKS, seat_at
from simulate.games.euchre.settling import GAME_POINTS
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import Table

#: Hands by seat of the maker, trump, named or turned, alone or not, and tricks made.
MAKERS_SHAPE = (SEATS, NUMBERS, 2, 2, TRICKS + 1)

#: What a seat did when it was asked: the last two in the second round of calls.
DID = ("pass", "accept", "accept alone", "name", "name alone")
_NAMED = DID.index("name")
#: Bowers held of the suit in question.
BOWERS = ("none", "left", "right", "both")
#: What the hand was worth to the seat: points made, or those made against it with a minus.
OUTCOMES = tuple(range(-4, 5))
#: Calls by seat, position, trumps held, bowers held, what was done and what came of it.
CALLS_SHAPE = (SEATS, SEATS, TRICKS + 1, len(BOWERS), len(DID), len(OUTCOMES))

#: Games by side, its points, the most points of another side, and whether it won.
SCORES_SHAPE = (SEATS - 1, GAME_POINTS, GAME_POINTS, 2)

_MAKERS = 0
_CALLS = _MAKERS + int(np.prod(MAKERS_SHAPE))
_SCORES = _CALLS + int(np.prod(CALLS_SHAPE))
COUNTS = _SCORES + int(np.prod(SCORES_SHAPE))

#: Both bowers of each trump, the right one first.
_BOWER = np.array([[TILE[t, t], left_bower(t)] for t in range(NUMBERS)], dtype=np.int64)


def unpack(counts: Ints, players: int) -> dict[str, Ints]:
    """Return the counts of a run by name.

    Parameters
    ----------
    counts : int64[COUNTS]
        ``Tally.counts`` of a run.
    players : int
        Seats at the table.

    Returns
    -------
    dict
        ``makers`` : int64[4, 7, 2, 2, 6]
            Hands by seat of the maker, trump, 1 if it was named in the second round,
            1 if alone, and tricks that the makers took.
        ``calls`` : int64[4, 4, 6, 4, 5, 9]
            Calls by seat, position (0 is the dealer's left), trumps held, ``BOWERS`` among
            them, ``DID``, and ``OUTCOMES`` of the hand.  Each seat asked in the first round
            counts with the suit turned; in the second only who names a suit counts, with
            that suit.  In the first round a dealer holds the turn-up, too, since it would be
            taken up; six trumps count as five.
        ``scores`` : int64[3, 5, 5, 2]
            Games by side, its points, the most points of another side, and whether it
            won: each score that a finished game came through counts once.  With four
            players side 0 is seats 0 and 2; with two or three a side is a seat.
    """
    scores = counts[_SCORES:COUNTS].reshape(SCORES_SHAPE).copy()
    if players != 3:
        # Counted as the first of two sides saw it: the other sees the reverse.
        scores[1] = scores[0].swapaxes(0, 1)[..., ::-1]
    return {
        "makers": counts[_MAKERS:_CALLS].reshape(MAKERS_SHAPE),
        "calls": counts[_CALLS:_SCORES].reshape(CALLS_SHAPE),
        "scores": scores,
    }


@inlined
def _count_call(table: Table, counts: Any, position: int, trump: int, did: int) -> None:
    hand, seat = table[AT.dealt + position], seat_at(table, position)
    if position == table[AT.players] - 1 and did < _NAMED:
        hand |= 1 << table[AT.turn_up]
    trumps = min(count(hand & trumps_of(bowers(trump))), TRICKS)
    held = (hand >> _BOWER[trump, 0] & 1) * 2 + (hand >> _BOWER[trump, 1] & 1)
    cell = (seat * SEATS + position) * (TRICKS + 1) + trumps
    cell = (cell * len(BOWERS) + held) * len(DID) + did
    counts[_CALLS + cell * len(OUTCOMES) + len(OUTCOMES) // 2 + table[AT.value + seat]] += 1


@helper
def count_calls(table: Table, counts: Any) -> None:
    """Count what the seats did when they were asked, by what they held."""
    maker, proposed = table[AT.maker], HIGH[table[AT.turn_up]]
    accepted = table[AT.round] == 1
    for p in range(maker if accepted else table[AT.players]):
        _count_call(table, counts, p, proposed, 0)
    if maker >= 0:
        did = (1 if accepted else 3) + table[AT.alone]
        _count_call(table, counts, maker, table[AT.trump], did)


@inlined
def count_maker(table: Table, counts: Any, seat: int, made: int) -> None:
    """Count a hand by its maker and the tricks made."""
    cell = (seat * NUMBERS + table[AT.trump]) * 2 + table[AT.round] - 1
    cell = (cell * 2 + table[AT.alone]) * (TRICKS + 1) + made
    counts[_MAKERS + cell] += 1


@inlined
def sides(table: Table) -> int:
    """Return how many sides there are; side s is seat s, and its partner."""
    return 2 if table[AT.players] == 4 else table[AT.players]


@inlined
def note_score(table: Table) -> None:
    """Remember the score at which a hand begins; of two sides, as the first one sees it."""
    if sides(table) == 2:
        table[AT.seen] |= 1 << GAME_POINTS * table[AT.score] + table[AT.score + 1]
        return
    for side in range(3):
        other = max(table[AT.score + (side + 1) % 3], table[AT.score + (side + 2) % 3])
        table[AT.seen + side] |= 1 << GAME_POINTS * table[AT.score + side] + other


@helper
def count_scores(table: Table, counts: Any) -> None:
    """Count the scores that a finished game came through, and who won from there."""
    for side in range(1 if sides(table) == 2 else 3):
        won = table[AT.score + side] >= GAME_POINTS
        seen = table[AT.seen + side]
        while seen:
            cell = side * GAME_POINTS * GAME_POINTS + lowest(seen)
            counts[_SCORES + 2 * cell + won] += 1
            seen &= seen - 1
