"""Domino Casino: what the results show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.casino.columns import COLUMNS
from reports.games.casino.page import sections
from reports.games.casino.sentences import answers
from reports.games.casino.stakes import stakes
from reports.games.casino.tables import builders as tables
from reports.games.casino.typed import WORDS
from reports.results.game_report import GameReport, Plots

if TYPE_CHECKING:
    from reports.results.result import Result


def _plots(result: Result) -> Plots:
    from reports.games.casino.plots import builders  # matplotlib is slow to import

    return builders(result)


GAME = GameReport(
    tables=tables, plots=_plots, answers=answers, sections=sections, columns=COLUMNS,
    words=WORDS,
    stakes=stakes,
)
