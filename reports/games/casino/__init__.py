"""Domino Casino: what the results show."""

from __future__ import annotations

from reports.games.casino.columns import COLUMNS
from reports.games.casino.page import sections
from reports.games.casino.sentences import answers
from reports.games.casino.stakes import stakes
from reports.games.casino.tables import builders as tables
from reports.games.casino.typed import WORDS
from reports.results.game_report import GameReport, drawn_in

GAME = GameReport(
    tables=tables, plots=drawn_in(f"{__name__}.plots"), answers=answers, sections=sections,
    columns=COLUMNS, words=WORDS, stakes=stakes,
)
