"""The calling chart: what every call is worth, by hand and place, on forked deals.

Half of the deals choose the best call of each cell, the other half measure it: so no call is
praised for the luck that chose it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.results.frames import columns
from reports.stats.estimates import Estimate, around
from reports.studies.call import words as say
from reports.studies.call.places import Node, nodes
from simulate.books.tally import Floats, Ints
from simulate.games.euchre.calls import make
from simulate.games.euchre.row import SEATS
from simulate.solving.euchre.forked_deals import (
    MOST_POINTS,
    ForkedDeals,
    Outcome,
    Small,
)
from simulate.solving.euchre.hand_kinds import KINDS, thumb_order

PASSES, CALLS, ALONE = range(3)
#: A cell is a kind of hand, and whether a double was turned up that the seat will not hold.
CELLS = 2 * KINDS
#: Deals that a cell needs in either half to be on the chart.
LEAST = 30
#: Standard errors by which a call is clearly better.
CLEAR = 2.0
#: Deals as which the rule of thumb counts in the order of suits.
_THUMB = 20.0


def worth_of(outcome: Outcome, side: int, worth: Floats) -> Floats:
    """Look up what outcomes are worth to a side.

    Parameters
    ----------
    outcome : Outcome
    side : int
    worth : float64[sides, sides, 2 * MOST_POINTS + 1]
        See ``simulate.solving.euchre.win_chances``.
    """
    maker = np.where(outcome.maker < 0, 0, outcome.maker % len(worth))
    found: Floats = worth[side, maker, outcome.value + MOST_POINTS]
    return found


@dataclass(frozen=True)
class Asked:
    """The deals in which a seat is asked at a node, and what its moves are worth there.

    Attributes
    ----------
    node : Node
    at : int64[asked]
        Which deals.
    cells : int64[asked]
    suits : int64[asked]
        The suit that it would make: the one turned, or of the others the best by the chart.
    worth : float64[asked, moves]
        Of passing, of making the suit, and with four players of making it alone.
    made : int64[asked]
        The call that the seat's strategy makes.
    """

    node: Node
    at: Ints
    cells: Ints
    suits: Ints
    worth: Floats
    made: Ints


class Auctions:
    """Forked deals with the calls of a line-up at one score.

    Parameters
    ----------
    deals : ForkedDeals
    calls : int8[deals, ROUNDS, players]
    worth : float64[sides, sides, 2 * MOST_POINTS + 1]
        What endings are worth.
    """

    def __init__(self, deals: ForkedDeals, calls: Small, worth: Floats) -> None:
        self.deals, self.calls, self.worth = deals, calls, worth

    @cached_property
    def tails(self) -> list[Outcome]:
        """What comes of each node on."""
        return self.deals.tails(self.calls)

    @cached_property
    def open(self) -> list[Ints]:
        """The deals that come to each node: none called before."""
        flat = self.calls.reshape(len(self.deals), -1)
        called = np.cumsum(flat != 0, axis=1)
        before = np.hstack([np.zeros((len(flat), 1), np.int64), called[:, :-1]])
        return [np.flatnonzero(before[:, k] == 0) for k in range(flat.shape[1])]

    def made_worth(self, node: Node, at: Ints, calls: Ints) -> Floats:
        """Return what calls other than passes are worth to the seat at a node."""
        value = self.deals.value_of(node.number, node.position, calls, at)
        found: Floats = self.worth[node.side, node.side, value + MOST_POINTS]
        return found

    def asked(self, node: Node, order: Floats) -> Asked:
        """Return the deals that come to a node.

        Parameters
        ----------
        node : Node
        order : float64[KINDS]
            Which suit to name: the one whose kind has the highest number.
        """
        at = self.open[node.index]
        suits = self.deals.turned[at] if node.number == 0 else best_suits(
            self.deals, at, node.position, order)
        kinds = self.deals.kinds[at, node.position, suits].astype(np.int64)
        later = self.tails[node.index + 1]
        passed = worth_of(Outcome(later.maker[at], later.value[at]), node.side, self.worth)
        worth = [passed] + [self.made_worth(node, at, make(suits, alone))
                            for alone in range(1 + (node.players == SEATS))]
        told_apart = node.number == 0 and node.position < node.players - 1
        cells = 2 * kinds + (self.deals.double_turned[at] if told_apart else 0)
        made = self.calls[at, node.number, node.position].astype(np.int64)
        return Asked(node, at, cells, suits, np.stack(worth, axis=1), made)


def best_suits(deals: ForkedDeals, at: Ints, position: int, order: Floats) -> Ints:
    """Return the suit other than the one turned whose kind comes first in an order."""
    rank = order[deals.kinds[at, position]]
    rank[np.arange(len(at)), deals.turned[at]] = -np.inf
    suits: Ints = rank.argmax(axis=1)
    return suits


def suit_order(auctions: Auctions, players: int) -> Floats:
    """Return what naming a suit of each kind brings more than passing, whoever names it.

    Kinds that are rare lean on the rule of thumb.

    Returns
    -------
    float64[KINDS]
    """
    counted, gained = np.zeros(KINDS), np.zeros(KINDS)
    for node in nodes(players)[players:]:
        at, deals = auctions.open[node.index], auctions.deals
        later = auctions.tails[node.index + 1]
        passed = worth_of(Outcome(later.maker[at], later.value[at]), node.side, auctions.worth)
        for step in range(1, 7):
            suits = (deals.turned[at] + step) % 7
            named = np.max([auctions.made_worth(node, at, make(suits, alone))
                            for alone in range(1 + (players == SEATS))], axis=0)
            kinds = deals.kinds[at, node.position, suits]
            counted += np.bincount(kinds, minlength=KINDS)
            gained += np.bincount(kinds, named - passed, minlength=KINDS)
    thumb = thumb_order()
    seen = counted > 0
    if not seen.any():
        return thumb
    slope, start = np.polyfit(thumb[seen], gained[seen] / counted[seen], 1, w=counted[seen]**0.5)
    order: Floats = (gained + _THUMB * (slope * thumb + start)) / (counted + _THUMB)
    return order


@dataclass(frozen=True)
class Cells:
    """Totals over deals of what the moves at a node are worth.

    Attributes
    ----------
    count : float64[CELLS]
    totals : float64[CELLS, moves]
    squares : float64[CELLS, moves, moves]
        Of what two moves differ by; on the diagonal of what each is worth.
    """

    count: Floats
    totals: Floats
    squares: Floats

    @classmethod
    def of(cls, asked: Asked) -> Cells:
        """Add deals up."""
        moves = asked.worth.shape[1]

        def added(values: Floats) -> Floats:
            total: Floats = np.bincount(asked.cells, values, minlength=CELLS).astype(np.float64)
            return total

        squares = np.zeros((CELLS, moves, moves))
        for i in range(moves):
            squares[:, i, i] = added(asked.worth[:, i] ** 2)
            for j in range(i):
                squares[:, i, j] = squares[:, j, i] = added(
                    (asked.worth[:, i] - asked.worth[:, j]) ** 2)
        totals = np.stack([added(asked.worth[:, i]) for i in range(moves)], axis=1)
        count = np.bincount(asked.cells, minlength=CELLS).astype(np.float64)
        return cls(count, totals, squares)

    def mean(self, cell: int, move: int) -> Estimate:
        """Estimate what a move is worth in a cell."""
        return _around(self.totals[cell, move], self.squares[cell, move, move], self.count[cell])

    def margin(self, cell: int, move: int, other: int) -> Estimate:
        """Estimate what a move brings more than another."""
        return _around(self.totals[cell, move] - self.totals[cell, other],
                       self.squares[cell, move, other], self.count[cell])

    @property
    def best(self) -> Ints:
        """The move that is worth most: int64[CELLS]."""
        best: Ints = self.totals.argmax(axis=1)
        return best

    def clearly_better(self, best: Ints) -> NDArray[np.bool_]:
        """Tell for each move whether ``best`` is clearly better: bool[CELLS, moves]."""
        row = np.arange(CELLS)
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
        return Estimate(float(mean))  # all deals alike tell nothing of how others would scatter
    return around(float(mean), float(np.sqrt(variance)), int(count))


@dataclass(frozen=True)
class Halves:
    """The two halves of the deals of a study, with the line-up's calls at one score."""

    learned: Auctions
    judged: Auctions


