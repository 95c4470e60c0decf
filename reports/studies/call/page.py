"""What a page shows of ``study call``."""

from __future__ import annotations

from functools import partial

from reports.habits import HANDS
from reports.page.document import Picture, Section
from reports.studies.call import plots, sentences
from reports.studies.call.by_score import changes_table
from reports.studies.call.found import Found

_READ = ("P pass, C call with a partner, A alone; the number is by how many points a hand the "
         "call beats the next best. White with a small letter: too close to call. Columns: "
         "doubles held that are no trumps. Left bower: the double of the next lower number (of "
         "blank trumps the double six).")


def _chart(found: Found) -> Section:
    pictures = (
        Picture("call_first", lambda: plots.first_round(found.chart),
                f"First round, by place from the dealer's left. {_READ}", wide=True),
        Picture("call_second", lambda: plots.second_round(found.chart),
                f"Second round, with your best suit. {_READ}", wide=True))
    return Section(
        "call", "When to order up, and when to name a suit", (sentences.when_to_call(found),),
        tuple(pictures[number] for number in plots.rounds_shown(found.chart, False)),
        (found.chart.table(found.games),))


def _alone(found: Found) -> Section:
    caption = ("For the hands that call: A alone, C with the partner, and by how many points that "
               "is better. Hands that pass are left empty. No double is turned up, but for the "
               "dealer, who holds it. ")
    return Section(
        "call_alone", "When to go alone",
        (sentences.when_alone(found), *sentences.who_goes_alone(found)),
        tuple(Picture(f"call_alone_{number + 1}",
                      partial(plots.alone, found.chart, number),
                      caption, wide=True) for number in plots.rounds_shown(found.chart, True)))


def sections(found: Found) -> tuple[Section, ...]:
    """Return what a page shows of the study."""
    worst = () if found.departures.frame.empty else (Picture(
        "call_habits", lambda: plots.worst_habits(found.departures.frame),
        f"What the costliest habits lose in {HANDS} hands, with 95% intervals.", wide=True),)
    return (
        _chart(found), *([_alone(found)] if found.partners else []),
        Section("call_suits", "Which suit to name", tuple(sentences.what_the_suit_brings(found)),
                (), (found.suits,)),
        Section(
            "call_scores", "Where the score changes the call",
            (sentences.where_score_matters(found),),
            (Picture(
                "call_scores", lambda: plots.by_score(found.by_score),
                "What a seat wins that calls for the game and not for points, in games of 100, in "
                "one hand at each score; with half the width of the 95% interval."),),
            (changes_table(found.by_score),)),
        Section("call_tells", "What calls tell", (sentences.what_passes_tell(found),), (),
                (found.held, found.heard)),
        Section("call_habits", "What the strategies do wrong",
                (*sentences.what_changes_bring(found), *sentences.worst_habits(found)), worst,
                (found.changes, found.departures)),
    )
