"""Games of Loo and Rounce for points, played to their end, hand by hand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.run import Run


@dataclass(frozen=True)
class Games:
    """Every hand of some games."""

    game: Ints  #: int64[hands]: the number of its game
    dealer: Ints  #: int64[hands]
    before: Ints  #: int64[hands, seats]: the points of all seats before it, counted up from 0
    winner: Ints  #: int64[hands]: the winner of its game; -1 for nobody


def play_games(run: Run, sessions: range) -> Games:
    """Play some sessions of a run."""
    rows, row, own = list[list[int]](), find_game(run.game).row, len(run.players)
    played = record_sessions(run, sessions)
    for session, hands in groupby(played, lambda hand: int(hand[BASE.session])):
        made = [(int(hand[row.dealer]), hand[row.value : row.value + own].copy()) for hand in hands]
        ends = np.cumsum([gained for _, gained in made], axis=0)
        leaders = np.flatnonzero(ends[-1] == ends[-1].max())
        ended = ends[-1].max() >= GAME_POINTS and len(leaders) == 1
        winner = int(leaders[0]) if ended else -1
        rows += [[session, dealer, winner, *(end - gained)]
                 for (dealer, gained), end in zip(made, ends, strict=True)]
    table = np.array(rows, np.int64)
    return Games(table[:, 0], table[:, 1], table[:, 3:], table[:, 2])
