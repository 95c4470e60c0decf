"""How the report of a run of Euchre is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.euchre import sentences
from reports.games.euchre.explorer_run import EXPLORER, can_explore, games_of
from reports.page.document import Column, Section, Table
from reports.results import shared_sections
from reports.results.shared_sections import picture
from reports.results.shared_sentences import margin
from reports.stats.number_text import whole

if TYPE_CHECKING:
    from reports.results.result import Result


def _winning(result: Result) -> Section:
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
        (shared_sections.value_picture(result), shared_sections.games_picture(result, games)),
        shared_sections.figures(result, "winnings", "What each wins", note),
    )


def _making(result: Result) -> Section:
    caption = (
        "Of the hands that a seat made trump in: how many it lost (fewer than three tricks), how "
        "many it won with all five tricks, and how many it played alone. The bars, often smaller "
        "than the marks, are 95% intervals."
    )
    note = "Made trump is a share of all hands; euchred, all five tricks and alone are of these."
    return Section(
        "making", "Making trump, and what comes of it", (sentences.who_is_euchred(result),),
        (picture(result, "making", caption),),
        shared_sections.figures(result, "making", "What each makes", note),
    )


def _trump(result: Result) -> Section:
    outcome = (
        Column("trump", "trump", "text"), Column("hands", "hands", "count"),
        Column("points", "points", "signed"), Column("euchred", "euchred"),
        Column("marched", "all five tricks"), Column("alone", "alone"),
    )
    by_seat = (Column("seat", "seat", "chair"), *outcome)
    by_suit = (Column("suit", "suit", "count"), *outcome)
    caption = (
        "Points of a hand to the seat that made trump (lost ones with a minus), by whether it was "
        "the suit turned up or one named in the second round. The bars are 95% intervals."
    )
    note = "Every hand is dealt afresh: hands count as independent."
    return Section(
        "trump", "Turned and named trump", (sentences.what_trump_is_worth(result),),
        (picture(result, "trump", caption),),
        (
            Table("makers", "Hands made, by seat", result.tables["makers"], by_seat, note),
            Table("trumps", "Hands made, by suit", result.tables["trumps"], by_suit,
                  "Of blank trumps the left bower is the double six."),
        ),
    )


def _calls(result: Result) -> Section:
    columns = (
        Column("position", "position", "text"), Column("trumps", "trumps", "count"),
        Column("bowers", "bowers", "text"), Column("tried", "tried", "count"),
        Column("points_ordered", "ordered up", "signed"),
        Column("points_passed", "passed", "signed"), Column("gain", "gain", "signed"),
        Column("asked", "asked", "count"), Column("ordered", "they order"),
        Column("points_named", "naming", "signed"),
    )
    caption = (
        "Points a hand that ordering up, with a partner, made more than passing, with the half "
        "width of the 95% interval, by trumps held, bowers among them, and position from the "
        "dealer's left; the dealer's hand has the turn-up in it, and six trumps count as five. "
        "Blue: order up; orange: pass. Below ten hands on either side nothing is compared."
    )
    note = (
        f"From a second run of {whole(games_of(result))} games, in which {EXPLORER} has seat 0 "
        "and orders up by lot, so that like is compared with like; after a pass it names suits "
        "as hoyle does. Tried: its hands; gain: points a hand ordered up less points a hand "
        "passed. They order, and points of naming (a suit with so much of it), are what the "
        "seats of this run do. Hands count as independent."
    )
    return Section(
        "calls", "Who should order up what", (),
        (picture(result, "calls", caption, wide=True),),
        (Table("calls", "The calling chart", result.tables["calls"], columns, note),),
    )


def _scores(result: Result) -> Section:
    columns = (
        Column("seats", "side", "text"), Column("own", "own points", "count"),
        Column("other", "others' points", "count"), Column("games", "games", "count"),
        Column("won", "won"),
    )
    caption = (
        "Share of the finished games that the first side won, of those that came through each "
        "score, with the half width of the 95% interval."
    )
    note = "Each score that a finished game came through counts once. Games are independent."
    return Section(
        "scores", "The odds of winning, by score", (sentences.how_games_turn(result),),
        (picture(result, "scores", caption),),
        (Table("scores", "Games won from every score", result.tables["scores"], columns, note),),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    return (
        _winning(result), _making(result), _trump(result),
        *([_calls(result)] if can_explore(result) else []), _scores(result),
        shared_sections.table_section(result),
    )
