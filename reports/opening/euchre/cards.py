"""The cards of Euchre: what to call with any hand, when to order up, going alone, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.euchre import report
from reports.opening.euchre.calling import (
    DrawnHand,
    calling_chart,
    calling_data,
    draw_hand,
    names_of,
)
from reports.opening.euchre.good_calls import GoodCalls, find_good_calls
from reports.opening.shared import ANSWERING, surely_best
from reports.page.document import Card, Opening, Picture, Widget
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate, mean_of_trials, share_of_trials
from simulate.branch.limits import CLEAR
from simulate.games.euchre.rules import LONE_MATCH_POINTS, MATCH_POINTS
from simulate.games.euchre.views import TRICKS

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.runs.progress import Progress

_PARTNERS = 4
_SCRIPTS = (*ANSWERING, "playing_out.js", "euchre_hand_classes.js", "euchre_playing_on.js",
            "euchre_calling.js")


def _advice(calls: GoodCalls, hand: DrawnHand) -> tuple[str, ...]:
    """Say what the eldest hand should call with the hand that is drawn."""
    best = surely_best(hand.margins)
    if best is None:
        return ()
    names = names_of(calls.nodes[0].node)
    second = min((letter for letter in hand.margins if letter != best),
                 key=lambda letter: hand.margins[letter][0])
    value, se = hand.margins[second]
    margin = amount(Estimate(value, se, value - CLEAR * se, value + CLEAR * se))
    return (f"You are the eldest hand. With these five tiles {names[best]}: against good players "
            f"that wins {margin} games of 100 more than to {names[second]}.",)


def _hand_card(calls: GoodCalls) -> Card:
    hand = draw_hand(calls.table)
    data = calling_data(calls, hand)
    return Card(
        "calling", "What should I call?", _advice(calls, hand),
        widget=Widget("euchre_calling.html.j2", _SCRIPTS, data), link="calls", wide=True,
    )


def _order_up(calls: GoodCalls) -> Card:
    alone = ", A order it up and go alone" if calls.partners else ""
    return Card(
        "order_up", "The chart for the wall",
        ("Find your seat and your trumps: the letter says what wins most among good players.",),
        Picture("opening_calls", lambda: calling_chart(calls),
                "Among good players: find your seat, the trumps and bowers that you hold (as "
                "dealer with the turn-up), and your other doubles. P pass, C order it up"
                f"{alone}, with the games of 100 by which that beats the next best on average. A "
                "large letter: best with nearly every such hand. A small one: best as a rule, so "
                "click your tiles above. Several: too close to call, since zero is in the 95% "
                "interval; the best on average first. Empty: too rare. The left bower is the "
                "double of the next lower number (of blank trumps the double six).", wide=True),
        link="calls", again=calls.command, wide=True,
    )


def alone_or_not(result: Result) -> str:
    """Say what came of hands that were played alone, and of those with a partner."""
    hands = report.counts_of(result)["makers"].sum(axis=(0, 1, 2))
    if not hands.sum(axis=1).all():
        return "Nobody went alone." if hands[0].any() else "Nobody made trump with a partner."
    said = []
    for who, tricks, worth in (("alone", hands[1], report.WORTH[1]),
                               ("with a partner", hands[0], report.WORTH[0])):
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
        "lead", "Is this game still open?", (report.how_games_turn(result),),
        Picture("opening_scores", lambda: result.plot.scores(),
                "How many of the games that came through a score the first side won, with half the "
                "width of the 95% interval.", same_as="scores"),
        link="scores",
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with: deals of good players are played for it."""
    calls = find_good_calls(result.run, result.hands, jobs, progress)
    alone = [_alone(result)] if result.measures.seats == _PARTNERS else []
    return Opening(
        (_hand_card(calls), _order_up(calls), *alone, _lead(result)),
        lead="Five tiles and a turn-up: order it up, pass, or go alone? Click your own hand to see "
             "what good players do, practise until you know it, and look at the chart.")
