"""``study miss``: when to play, take the miss, or drop, and what a line-up does wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.games.loo.typed import check_pool
from reports.studies.miss import by_score as scores
from reports.studies.miss.chart import SCALES, Chart, units_with
from reports.studies.miss.habits import Habits
from reports.studies.miss.shown import sections, what_is_best
from reports.studies.miss.words import Needs, check_points, check_score, payoffs_at_score
from reports.studies.study import Study, in_parts
from simulate.errors import BoneyardError
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import TRICKS
from simulate.games.loo.words import words_of
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import Payoff, PoolValues, check_worth, payoffs_at, pool_values
from simulate.theory.loo import check_declares
from simulate.theory.loo import what_if as counts
from simulate.theory.loo.declarations import plays_for_chips
from simulate.theory.loo.what_if import Forks, Question
from simulate.whole_numbers import whole

#: Deals of the first round; every further one doubles them.
_FIRST_ROUND = 131_072
#: The most deals, and the share of the decisions whose best move should be clear before.
DEALS, RESOLVED = 2_097_152, 0.97
#: Hands that the worth of later pools is measured with: at most, and for every deal forked.
_LATER_HANDS, _LATER_EACH = 2_000_000, 4
#: Of the most deals this part is weighed at all scores: so many at least, and at most, which is
#: what there is memory for.
_PART_AT_SCORES, _FEWEST_AT_SCORES, _MOST_AT_SCORES = 4, 1_000, 2**20
#: Deals that tell whether a table declares otherwise at another pool; the part of a chart's deals
#: that is forked at each other pool if it does.
_LOOK, _PART_ELSEWHERE = 8_192, 4
#: Parts of the work: the chart, other pools, and other deals.
_PARTS = (0.5, 0.3, 0.2)
#: Hands in each position with which any kind may come often enough: the commonest is one in twelve.
_FEWEST_HANDS = 1_000
#: The part of the work that the chart is where all scores are asked about.
_CHART_OF_WORK = 0.5


def question(run: Run) -> str:
    """Return the question in the words of a game."""
    taken = words_of(run.rules).taken
    if len(run.players) == 2:  # nobody may drop
        return f"When should a seat play, and when take {taken}?"
    return f"When should a seat play, take {taken}, or drop?"


def _check(run: Run, deals: object, resolved: float) -> int:
    """Return the most deals; raise ``BoneyardError`` if they are none, or there is no miss."""
    check_declares(run.game, "study miss")
    check_worth(run)
    if not 0 <= resolved <= 1:
        raise BoneyardError(f"resolved {resolved!r} is not a share from 0 to 1")
    return whole(deals, "deals", 1_000, 10**12)


def check(
    run: Run, pool: int | None = None, score: str | None = None, by_score: bool = False
) -> None:
    """Raise ``BoneyardError`` if the study cannot be held at a table, a pool or a score."""
    check_worth(run)
    if pool is not None:
        declared_at(run).stakes_of(pool)  # refuses it where there is none
        assert isinstance(run.rules, LooRules)
        check_pool(run.rules, pool, len(run.players))
    if score is not None:
        check_score(run, score)
    if by_score:
        check_points(run, "by-score")


@dataclass(frozen=True)
class _Table:
    """A table whose deals are forked."""

    run: Run
    values: PoolValues | None  #: the worth of later pools
    #: What hands bring: at this pool and others.
    payoffs: tuple[Payoff, ...]
    most: int  #: deals
    jobs: int | None

    @property
    def question(self) -> Question:
        """What is asked of the deals: what moves bring, whatever move is made."""
        return Question(self.run, self.payoffs, apart=False)

    @classmethod
    def of(
        cls, run: Run, pool: int | None, most: int, jobs: int | None,
        score: Sequence[int] | None = None,
    ) -> _Table:
        """Measure what later pools are worth there, where there are any."""
        stakes = declared_at(run).stakes_of(pool)
        if score is not None:
            return cls(run, None, payoffs_at_score(run, score), most, jobs)
        values = pool_values(run, min(_LATER_HANDS, _LATER_EACH * most), jobs)
        if not plays_for_chips(run):
            return cls(run, values, payoffs_at(run, values, [stakes]), most, jobs)
        fifths = [max(1, round(stakes.pool * scale / TRICKS)) for scale in SCALES[1:]]
        others = [declared_at(run).stakes(TRICKS * fifth) for fifth in fifths]
        return cls(run, values, payoffs_at(run, values, [stakes, *others]), most, jobs)

    def at(self, which: int) -> _Table:
        """Return the table at the pool of one of the payoffs alone."""
        return replace(self, payoffs=(self.payoffs[which],))

    def fork(self, question: Question, first: int, deals: int, progress: Progress) -> Forks:
        """Fork deals ``first`` and following."""
        forks = question.blank()
        forks.deals = first
        counts.fork_more(question, forks, deals, self.jobs,
                         lambda done: progress(min(done / self.most, 1.0), done))
        forks.deals -= first
        return forks

    def charts(self, forks: Forks) -> tuple[Chart, ...]:
        """Return the chart of every strategy."""
        charts = []
        for strategy in dict.fromkeys(self.run.labels):
            units = units_with(self.run, strategy)
            own = tuple(payoff.of_units(units) for payoff in self.payoffs)
            charts.append(Chart(self.run, strategy, self.values, own, forks.of_units(units)))
        return tuple(charts)


def _draw(
    table: _Table, resolved: float, progress: Progress
) -> tuple[tuple[Chart, ...], int]:
    """Return the charts, and how many deals were forked."""
    forks = table.question.blank()
    charts = table.charts(forks)
    while forks.deals < table.most and not (forks.deals and charts[0].resolved >= resolved):
        more = min(max(forks.deals, _FIRST_ROUND), table.most - forks.deals)
        forks.add(table.fork(table.question, forks.deals, more, progress))
        charts = table.charts(forks)
    return charts, forks.deals


def _with_other_pools(
    table: _Table, charts: Sequence[Chart], deals: int, progress: Progress
) -> tuple[Chart, ...]:
    """Return charts that also tell of other pools, at which their table may declare otherwise."""
    others = [table.at(i) for i in range(1, len(SCALES))] if charts[0].in_chips else []
    if not others:
        return tuple(charts)
    here, *there = (one.fork(one.question, 0, min(_LOOK, one.most), silent)
                    for one in (table.at(0), *others))
    # Somebody declares or plays otherwise at one of the other pools, or the charts tell of all.
    if all(np.array_equal(here.made, forks.made) and np.array_equal(here.noted, forks.noted)
           for forks in there):
        return tuple(charts)
    parts = in_parts(progress, [1] * len(others))
    forked = [other.charts(other.fork(other.question, 0, max(deals // _PART_ELSEWHERE, 1), part))
              for other, part in zip(others, parts, strict=True)]
    return tuple(
        replace(chart, elsewhere=tuple((own.payoffs[0], own.forks) for own in there))
        for chart, *there in zip(charts, *forked, strict=True))


def _judged(
    table: _Table, charts: Sequence[Chart], deals: int, progress: Progress
) -> tuple[Chart, ...]:
    """Return charts of other deals, a third of all, which measure what the first ones chose."""
    table = replace(table, payoffs=table.payoffs[:1])  # no other is measured
    question = replace(table.question, apart=True)
    plays_out = np.zeros_like(question.wanted())
    for chart in charts:
        for unit in units_with(table.run, chart.strategy):
            plays_out[unit] |= chart.departs
            if chart is charts[0]:
                plays_out[unit] |= chart.doubtful_misses[..., None]
    asked = replace(question, plays_out=plays_out)
    return table.charts(table.fork(asked, deals, max(deals // 2, 1), progress))


def find_habits(
    run: Run, progress: Progress = silent, pool: int | None = None, deals: object = DEALS,
    resolved: float = RESOLVED, jobs: int | None = None, score: Sequence[int] | None = None,
) -> tuple[Habits, ...]:
    """Return where every strategy of a table departs from its chart (``study_miss``)."""
    most = _check(run, deals, resolved)
    hands = most * run.labels.count(run.labels[0]) / len(run.players)
    if hands < _FEWEST_HANDS:
        raise _too_few(hands)
    table = _Table.of(run, pool, most, jobs, score)
    drawing, *measuring = in_parts(progress, _PARTS)
    charts, forked = _draw(table, resolved, drawing)
    if not charts[0].covered.any():
        raise _too_few(charts[0].hands)
    charts = _with_other_pools(table, charts, forked, measuring[0])
    judged = _judged(table, charts, forked, measuring[1])
    return tuple(Habits(*both) for both in zip(charts, judged, strict=True))


def _too_few(hands: float) -> BoneyardError:
    return BoneyardError(
        f"{hands:,.0f} hands are too few for a chart: no kind of hand comes often enough; ask for "
        "more deals with --sessions")


def study_miss(
    run: Run, progress: Progress = silent, pool: int | None = None, deals: object = None,
    resolved: float = RESOLVED, jobs: int | None = None, score: str | Sequence[int] | None = None,
    by_score: bool = False,
) -> Study:
    """Answer when to take the miss at a table, and what its strategies do wrong. Deal i is the
    first hand of session i; half as many deals more measure what the chart and the habits are
    worth. Rounds have fixed sizes, so that the result depends on no worker; one that leaves the
    best move clear, by two standard errors, in the share ``resolved`` of the decisions is the last.
    ``score``: points before the hand, by position, where they win the game. ``by_score``: answer
    also by what the seat and its rivals still need; with a score only the leading rival's need
    varies."""
    deals = run.sessions if deals is None else deals
    level = None if plays_for_chips(run) else (0,) * len(run.players)
    at = level if score is None else check_score(run, score)
    if by_score:
        check_points(run, "by-score")
    share = _CHART_OF_WORK if by_score else 1.0
    drawing, weighing = in_parts(progress, (share, 1 - share))
    habits = find_habits(run, drawing, pool, deals, resolved, jobs, at)
    charts = tuple(own.chart for own in habits)
    parts = sections(habits)
    dearest = max(range(len(habits)), key=lambda k: habits[k].cost.value)
    said = (*parts[0].answer[:3], parts[1].answer[dearest])
    if at != level:  # what is best where no seat has points stands beside it
        table = _Table.of(run, None, _check(run, deals, resolved), jobs, (0,) * len(run.players))
        start = next(other for other in _draw(table, resolved, silent)[0]
                     if other.strategy == charts[0].strategy)
        said = (said[0], what_is_best(start), *said[1:])
    if by_score:
        needs = Needs(len(run.players), () if score is None or at is None else tuple(at))
        most = _check(run, deals, resolved)
        found = scores.by_score(
            run, needs, min(max(_FEWEST_AT_SCORES, most // _PART_AT_SCORES), _MOST_AT_SCORES), jobs,
            weighing)
        parts = (*parts, scores.section(found, run, needs, run.labels[0]))
        said = (*said, *parts[-1].answer)
    return Study(question(run), said, parts, {"charts": charts})
