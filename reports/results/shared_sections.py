"""Parts of a page that all games share, and the report of a game that brings none of its own."""

from __future__ import annotations

from dataclasses import replace

from reports.page.document import SEAT, STRATEGY, Column, Picture, Section, Table
from reports.results import rankings
from reports.results.figure_tables import SEATS, columns_of
from reports.results.game_report import GameReport
from reports.results.result import Result
from reports.results.shared_sentences import margin, who_wins

#: Tables of the figures by strategy and by seat.
FIGURES = ("strategies", "seats")
#: What must be known of the numbers of seats.
_NUMBERED = ("Seats are numbered from 0 in the order of the line-up, each on the left of the one "
             "before. Everybody keeps a seat, and the deal goes round.")


def both(
    result: Result, names: tuple[str, str], title: str, columns: tuple[Column, ...], note: str = ""
) -> tuple[Table, ...]:
    """Return a table by strategy and the same by seat; the page shows the second only where a
    strategy has several seats."""
    ours, alone = names
    some_sit_twice = len(result.measures.strategies) < result.measures.seats
    return (
        Table(ours, f"{title}, by strategy", result.tables.shown(ours).frame,
              (STRATEGY, SEATS, *columns), note),
        Table(alone, f"{title}, by seat", result.tables.shown(alone).frame, (SEAT, *columns),
              _NUMBERED, on_page=some_sit_twice))


def figures(result: Result, section: str, title: str, note: str = "") -> tuple[Table, ...]:
    """Return the figures that a game shows in a section, by strategy and by seat."""
    return both(result, FIGURES, title, columns_of(result, section), note)


def picture(result: Result, name: str, caption: str, wide: bool = False) -> Picture:
    """Return one of the figures of a result with its caption."""
    return Picture(name, lambda: getattr(result.plot, name)(), caption, wide)


def value_picture(result: Result, deal: str = "hand") -> Picture:
    """Return the figure of chips or points a hand (or whatever a hand is called)."""
    return picture(
        result, result.unit,
        f"Mean {result.unit} a {deal}. The bars, often smaller than the marks, are 95% intervals. "
        "Hollow marks are the single seats of a strategy that sits in several.")


def games_picture(result: Result, caption: str = "") -> Picture:
    """Return the figure of the games won."""
    return picture(
        result, "games",
        caption or "Share of the games that a seat wins, with 95% intervals; the dashed line is "
        "an equal share.")


def table_section(result: Result, hands: str = "hands") -> Section:
    """Return the section of the table as a whole and of its most extreme hands."""
    table, extremes = (result.tables.shown(name) for name in ("table", "extremes"))
    return Section("table", f"The table, and its most extreme {hands}", tables=(
        table, replace(extremes, title=extremes.title.replace("hands", hands),
                       note=extremes.note.replace("hands", hands))))


def _counts_games(result: Result) -> bool:
    return result.is_game and "games_won" in result.measures.tally.books.forms


def _sections(result: Result) -> tuple[Section, ...]:
    """Return a section for what is won, one for each other one of the figures, and the table."""
    named = dict.fromkeys(figure.section for figure in result.measures.tally.books.figures)
    others = [
        Section(name, name.capitalize(), tables=figures(result, name, name.capitalize()))
        for name in named if name not in ("", "winnings")]
    pictures = [value_picture(result), *([games_picture(result)] if _counts_games(result) else [])]
    winnings = Section(
        "winnings", f"{result.unit.capitalize()} a hand", (margin(result),), tuple(pictures),
        figures(result, "winnings", "What each wins"))
    return (winnings, *others, table_section(result))


GAME = GameReport(
    tables=lambda result: {},
    plots=lambda result: {
        result.unit: rankings.value,
        **({"games": rankings.games} if _counts_games(result) else {})},
    answers=lambda result: (who_wins(result),), sections=_sections)
