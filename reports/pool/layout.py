"""How the report of a run of Pool is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import layout
from reports.layout import FIGURES, both, picture
from reports.pool import sentences
from reports.sections import Column, Picture, Section
from reports.sentences import margin

if TYPE_CHECKING:
    from reports.result import Result


def _winning(result: Result) -> Section:
    columns: tuple[Column, ...] = (Column("chips", "chips a hand", "signed"),)
    games: tuple[Picture, ...] = ()
    if result.is_game:
        columns += (
            Column("chips_a_game", "chips a game", "signed"), Column("games_won", "games won"),
        )
        games = (layout.games_picture(result),)
    columns += (Column("sd", "standard deviation", "amount"), Column("skew", "skew", "amount"))
    note = "Chips are those that changed hands: what ties leave in the pool is nobody's."
    return Section(
        "winnings", "Chips a hand, and the odds of winning", (margin(result),),
        (layout.value_picture(result), *games),
        both(result, FIGURES, "What each wins", columns, note),
    )


def _hands(result: Result) -> Section:
    columns = (
        Column("hands", "hands", "count"), Column("hands_won", "hands won"),
        Column("dominoes", "by domino"), Column("blocked_won", "when blocked"),
        Column("pips", "pips left", "amount"),
    )
    caption = (
        "Share of its hands that a seat wins: all of them, those by playing its last tile, and "
        "those that were blocked. The bars, often smaller than the marks, are 95% intervals."
    )
    note = "All are shares of the seat's hands; a hand that several seats win counts for each."
    return Section(
        "hands", "Hands won, and pips left", (sentences.who_takes_hands(result),),
        (picture(result, "hands_won", caption),),
        both(result, FIGURES, "How each ends its hands", columns, note),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    return (_winning(result), _hands(result), layout.table_section(result))
