"""The best bets that can be found against a table of one strategy at Casino: a lower bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.contests import in_chunks
from reports.stats.estimates import Estimate, mean_of_trials
from reports.studies.study import in_parts
from simulate.books.tally import Floats
from simulate.games.casino.kernel import SHARES, WIN_SHARES
from simulate.runs.run import Player, Progress, Run, silent
from simulate.theory.casino.best_response import best_response

#: The first sessions to fit on, to choose on and to measure on: no session is used twice.
_FIT, _CHOOSE, _MEASURE = 1 << 40, 1 << 41, 1 << 42
#: The part of the work that the fit is.
_FITTING = 0.8


@dataclass(frozen=True)
class Ceiling:
    """What the best player that was found wins at a table of others."""

    rival: str  #: who sits in all other seats
    chosen: str  #: the best player that was found, chosen on other deals than those that measure it
    best_known: str  #: the best of the known strategies
    wins: Estimate  #: the share of games that the chosen one wins
    gain: Estimate  #: what it wins more than one of the others would in its seat, on the same deals


def _won(run: Run, player: Player, first: int, jobs: int | None) -> Floats:
    """Return the share of each game that a player wins in seat 0: float64[sessions]."""
    table = replace(run, players=(player, *run.players[1:]), hands=1)
    ((won,),) = in_chunks([(table, lambda rows: (rows.seat[:, 0, WIN_SHARES] / SHARES,))],
                          range(first, first + run.sessions), jobs)
    return np.asarray(won, np.float64)


def find_ceiling(
    run: Run, rival: Player, known: Sequence[Player], jobs: int | None = None,
    progress: Progress = silent,
) -> Ceiling:
    """Look for the best answer to a table of one strategy (``rival``), and measure it on other
    deals. The sessions of the run are played in each round of the fit, which begins with the best
    of the known strategies, to choose, and to measure."""
    table = replace(run, players=(rival,) * len(run.players))
    wins = [_won(table, player, _CHOOSE, jobs).mean() for player in known]
    best_known = known[int(np.argmax(wins))]

    fitting, _ = in_parts(progress, (_FITTING, 1 - _FITTING))
    found = [best_known, *best_response(table, best_known, jobs, fitting, _FIT)]
    wins = [max(wins), *(_won(table, player, _CHOOSE, jobs).mean() for player in found[1:])]
    best = found[int(np.argmax(wins))]
    won, others = (_won(table, player, _MEASURE, jobs) for player in (best, rival))
    progress(1.0, (len(known) + len(found) + 2) * run.sessions)
    return Ceiling(rival.label, best.label, best_known.label, mean_of_trials(won),
                   mean_of_trials(won - others))
