"""First passages: when a seat's chips first are a bank below the start, or a goal above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.machine.compiling import kernel
from simulate.runs.follow import Paths

#: Hands after which is counted; a session has as many as the last.
MARKS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 100, 120, 150, 200, 250, 300, 400, 500)
#: Banks and goals in chips: whole numbers first, since small banks lie on a lattice; then the
#: preferred numbers R20 of ISO 3, each an eighth larger than the one before.
_DECADE = (100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630, 710,
           800, 900)
CHIPS = (*range(10, 41), *(n // 10 for n in _DECADE[13:]), *_DECADE, *(10 * n for n in _DECADE),
         *(100 * n for n in _DECADE), 100_000)
#: Pools lie on lattices of their own, so whole numbers go further.
POOLS = (*range(5, 200), *(n for n in CHIPS if n >= 200))
#: The pool of a hand that was not played, since its session had grown beyond all bounds.
ENDLESS = np.iinfo(np.int64).max
#: Hands of an hour at the table.
HOUR = 20


class Passages(NamedTuple):
    """What the seats of some sessions met, by bank, goal and number of hands.

    Banks and goals are ``CHIPS``, pools ``POOLS``; the first goal is none. ``lost``, ``won``
    (int64[banks, goals + 1, marks]): seats whose bank was gone, or whose goal was reached, as the
    first of both, after no more hands than the mark. ``squares`` (int64[banks, marks]): sum over
    sessions of the square of the seats whose bank was gone, whatever they won. ``passed``
    (int64[pools, marks]): sessions in which a pool at least as large was played for. ``pool``
    (int64[sessions, marks]): the pool of the hand of the mark. ``worst`` (int64[sessions, seats,
    marks]): what the worst ``HOUR`` hands in a row brought. ``lines`` (int64[sessions, hands]): the
    chips of the first seat, hand by hand, of the first sessions.
    """

    lost: Ints
    won: Ints
    squares: Ints
    passed: Ints
    pool: Ints
    worst: Ints
    lines: Ints


@kernel
def _pass(
    values: Any, pools: Any, starts: Any, marks: Any, sizes: Any, levels: Any, hour: int, lost: Any,
    won: Any, squares: Any, passed: Any, pool: Any, worst: Any,
) -> None:
    seats, last = values.shape[1], marks[-1]
    # The mark by which a hand is over, and the chips after so many hands.
    mark_of = np.searchsorted(marks, np.arange(last + 1))
    chips = np.zeros(last + 1, np.int64)
    below, above = np.zeros(len(sizes), np.int64), np.zeros(len(sizes) + 1, np.int64)
    gone = np.zeros((len(sizes), len(marks)), np.int64)
    for i in range(len(starts) - 1):
        hands = starts[i + 1] - starts[i]
        gone[:] = 0
        for seat in range(seats):
            below[:], above[:] = 0, 0
            lowest, bank, goal = 0, 0, 0
            for n in range(1, hands + 1):
                chips[n] = chips[n - 1] + values[starts[i] + n - 1, seat]
                lowest = min(lowest, chips[n] - chips[max(0, n - hour)])
                while bank < len(sizes) and chips[n] <= -sizes[bank]:
                    below[bank] = n
                    bank += 1
                while goal < len(sizes) and chips[n] >= sizes[goal]:
                    above[goal + 1] = n
                    goal += 1
                worst[i, seat, mark_of[n] :] = lowest
            for b in range(len(sizes)):
                low = below[b]
                if low:
                    gone[b, mark_of[low] :] += 1
                for g in range(len(sizes) + 1):
                    high = above[g]
                    if low and (not high or low < high):
                        lost[b, g, mark_of[low]] += 1
                    elif high:
                        won[b, g, mark_of[high]] += 1
        squares += gone * gone
        size = 0
        for n in range(1, hands + 1):
            held = pools[starts[i] + n - 1]
            while size < len(levels) and held >= levels[size]:
                passed[size, mark_of[n] :] += 1
                size += 1
            if n == marks[mark_of[n]]:
                pool[i, mark_of[n]] = held


def passages(paths: Paths, lines: int) -> Passages:
    """Look for the first passages of some sessions.

    ``paths``: with the seats' ``value`` and the ``pool`` played for, by hand. ``lines``: sessions
    whose chips are kept hand by hand, at most.
    """
    values, marks, chips = paths.entries["value"], np.array(MARKS), np.array(CHIPS)
    cells = len(chips), len(chips) + 1, len(marks)
    found = Passages(
        np.zeros(cells, np.int64), np.zeros(cells, np.int64),
        np.zeros((len(chips), len(marks)), np.int64), np.zeros((len(POOLS), len(marks)), np.int64),
        np.full((paths.sessions, len(marks)), ENDLESS),
        np.zeros((paths.sessions, values.shape[1], len(marks)), np.int64),
        _lines(paths, min(lines, paths.sessions)))
    _pass(np.ascontiguousarray(values), np.ascontiguousarray(paths["pool"]), paths.starts, marks,
          chips, np.array(POOLS), HOUR, *found[:-1])
    np.cumsum(found.lost, axis=2, out=found.lost)
    np.cumsum(found.won, axis=2, out=found.won)
    return found


def _lines(paths: Paths, sessions: int) -> Ints:
    """Return the chips of the first seat after every hand; a session that ended stays there."""
    lines = np.zeros((sessions, MARKS[-1]), np.int64)
    for i in range(sessions):
        own = np.cumsum(paths.entries["value"][paths.starts[i] : paths.starts[i + 1], 0])
        lines[i, : len(own)], lines[i, len(own) :] = own, own[-1]
    return lines


def added(pieces: Sequence[Passages], lines: int) -> Passages:
    """Put what pieces of sessions found together, in their order."""
    *counts, pool, worst, first = zip(*pieces, strict=True)
    return Passages._make([*(np.sum(field, axis=0) for field in counts), np.concatenate(pool),
                           np.concatenate(worst), np.concatenate(first)[:lines]])
