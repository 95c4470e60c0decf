"""First passages: when a seat's chips first are a bank below the start, or a goal above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from reports.studies.risk.ruin import walk
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
    """What the seats of some sessions met, by bank, goal and number of hands. Banks and goals are
    ``CHIPS``, pools ``POOLS``; the first goal is none."""

    #: int64[banks, goals + 1, marks]: seats whose bank was gone, or whose goal was reached, as the
    #: first of both, after no more hands than the mark.
    lost: Ints
    won: Ints
    #: int64[banks, marks]: sums of squares of the seats of a session whose bank was gone.
    squares: Ints
    passed: Ints  #: int64[pools, marks]: sessions in which so large a pool was played for
    pool: Ints  #: int64[sessions, marks]: the pool of the hand of the mark
    worst: Ints  #: int64[sessions, seats, marks]: what the worst ``HOUR`` hands in a row brought
    lowest: Ints  #: int64[sessions, seats, marks]: the least total of a seat's chips, 0 at most
    lines: Ints  #: int64[sessions, hands]: chips of the first seat, of the first sessions


@kernel
def _count_passages(
    below: Any, above: Any, marks: Any, lost: Any, won: Any, squares: Any
) -> None:
    """Count the seats that met a bank or a goal first at each mark: ``below``, ``above``
    (int64[sessions, seats, chips]) are the hands after which they did, 0 if they never did."""
    mark_of = np.searchsorted(marks, np.arange(marks[-1] + 1))
    gone = np.zeros(squares.shape, np.int64)
    for i in range(len(below)):
        gone[:] = 0
        for seat in range(below.shape[1]):
            for b in range(below.shape[2]):
                low = below[i, seat, b]
                if low:
                    gone[b, mark_of[low] :] += 1
                for g in range(above.shape[2] + 1):
                    high = above[i, seat, g - 1] if g else 0
                    if low and (not high or low < high):
                        lost[b, g, mark_of[low]] += 1
                    elif high:
                        won[b, g, mark_of[high]] += 1
        squares += gone * gone


@kernel
def _watch(
    values: Any, pools: Any, starts: Any, marks: Any, levels: Any, hour: int, passed: Any,
    pool: Any, worst: Any,
) -> None:
    """Look for the worst hours of the seats, and for large pools."""
    mark_of = np.searchsorted(marks, np.arange(marks[-1] + 1))
    chips = np.zeros(marks[-1] + 1, np.int64)
    for i in range(len(starts) - 1):
        hands = starts[i + 1] - starts[i]
        for seat in range(values.shape[1]):
            lowest = 0
            for n in range(1, hands + 1):
                chips[n] = chips[n - 1] + values[starts[i] + n - 1, seat]
                lowest = min(lowest, chips[n] - chips[max(0, n - hour)])
                worst[i, seat, mark_of[n] :] = lowest
        level = 0
        for n in range(1, hands + 1):
            held = pools[starts[i] + n - 1]
            while level < len(levels) and held >= levels[level]:
                passed[level, mark_of[n] :] += 1
                level += 1
            if n == marks[mark_of[n]]:
                pool[i, mark_of[n]] = held


def passages(paths: Paths, lines: int) -> Passages:
    """Look for the first passages of some sessions, whose ``paths`` have the seats' ``value`` and
    the ``pool`` played for; ``lines`` sessions at most are kept hand by hand."""
    values, marks, banks = paths.entries["value"], np.array(MARKS), len(CHIPS)
    # A goal is reached where the walk of the losses has lost as much.
    down, up = (walk(side, paths.starts, MARKS, CHIPS) for side in (values, -values))
    seats = paths.sessions, values.shape[1], len(marks)
    found = Passages(
        np.zeros((banks, banks + 1, len(marks)), np.int64),
        np.zeros((banks, banks + 1, len(marks)), np.int64),
        np.zeros((banks, len(marks)), np.int64), np.zeros((len(POOLS), len(marks)), np.int64),
        np.full((paths.sessions, len(marks)), ENDLESS), np.zeros(seats, np.int64), down.lowest,
        _lines(paths, min(lines, paths.sessions)))
    _count_passages(down.gone, up.gone, marks, found.lost, found.won, found.squares)
    _watch(np.ascontiguousarray(values), np.ascontiguousarray(paths["pool"]), paths.starts, marks,
           np.array(POOLS), HOUR, found.passed, found.pool, found.worst)
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
    lost, won, squares, passed, *apart = zip(*pieces, strict=True)
    counts = (np.sum(field, axis=0) for field in (lost, won, squares, passed))
    *whole, first = (np.concatenate(field) for field in apart)
    return Passages._make([*counts, *whole, first[:lines]])
