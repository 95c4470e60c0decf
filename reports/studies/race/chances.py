"""The chance to win a game from every score, where all seats play alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.stats.estimates import Estimate, around
from simulate.books.tally import Ints, standard_error
from simulate.branch.races import PARTS, Race
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.loo.solutions import ending_deals
from strategies.loo.racer import largest_error, race_of_table, win_chances
from strategies.loo.solved import shipped_race


def points_of_hands(run: Run, progress: Progress = silent) -> list[Ints]:
    """Play the games of a run, and return what their hands brought the seats, by the dealer:
    int64[hands, seats] each."""
    row, seats = find_game(run.game).row, range(len(run.players))
    made: list[list[Ints]] = [[] for _ in seats]
    for hand in record_sessions(run, range(run.sessions)):
        made[int(hand[row.dealer])].append(hand[row.value : row.value + len(seats)].copy())
        progress((int(hand[BASE.session]) + 1) / run.sessions, 0)
    return list(map(np.array, made))


def solved_chance(run: Run, score: Sequence[int], position: int) -> Estimate:
    """Return a position's chance where all seats play by the library's solved race."""
    chance = float(win_chances(run.game, len(run.players)).at(list(score))[position])
    deals = ending_deals(shipped_race(run.game, len(run.players)).about["deals"])
    return around(chance, largest_error(run, chance), deals)


@dataclass(frozen=True)
class Chances:
    """Chances to win where all seats play alike."""

    run: Run
    race: Race | None  #: of hands drawn from games that were played; none where all is solved

    @classmethod
    def of(cls, run: Run, progress: Progress = silent) -> Chances:
        """Play the games of a run, unless a solved race has its chances."""
        solved = race_of_table(run) is not None
        return cls(run, None if solved else Race(points_of_hands(run, progress), GAME_POINTS))

    def at(self, position: int, score: Sequence[int]) -> Estimate:
        """Return a position's chance at a score: points won so far, by position."""
        if self.race is None:
            return solved_chance(self.run, score, position)
        # With the last seat as the dealer, positions are seats.
        found = self.race.replicas(np.array([score]), len(score) - 1, position)[:, 0]
        return around(float(found[0]), float(standard_error(found)), PARTS)
