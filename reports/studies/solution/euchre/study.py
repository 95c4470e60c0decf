"""Solving the auction of a table of Euchre, and what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from reports.draw.shapes import Cells, Facets
from reports.games.euchre.decisions import hand, suit_hand
from reports.games.euchre.report import position_name
from reports.headlines import lower_bound
from reports.page.document import Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.solution.exploiting import MEASURED, gain_over_all
from reports.studies.solution.solved_table import (
    OF_GAMES,
    Counted,
    Solving,
    Tell,
    chair_of,
    columns_of_seats,
    who_sits,
)
from reports.studies.solution.solver import Carried
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import SEATS
from simulate.games.game import find_game
from simulate.runs.run import Run, count_jobs
from simulate.theory.euchre.auctions import nodes, spoken
from simulate.theory.euchre.calls import DEALS, ROUNDS, Calls, CallStage, check, solution_of
from simulate.theory.euchre.forked_deals import CELLS, KINDS, PLAIN_DOUBLES
from simulate.theory.solution_file import SolutionFile
from simulate.theory.stage import solve
from strategies.euchre.solved import SHIPPED, Solved
from strategies.lineup import seat_players

_ROUND = Column("round", "round", "count", "number", "the round of calls, 1 or 2")
QUESTION = "What should a seat call when everybody else calls well?"
AROUND = "What should the other seats call around a player whose habits are known?"
#: Rows of the chart that a page shows; deals that a cell of it needs; inches of a row of cells.
_CELLS_SHOWN, _LEAST, _ROW = 30, 30, 0.34


def study_calls(table: Calls) -> Study:
    """Return what a solved auction says: around locked seats with a chart for every dealer."""
    charts = [CallChances(table, part) for part in table.parts]
    bound, gains = _gains(table, charts[0].deals)
    sections = [
        Section("solution", "The charts" if table.locks else "The chart", (),
                tuple(picture for chart in charts for picture in _pictures(table, chart)),
                (_cells_table(table, charts),)),
        Section("solution_seats", "What every seat does, and what a best response gains", (bound,),
                (),
                (_seats_table(table, charts), gains)),
    ]
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


class CallChances:
    """How often each call is made at no score where a seat deals, by hand and place: ``chances``
    float64[nodes, CELLS, moves], locked positions as they call. As shares of all hands: ``often``
    (float64[nodes, CELLS]) a seat is asked so, ``called`` (float64[nodes]) a call is made."""

    def __init__(self, table: Calls, part: CallStage) -> None:
        self.part, self.players, self.chances = part, part.players, part.chart(table.start)
        solution = part.solution(table.start)
        cells, _ = spoken(part.halves[1], table.order)
        moves = part.spoken(table.start, 1)[0] if part.locked else cells
        passes = solution[np.arange(len(solution)), moves, 0]
        self.deals, reach = len(cells), np.ones(len(cells))
        self.often, self.called = np.zeros((len(solution), CELLS)), np.zeros(len(solution))
        for node in nodes(part.players):
            self.often[node.index] = np.bincount(
                cells[:, node.index], reach, minlength=CELLS) / len(cells)
            later = reach * passes[:, node.index]
            self.called[node.index] = float((reach - later).mean())
            reach = later
        self.least = _LEAST / len(cells)

    def rows(self) -> list[Row]:
        """Return the cells that come often enough."""
        rows = []
        for node in nodes(self.players):
            for cell in np.flatnonzero(self.often[node.index] >= self.least).tolist():
                shares = self.chances[node.index, cell]
                rows.append({
                    "round": node.number + 1, "place": position_name(node.position, node.players),
                    "hand": hand(cell), "often": self.often[node.index, cell],
                    **{name: float(share)
                       for name, share in zip(("pass", "call", "alone"), shares, strict=False)},
                })
        return rows

    def by_kind(self, number: int, position: int, move: int) -> Floats:
        """Return how often a move is made: float64[KINDS / doubles, doubles], NaN for rare
        kinds."""
        index = number * self.players + position
        often = self.often[index].reshape(KINDS, 2)
        made = (self.chances[index, :, move:].sum(axis=1) * self.often[index]).reshape(KINDS, 2)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(often.sum(1) >= self.least, made.sum(1) / often.sum(1), np.nan)
        return share.reshape(-1, len(PLAIN_DOUBLES))


def _calls_plot(chart: CallChances, move: int, title: str) -> Facets:
    """Return how often a move, or a higher one, is made: a panel for each round and place."""
    players, doubles = chart.players, len(PLAIN_DOUBLES)
    grids = [[chart.by_kind(number, p, move) for p in range(players)] for number in range(2)]
    seen = np.any([~np.isnan(grid).all(axis=1) for line in grids for grid in line], axis=0)
    rows = np.flatnonzero(seen).tolist()
    hands = [suit_hand(row * doubles) for row in rows]
    return Facets([[Cells(
        [[Estimate(float(value)) for value in grids[number][p][row]] for row in rows], hands,
        ("0", "1", "2+"), 1, size=6.5, scale=100,
        title=f"{position_name(p, players)}, round {number + 1}") for p in range(players)]
        for number in range(2)], "y", height=1.6 + 2 * _ROW * len(rows), width=1.6 + 1.6 * players,
        title=title, xlabel="doubles held that are no trumps")


def _pictures(table: Calls, chart: CallChances) -> Iterator[Picture]:
    name, where = "solution", ""
    if table.locks:
        dealer = chart.part.dealer
        name, where = f"solution_dealer_{dealer}", f" where {chair_of(table.locks, dealer)} deals"
    calls = {1: ""} if chart.players < SEATS or table.locks else {1: "", 2: " alone"}
    for move, alone in calls.items():
        yield Picture(
            f"{name}{alone.replace(' ', '_')}",
            _calls_plot(chart, move, f"How often to call{alone}{where}, %"),
            "At no score. A dealer counts the turn-up in the first round.", wide=True)


def _cells_table(table: Calls, charts: Sequence[CallChances]) -> Table:
    rows = []
    for chart in charts:
        seats = who_sits(table, chart.part.dealer)
        free = {seats[p]["place"]: seats[p] for p in chart.part.free}
        rows += [row | free[row["place"]] for row in chart.rows() if row["place"] in free]
    of_these = "share of these hands"
    which = ", of the seats that were solved" if table.locks else ""
    return Table.of("solution_calls", "The chart, with its numbers", (
        _ROUND, *columns_of_seats("you are"),
        Column("hand", "you hold", "text", "text",
               "the kind of hand: trumps, bowers, doubles no trumps"),
        Column("often", "of hands", "share", "share of hands",
               "how often a seat is asked with it"),
        Column("pass", "pass", "share", of_these, "how often to pass is right"),
        Column("call", "call", "share", of_these, "how often to call is right"),
        Column("alone", "call alone", "share", of_these, "how often to call alone is right"),
    ), sorted(rows, key=lambda row: -row["often"]),
        f"The {_CELLS_SHOWN} that come most often{which}; solution_calls.csv has all.", index=0,
        most=_CELLS_SHOWN)


def _unit(table: Calls) -> tuple[str, float]:
    """Return what gains are told in, and the scale."""
    return (f"of {OF_GAMES} games a hand", OF_GAMES) if table.games else ("points a hand", 1.0)


def _gains(table: Calls, deals: int) -> tuple[str, Table]:
    """Return what best responses gain at no score, over all seats: a headline and its table."""
    unit, scale = _unit(table)
    gain, fine = (gain_over_all(gains, deals).scaled(scale) for gains in table.gains)
    return lower_bound("calls", fine, unit), Table.of(
        "solution_gain", "What a best response gains", (
            Column("gain", unit, "signed", "of 100 games, or points",
                   "what a best response gains, at least"),
            Column("fine", "in finer classes", "signed", "of 100 games, or points",
                   "the same in finer classes"),
        ), ({"gain": gain, "fine": fine},),
        f"{MEASURED} Finer classes tell the highest trumps apart.", index=0)


def _seats_table(table: Calls, charts: Sequence[CallChances]) -> Table:
    unit, scale = _unit(table)
    rows: list[Row] = []
    for chart, *gains in zip(charts, *table.gains, strict=True):
        for p, row in enumerate(who_sits(table, chart.part.dealer)):
            for number, name in enumerate(("orders", "names")):
                called = chart.called[number * table.seats + p]
                row[name] = share_of_trials(round(called * chart.deals), chart.deals)
            for name, gain in zip(("gain", "fine"), gains, strict=True):
                own = around(float(gain.mean[p]), float(gain.se[p]), chart.deals).scaled(scale)
                # Without an error no deal tells how others scatter.
                row[name] = own if own.se > 0 else own.alone
            rows.append(row)
    worth = f"of {OF_GAMES} games, or points"
    return Table.of("solution_callers", "Seat by seat", (
        *columns_of_seats(),
        Column("orders", "orders up", "share", "share of hands", "ordered up"),
        Column("names", "names", "share", "share of hands", "a suit named"),
        Column("gain", f"best response gains at least, {unit}", "signed", worth,
               "what a best response wins, at least"),
        Column("fine", "in finer classes", "signed", worth, "the same in finer classes"),
    ), rows,
        "At no score. A locked seat is not asked to respond.",
        index=("dealer", "seat") if table.locks else 1)


def _scores_table(table: Calls) -> Table:
    rows = list[Row]()
    for score in table.states:
        for part in table.parts:
            seats = who_sits(table, part.dealer) if table.locks else [{}] * table.sides
            for p, seat in enumerate(seats):
                chance = float(table.chain.at(score, part.number)[p % table.sides])
                rows.append({
                    "score": " - ".join(map(str, score)), **seat, "side": p % table.sides + 1,
                    "won": around(chance, table.largest_error(chance), table.ending_deals)})
    return Table.of("solution_scores", "Games won from every score", (
        Column("score", "score", "text", "text", "points of each side, the eldest hand's first"),
        *columns_of_seats(),
        Column("side", "side", "count", "number", "the side, the eldest hand's first"),
        Column("won", "won", "share", "share of games", "won from there, before the deal"),
    ), rows,
        "Intervals are the largest that the deals behind the solution leave.", on_page=False)


#: Games, or hands, at most that measure a table around locks.
_GAMES = 200_000


class SolvingCalls(Solving):
    """A table whose auction is to be solved; ``this_hand`` counts points, not games won."""

    usual_deals, usual_rounds, decision, strategy = DEALS, ROUNDS, "call", Solved

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table cannot be solved, or a pool is named."""
        check(self.run, self.locks)
        check_no_pool(self.run, self.pool)

    def table(self, tell: Tell | None) -> Calls:
        """Return the table."""
        return Calls(self.run, self.locks, self.deals, self.this_hand, self.jobs, tell)

    def told(self, table: Calls) -> tuple[Study, SolutionFile]:
        """Return what the auction says, and what its file keeps."""
        return study_calls(table), solution_of(table)

    def counted(self) -> Counted:
        """Return what is counted in plain play: whole games, or points."""
        most = min(_GAMES, self.deals)
        return Counted(False, 1, most) if self.this_hand else Counted.games(most)


def check_no_pool(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if a pool is named: nobody plays for one."""
    if pool is not None:
        raise BoneyardError(f"pool {pool}: there is none at {run.game}")


_SEED, _DEALS, _ROUNDS = 2026, 150_000, 3
#: Who plays the tiles: the calls of this strategy do not matter.
_TILES = "hoyle"


def _solve(game: str, players: int) -> str:
    run = Run(game, find_game(game).rules_class(), seat_players(game, _TILES, players), 1, 1, _SEED)
    solved = solve(Calls(run, None, _DEALS, jobs=count_jobs(None)), _ROUNDS)
    solution_of(solved).save(SHIPPED / f"{game}-{players}.npz")
    (gain,), (fine_gain,) = solved.gains
    return (f"best responses gain {gain.total:.3%} of games a hand, finer "
            f"{fine_gain.total:.3%}")


def carried(game: str, players: int) -> tuple[Carried, ...]:
    """Return the table for so many players."""
    return (Carried(SHIPPED / f"{game}-{players}.npz", partial(_solve, game, players)),)
