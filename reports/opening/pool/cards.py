"""The cards of Pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.pool import report
from reports.opening.pool.leading import (
    Doubles,
    can_be_asked,
    doubles_figure,
    good_table,
    later_card,
    leading_card,
    what_doubles_bring,
)
from reports.opening.shared import whose_numbers
from reports.page.document import Card, Opening, Picture
from reports.results import commands
from reports.results.shared_sentences import amount

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.runs.progress import Progress

#: What the page is for: single hands, and a game hundred up.
_FIRST_ONE_OUT = ("Be rid of your tiles before the others are: which tile to lead and to play "
                  "then, what the lead is worth, what a double costs, and how a line is played "
                  "best.")
_LAST_ONE_IN = ("Be the last whose pips stay below the target: what the lead is worth, what a "
                "double costs, and how a line is played best.")
_AT_A_SCORE = ("Which tile to play depends on the score here, so this page does not say it; ask "
               "boneyard advise pool {} with what you hold (--hand), where you sit (--position), "
               "what was played (--seen) and the score (--score).")
#: Why the card's number is not that of the chart for the wall, which stands before it.
_UNLIKE = (" That is at the table of this page, whose players are not alike: where all play alike "
           "well it is another number.")


def _lead(result: Result) -> Card:
    here = report.what_the_lead_is_worth(result)
    if len(set(result.run.labels)) > 1:
        here += _UNLIKE
    return Card(
        "lead", "What is the lead worth?", (here,),
        Picture("opening_positions", lambda: result.plot.positions(),
                "How many of its hands a seat wins, by its place from the leader on; the dashed "
                "line is an equal share, the bars are 95% intervals."),
        link="positions", closer="line_openings",
    )


def what_doubles_are_worth(found: Doubles, in_pips: bool = False) -> str:
    """Say what a hand brings, or is left with, with the fewest and with the most doubles."""
    fewest, most = min(found), max(found)
    (few, _), (many, _) = found[fewest], found[most]

    def dealt(number: int) -> str:
        return f"{number or 'no'} double{'' if number == 1 else 's'}"

    why = "a double has one number to match, any other tile two."
    if in_pips:
        return (f"A hand with {dealt(fewest)} is left with {amount(few)} pips on average, one with "
                f"{dealt(most)} with {amount(many)}: {why}")
    return (f"A hand with {dealt(fewest)} brings {amount(few, signed=True)} chips on average, one "
            f"with {dealt(most)} {amount(many, signed=True)}: {why}")


def _doubles(found: Doubles, in_pips: bool) -> Card:
    what = "Pips that a seat is left with" if in_pips else "Chips that a seat makes"
    return Card(
        "doubles", "What are doubles worth?", (what_doubles_are_worth(found, in_pips),),
        Picture("opening_doubles", lambda: doubles_figure(found, in_pips),
                f"{what} in the first hand of a session, by the doubles that it is dealt, whoever "
                "sits there and leads; the bars are 95% intervals."),
        link="hands",
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with: hands are looked at again, and one is priced for it.

    ``jobs``, ``progress``: not used: it does not take long.
    """
    found = what_doubles_bring(result)
    doubles = [_doubles(found, result.is_game)] if len(found) > 1 else []
    asked: list[Card] = []
    note = whose_numbers(result)
    if result.is_game:
        # Pips are played for as well, and what a tile is worth depends on the score.
        note += f" {_AT_A_SCORE.format(commands.rule_options(result.run))}"
    else:
        table = good_table(result.run)
        later = [later_card(table)] if can_be_asked(table) else []
        asked = [leading_card(table, bool(later)), *later]
    return Opening((*asked, _lead(result), *doubles), note=note,
                   lead=_LAST_ONE_IN if result.is_game else _FIRST_ONE_OUT)
