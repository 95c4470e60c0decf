"""How much skill there is: what the best bets found win from a table, measured on other deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.stats.estimates import Estimate, mean_of_trials
from simulate.books.tally import Floats
from simulate.games.casino.kernel import SHARES, WIN_SHARES
from simulate.runs.chunk import play_sessions
from simulate.runs.in_order import in_order
from simulate.runs.player import Player
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.casino.best_response import best_response

#: The first sessions to fit on, to choose on and to measure on: no session is used twice.
_FIT, _CHOOSE, _MEASURE = 1 << 40, 1 << 41, 1 << 42
_GAMES_A_CHUNK = 4096
#: The part of the work that the fit is.
_FITTING = 0.8


@dataclass(frozen=True)
class Ceiling:
    """What the best player that was found wins at a table of others.

    ``rival``: who sits in all other seats. ``chosen``: the best player that was found, chosen on
    other deals than those that measure it. ``best_known``: the best of the known strategies.
    ``wins``: the share of games that the chosen one wins. ``gain``: what it wins more than one of
    the others would in its seat, on the same deals.
    """

    rival: str
    chosen: str
    best_known: str
    wins: Estimate
    gain: Estimate


def _some(run: Run, first: int, games: int) -> Floats:
    """Return the shares of games that seat 0 wins."""
    rows = play_sessions(run, first, games, 1)
    return rows.seat[:, 0, WIN_SHARES] / SHARES


def _won(run: Run, player: Player, first: int, jobs: int | None) -> Floats:
    """Return the share of each game that a player wins in seat 0: float64[sessions]."""
    table = replace(run, players=(player, *run.players[1:]))
    _some(table, first, 1)  # compile before fanning out
    tasks = [(table, first + at, min(_GAMES_A_CHUNK, run.sessions - at))
             for at in range(0, run.sessions, _GAMES_A_CHUNK)]
    return np.concatenate(list(in_order(_some, tasks, jobs)))


def find_ceiling(
    run: Run, rival: Player, known: Sequence[Player], jobs: int | None = None,
    progress: Progress | None = None,
) -> Ceiling:
    """Look for the best answer to a table of one strategy, and measure it on other deals.

    ``run``: its seats and rules; its sessions are played in each round of the fit, to choose among
    what was found, and to measure. ``rival``: who sits in all other seats. ``known``: strategies
    that may be the best answer too; the fit begins with the best of them.
    """
    table = replace(run, players=(rival,) * len(run.players))
    wins = [_won(table, player, _CHOOSE, jobs).mean() for player in known]
    best_known = known[int(np.argmax(wins))]

    def tell(share: float, games: int) -> None:
        if progress:
            progress(_FITTING * share, games)

    found = [best_known, *best_response(table, best_known, jobs, tell, _FIT)]
    wins = [max(wins), *(_won(table, player, _CHOOSE, jobs).mean() for player in found[1:])]
    best = found[int(np.argmax(wins))]
    won, others = (_won(table, player, _MEASURE, jobs) for player in (best, rival))
    if progress:
        progress(1.0, (len(known) + len(found) + 2) * run.sessions)
    return Ceiling(rival.label, best.label, best_known.label, _mean(won), _mean(won - others))


def _mean(values: Floats) -> Estimate:
    return mean_of_trials(values, np.ones(len(values)))
