"""The chance to win a game from every score, where all seats play alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.stats.estimates import Estimate, around
from simulate.books.tally import standard_error
from simulate.runs.run import Progress, Run, silent
from simulate.theory.loo.solutions import ending_deals
from simulate.theory.races import PARTS, Race
from strategies.loo.solved import largest_error, race_of_table, shipped_race, win_chances


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
        return cls(run, None if solved else Race.of(
            run, lambda done, hands: progress(done / run.sessions, hands)))

    def at(self, position: int, score: Sequence[int]) -> Estimate:
        """Return a position's chance at a score: points won so far, by position."""
        if self.race is None:
            return solved_chance(self.run, score, position)
        # With the last seat as the dealer, positions are seats.
        found = self.race.replicas(np.array([score]), len(score) - 1, position)[:, 0]
        return around(float(found[0]), float(standard_error(found)), PARTS)
