"""How the report of a run of Casino is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import layout
from reports.casino import sentences
from reports.layout import FIGURES, both
from reports.sections import Column, Section
from reports.sentences import margin

if TYPE_CHECKING:
    from reports.result import Result


def _winning(result: Result) -> Section:
    columns = (
        Column("odds", "win odds"), Column("games_won", "games won"),
        Column("tiles", "tiles", "amount"), Column("sd", "standard deviation", "amount"),
        Column("double_wins", "doubles, a bet"), Column("blank_wins", "blanks, a bet"),
        Column("basic_wins", "basic, a bet"),
    )
    games = (
        "Share of the games that a seat wins, with 95% intervals; those who tie divide a game. "
        "The dashed line is an equal share."
    )
    note = (
        "Win odds divide a tied game between its winners, games won count it for each. Of a "
        "seat's bets: those that won everything, that won as a single blank, and that came back."
    )
    return Section(
        "winnings", "The stash, and the odds of winning",
        (sentences.odds(result), margin(result, "game")),
        (layout.value_picture(result, "game"), layout.games_picture(result, games)),
        both(result, FIGURES, "What each wins", columns, note),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    return (_winning(result), layout.table_section(result, "games"))
