"""A review as a page: what the decisions cost, how the evening went, and the dearest of them."""

from __future__ import annotations

import numpy as np

from reports.draw import style
from reports.draw.parts import Figure
from reports.page.document import Picture, Section
from reports.page.files import Report
from reports.review.evening import Evening
from reports.studies.answered import report_of_answer
from simulate.games.game import find_game
from simulate.games.narrating import how_many


def by_kind(review: Evening) -> Figure:
    """Draw what the decisions of each kind cost a hand."""
    frame = review.kinds_table().frame.sort_values("a_hand")
    with style.style():
        figure, axes = style.blank(style.height_for(len(frame)))
        each = frame["a_hand"]
        axes.errorbar(each, np.arange(len(frame)), fmt="o", capsize=3, xerr=np.array(
            [each - frame["a_hand_low"], frame["a_hand_high"] - each]).clip(0))
        style.name_rows(axes, [str(kind).replace("_", " ") for kind in frame.index])
        axes.axvline(0, color=style.MUTED, linewidth=1)
        axes.set_xlabel(f"{review.unit} a hand")
        axes.set_title("What decisions cost a hand")
    return figure


def rating(review: Evening) -> Figure:
    """Draw the rating after each hand, with its interval."""
    value, low, high = review.ratings()
    with style.style():
        figure, axes = style.blank()
        hands = np.arange(1, len(value) + 1)
        axes.fill_between(hands, low, high, alpha=0.25, linewidth=0)
        axes.plot(hands, value)
        axes.set_ylim(0, min(3 * max(value[-1], high[-1] / 2), high.max()))
        axes.set_xlabel("hands")
        axes.set_ylabel(f"{review.unit} lost a hand")
        axes.set_title("The rating, hand by hand")
    return figure


def course(review: Evening) -> Figure:
    """Draw the result hand by hand, as it was and without luck."""
    told = [hand for hand in review.hands if hand.result is not None]
    results = np.array([hand.result for hand in told])
    hands = np.arange(1, len(told) + 1)
    with style.style():
        figure, axes = style.blank()
        (colour, _, dash), (calm, _, calm_dash) = style.series(2)
        axes.plot(hands, results.cumsum(), color=colour, linestyle=dash, label="as it was")
        if all(hand.luck is not None for hand in told):
            luck = np.array([hand.luck for hand in told])
            axes.plot(hands, (results - luck).cumsum(), color=calm, linestyle=calm_dash,
                      label="without the luck of the tiles")
        axes.axhline(0, color=style.MUTED, linewidth=1)
        axes.set_xlabel("hands")
        axes.set_ylabel(review.result_unit)
        axes.set_title("The result, hand by hand")
        style.legend_below(figure, axes)
    return figure


def report_of(review: Evening) -> Report:
    """Return a review as a report, ready to be shown and saved."""
    run = review.run
    answers = (
        f"{how_many(len(review.decisions), 'decision')} in {how_many(len(review.hands), 'hand')} "
        "were priced.", *review.rated(), review.result_line())
    picture = Picture("course", lambda: course(review),
                      "Hands in the order in which they were written down.")
    sections = [Section("course", "How the hands went", (), (picture,), ())]
    if review.decisions:
        habits = review.habits_table()
        none = () if len(habits.frame) else ("No habit surely costs something.",)
        kinds = Picture("kinds", lambda: by_kind(review),
                        "With 95% intervals. Zero is the best answer everywhere.")
        rated = Picture("rating", lambda: rating(review), "The line is what was lost a hand up to "
                        "there. All of the band holds with a chance of 95%.")
        sections = [
            Section("kinds", "Which decisions cost most", (), (rated, kinds),
                    (review.kinds_table(),)),
            Section("habits", "The costliest habits", none, (), (habits,)),
            Section("decisions", "The costliest decisions", (), (), (review.decisions_table(),)),
            *sections]
    return report_of_answer(
        run, f"{find_game(run.game).title}: review of {review.who}",
        f"against {', '.join(review.against)}", "What did the decisions cost?", answers,
        tuple(sections), f"boneyard review FILE --seat {review.seat}",
        {**review.last(), "faults": review.faults},
        "The interval of the rating, and of what each kind costs a hand, holds after every hand.")
