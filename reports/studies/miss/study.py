"""``study miss``: when to play, take the miss, or drop, and what a line-up does wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reports.studies.miss.chart import SCALES, Chart, units_with
from reports.studies.miss.habits import Habits, habits_frame
from reports.studies.miss.page import sections
from reports.studies.miss.sentences import answers
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.loo.row import TRICKS
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.solving.loo.later_pools import PoolValues, check_worth
from simulate.solving.loo.payoffs import payoffs_at, pool_values
from simulate.solving.loo.what_if_counts import (
    Forks,
    Payoff,
    Question,
    Stakes,
    fork_more,
    plays_for_chips,
    stakes_of,
)
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    import pandas as pd


QUESTION = "When should a seat play, take the miss, or drop?"
#: Deals of the first round; every further one doubles them.
_FIRST_ROUND = 131_072
#: The most deals, and the share of the decisions whose best move should be clear before.
DEALS, RESOLVED = 2_097_152, 0.97
#: Hands that the worth of later pools is measured with: at most, and for every deal forked.
_LATER_HANDS, _LATER_EACH = 2_000_000, 4


@dataclass(frozen=True)
class MissStudy(Study):
    """The study with what it found.

    Parameters
    ----------
    charts : tuple of Chart
        One a strategy, with the worth of later pools, where there are any.
    alone : Chart
        That of the first strategy with nothing but the hand itself counted.
    habits : DataFrame
        What the strategies do wrong: the worst habit of each first.
    """

    charts: tuple[Chart, ...]
    alone: Chart
    habits: pd.DataFrame

    @property
    def chart(self) -> Chart:
        """The chart of the first strategy."""
        return self.charts[0]


def check_game(run: Run) -> None:
    """Raise ``BoneyardError`` if the game has no miss."""
    if run.game not in ("loo", "rounce"):
        raise BoneyardError(f"study miss is for loo and rounce, not {run.game!r}")


def _check(run: Run, deals: object, resolved: float) -> int:
    """Return the most deals.

    Raises
    ------
    BoneyardError
        If the game has no miss, or a number is wrong.
    """
    check_game(run)
    check_worth(run)
    if not 0 <= resolved <= 1:
        raise BoneyardError(f"resolved {resolved!r} is not a share from 0 to 1")
    return whole(deals, "deals", 1_000, 10**12)


def draw_charts(
    run: Run, progress: Progress | None = None, pool: int | None = None, deals: object = DEALS,
    resolved: float = RESOLVED, jobs: int | None = None,
) -> tuple[Chart, ...]:
    """Fork deals until the chart of the first strategy is clear, or there are enough of them.

    The arguments are those of ``study_miss``.
    """
    most = _check(run, deals, resolved)
    values = pool_values(run, min(_LATER_HANDS, _LATER_EACH * most), jobs)
    payoffs = _payoffs(run, stakes_of(run, pool), values)
    question = Question(run, payoffs)
    forks = question.blank()
    charts = _charts(run, values, payoffs, forks)

    def report(done: int) -> None:
        if progress:
            progress(done / most, done)

    while forks.deals < most and not (forks.deals and charts[0].resolved >= resolved):
        more = max(forks.deals, _FIRST_ROUND)
        fork_more(question, forks, min(more, most - forks.deals), jobs, report)
        charts = _charts(run, values, payoffs, forks)
    return charts


def _payoffs(run: Run, stakes: Stakes, values: PoolValues | None) -> tuple[Payoff, ...]:
    """Return what hands bring: at this pool and others, and at last of this hand alone."""
    if not plays_for_chips(run):
        return payoffs_at(run, values, [stakes])
    fifths = [max(1, round(stakes.pool * scale / TRICKS)) for scale in SCALES[1:]]
    others = [stakes_of(run, TRICKS * fifth) for fifth in fifths]
    return (*payoffs_at(run, values, [stakes, *others]), *payoffs_at(run, None, [stakes]))


def _charts(
    run: Run, values: PoolValues | None, payoffs: tuple[Payoff, ...], forks: Forks
) -> tuple[Chart, ...]:
    """Return the chart of every strategy."""
    charts = []
    for strategy in dict.fromkeys(run.labels):
        units = units_with(run, strategy)
        own = tuple(payoff.of_units(units) for payoff in payoffs)
        charts.append(Chart(run, strategy, values, own, forks.of_units(units)))
    return tuple(charts)


def study_miss(
    run: Run, progress: Progress | None = None, pool: int | None = None, deals: object = DEALS,
    resolved: float = RESOLVED, jobs: int | None = None,
) -> MissStudy:
    """Answer when to take the miss at a table, and what its strategies do wrong.

    Parameters
    ----------
    run : Run
        Game, rules, players and seed; deal i is the first hand of session i.
    progress : callable, optional
        Called with the share of the most deals that is done, and the deals.
    pool : int, optional
        At the start of play; that of a session's first hand when not given.
    deals : int
        The most deals.  They are made in rounds of fixed sizes, so that the result
        depends on the seed and not on the workers.
    resolved : float
        Stop after a round in which the best move is clear, by two standard errors, in
        this share of the decisions.
    jobs : int, optional
        Workers; all cores when not given.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.
    """
    charts = draw_charts(run, progress, pool, deals, resolved, jobs)
    if not charts[0].covered.any():
        raise BoneyardError(
            f"{charts[0].hands:,.0f} hands are too few for a chart: no kind of hand came often "
            "enough; play more deals")
    alone = replace(charts[0], values=None, at=len(charts[0].payoffs) - 1)
    habits = [Habits(chart) for chart in charts]
    frame = habits_frame(habits)
    return MissStudy(
        QUESTION, answers(charts[0], habits, frame), sections(alone, habits, frame), charts,
        alone, frame,
    )
