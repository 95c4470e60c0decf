"""How the report of a run of Pool is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.pool import sentences
from reports.page.document import Column, Picture, Section, Table
from reports.results import shared_sections
from reports.results.shared_sections import picture
from reports.results.shared_sentences import margin

if TYPE_CHECKING:
    from reports.results.result import Result

_PIPS = "Mean pips that a seat is left with at the end of a hand, with 95% intervals."


def _winning(result: Result) -> Section:
    games: tuple[Picture, ...] = ()
    if result.is_game:
        games = (shared_sections.games_picture(result),)
    note = (
        "Chips are those that changed hands: what ties and unfinished games leave in the pool is "
        "nobody's." if result.is_game else
        "Chips a hand credit each seat with an equal share of what is left in the pool at the end "
        "of a session."
    )
    return Section(
        "winnings", "Chips a hand, and the odds of winning", (margin(result),),
        (shared_sections.value_picture(result), *games),
        shared_sections.figures(result, "winnings", "What each wins", note),
    )


def _hands(result: Result) -> Section:
    caption = (
        "Share of its hands that a seat wins: all of them, those by playing its last tile, and "
        "those that were blocked. The bars, often smaller than the marks, are 95% intervals."
    )
    note = "All are shares of the seat's hands; a hand that several seats win counts for each."
    return Section(
        "hands", "Hands won, and pips left", (sentences.who_takes_hands(result),),
        (picture(result, "hands_won", caption), picture(result, "pips", _PIPS)),
        shared_sections.figures(result, "hands", "How each ends its hands", note),
    )


def _positions(result: Result) -> Section:
    everybody = (
        Column("position", "position", "text"), Column("hands", "hands", "count"),
        Column("hands_won", "hands won"), Column("share", "share of the hand"),
        Column("worth", "above an equal share"), Column("pips", "pips left", "amount"),
    )
    each = (
        Column("strategy", "strategy", "text"), Column("position", "position", "text"),
        Column("hands", "hands", "count"), Column("hands_won", "hands won"),
        Column("chips", "chips a hand", "signed"),
    )
    caption = (
        "Share of its hands that a seat wins, by its place from the leader on; those who tie win "
        "each. The dashed line is an equal share, the bars are 95% intervals."
    )
    note = (
        "Share of the hand divides ties; above an equal share is what the place is worth, in "
        "parts of the pool. Hands with all seats dealt in; they count as independent."
    )
    return Section(
        "positions", "What the lead is worth", (sentences.what_the_lead_is_worth(result),),
        (picture(result, "positions", caption),),
        (
            Table("positions", "By position", result.tables["positions"], everybody, note),
            Table("placed", "By strategy and position", result.tables["placed"], each),
        ),
    )


def _endings(result: Result) -> Section:
    columns = (
        Column("ending", "ending", "text"), Column("hands", "hands", "count"),
        Column("share", "of all hands"), Column("turns", "turns", "amount"),
        Column("tied", "tied"),
    )
    caption = (
        "Hands by the number of their turns (a pass is one), for those that end with a player's "
        "last tile and those that end blocked; shares of all hands, with 95% intervals."
    )
    tables = [Table("endings", "How hands end", result.tables["endings"], columns)]
    if result.is_game:
        length = (Column("of_games", "of the games", "text"), Column("hands", "hands", "amount"))
        tables.append(Table(
            "length", "Hands in a game", result.tables["length"], length,
            "The hands that so many of the finished games do not exceed; intervals from order "
            "statistics.",
        ))
    return Section(
        "endings", "Domino or blocked, and how long it takes", (sentences.how_each_ends(result),),
        (picture(result, "turns", caption),), tuple(tables),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    return (
        _winning(result), _hands(result), _positions(result), _endings(result),
        shared_sections.table_section(result),
    )
