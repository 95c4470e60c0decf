"""A review as a page: what the decisions cost, how the evening went, and the dearest of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.draw import style
from reports.page.document import Column, Picture, Section, Table
from reports.page.report import Report
from reports.stats.estimates import Estimate, of_deals
from reports.stats.number_text import counted, with_interval
from reports.studies.answered import report_of_answer
from simulate.games.game import find_game
from simulate.games.narrating import how_many

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.review.evening import Evening

#: How many decisions the page lists.
_DEAREST = 20


def _estimates(frame: pd.DataFrame, name: str) -> list[Estimate]:
    """Return the numbers of a column that has an error, with their intervals."""
    errors = frame["se" if name == "cost" else f"{name}_se"]
    return [of_deals(*one) for one in zip(frame[name], errors, strict=True)]


def _with_intervals(frame: pd.DataFrame, *names: str) -> pd.DataFrame:
    """Return a frame with the ends of 95% intervals beside columns that have an error."""
    shown = frame.copy()
    for name in names:
        found = _estimates(frame, name)
        shown[f"{name}_low"] = [one.low for one in found]
        shown[f"{name}_high"] = [one.high for one in found]
    return shown


def by_kind(review: Evening) -> Figure:
    """Draw what a hundred decisions of each kind cost."""
    frame = review.by_kind.sort_values("a_hundred")
    with style.style():
        figure, axes = style.blank(style.height_for(len(frame)))
        axes.errorbar(frame["a_hundred"], np.arange(len(frame)),
                      xerr=style.reaches(_estimates(frame, "a_hundred")), fmt="o", capsize=3)
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


def _kinds(review: Evening) -> Section:
    columns = (
        Column("decision", "decision", "text"), Column("decisions", "taken", "count"),
        Column("not_the_best", "not the best", "count"), Column("cost", "cost", "signed"),
        Column("a_hundred", "cost of a hundred", "signed"),
    )
    table = Table("kinds", "What decisions cost, by kind",
                  _with_intervals(review.by_kind, "cost", "a_hundred"), columns,
                  f"In {review.unit}; a cost may come out a little below zero.")
    picture = Picture("kinds", lambda: by_kind(review),
                      "With 95% intervals. Zero is the best answer everywhere.")
    return Section("kinds", "Which decisions cost most", (), (picture,), (table,))


def _habits(review: Evening) -> Section:
    frame = review.habits_frame
    columns = (Column("does", "does", "text"), Column("better", "better", "text"),
               Column("times", "times", "count"), Column("cost", "cost", "signed"),
               Column("hands", "session:hand", "text"))
    answer = () if len(frame) else ("No habit surely costs something.",)
    return Section("habits", "The costliest habits", answer, (), (
        Table("habits", "What costs most", _with_intervals(frame, "cost"), columns,
              "Those that surely cost something, all judged together."),))


def _decisions(review: Evening) -> Section:
    frame = review.frame.sort_values("cost", ascending=False, kind="stable", ignore_index=True)
    columns = (Column("session", "session", "count"), Column("hand", "hand", "count"),
               Column("decision", "decision", "text"), Column("answer", "answer", "text"),
               Column("best", "best", "text"), Column("cost", "cost", "signed"))
    return Section("decisions", "The costliest decisions", (), (), (
        Table("decisions", "All decisions, the costliest first", _with_intervals(frame, "cost"),
              columns, "The page has the first twenty, the files have all.", most=_DEAREST),))


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
        sections = [_kinds(review), _habits(review), _decisions(review), *sections]
    return report_of_answer(
        run, f"{find_game(run.game).title}: review of {review.who}",
        f"against {', '.join(review.against)}", "What did the decisions cost?", answers,
        tuple(sections), f"boneyard review FILE --seat {review.seat}",
        {**review.last(), "faults": review.faults})
