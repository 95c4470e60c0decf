"""Domino Euchre: what the results show."""

from __future__ import annotations

from reports.games.euchre.columns import COLUMNS
from reports.games.euchre.page import sections
from reports.games.euchre.sentences import answers
from reports.games.euchre.stakes import stakes
from reports.games.euchre.tables import builders as tables
from reports.games.euchre.typed import WORDS
from reports.results.game_report import GameReport, drawn_in

GAME = GameReport(
    tables=tables, plots=drawn_in(f"{__name__}.plots"), answers=answers, sections=sections,
    columns=COLUMNS, words=WORDS, stakes=stakes,
)
