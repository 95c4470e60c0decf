"""What ``study call`` found, for its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.studies.call.by_score import Heeded
from reports.studies.call.chart import Chart
from simulate.games.euchre.row import SEATS
from simulate.runs.run import Run
from simulate.solving.euchre.win_chances import WinChances

if TYPE_CHECKING:
    import pandas as pd


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
    changes: pd.DataFrame
    departures: pd.DataFrame
    held: pd.DataFrame
    heard: pd.DataFrame
    suits: pd.DataFrame

    @property
    def partners(self) -> bool:
        """Whether there are partners, so that one may go alone."""
        return len(self.run.players) == SEATS
