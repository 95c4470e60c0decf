"""Sessions that begin with chips in the pool: what a pool is worth to each seat."""

from __future__ import annotations

import numpy as np

from simulate.batch import Run, failure, set_table
from simulate.game import find_game
from simulate.loo.layout import AT
from simulate.tally import Floats, Rows


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
            row, first, sessions, hands, rows.session, rows.seat, rows.powers, rows.counts,
            rows.extremes, np.zeros((0, game.row_size), np.int64), 0,
        )
    except Exception as error:
        raise failure(run, row, error) from error
    won = rows.seat[:, :, game.books.seat.index("value")]
    left = rows.session[:, [game.books.session.index("left")]]
    worth: Floats = won + left / seats
    return worth
