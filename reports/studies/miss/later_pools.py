"""What a chip left in the pool is worth to a seat that plays on.

A penalty is not lost: it lies in the next pool, of which every seat will have its part.
The part is measured, not assumed.  The same line-up plays short sessions from two pools,
half and twice the pool of the hand, on the same deals; the difference of what a seat
makes, by the difference of the pools, is the worth of a chip to it.  Three things are
taken for granted: the worth is the same for every chip between the two pools and beyond,
the seats go on as their strategies do, and what is left after two rounds of deals belongs
to all seats equally.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simulate.books.tally import Floats, Rows
from simulate.games.game import find_game
from simulate.games.loo.row import AT
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.solving.loo.what_if_counts import Stakes, plays_for_chips

#: Sessions that are played from each pool.
SESSIONS = 20_000
_CHUNK = 2_500
_ROUNDS = 2


@dataclass(frozen=True)
class LaterPools:
    """The worth of a chip in the next pool.

    Attributes
    ----------
    value, se : float64[units, positions]
        By strategy, or of the one seat that is asked about, and by the position that the
        seat has in the hand just played; with standard errors.
    """

    value: Floats
    se: Floats

    @classmethod
    def nothing(cls, units: int, positions: int) -> LaterPools:
        """Return the worth of later pools to those who leave them out of account."""
        return cls(np.zeros((units, positions)), np.zeros((units, positions)))

    def of_unit(self, unit: int) -> LaterPools:
        """Return the worth to one unit."""
        return LaterPools(self.value[unit : unit + 1], self.se[unit : unit + 1])


def worth_of_pool(run: Run, pool: int, first: int, sessions: int, hands: int) -> Floats:
    """Return what each seat makes of a pool in each session, deals alike for every pool.

    Parameters
    ----------
    run : Run
        Its numbers of sessions and hands do not matter.
    pool : int
        Chips in the pool before the dealer of the first hand adds to it.
    first, sessions : int
        Index of the first session, and how many.
    hands : int
        The most hands of a session; what is then left is shared equally.

    Returns
    -------
    float64[sessions, seats]

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    game, seats = find_game(run.game), len(run.players)
    row, _parameters = set_table(run, watched=False)
    row[AT.opening_pool] = pool
    rows = Rows.blank(game.books, sessions, seats, 1)
    try:
        game.kernel(
            row, first, sessions, hands, rows, np.zeros((0, game.row_size), np.int64), 0,
        )
    except Exception as error:
        raise failure(run, row, error) from error
    won = rows.seat[:, :, game.books.seat.index("value")]
    left = rows.session[:, [game.books.session.index("left")]]
    worth: Floats = won + left / seats
    return worth


def two_pools(stakes: Stakes) -> tuple[int, int]:
    """Return the pools from which sessions are played: half and twice that of the hand."""
    return max(1, stakes.pool // 2), 2 * stakes.pool


def _worth_of_a_chip(run: Run, stakes: Stakes, first: int) -> Floats:
    """Return the worth of a chip to each seat in some sessions: float64[sessions, seats]."""
    low, high = two_pools(stakes)
    hands = _ROUNDS * len(run.players)
    more = worth_of_pool(run, high, first, _CHUNK, hands)
    less = worth_of_pool(run, low, first, _CHUNK, hands)
    return (more - less) / (high - low)


def _in_sessions(run: Run, stakes: Stakes, jobs: int | None, sessions: int) -> Floats:
    starts = range(0, sessions, _CHUNK)
    worth_of_pool(run, 1, 0, 1, 1)  # compiles before fanning out
    tasks = [(run, stakes, first) for first in starts]
    return np.concatenate(list(in_order(_worth_of_a_chip, tasks, jobs)))


def _mean(values: Floats) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def by_strategy(
    run: Run, stakes: Stakes, jobs: int | None = None, sessions: int = SESSIONS
) -> LaterPools:
    """Measure the worth of a chip to each strategy, its seats taken together.

    Parameters
    ----------
    run : Run
        Game, rules, players and seed.
    stakes : Stakes
    jobs : int, optional
    sessions : int
        A multiple of 2,500.
    """
    seats, labels = len(run.players), list(dict.fromkeys(run.labels))
    later = LaterPools.nothing(len(labels), seats)
    if not plays_for_chips(run):
        return later
    worth = _in_sessions(run, stakes, jobs, sessions)
    dealer = np.arange(len(worth))[:, None] % seats
    # The eldest hand of one hand deals the next; everybody else moves up.
    position = (np.arange(seats) - dealer) % seats
    for u, label in enumerate(labels):
        own = np.array([label == other for other in run.labels])
        for p in range(seats):
            later.value[u, p], later.se[u, p] = _mean(worth[own & (position == p)])
    return later


def of_position(
    run: Run, stakes: Stakes, position: int, jobs: int | None = None
) -> LaterPools:
    """Measure the worth of a chip to one position of a hand whose eldest hand is seat 0."""
    seats = len(run.players)
    if len(set(run.labels)) == 1:
        later = by_strategy(run, stakes, jobs)
        return LaterPools(later.value, later.se)
    later = LaterPools.nothing(1, seats)
    if plays_for_chips(run):
        worth = _in_sessions(run, stakes, jobs, SESSIONS)[::seats, position]
        later.value[0, position], later.se[0, position] = _mean(worth)
    return later
