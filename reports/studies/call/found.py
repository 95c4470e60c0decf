"""What ``study call`` found, for its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.studies.call.by_score import Heeded
from reports.studies.call.chart import Chart
from simulate.games.euchre.row import SEATS
from simulate.runs.run import Run
from simulate.theory.euchre.win_chances import WinChances

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Found:
    """What the study found.

    Attributes
    ----------
    run : Run
    chart, games : Chart
        At no score, in points, and the same deals counted in games won.
    chances : WinChances
    by_score : tuple of Heeded
    changes, departures, held, heard, suits : DataFrame
        See ``habits``, ``tells`` and ``suits``.
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
