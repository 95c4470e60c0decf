"""Solving the auction of a table of Euchre, its pages, and what best responses to calls win."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from reports import habits, headlines
from reports.charts import Chart
from reports.games.euchre import decisions
from reports.games.euchre.report import position_name
from reports.page.document import Column, Picture, Row, Table
from reports.stats.estimates import Estimate, around
from reports.studies.race import LONGEST
from reports.studies.solution import pages, solved_table
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.runs.run import Progress, Run, silent
from simulate.theory.euchre import calls as auctions
from simulate.theory.euchre.auctions import Auctions, exploited, nodes, point_worth, suit_order
from simulate.theory.euchre.calls import DEALS, Calls, CallStage
from simulate.theory.euchre.forked_deals import CELLS, ForkedDeals, calls_at, fork_deals, sides
from strategies.euchre.solved import Solved

_POINTS = "points a hand"
_KEPT = 3


#: Deals that were forked, by what their hands depend on: calls do not matter.
_shared: dict[tuple[Any, ...], ForkedDeals] = {}


def _forked(run: Run, deals: int, jobs: int | None) -> ForkedDeals:
    """Fork deals under every call: once where all seats play their tiles as those before did."""
    tiles = [run.players[0].decisions[name] for name in ("discard", "lead", "follow")]
    if len(set(run.labels)) > 1 or not all(tiles):
        return fork_deals(run, deals, jobs=jobs)
    key = (*tiles, run.rules, len(run.players), run.seed, deals)
    if key not in _shared:
        if len(_shared) == _KEPT:
            _shared.pop(next(iter(_shared)))
        _shared[key] = fork_deals(run, deals, jobs=jobs)
    return _shared[key]


def _habits(run: Run, jobs: int | None) -> list[habits.Habit]:
    """Return the calls that the chart against a table punishes, measured on deals of their own."""
    charts = Chart.each(run, decisions.calls(run), jobs, least=False)
    return [habit for chart in charts for habit in chart.habits]


def exploit_calls(
    run: Run, deals: int = pages.RESPOND_ON, jobs: int | None = None, progress: Progress = silent
) -> list[pages.Exploited]:
    """Find best responses to a table's calls, in points; measure them on half as many new deals."""
    found, players = _forked(run, deals + deals // 2, jobs), len(run.players)
    start, worth = (0,) * sides(players), point_worth(sides(players))
    train, test = (Auctions(half, calls_at(half, start, run, jobs), worth)
                   for half in (found.some(0, deals), found.some(deals, None)))
    gains = exploited(train, test, suit_order(train, players))
    progress(1.0, deals + deals // 2)

    def gain(own: Floats) -> Estimate:
        return around(float(own.mean()), float(own.std() / np.sqrt(max(len(own) - 1, 1))), len(own))

    over_all = gain(gains.mean(axis=1))
    return [pages.Exploited(
        ", ".join(run.labels if len(set(run.labels)) > 1 else run.labels[:1]), over_all,
        {"gain": over_all, **{f"gain_{p}": gain(gains[:, p]) for p in range(players)}},
        partial(_habits, replace(run, sessions=deals), jobs))]


def responses_to_calls(run: Run, pool: int | None) -> pages.ResponseKind:
    """Return what best responses win from the calls of strategies."""
    solved_table.check_no_pool(run, pool)
    players = len(run.players)
    return pages.ResponseKind(
        find=exploit_calls, actions="calls", name="exploit_calls",
        question="How much does a best response win from each strategy's calls?", columns=(
            Column("gain", _POINTS, "signed", _POINTS,
                   "what a best response to its calls wins, at least"),
            *(Column(f"gain_{p}", f"as {position_name(p, players)}", "signed", _POINTS,
                     f"what a best response wins at position {p}, at least")
              for p in range(players))),
        unit=_POINTS, where=(decisions.ROUND, decisions.PLACE), habits_name="exploit_call_habits",
        habits_unit="points")


QUESTION = "What should a seat call when everybody else calls well?"
AROUND = "What should the other seats call around a player whose habits are known?"
#: Deals that a cell of the chart needs.
_LEAST = 30
_GAINS = (
    Column("gain", "best response gains at least, of 100 games, or points", "signed",
           "of 100 games, or points", "what a best response gains, at least"),
    Column("fine", "in finer classes", "signed", "of 100 games, or points",
           "the same in finer classes"))
#: Games, or hands, at most that measure a table around locks.
_GAMES = 200_000


@dataclass(frozen=True)
class SolvedCalls:
    """What is called at no score where a seat deals, on the deals that judge."""

    table: Calls
    part: CallStage

    @property
    def deals(self) -> int:
        """How many they are."""
        return len(self._comes)

    @cached_property
    def _passes(self) -> Floats:
        """How likely a seat is to pass at each node: float64[deals, nodes]."""
        buckets = self.part.deals([self.table.start], self.part.test).buckets
        passes = self.part.solution(self.table.start)[..., 0]
        chances: Floats = passes[np.arange(len(passes)), buckets.of[:, buckets.column]]
        return chances

    @cached_property
    def _comes(self) -> Floats:
        """How likely each node is to be asked: float64[deals, nodes]."""
        passes = np.column_stack([np.ones(len(self._passes)), self._passes[:, :-1]])
        return np.asarray(np.cumprod(passes, axis=1), np.float64)

    @cached_property
    def chart(self) -> pages.PolicyChart:
        """How often each call is made, by round, place and kind of hand."""
        asked, chances = nodes(self.part.players), self.part.solution(self.table.start)[:, :CELLS]
        cells = self.part.rolled.coarse[self.part.test]
        reach = np.array([np.bincount(own, weights, minlength=CELLS) / self.deals
                          for own, weights in zip(cells.T, self._comes.T, strict=True)])
        actions = [one.name.removeprefix("call ") for one in decisions.ACTIONS[: chances.shape[-1]]]
        return pages.PolicyChart.of(
            reach, chances, np.arange(len(asked)), np.arange(CELLS),
            np.broadcast_to(np.arange(len(actions)), (len(asked), len(actions))),
            [{"round": node.number + 1, "place": position_name(node.position, node.players)}
             for node in asked], [{"hand": decisions.hand(cell)} for cell in range(CELLS)], actions,
            _LEAST / self.deals)

    def pictures(self, name: str) -> Iterator[Picture]:
        """Yield the chart of each round."""
        locks, dealer = self.table.locks, self.part.dealer
        where = f", where {pages.chair_of(locks, dealer)} deals" if locks else ""
        for called, plot in decisions.action_charts(
                self.part.players, self.chart.shown, subtitle=f"{where}; at no score").items():
            yield Picture(f"{name}_{called}", plot, f"{pages.MIXED} {decisions.READ}", wide=True)

    def seats(self) -> Iterator[Row]:
        """Yield how often every position makes trump, and what a best response gains it."""
        called = (self._comes * (1 - self._passes)).mean(axis=0)
        gains = [own[self.part.number] for own in self.table.gains]
        for p, seat in enumerate(pages.who_sits(self.table, self.part.dealer)):
            # Without an error no deal shows how others scatter.
            own = (around(float(one.mean[p]), float(one.se[p]), self.deals).scaled(
                scale_of(self.table)) for one in gains)
            yield {**seat, "orders": pages.share_of(called[p], self.deals),
                   "names": pages.share_of(called[self.table.seats + p], self.deals),
                   **{name: one if one.se > 0 else one.alone
                      for name, one in zip(("gain", "fine"), own, strict=True)}}


def scale_of(table: Calls) -> float:
    """Return what a gain is multiplied by: games are counted of a hundred."""
    return float(solved_table.OF_GAMES) if table.games else 1.0


def study_calls(table: Calls) -> Study:
    """Return the pages of a solved auction: around locked seats with a chart for every dealer."""
    charts, locks = [SolvedCalls(table, part) for part in table.parts], table.locks
    unit = f"of {solved_table.OF_GAMES} games a hand" if table.games else "points a hand"
    gains = dict(zip(("gain", "fine"), (
        pages.gain_over_all(one, charts[0].deals).scaled(scale_of(table)) for one in table.gains),
        strict=True))
    bound = headlines.lower_bound("calls", gains["fine"], unit)
    return Study(AROUND if locks else QUESTION, (bound,), pages.sections(
        table, [one.chart for one in charts],
        [picture for one in charts for picture in one.pictures(
            f"solution_dealer_{one.part.dealer}" if locks else "solution")],
        (decisions.ROUND, *pages.columns_of_seats("you are"), decisions.HAND,
         Column("often", "of hands", "share", "share of hands",
                "how often a seat is asked with it"),
         *(Column(one.name.removeprefix("call "), one.name, "share", "share of these hands",
                  f"how often to {one.name} is right") for one in decisions.ACTIONS)), "",
        Table.of("solution_seats", "Seat by seat", (
            *pages.columns_of_seats(),
            Column("orders", "orders up", "share", "share of hands", "ordered up"),
            Column("names", "names", "share", "share of hands", "a suit named"), *_GAINS,
        ), (row for one in charts for row in one.seats()),
            "At no score. A locked seat is not asked to respond.",
            index=("dealer", "seat") if locks else 1),
        Table.of("solution_gains", "What a best response gains", _GAINS, (gains,),
                 f"{pages.MEASURED} Finer classes distinguish the highest trumps.", index=0),
        (bound,)))


#: How an auction is solved: for games won, or where one hand alone counts for points.
WAY = solved_table.Way(
    "call", Solved, DEALS, solved_table.check_games, lambda asked, progress: Calls(
        asked.run, asked.locks, asked.deals, asked.this_hand, asked.jobs, progress),
    lambda asked, table: (study_calls(table), auctions.solution_of(table)),
    lambda asked: solved_table.Counted(
        not asked.this_hand, 1 if asked.this_hand else LONGEST, min(_GAMES, asked.deals)))
SOLVER = solved_table.Solver(
    tiles="hoyle", way=lambda run, this_hand: WAY,
    exploit=lambda run, this_hand, pool: responses_to_calls(run, pool))
