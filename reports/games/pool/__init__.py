"""Domino Pool: what the results show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.pool.columns import COLUMNS
from reports.games.pool.page import sections
from reports.games.pool.sentences import answers
from reports.games.pool.stakes import stakes
from reports.games.pool.tables import builders as tables
from reports.games.pool.typed import WORDS
from reports.results.game_report import GameReport, Plots

if TYPE_CHECKING:
    from reports.results.result import Result


def _plots(result: Result) -> Plots:
    from reports.games.pool.plots import builders  # matplotlib is slow to import

    return builders(result)


GAME = GameReport(
    tables=tables, plots=_plots, answers=answers, sections=sections, columns=COLUMNS,
    words=WORDS,
    stakes=stakes,
)
