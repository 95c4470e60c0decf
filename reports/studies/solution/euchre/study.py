"""Solving the auction of a table of Euchre, and its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reports.draw.shapes import Cells
from reports.games.euchre.decisions import (
    ACTIONS,
    HAND,
    READ,
    ROUND,
    action_charts,
    hand,
)
from reports.games.euchre.report import position_name
from reports.headlines import lower_bound
from reports.page.document import Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.solution.chart import MIXED, PolicyChart
from reports.studies.solution.exploiting import MEASURED, gain_over_all
from reports.studies.solution.solved_table import (
    OF_GAMES,
    Counted,
    Solving,
    Way,
    chair_of,
    columns_of_seats,
    who_sits,
)
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.euchre.rules import GAME_POINTS
from simulate.runs.run import Run
from simulate.theory.euchre import calls as auctions
from simulate.theory.euchre.auctions import nodes, spoken
from simulate.theory.euchre.calls import DEALS, ROUNDS, Calls, CallStage
from simulate.theory.euchre.forked_deals import CELLS
from simulate.theory.solution_file import Solution
from simulate.theory.stage import Locks
from strategies.euchre.solved import Solved

QUESTION = "What should a seat call when everybody else calls well?"
AROUND = "What should the other seats call around a player whose habits are known?"
#: Rows of the chart that a page shows; deals that a cell of it needs.
_SHOWN, _LEAST = 30, 30
_GAINS = (
    Column("gain", f"best response gains at least, of {OF_GAMES} games, or points", "signed",
           "of 100 games, or points", "what a best response gains, at least"),
    Column("fine", "in finer classes", "signed", "of 100 games, or points",
           "the same in finer classes"))
#: Games, or hands, at most that measure a table around locks.
_GAMES = 200_000


@dataclass(frozen=True)
class CallChart:
    """What is called at no score where a seat deals; locked positions as they call."""

    table: Calls
    part: CallStage
    chart: PolicyChart
    called: Floats  #: float64[nodes]: share of all hands in which a call is made there
    deals: int

    @classmethod
    def of(cls, table: Calls, part: CallStage) -> CallChart:
        """Return what is called on the deals that judge."""
        asked, solution = nodes(part.players), part.solution(table.start)
        cells, _ = spoken(part.halves[1], table.order)
        moves, deals = part.spoken(table.start, 1)[0] if part.locked else cells, len(cells)
        passes = solution[np.arange(len(asked)), moves, 0]
        comes = np.cumprod(np.column_stack([np.ones(deals), passes[:, :-1]]), axis=1)
        reach = np.array([np.bincount(own, weights, minlength=CELLS) / deals
                          for own, weights in zip(cells.T, comes.T, strict=True)])
        chances, each = part.chart(table.start), np.arange(len(asked))
        actions = [one.removeprefix("call ") for one in ACTIONS[: chances.shape[-1]]]
        return cls(table, part, PolicyChart.of(
            reach, chances, each, np.arange(CELLS),
            np.broadcast_to(np.arange(len(actions)), (len(asked), len(actions))),
            [{"round": node.number + 1, "place": position_name(node.position, part.players)}
             for node in asked], [{"hand": hand(cell)} for cell in range(CELLS)], actions,
            _LEAST / deals), (comes * (1 - passes)).mean(axis=0), deals)

    def rows(self) -> Iterator[Row]:
        """Yield the chart of the seats that were solved."""
        seats = who_sits(self.table, self.part.dealer)
        free = {seats[p]["place"]: seats[p] for p in self.part.free}
        return (row | free[row["place"]] for row in self.chart.rows() if row["place"] in free)

    def pictures(self) -> Iterator[Picture]:
        """Yield the chart of each round."""
        locks, dealer = self.table.locks, self.part.dealer
        name = f"solution_dealer_{dealer}" if locks else "solution"
        where = f", where {chair_of(locks, dealer)} deals" if locks else ""
        for called, plot in action_charts(
                self.part.players, self.chart.shown, subtitle=f"{where}; at no score").items():
            yield Picture(f"{name}_{called}", plot, f"{MIXED} {READ}", wide=True)


def study_calls(table: Calls) -> Study:
    """Return the pages of a solved auction: around locked seats with a chart for every dealer."""
    charts = [CallChart.of(table, part) for part in table.parts]
    unit, scale = (f"of {OF_GAMES} games a hand", OF_GAMES) if table.games else ("points a hand", 1)
    gains = dict(zip(("gain", "fine"), (
        gain_over_all(one, charts[0].deals).scaled(scale) for one in table.gains), strict=True))
    bound = lower_bound("calls", gains["fine"], unit)
    of_these = "share of these hands"
    cells = Table.of("solution_calls", "The chart, with its numbers", (
        ROUND, *columns_of_seats("you are"), HAND,
        Column("often", "of hands", "share", "share of hands", "how often a seat is asked with it"),
        *(Column(name, action, "share", of_these, f"how often to {action} is right")
          for name, action in zip(("pass", "call", "alone"), ACTIONS, strict=True)),
    ), sorted((row for one in charts for row in one.rows()), key=lambda row: -row["often"]),
        f"The {_SHOWN} that come most often; solution_calls.csv has all.", index=0, most=_SHOWN)
    sections = [
        Section("solution", "The charts" if table.locks else "The chart", (),
                tuple(picture for one in charts for picture in one.pictures()), (cells,)),
        Section("solution_seats", "What every seat does, and what a best response gains", (bound,),
                (), (_seats_table(table, charts, scale), Table.of(
                    "solution_gain", "What a best response gains", _GAINS, (gains,),
                    f"{MEASURED} Finer classes distinguish the highest trumps.", index=0)))]
    if table.games:
        scores = range(GAME_POINTS)
        pictures = () if table.sides > 2 or table.locks else (Picture("solution_scores", Cells(
            [[Estimate(float(table.chain.at((other, own))[1])) for other in scores]
             for own in scores], scores, scores, 1, height=4.0, scale=100,
            ylabel="points of the dealer's side", xlabel="points of the others",
            title="Games won before the deal, %")),)
        sections.append(Section("solution_scores", "The chance to win from every score", (),
                                pictures, (_scores_table(table),)))
    return Study(AROUND if table.locks else QUESTION, (bound,), tuple(sections))


def _seats_table(table: Calls, charts: Sequence[CallChart], scale: float) -> Table:
    rows: list[Row] = []
    for one, *gains in zip(charts, *table.gains, strict=True):
        for p, row in enumerate(who_sits(table, one.part.dealer)):
            for number, name in enumerate(("orders", "names")):
                called = one.called[number * table.seats + p]
                row[name] = share_of_trials(round(called * one.deals), one.deals)
            for name, gain in zip(("gain", "fine"), gains, strict=True):
                own = around(float(gain.mean[p]), float(gain.se[p]), one.deals).scaled(scale)
                # Without an error no deal shows how others scatter.
                row[name] = own if own.se > 0 else own.alone
            rows.append(row)
    return Table.of("solution_callers", "Seat by seat", (
        *columns_of_seats(),
        Column("orders", "orders up", "share", "share of hands", "ordered up"),
        Column("names", "names", "share", "share of hands", "a suit named"),
        *_GAINS,
    ), rows, "At no score. A locked seat is not asked to respond.",
        index=("dealer", "seat") if table.locks else 1)


def _scores_table(table: Calls) -> Table:
    return Table.of("solution_scores", "Games won from every score", (
        Column("score", "score", "text", "text", "points of each side, the eldest hand's first"),
        *columns_of_seats(),
        Column("side", "side", "count", "number", "the side, the eldest hand's first"),
        Column("won", "won", "share", "share of games", "won from there, before the deal"),
    ), ({"score": " - ".join(map(str, score)), **seat, "side": p % table.sides + 1,
         "won": around(chance, table.largest_error(chance), table.ending_deals)}
        for score in table.states for part in table.parts
        for p, seat in enumerate(who_sits(table, part.dealer) if table.locks
                                 else [Row()] * table.sides)
        for chance in [float(table.chain.at(score, part.number)[p % table.sides])]),
        "Intervals are the largest that the deals behind the solution leave.", on_page=False)


def check_no_pool(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if a pool is named: nobody plays for one."""
    if pool is not None:
        raise BoneyardError(f"pool {pool}: there is none at {run.game}")


def _check(run: Run, locks: Locks, pool: int | None) -> None:
    auctions.check(run, locks)
    check_no_pool(run, pool)


def _found(asked: Solving, table: Calls) -> tuple[Study, Solution]:
    return study_calls(table), auctions.solution_of(table)


def _counted(asked: Solving) -> Counted:
    most = min(_GAMES, asked.deals)
    return Counted(False, 1, most) if asked.this_hand else Counted.games(most)


#: How an auction is solved: for games won, or where one hand alone counts for points.
WAY = Way("call", Solved, (DEALS, ROUNDS), _check, lambda asked, progress: Calls(
    asked.run, asked.locks, asked.deals, asked.this_hand, asked.jobs, progress), _found, _counted)
