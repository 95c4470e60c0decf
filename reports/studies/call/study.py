"""``study call``: every deal of Euchre under every call, and what a line-up does wrong."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from reports.habits import HANDS
from reports.page.document import Picture, Section
from reports.studies.call import habits, plots, sentences, tells
from reports.studies.call.by_score import AskedDeals, changes_table, heeded
from reports.studies.call.chart import Chart, Halves
from reports.studies.call.found import Found
from reports.studies.call.sentences import answers
from reports.studies.call.suits import suits_table
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.euchre.forked_deals import fork_deals, sides
from simulate.theory.euchre.win_chances import ends_of, point_worth, win_chances
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    pass

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


QUESTION = "When should a seat make trump, and when alone?"
#: The share of the work that forking the deals is, roughly.
_FORKING = 0.6


def study_call(
    run: Run, progress: Progress | None = None, deals: object = None, jobs: int | None = None
) -> Study:
    """Answer when to make trump at a table of Euchre, and what its strategies do wrong.

    ``run``: rules, players and seed; deal i is the first hand of session i. ``deals``: half of them
    choose the best calls, the other half measure what those are worth; as many as the run has
    sessions when not given. Raises ``BoneyardError`` if
    the game is not Euchre, the deals are too few, or a strategy fails.
    """
    count = whole(run.sessions if deals is None else deals, "deals", 1_000, 10**9)

    def tell(done: int) -> None:
        if progress:
            progress(_FORKING * done / count, done)

    forked = fork_deals(run, count, jobs=jobs, progress=tell)
    learned = AskedDeals(forked.some(0, count // 2), jobs)
    judged = AskedDeals(forked.some(count // 2, None), jobs)
    of = sides(len(run.players))
    start = (0,) * of
    chances = win_chances(of, lambda score: ends_of(judged.deals, judged.calls(score)))
    both = [Halves(learned.auctions(start, worth), judged.auctions(start, worth))
            for worth in (point_worth(of), chances.worth(start))]
    chart = Chart.of(both[0], len(run.players))
    if not any(len(chart.covers(node)) for node in chart.nodes):
        raise BoneyardError(
            f"{count:,} deals are too few for a chart: no kind of hand came often enough; ask for "
            "more with --sessions")
    by_score = tuple(heeded(learned, judged, chart, chances))
    changes = habits.changes_table(judged, both[0].judged, chart, chances, run)
    found = Found(
        run, chart, Chart.of(both[1], len(run.players), chart.order), chances, by_score, changes,
        habits.departures_table(both[0].judged, chart, run),
        tells.held_table(both[0].judged, chart.order),
        tells.heard_table(both[0].judged, chart.order),
        suits_table(both[0].judged, chart),
    )
    if progress:
        progress(1.0, count)
    return Study(QUESTION, answers(found), sections(found), {"call": found})
