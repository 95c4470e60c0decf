"""``study call``: every deal of Euchre under every call, and what a line-up does wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.studies.call import habits, tells
from reports.studies.call.by_score import AskedDeals, Heeded, heeded
from reports.studies.call.chart import Chart, Halves
from reports.studies.call.found import Found
from reports.studies.call.page import sections
from reports.studies.call.sentences import answers
from reports.studies.call.suits import suits_frame
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.euchre.forked_deals import fork_deals, sides
from simulate.theory.euchre.win_chances import WinChances, ends_of, point_worth, win_chances
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    import pandas as pd

QUESTION = "When should a seat make trump, and when alone?"
#: Deals: half of them choose the calls, half measure them.
DEALS = 400_000
#: The share of the work that forking the deals is, roughly.
_FORKING = 0.6


@dataclass(frozen=True)
class CallStudy(Study):
    """The study with what it found.

    Parameters
    ----------
    chart : Chart
        At no score, in points.
    chances : WinChances
        Of winning the game from every score, as this line-up plays.
    by_score : tuple of Heeded
        What heeding the score is worth.
    changes : DataFrame
        What a seat of each strategy gains by calling otherwise.
    """

    chart: Chart
    chances: WinChances
    by_score: tuple[Heeded, ...]
    changes: pd.DataFrame


def study_call(
    run: Run, progress: Progress | None = None, deals: object = DEALS, jobs: int | None = None
) -> CallStudy:
    """Answer when to make trump at a table of Euchre, and what its strategies do wrong.

    Parameters
    ----------
    run : Run
        Rules, players and seed; deal i is the first hand of session i.
    progress : callable, optional
        Called with the share of the work done, and the deals.
    deals : int
        Half of them choose the best calls, the other half measure what those are worth.
    jobs : int, optional
        Workers; the result does not depend on it.

    Raises
    ------
    BoneyardError
        If the game is not Euchre, the deals are too few, or a strategy fails.
    """
    count = whole(deals, "deals", 1_000, 10**9)

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
    changes = habits.changes_frame(judged, both[0].judged, chart, chances, run)
    found = Found(
        run, chart, Chart.of(both[1], len(run.players), chart.order), chances, by_score, changes,
        habits.departures_frame(both[0].judged, chart, run),
        tells.held_frame(both[0].judged, chart.order),
        tells.heard_frame(both[0].judged, chart.order),
        suits_frame(both[0].judged, chart),
    )
    if progress:
        progress(1.0, count)
    return CallStudy(QUESTION, answers(found), sections(found), chart, chances, by_score, changes)
