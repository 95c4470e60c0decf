"""The calling chart: what every call is worth, by hand and place, on forked deals.

Half of the deals choose the best call of each cell, the other half measure it, so that a call does
not look better because luck chose it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from reports.page.document import Column, Row, Table
from reports.stats.estimates import NOTHING, Estimate, around
from reports.studies.call import words as say
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.theory.euchre.auctions import Asked, Auctions, Node, nodes, suit_order
from simulate.theory.euchre.hand_kinds import CELLS

PASSES, CALLS, ALONE = range(3)
#: Deals that a cell needs in either half to be on the chart.
LEAST = 30


@dataclass(frozen=True)
class Cells:
    """Totals over deals of what the moves at a node are worth.

    ``count`` (float64[cells]). ``totals`` (float64[cells, moves]). ``squares`` (float64[cells,
    moves, moves]): of the difference between two moves; on the diagonal, of what each is worth.
    """

    count: Floats
    totals: Floats
    squares: Floats

    @classmethod
    def of(cls, asked: Asked, cells: int = CELLS) -> Cells:
        """Add deals up by their cells, of which there are so many."""
        moves = asked.worth.shape[1]

        def added(values: Floats) -> Floats:
            total: Floats = np.bincount(asked.cells, values, minlength=cells).astype(np.float64)
            return total

        squares = np.zeros((cells, moves, moves))
        for i in range(moves):
            squares[:, i, i] = added(asked.worth[:, i] ** 2)
            for j in range(i):
                squares[:, i, j] = squares[:, j, i] = added(
                    (asked.worth[:, i] - asked.worth[:, j]) ** 2)
        totals = np.stack([added(asked.worth[:, i]) for i in range(moves)], axis=1)
        count = np.bincount(asked.cells, minlength=cells).astype(np.float64)
        return cls(count, totals, squares)

    def grouped(self, groups: Ints) -> Cells:
        """Return the deals added up by groups of cells: ``groups`` is int64[cells]."""
        def added(values: Floats) -> Floats:
            total: Floats = np.zeros((int(groups.max()) + 1, *values.shape[1:]))
            np.add.at(total, groups, values)
            return total

        return Cells(added(self.count), added(self.totals), added(self.squares))

    def mean(self, cell: int, move: int) -> Estimate:
        """Estimate what a move is worth in a cell."""
        return _around(self.totals[cell, move], self.squares[cell, move, move], self.count[cell])

    def margin(self, cell: int, move: int, other: int) -> Estimate:
        """Estimate what a move brings more than another."""
        return _around(self.totals[cell, move] - self.totals[cell, other],
                       self.squares[cell, move, other], self.count[cell])

    @property
    def best(self) -> Ints:
        """The move that is worth most: int64[cells]."""
        best: Ints = self.totals.argmax(axis=1)
        return best

    def clearly_better(self, best: Ints) -> NDArray[np.bool_]:
        """Tell for each move whether ``best`` is clearly better: bool[cells, moves]."""
        row = np.arange(len(self.count))
        behind = self.totals[row, best][:, None] - self.totals
        count = np.maximum(self.count, 1)[:, None]
        variance = np.maximum(self.squares[row, best] / count - (behind / count) ** 2, 0)
        error = np.sqrt(variance / np.maximum(count - 1, 1))
        clear: NDArray[np.bool_] = (behind / count > CLEAR * error) & (self.count >= LEAST)[:, None]
        return clear


def _around(total: float, squares: float, count: float) -> Estimate:
    if count < 2:
        return Estimate(total / count if count else np.nan)
    mean = total / count
    variance = max(squares / count - mean**2, 0.0) / (count - 1)
    if variance == 0:
        return Estimate(float(mean))  # equal deals do not tell how others scatter
    return around(float(mean), float(np.sqrt(variance)), int(count))


@dataclass(frozen=True)
class Halves:
    """The two halves of the deals of a study, with the line-up's calls at one score."""

    learned: Auctions
    judged: Auctions


