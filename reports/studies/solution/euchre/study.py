"""What a solved auction of Euchre says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reports.draw import heatmaps, style
from reports.games.euchre.report import position_name
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount
from reports.stats.estimates import Estimate, around
from reports.studies.call import words as say
from reports.studies.solution.exploiting import found_on, lower_bound
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import SEATS
from simulate.theory.best_response import Gain
from simulate.theory.euchre.auctions import nodes, spoken
from simulate.theory.euchre.calls import Calls
from simulate.theory.euchre.hand_kinds import CELLS, KINDS, PLAIN_DOUBLES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

QUESTION = "What should a seat call when everybody else calls well?"
#: Gains in games are told for this many games.
GAMES = 100
#: Rows of the chart that a page shows; deals that a cell of it needs; inches of a row of cells.
CELLS_SHOWN, _LEAST, _ROW = 30, 30, 0.34
_OF_THESE = "share of these hands"
CELL_COLUMNS = (
    Column("round", "round", "count", "number", "the round of calls, 1 or 2"),
    Column("place", "you are", "text"),
    Column("hand", "you hold", "text", "text",
           "the kind of hand: trumps, bowers, doubles no trumps"),
    Column("often", "of hands", "share", "share of hands", "how often a seat is asked with it"),
    Column("pass", "pass", "share", _OF_THESE, "how often to pass is right"),
    Column("call", "call", "share", _OF_THESE, "how often to call is right"),
    Column("alone", "call alone", "share", _OF_THESE, "how often to call alone is right"),
)
SCORE = Column("score", "score", "text", "text", "points of each side, the eldest hand's first")
WON = Column("won", "won", "share", "share of games", "won from there, before the deal")


def caller_columns(unit: str) -> tuple[Column, ...]:
    """Return the columns of what seats call and what best responses gain, in a unit."""
    return (
        Column("orders", "orders up", "share", "share of hands", "ordered up"),
        Column("names", "names", "share", "share of hands", "a suit named"),
        Column("gain", f"best response gains at least, {unit}", "signed",
               f"of {GAMES} games, or points", "what a best response wins, at least"),
        Column("fine", "in finer classes", "signed", f"of {GAMES} games, or points",
               "the same in finer classes"),
    )


def study_calls(solved: Calls) -> Study:
    """Return what a solved auction says."""
    chart = CallChances.of(solved)
    sections = [
        Section("solution", "The chart", (), _pictures(chart), (_cells_table(chart),)),
        Section("solution_seats", "What every seat does, and what a best response gains", (), (),
                (_seats_table(solved),)),
    ]
    if solved.games:
        sections.append(Section(
            "solution_scores", "The chance to win from every score", (),
            () if solved.sides > 2 else (_scores_picture(solved),),
            (_scores_table(solved),)))
    return Study(QUESTION, _answer(solved), tuple(sections))


class CallChances:
    """How often each call is made at no score, by hand and place.

    ``chances`` (float64[nodes, CELLS, moves]). ``cells`` (int32[deals, nodes]): what seats hold
    where they are asked. ``passes`` (float64[deals, nodes]): with what chance they pass there.
    ``often`` (float64[nodes, CELLS]): how often a seat is asked so, as a share of all hands.
    ``called`` (float64[nodes]): how often a call is made there, as a share of all hands.
    """

    def __init__(
        self, players: int, chances: Floats, cells: NDArray[np.int32], passes: Floats
    ) -> None:
        self.players, self.chances, self.deals = players, chances, len(cells)
        reach = np.ones(len(cells))
        self.often, self.called = np.zeros((len(chances), CELLS)), np.zeros(len(chances))
        for node in nodes(players):
            self.often[node.index] = np.bincount(
                cells[:, node.index], reach, minlength=CELLS) / len(cells)
            later = reach * passes[:, node.index]
            self.called[node.index] = float((reach - later).mean())
            reach = later
        self.least = _LEAST / len(cells)

    @classmethod
    def of(cls, solved: Calls) -> CallChances:
        """Return those of a solved table, on the deals that are kept to judge by."""
        chances = solved.parts[0].solution(solved.start)
        cells, _ = spoken(solved.parts[0].halves[1], solved.order)
        return cls(solved.seats, chances, cells,
                   chances[np.arange(len(chances)), cells, 0])

    def rows(self) -> list[Row]:
        """Return the cells that come often enough."""
        rows = []
        for node in nodes(self.players):
            for cell in np.flatnonzero(self.often[node.index] >= self.least).tolist():
                shares = self.chances[node.index, cell]
                rows.append({
                    "round": node.number + 1, "place": say.place(node),
                    "hand": say.hand(node, cell), "often": self.often[node.index, cell],
                    **{name: float(share)
                       for name, share in zip(("pass", "call", "alone"), shares, strict=False)},
                })
        return sorted(rows, key=lambda row: -row["often"])

    def by_kind(self, number: int, position: int, move: int) -> Floats:
        """Return how often a move is made by kind, whatever is turned up; NaN for rare kinds.

        Returns float64[KINDS / doubles, doubles].
        """
        index = number * self.players + position
        often = self.often[index].reshape(KINDS, 2)
        made = (self.chances[index, :, move:].sum(axis=1) * self.often[index]).reshape(KINDS, 2)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(often.sum(1) >= self.least, made.sum(1) / often.sum(1), np.nan)
        shares: Floats = share.reshape(-1, len(PLAIN_DOUBLES))
        return shares


def draw_calls(chart: CallChances, move: int, title: str) -> Figure:
    """Draw how often a move, or a higher one, is made: a panel for each round and place."""
    players = chart.players
    grids = [[chart.by_kind(number, p, move) for p in range(players)] for number in range(2)]
    seen = np.any([~np.isnan(grid).all(axis=1) for line in grids for grid in line], axis=0)
    rows = np.flatnonzero(seen).tolist()
    with style.style():
        figure, panels = style.panels(
            2, players, 1.6 + 2 * _ROW * len(rows), width=1.6 + 1.6 * players, sharey=True)
        for number, line in enumerate(panels):
            for position, axes in enumerate(line):
                grid = [[Estimate(float(value)) for value in grids[number][position][row]]
                        for row in rows]
                heatmaps.cells(axes, grid, heatmaps.MORE, (0, 1), scale=100, size=6.5)
                heatmaps.name_cells(
                    axes, [say.suit_hand(row * len(PLAIN_DOUBLES)) for row in rows],
                    ["0", "1", "2+"])
                axes.tick_params(length=0, labelsize=7.5)
                axes.set_title(f"{position_name(position, players)}, round {number + 1}",
                               fontsize=8.5)
        figure.suptitle(title, fontsize=11, fontweight="bold", x=0.02, ha="left")
        figure.supxlabel("doubles held that are no trumps", fontsize=9)
    return figure


def _pictures(chart: CallChances) -> tuple[Picture, ...]:
    caption = ("by trumps and bowers (down), place, round and plain doubles (across), in per cent "
               "of the hands of a seat that is asked, at no score. A dealer counts the turn-up in "
               "the first round; in the second the suit is the best of the others.")
    called = Picture("solution", lambda: draw_calls(chart, 1, "How often to call, %"),
                     f"How often a seat calls, {caption}", wide=True)
    if chart.players < SEATS:
        return (called,)
    return called, Picture(
        "solution_alone", lambda: draw_calls(chart, 2, "How often to call alone, %"),
        f"How often a seat calls alone, {caption}", wide=True)


def _cells_table(chart: CallChances) -> Table:
    return Table.of(
        "solution_calls", "The chart, with its numbers", CELL_COLUMNS, chart.rows(),
        f"The {CELLS_SHOWN} that come most often; solution_calls.csv has all. Shares are parts of "
        "the solution and have no error of their own.", index=0, most=CELLS_SHOWN)


def _unit(solved: Calls) -> tuple[str, float]:
    """Return what gains are told in, and the scale."""
    return (f"of {GAMES} games a hand", GAMES) if solved.games else ("points a hand", 1.0)


def _gain_said(gain: Gain, solved: Calls) -> str:
    """Say what best responses gain on average over the positions."""
    unit, scale = _unit(solved)
    own = around(gain.total, gain.total_se, 10**6).scaled(scale)
    return lower_bound("calls", own, f"{amount(own, signed=True)} {unit}")


def _answer(solved: Calls) -> tuple[str, ...]:
    players = solved.seats
    chart = CallChances.of(solved)
    parts = []
    for node in nodes(players)[:players]:
        often, chances = chart.often[node.index], chart.chances[node.index]
        called = 1 - float(often @ chances[:, 0]) / max(float(often.sum()), 1e-12)
        parts.append(f"{say.place(node)} {called:.0%}")
    wins = solved.chances[0].chances[(0,) * solved.sides]
    told = "" if not solved.games else (
        f"From no score the dealer's side wins {wins[(players - 1) % len(wins)]:.1%} of the games "
        "among such players. ")
    (gain,), (fine_gain,) = solved.gains
    return (
        f"Among good players a seat that is asked orders up: {', '.join(parts)}.",
        f"{told}At no score, in the classes that were solved, {_gain_said(gain, solved)}.",
        f"In finer classes {_gain_said(fine_gain, solved)}.",
        found_on("calls", len(solved.parts[0].halves[0])),
    )


def _seats_table(solved: Calls) -> Table:
    chart, rows = CallChances.of(solved), []
    unit, scale = _unit(solved)
    for position in range(solved.seats):
        row: Row = {"place": position_name(position, solved.seats)}
        for number, name in enumerate(("orders", "names")):
            index = number * solved.seats + position
            calls = 1 - chart.chances[index, :, 0]
            row[name] = float(chart.often[index] @ calls)
        for name, gain in zip(("gain", "fine"), (own[0] for own in solved.gains), strict=True):
            own = Estimate(float(gain.mean[position]))
            if gain.se[position] > 0:  # without an error no deal tells how others scatter
                own = around(own.value, float(gain.se[position]), 10**6)
            row[name] = own.scaled(scale)
        rows.append(row)
    return Table.of(
        "solution_callers", "Seat by seat", (Column("place", "place", "text"),
                                             *caller_columns(unit)), rows,
        "Shares of all hands at no score. One seat answers all others, its partner too; the "
        "response was found on some deals and measured on others, so a best response gains at "
        "least this. Under a gain stands its 95% interval. Finer classes tell the highest trumps "
        "apart.")


def _scores_picture(solved: Calls) -> Picture:
    def draw() -> Figure:
        chances = solved.chances[0].chances
        grid = [[Estimate(float(chances[other, own, 1])) for other in range(GAME_POINTS)]
                for own in range(GAME_POINTS)]
        with style.style():
            figure, axes = style.blank(4.0)
            heatmaps.cells(axes, grid, heatmaps.MORE, (0, 1), scale=100)
            heatmaps.name_cells(axes, range(GAME_POINTS), range(GAME_POINTS))
            axes.set(ylabel="points of the dealer's side", xlabel="points of the others",
                     title="Games won before the deal, %")
        return figure

    return Picture("solution_scores", draw,
                   "The chance of the dealer's side to win from every score, before the deal, "
                   "worked out from the solution of all scores.")


def _scores_table(solved: Calls) -> Table:
    rows, deals = [], len(solved.parts[0].halves[0])
    for score in solved.states:
        for side, chance in enumerate(solved.chances[0].chances[score].tolist()):
            won = around(chance, solved.largest_error(chance), deals)
            rows.append({"score": " - ".join(map(str, score)), "side": side + 1, "won": won})
    return Table.of(
        "solution_scores", "Games won from every score",
        (SCORE, Column("side", "side", "count", "number", "the side, the eldest hand's first"),
         WON), rows,
        "Sides are counted from the eldest hand's, as are their points. The chances follow from "
        "how hands end in the solution; they have the largest 95% interval that they can have for "
        "the deals that this was counted on.", on_page=False)

