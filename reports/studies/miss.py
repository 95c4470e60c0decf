"""``study miss``: when to play, take the miss, or drop, and what a line-up does wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reports.charts import Chart, habits_section
from reports.draw.shapes import Lines
from reports.games.loo.decisions import READ, action_chart, at_score, declarations
from reports.games.loo.typed import check_pool
from reports.page.document import Column, Picture, Section, Table
from reports.results.game_report import ValuedTable
from reports.stats import estimates, move_values
from reports.studies.race import check_score
from reports.studies.study import Study, in_parts
from simulate.errors import listed, whole
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import TRICKS
from simulate.games.loo.words import words_of
from simulate.runs.run import Progress, Run, silent
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import check_worth
from simulate.theory.loo.declared import plays_for_chips

#: Pools at which the chart is drawn again, in pools of the chart, on one deal in so many.
SCALES, _ELSEWHERE = (0.25, 0.5, 2.0, 4.0, 8.0), 16
#: The part of the work that the chart is; the rest is the other pools.
_CHART = 0.6
#: A margin of so many games of a hundred is large, or of the pool divided by so much.
_MANY_GAMES, _MANY_POOLS = 2.0, 10


def question(run: Run) -> str:
    """Return the question in the words of a game."""
    taken = words_of(run.rules).taken
    if len(run.players) == 2:  # nobody may drop
        return f"When should a seat play, and when take {taken}?"
    return f"When should a seat play, take {taken}, or drop?"


def check(run: Run, pool: int | None = None, score: str | None = None) -> None:
    """Raise ``BoneyardError`` if the study cannot be held at a table, a pool or a score."""
    check_worth(run)
    if pool is not None:
        declared_at(run).stakes_of(pool)  # refuses it where there is none
        assert isinstance(run.rules, LooRules)
        check_pool(run.rules, pool, len(run.players))
    if score is not None:
        check_score(run, score)


@dataclass(frozen=True)
class Pools:
    """The chart of the first strategy at several pools, where the others declare as they do there.
    """

    pool: int  #: that of the study
    charts: Mapping[int, Chart]  #: by pool, that of the study among them

    @property
    def own(self) -> Chart:
        """The chart of the study."""
        return self.charts[self.pool]

    def others(self, cell: int) -> dict[int, list[int]]:
        """Return at which pools another action is clearly better in a set, by action."""
        best, found = self.own.margins[cell][0], dict[int, list[int]]()
        for pool, chart in sorted(self.charts.items()):
            other, _, margin = chart.margins.get(cell, (best, best, estimates.NOTHING))
            if other != best and move_values.is_clear(margin):
                found.setdefault(other, []).append(pool)
        return found

    def changes(self, cell: int) -> str:
        """Return the same in words."""
        actions = self.own.sets.actions
        return "; ".join(f"{actions[k].name} at {listed([f'{pool:,}' for pool in pools])}"
                         for k, pools in self.others(cell).items())

    def section(self) -> Section:
        """Return how often each action is best, by the pool."""
        actions = self.own.sets.actions
        pools = [pool for pool, chart in sorted(self.charts.items()) if chart.covers_most]
        shares = {action.name: [estimates.Estimate(self.charts[pool].best_in(k)) for pool in pools]
                  for k, action in enumerate(actions)}
        answer = "There were too few deals to show how the chart moves with the pool."
        if len(pools) > 1:
            least, most = (100 * shares["play"][k].value for k in (0, -1))
            answer = (f"Of a hundred hands a seat should play {least:.0f} with a pool of "
                      f"{pools[0]:,}, and {most:.0f} with one of {pools[-1]:,}.")
        table = Table.of("miss_pool", "How often each action is best, by the pool", (
            Column("pool", "pool", "count", "chips", "at the start of play"),
            *(Column(f"best_{action.letter}", action.name, "share", "share of decisions",
                     "in which it is best") for action in actions),
        ), ({"pool": pool, **{f"best_{action.letter}": shares[action.name][k].value
                              for action in actions}} for k, pool in enumerate(pools)),
            "Of the decisions that came often enough. The others declare as they do at each pool.")
        picture = Picture("miss_pool", Lines(
            shares, [f"{pool:,}" for pool in pools], height=3.6, scale=100, xlabel="pool, chips",
            ylabel="decisions it is best in, %"))
        return Section("miss_pool", "How the chart moves with the pool", (answer,),
                       (picture,) * (len(pools) > 1), (table,))


def charts_at(
    run: Run, jobs: int | None, progress: Progress, pool: int | None = None,
    score: Sequence[int] | None = None, table: ValuedTable | None = None, least: bool = True,
) -> list[Chart]:
    """Return the charts of a line-up's strategies at a pool or a score."""
    return Chart.each(run, declarations(run, pool, score), jobs, progress, table, least)


