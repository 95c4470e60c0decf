"""What a report of Euchre opens with: when to order up, going alone, and what a lead is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.euchre import figures, sentences
from reports.page.document import Card, Opening, Picture
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import mean_of_trials, share_of_trials
from simulate.games.euchre.row import TRICKS
from simulate.games.euchre.settling import LONE_MATCH_POINTS, MATCH_POINTS

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.runs.progress import Progress

_PARTNERS = 4


def _order_up(result: Result) -> Card:
    return Card(
        "order_up", "Should I order up?", (sentences.who_should_order(result),),
        Picture("opening_calls", lambda: result.plot.calls(),
                "Points a hand that ordering up brings more than passing: find your seat, and the "
                "trumps and bowers among your five tiles. Blue: order up. Orange: pass. Below each "
                "number is half the width of its 95% interval.",
                wide=True, same_as="calls"),
        link="calls", wide=True,
    )


def alone_or_not(result: Result) -> str:
    """Say what came of hands that were played alone, and of those with a partner."""
    hands = figures.counts_of(result)["makers"].sum(axis=(0, 1, 2))
    if not hands.sum(axis=1).all():
        return "Nobody went alone." if hands[0].any() else "Nobody made trump with a partner."
    said = []
    for who, tricks, worth in (("alone", hands[1], figures.WORTH[1]),
                               ("with a partner", hands[0], figures.WORTH[0])):
        taken = share_of_trials(int(tricks[TRICKS]), int(tricks.sum()))
        points = amount(mean_of_trials(worth, tricks), signed=True)
        said.append(f"{who} took all five tricks in {share(taken)} of their hands and made "
                    f"{points} points a hand")
    return f"Those who went {said[0]}; those who played {said[1]}."


def _alone(result: Result) -> Card:
    return Card(
        "alone", "Should I go alone?",
        (alone_or_not(result),
         f"All five tricks bring {LONE_MATCH_POINTS} points alone and {MATCH_POINTS} with a "
         "partner, three or four tricks the same. The hands that go alone are the better ones: "
         "the two numbers compare hands, not choices."),
        Picture("opening_making", lambda: result.plot.making(),
                "Of the hands that a seat made trump in: how many it lost, won with all five "
                "tricks, and played alone; with 95% intervals.", same_as="making"),
        link="making", closer="call_alone",
    )


def _lead(result: Result) -> Card:
    return Card(
        "lead", "Is this game still open?", (sentences.how_games_turn(result),),
        Picture("opening_scores", lambda: result.plot.scores(),
                "How many of the games that came through a score the first side won, with half the "
                "width of the 95% interval.", same_as="scores"),
        link="scores",
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with; nothing is played for it.

    Parameters
    ----------
    result : Result
    jobs, progress
        As for every opening; not needed here.
    """
    alone = [_alone(result)] if result.measures.seats == _PARTNERS else []
    return Opening(
        (_order_up(result), *alone, _lead(result)),
        lead="Five tiles and a turn-up: order it up, pass, or go alone? The chart says what each "
             "was worth with your trumps, from your seat.")