@dataclass(frozen=True)
class Chart:
    """What to call: the best call of each cell, and what it is worth on other deals.

    Attributes
    ----------
    players : int
    order : float64[KINDS]
        Which suit to name.
    learned, judged : list of Cells
        By node: those that chose the calls, and those that measure them.
    hands : int
        Deals that measured.
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
        """Return the best move of a cell, the next best, and by how much it is ahead."""
        totals = self.learned[node.index].totals[cell]
        best, second = np.argsort(-totals, kind="stable")[:2].tolist()
        return best, second, self.judged[node.index].margin(cell, best, second)

    def rows(self, games: Chart | None = None) -> Iterator[dict[str, Any]]:
        """Yield the cells; ``games`` is the same chart counted in games won."""
        for node in nodes(self.players):
            judged = self.judged[node.index]
            for cell in self.covers(node).tolist():
                best, second, margin = self.margin(node, cell)
                row: dict[str, Any] = {
                    "round": node.number + 1, "place": say.place(node),
                    "hand": say.hand(node, cell),
                    "often": judged.count[cell] / self.hands,
                    "best": say.MOVES[best] + ("" if abs(margin.value) > CLEAR * margin.se
                                               and margin.value > 0 else "?"),
                    "second": say.MOVES[second],
                    **columns("margin", margin, error=True),
                }
                if games is not None:
                    row |= columns("margin_games", games.judged[node.index].margin(
                        cell, best, second), error=True)
                for move in range(judged.totals.shape[1]):
                    row |= columns(f"points_{say.COLUMNS[move]}", judged.mean(cell, move))
                yield row

    def frame(self, games: Chart) -> pd.DataFrame:
        """Return the chart as a table, the cells that come most often first."""
        rows = sorted(self.rows(games), key=lambda row: -row["often"])
        return pd.DataFrame(rows).set_index(["round", "place", "hand"])