def _at_pools(run: Run, pool: int, jobs: int | None, progress: Progress, table: ValuedTable
              ) -> dict[int, Chart]:
    """Return the chart of the first strategy at the other pools."""
    pools = sorted({TRICKS * max(1, round(pool * scale / TRICKS)) for scale in SCALES} - {pool})
    few = replace(run, sessions=max(run.sessions // _ELSEWHERE, 2))
    return {one: charts_at(few, jobs, part, one, table=table, least=False)[0]
            for one, part in zip(pools, in_parts(progress, [1] * len(pools)), strict=True)}


def _chart_section(chart: Chart, pools: Pools | None, at: str) -> Section:
    own, players = words_of(chart.run.rules), len(chart.run.players)
    others = [label for label in dict.fromkeys(chart.run.labels) if label != chart.strategy]
    who = f"{chart.strategy} with {', '.join(others)}" if others else chart.strategy
    subtitle = f"{find_game(chart.run.game).title}, {players} players ({who}){at}"
    title = f"Play or {own.miss}?" if players == 2 else f"Play, {own.miss} or drop?"
    much, at_stake, more = _MANY_GAMES, "two games of a hundred", None
    if pools is not None:
        much, at_stake = pools.pool / _MANY_POOLS, "a tenth of the pool"
        more = Column("changes", "best instead, by pool", "text", "text",
                      "at which pools another action is best"), pools.changes
    picture = Picture("miss_chart", action_chart(
        chart.run, *chart.best(much), title=title, subtitle=subtitle),
        f"The fuller the colour, the more is at stake: {at_stake} or more where it is full. White "
        f"cells are too close to call. Against other players another chart is right. {READ}",
        wide=True)
    return Section("miss", f"When to take {own.taken}", (chart.headline,), (picture,),
                   (chart.table("miss_chart", more),))


def study_miss(
    run: Run, progress: Progress = silent, pool: int | None = None, jobs: int | None = None,
    score: str | Sequence[int] | None = None,
) -> Study:
    """Answer when to take the miss at a table, and what its strategies do wrong. Of the first hands
    of sessions half choose the chart, the others measure it. ``score``: points before the hand, by
    position, where they win the game."""
    whole(run.sessions, "deals", 1_000, 10**12)
    at, table = None if score is None else check_score(run, score), ValuedTable(run)
    drawing, more = in_parts(progress, (_CHART, 1 - _CHART))
    charts, pools = charts_at(run, jobs, drawing, pool, at, table), None
    where = f"; {at_score(run, at or ())}, played to win the game"
    if plays_for_chips(run):
        stakes = declared_at(run).stakes_of(pool)
        pools = Pools(stakes.pool, {
            stakes.pool: charts[0], **_at_pools(run, stakes.pool, jobs, more, table)})
        where = f"; pool {stakes.pool:,}, penalty {stakes.penalty:,}; chips of later pools counted"
    shown = [_chart_section(charts[0], pools, where),
             habits_section("miss_habits", charts)]
    costliest = max(range(len(charts)), key=lambda k: charts[k].lost.value)
    answer = [shown[0].answer[0], shown[1].answer[costliest]]
    if pools is not None:
        shown.append(pools.section())
        answer.append(shown[-1].answer[0])
    return Study(question(run), tuple(answer), tuple(shown), {"charts": charts, "pools": pools})
