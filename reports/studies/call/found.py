"""What ``study call`` found, for its page."""

from __future__ import annotations

from dataclasses import dataclass

from reports.page.document import Table
from reports.studies.call.by_score import Heeded
from reports.studies.call.chart import Chart
from simulate.games.euchre.views import SEATS
from simulate.runs.run import Run
from simulate.theory.euchre.win_chances import WinChances


@dataclass(frozen=True)
class Found:
    """What the study found.

    ``chart``, ``games``: at no score, in points, and the same deals counted in games won.
    """

    run: Run
    chart: Chart
    games: Chart
    chances: WinChances
    by_score: tuple[Heeded, ...]
    changes: Table
    departures: Table
    held: Table
    heard: Table
    suits: Table

    @property
    def partners(self) -> bool:
        """Whether there are partners, so that one may go alone."""
        return len(self.run.players) == SEATS
