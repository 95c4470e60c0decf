"""Domino Pool: what the results show."""

from __future__ import annotations

from reports.games.pool.columns import COLUMNS
from reports.games.pool.page import sections
from reports.games.pool.sentences import answers
from reports.games.pool.stakes import stakes
from reports.games.pool.tables import builders as tables
from reports.games.pool.typed import WORDS
from reports.results.game_report import GameReport, drawn_in

GAME = GameReport(
    tables=tables, plots=drawn_in(f"{__name__}.plots"), answers=answers, sections=sections,
    columns=COLUMNS, words=WORDS, stakes=stakes,
)
