"""``study call``: every deal of Euchre under every call, and what a line-up does wrong."""

from __future__ import annotations

from reports.studies.call import habits
from reports.studies.call.chart import Chart
from reports.studies.call.habits import AskedDeals, heeded
from reports.studies.call.shown import Found, sections
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.euchre.rules import GAME_POINTS
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.euchre.forked_deals import fork_deals, sides
from simulate.theory.euchre.win_chances import ends_of, point_worth, win_chances
from simulate.whole_numbers import whole

QUESTION = "When should a seat make trump, and when alone?"
#: The share of the work that forking the deals is, roughly.
_FORKING = 0.6


def study_call(
    run: Run, progress: Progress = silent, deals: object = None, jobs: int | None = None
) -> Study:
    """Answer when to make trump at a table of Euchre, and what its strategies do wrong. Deal i is
    the first hand of session i: half of them choose the best calls, the others measure what those
    are worth."""
    count = whole(run.sessions if deals is None else deals, "deals", 1_000, 10**9)

    forked = fork_deals(run, count, jobs=jobs,
                        progress=lambda done: progress(_FORKING * done / count, done))
    learned = AskedDeals(forked.some(0, count // 2), jobs)
    judged = AskedDeals(forked.some(count // 2, None), jobs)
    of = sides(len(run.players))
    start = (0,) * of
    chances = win_chances(of, lambda score: ends_of(judged.deals, judged.calls(score)))
    chooses, measures = (half.auctions(start, point_worth(of)) for half in (learned, judged))
    chart = Chart.of(chooses, measures)
    if not any(chart.covers(node) for node in chart.nodes):
        raise BoneyardError(
            f"{count:,} deals are too few for a chart: no kind of hand came often enough; ask for "
            "more with --sessions")
    worth = chances.worth(start)
    found = Found(
        run, chart, Chart.of(learned.auctions(start, worth), judged.auctions(start, worth),
                             chart.order), chances,
        tuple(heeded(learned, judged, chart, chances, own, other)
              for own in range(GAME_POINTS) for other in range(GAME_POINTS)),
        habits.changes_table(judged, measures, chart, chances, run),
        habits.departures_table(measures, chart, run))
    progress(1.0, count)
    shown = sections(found)
    firsts = [section.answer[0] for section in shown[: 1 + found.partners]]
    few = shown[-1].answer[: min(2, len(set(run.labels)))]  # what changes bring to each strategy
    return Study(QUESTION, (*firsts, *few), shown, {"call": found})
