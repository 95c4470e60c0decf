"""The report of a game that brings none of its own: the figures that it declares, and its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.page.document import Section
from reports.results.game_report import GameReport, Plots
from reports.results.shared_sections import figures, games_picture, table_section, value_picture
from reports.results.shared_sentences import margin, who_wins

if TYPE_CHECKING:
    from reports.results.result import Result


def _plots(result: Result) -> Plots:
    from reports.results import rankings  # matplotlib is slow to import

    drawn = {result.unit: rankings.value}
    return drawn | ({"games": rankings.games} if _counts_games(result) else {})


def _counts_games(result: Result) -> bool:
    return result.is_game and "games_won" in result.measures.tally.books.forms


def _winnings(result: Result) -> Section:
    pictures = [value_picture(result), *([games_picture(result)] if _counts_games(result) else [])]
    return Section(
        "winnings", f"{result.unit.capitalize()} a hand", (margin(result),), tuple(pictures),
        figures(result, "winnings", "What each wins"),
    )


def _sections(result: Result) -> tuple[Section, ...]:
    """Return a section for what is won, one for each other one of the figures, and the table."""
    named = dict.fromkeys(figure.section for figure in result.measures.tally.books.figures)
    others = [
        Section(name, name.capitalize(), tables=figures(result, name, name.capitalize()))
        for name in named if name not in ("", "winnings")
    ]
    return (_winnings(result), *others, table_section(result))


GAME = GameReport(
    tables=lambda result: {}, plots=_plots, answers=lambda result: (who_wins(result),),
    sections=_sections,
)
