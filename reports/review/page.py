"""A review as a page: what the decisions cost, how the evening went, and the dearest of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.page.document import Picture, Section
from reports.page.report import Report
from reports.stats.number_text import counted, with_interval
from reports.studies.answered import report_of_answer
from simulate.games.game import find_game
from simulate.games.narrating import how_many

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.review.evening import Evening


def by_kind(review: Evening) -> Figure:
    """Draw what a hundred decisions of each kind cost."""
    frame = review.kinds_table().frame.sort_values("a_hundred")
    with style.style():
        figure, axes = style.blank(style.height_for(len(frame)))
        each = frame["a_hundred"]
        axes.errorbar(each, np.arange(len(frame)), fmt="o", capsize=3, xerr=np.array(
            [each - frame["a_hundred_low"], frame["a_hundred_high"] - each]))
        style.name_rows(axes, [str(kind).replace("_", " ") for kind in frame.index])
        axes.axvline(0, color=style.MUTED, linewidth=1)
        axes.set_xlabel(f"{review.unit} a hundred decisions")
        axes.set_title("What a hundred decisions cost")
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
    cost, error = review.cost
    answers = (
        f"{how_many(len(review.decisions), 'decision')} in {how_many(len(review.hands), 'hand')} "
        f"cost {counted(with_interval(cost, error), review.unit)}.", review.result_line())
    picture = Picture("course", lambda: course(review),
                      "Hands in the order in which they were written down.")
    sections = [Section("course", "How the hands went", (), (picture,), ())]
    if review.decisions:
        habits = review.habits_table()
        none = () if len(habits.frame) else ("No habit surely costs something.",)
        kinds = Picture("kinds", lambda: by_kind(review),
                        "With 95% intervals. Zero is the best answer everywhere.")
        sections = [
            Section("kinds", "Which decisions cost most", (), (kinds,), (review.kinds_table(),)),
            Section("habits", "The costliest habits", none, (), (habits,)),
            Section("decisions", "The costliest decisions", (), (), (review.decisions_table(),)),
            *sections]
    return report_of_answer(
        run, f"{find_game(run.game).title}: review of {review.who}",
        f"against {', '.join(review.against)}", "What did the decisions cost?", answers,
        tuple(sections), f"boneyard review FILE --seat {review.seat}",
        {**review.last(), "faults": review.faults})
