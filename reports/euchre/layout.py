"""How the report of a run of Euchre is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import layout
from reports.euchre import sentences
from reports.layout import FIGURES, both, picture
from reports.sections import Column, Section
from reports.sentences import margin

if TYPE_CHECKING:
    from reports.result import Result


def _winning(result: Result) -> Section:
    columns = (
        Column("points", "points a hand", "signed"), Column("scored", "points made", "amount"),
        Column("games_won", "games won"), Column("sd", "standard deviation", "amount"),
        Column("skew", "skew", "amount"),
    )
    note = (
        "Points a hand are those that the seat and its partner make, less those made against "
        "them; points made leave the latter out. Games won are those of one seat, on average."
    )
    games = (
        "Share of the games that a seat wins, with 95% intervals; the dashed line is an equal "
        "share. Partners win together."
    )
    return Section(
        "winnings", "Points a hand, and the odds of winning", (margin(result),),
        (layout.value_picture(result), layout.games_picture(result, games)),
        both(result, FIGURES, "What each wins", columns, note),
    )


def _making(result: Result) -> Section:
    columns = (
        Column("hands", "hands", "count"), Column("made", "made trump"),
        Column("euchred", "euchred"), Column("marched", "all five tricks"),
        Column("alone", "alone"),
    )
    caption = (
        "Of the hands that a seat made trump in: how many it lost (fewer than three tricks), how "
        "many it won with all five tricks, and how many it played alone. The bars, often smaller "
        "than the marks, are 95% intervals."
    )
    note = "Made trump is a share of all hands; euchred, all five tricks and alone are of these."
    return Section(
        "making", "Making trump, and what comes of it", (sentences.who_is_euchred(result),),
        (picture(result, "making", caption),),
        both(result, FIGURES, "What each makes", columns, note),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    return (_winning(result), _making(result), layout.table_section(result))
