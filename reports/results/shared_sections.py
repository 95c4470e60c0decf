"""Parts of a page that the reports of all games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.page.document import Column, Picture, Section, Table
from reports.results.figure_tables import columns_of

if TYPE_CHECKING:
    from reports.results.result import Result

#: Tables of the figures by strategy and by seat.
FIGURES = ("strategies", "seats")
#: What must be known of the numbers of seats.
SEATS = ("Seats are numbered from 0 in the order of the line-up, each on the left of the one "
         "before; everybody keeps a seat, and the deal goes round.")


def both(
    result: Result, names: tuple[str, str], title: str, columns: tuple[Column, ...], note: str = ""
) -> tuple[Table, ...]:
    """Return a table by strategy and the same by seat, of the names given.

    The page shows the second only where a strategy has several seats.
    """
    by_strategy = (Column("strategy", "strategy", "text"), Column("seats", "seats", "count"))
    by_seat = (Column("seat", "seat", "chair"),)
    ours, alone = names
    some_sit_twice = len(result.measures.strategies) < result.measures.seats
    return (
        Table(ours, f"{title}, by strategy", result.tables[ours], by_strategy + columns, note),
        Table(alone, f"{title}, by seat", result.tables[alone], by_seat + columns, SEATS,
              on_page=some_sit_twice),
    )


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
        f"Mean {result.unit} a {deal}. The bars, often smaller than the marks, are 95% intervals; "
        "hollow marks are the single seats of a strategy that sits in several.",
    )


def games_picture(result: Result, caption: str = "") -> Picture:
    """Return the figure of the games won."""
    return picture(
        result, "games",
        caption or "Share of the games that a seat wins, with 95% intervals; the dashed line is "
        "an equal share.",
    )


def table_section(result: Result, hands: str = "hands") -> Section:
    """Return the section of the table as a whole and of its most extreme hands."""
    columns = (
        Column("figure", "figure", "text"), Column("count", "count", "count"),
        Column("value", "value", "row"), Column("of", "of", "text"),
    )
    extremes = (
        Column("side", "side", "text"), Column(result.unit, result.unit, "count"),
        Column("seat", "seat", "chair"),
        Column("replay", "see it again", "code"),
    )
    return Section(
        "table", f"The table, and its most extreme {hands}",
        tables=(
            Table("table", "The table as a whole", result.table, columns),
            Table("extremes", f"Worst and best {hands} of any seat", result.extremes, extremes,
                  f"Among equal {hands}, those that were played first."),
        ),
    )
