"""The cards of Pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.pool import sentences
from reports.opening.players import whose_numbers
from reports.opening.pool.doubles import Doubles, doubles_figure, what_doubles_bring
from reports.page.document import Card, Opening, Picture
from reports.results.shared_sentences import amount

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.runs.progress import Progress


def _lead(result: Result) -> Card:
    return Card(
        "lead", "What is the lead worth?", (sentences.what_the_lead_is_worth(result),),
        Picture("opening_positions", lambda: result.plot.positions(),
                "How many of its hands a seat wins, by its place from the leader on; the dashed "
                "line is an equal share, the bars are 95% intervals."),
        link="positions",
    )


def what_doubles_are_worth(found: Doubles) -> str:
    """Say what a hand brings with the fewest and with the most doubles."""
    fewest, most = min(found), max(found)
    (few, _), (many, _) = found[fewest], found[most]

    def dealt(number: int) -> str:
        return f"{number or 'no'} double{'' if number == 1 else 's'}"

    return (
        f"A hand with {dealt(fewest)} brings {amount(few, signed=True)} chips on average, one "
        f"with {dealt(most)} {amount(many, signed=True)}: a double has one number to match, any "
        "other tile two."
    )


def _doubles(found: Doubles) -> Card:
    return Card(
        "doubles", "What are doubles worth?", (what_doubles_are_worth(found),),
        Picture("opening_doubles", lambda: doubles_figure(found),
                "Chips that a seat makes in the first hand of a session, by the doubles that it is "
                "dealt, whoever sits there and leads; the bars are 95% intervals."),
        link="hands",
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with: first hands of the run are looked at again for it.

    Parameters
    ----------
    result : Result
    jobs, progress
        As for every opening; not needed here.
    """
    found = what_doubles_bring(result)
    doubles = [_doubles(found)] if len(found) > 1 else []
    return Opening((_lead(result), *doubles), note=whose_numbers(result),
                   lead="Be rid of your tiles before the others are: what the lead is worth, what "
                        "a double costs, and how a line is played best.")
