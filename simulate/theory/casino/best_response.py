"""A best response at Casino, as near as weights of a few numbers come to it.

One seat's bets are forked: each is answered with every tile of the hand on the same deal and the
same dice.  Weights are fitted to what the answers bring (least squares); the bets that they call
best are played in the next round of the fit, whose forks are added to those before.  So the answer
is a policy that a seat could play. Its result on other deals is therefore at most that of the best
response of all: a lower bound of what can be gained.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.branch.forks import Forks, fork
from simulate.games.casino.views import AT, HOLDS, SEATS
from simulate.runs.player import Player
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.casino.bet_numbers import WEIGHTS, add_equations, bet

#: What is noted of a bet; and what is read when the game is over, the stashes.
NOTED = {"hand": AT.hand, "pot": AT.pot_tiles, "seen": AT.seen, "stashes": AT.stashes}
STASHES = tuple(range(AT.value, AT.value + SEATS))
#: Rounds of the fit.
FITS = 3
#: Deals whose weight pulls all weights towards zero, so that equations have one solution.
_RIDGE = 20.0
#: Digits after the point to which weights are rounded; the noise of the fit is far larger.
_DIGITS = 7


def win_shares(stashes: Ints, seat: Ints) -> Floats:
    """Return what part of each game a seat wins: 1, a half where two are level, and so on.

    ``stashes`` is ``int64[games, ..., seats]``. ``seat`` is ``int64[games]``.
    """
    best = stashes == stashes.max(axis=-1, keepdims=True)
    index = np.reshape(seat, (-1, *(1,) * (stashes.ndim - 1)))
    own = np.take_along_axis(best, np.broadcast_to(index, (*best.shape[:-1], 1)), -1)[..., 0]
    found: Floats = own / best.sum(axis=-1)
    return found


#: What a response is called in a line-up.
RESPONSE = "best response"


def player_of(weights: Floats) -> Player:
    """Return who bets by some weights."""
    return Player(RESPONSE, {"bet": bet}, {}, {}, np.ascontiguousarray(weights))


def _equations(forks: Forks, seats: int) -> tuple[Floats, Floats]:
    """Return the normal equations of some forks."""
    left, right = np.zeros((WEIGHTS, WEIGHTS)), np.zeros(WEIGHTS)
    worth = win_shares(forks.outcomes[:, :HOLDS, :seats], forks.seat)
    noted = forks.noted
    add_equations(
        forks.answers[:, :HOLDS], forks.count, noted["hand"], noted["seen"], noted["pot"],
        noted["stashes"], forks.number, forks.seat, seats, worth, left, right)
    return left, right


def best_response(
    run: Run, start: Player, jobs: int | None = None, progress: Progress | None = None,
    first: int = 0,
) -> list[Player]:
    """Return the responses of seat 0 to a table, one a round of the fit.

    ``run``: the others sit in seats 1 and on; its sessions are played in each round of the fit.
    ``start``: who sits in seat 0 when the first round is played. ``jobs``: workers; the result does
    not depend on it. ``progress``: called with the share of the work done, and the games that were
    forked. ``first``: the first session.
    """
    seats, found = len(run.players), [start]
    left, right = np.zeros((WEIGHTS, WEIGHTS)), np.zeros(WEIGHTS)
    for number in range(FITS):

        def tell(share: float, games: int, number: int = number) -> None:
            if progress:
                progress((number + share) / FITS, number * run.sessions + games)

        table = replace(run, players=(found[-1], *run.players[1:]))
        parts = fork(table, "bet", NOTED, STASHES, lambda forks: _equations(forks, seats),
                     seats=[0], jobs=jobs, progress=tell, first=first + number * run.sessions)
        for more_left, more_right in parts:
            left += more_left
            right += more_right
        weights = np.linalg.solve(left + _RIDGE * np.eye(WEIGHTS), right)
        found.append(player_of(np.round(weights, _DIGITS)))
    return found[1:]
