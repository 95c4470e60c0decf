"""Domino Loo and Domino Rounce: what the results show."""

from __future__ import annotations

from reports.games.loo.columns import COLUMNS
from reports.games.loo.page import sections
from reports.games.loo.sentences import answers
from reports.games.loo.stakes import stakes
from reports.games.loo.tables import builders as tables
from reports.games.loo.tables import tail
from reports.games.loo.typed import WORDS
from reports.results.game_report import GameReport, drawn_in

GAME = GameReport(
    tables=tables, plots=drawn_in(f"{__name__}.plots"), answers=answers, sections=sections,
    tail=tail, columns=COLUMNS, words=WORDS, stakes=stakes,
)
