"""Domino Euchre: what the results show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.euchre.columns import COLUMNS
from reports.games.euchre.page import sections
from reports.games.euchre.sentences import answers
from reports.games.euchre.stakes import stakes
from reports.games.euchre.tables import builders as tables
from reports.games.euchre.typed import WORDS
from reports.results.game_report import GameReport, Plots

if TYPE_CHECKING:
    from reports.results.result import Result


def _plots(result: Result) -> Plots:
    from reports.games.euchre.plots import builders  # matplotlib is slow to import

    return builders(result)


GAME = GameReport(
    tables=tables, plots=_plots, answers=answers, sections=sections, columns=COLUMNS,
    words=WORDS,
    stakes=stakes,
)