@dataclass(frozen=True)
class Chart:
    """What to call: the best call of each cell, and what it is worth on other deals.

    ``order`` (float64[KINDS]): which suit to name. ``learned``, ``judged``: by node: those that
    chose the calls, and those that measure them. ``hands``: the number of deals that measured.
    """

    players: int
    order: Floats
    learned: list[Cells]
    judged: list[Cells]
    hands: int

    @classmethod
    def of(cls, halves: Halves, players: int, order: Floats | None = None) -> Chart:
        """Draw the chart; the order of suits is learned where none is given."""
        if order is None:
            order = suit_order(halves.learned, players)
        learned, judged = (
            [Cells.of(half.asked(node, order)) for node in nodes(players)]
            for half in (halves.learned, halves.judged))
        return cls(players, order, learned, judged, len(halves.judged.deals))

    @property
    def nodes(self) -> list[Node]:
        """The nodes of the auction in order."""
        return nodes(self.players)

    @cached_property
    def best(self) -> list[Ints]:
        """The best move by node: int64[CELLS]."""
        return [cells.best for cells in self.learned]

    def covers(self, node: Node) -> Ints:
        """Return the cells of a node that came often enough."""
        enough = [half[node.index].count >= LEAST for half in (self.learned, self.judged)]
        cells: Ints = np.flatnonzero(enough[0] & enough[1])
        return cells

    def margin(self, node: Node, cell: int) -> tuple[int, int, Estimate]:
        """Return the best move of a cell, its strongest rival, and by how much it is ahead.

        The rival is the best of the other moves on the deals that measure, whatever the deals that
        chose made of it: the margin is negative where a move that they put third is better.
        """
        best, judged = int(self.best[node.index][cell]), self.judged[node.index]
        second = next(move for move in np.argsort(-judged.totals[cell], kind="stable").tolist()
                      if move != best)
        return best, second, judged.margin(cell, best, second)

    def rows(self, games: Chart | None = None) -> Iterator[Row]:
        """Yield the cells; ``games`` is the same chart counted in games won.

        A cell is left undecided where the deals that measure do not find the best move ahead.
        """
        for node in nodes(self.players):
            judged = self.judged[node.index]
            for cell in self.covers(node).tolist():
                best, second, margin = self.margin(node, cell)
                known = margin.value > 0
                doubt = "" if margin.value > CLEAR * margin.se else "?"
                row: Row = {
                    "round": node.number + 1, "place": say.place(node),
                    "hand": say.hand(node, cell),
                    "often": judged.count[cell] / self.hands,
                    "best": f"{say.MOVES[best]}{doubt}" if known else say.UNDECIDED,
                    "second": say.MOVES[second] if known else "",
                    "margin": margin if known else NOTHING,
                }
                if games is not None:
                    in_games = games.judged[node.index].margin(cell, best, second)
                    row["margin_games"] = in_games if known else NOTHING
                for move in range(judged.totals.shape[1]):
                    row[f"points_{say.COLUMNS[move]}"] = judged.mean(cell, move)
                yield row

    def table(self, games: Chart) -> Table:
        """Return the chart as a table, the cells that come most often first."""
        return Table.of("call_chart", "The chart, with its numbers", (
            say.ROUND, say.WHERE, say.HAND, say.OFTEN,
            Column("best", "best", "text", "text",
                   "the best call; ? where it is not surely ahead"),
            Column("second", "next best", "text", "text", "the next best call"),
            Column("margin", "ahead by, points", "amount", "points a hand",
                   "what the best call is worth above the next best", with_error=True),
            Column("margin_games", "in games won", "share", "share of games",
                   "what the best call wins above the next best", with_error=True),
            *(Column(f"points_{name}", f"{move}: points", "signed", "points a hand",
                     f"of the seat's side where it {how}")
              for name, move, how in zip(say.COLUMNS, say.MOVES, say.DID, strict=True)),
        ), sorted(self.rows(games), key=lambda row: -row["often"]),
            "Those that come most often stand first. Half of the deals chose the best calls, the "
            "others measured them; every deal was played out under every call. A dealer counts "
            "the turn-up in the first round. In the second round the suit is the one whose row of "
            "the chart brings most. A question mark: too close to call; no call is named where the "
            "deals that measured do not bear out those that chose. Games won are those of the side "
            "from no score, hand by hand.", index=3)
