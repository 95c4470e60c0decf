"""Best responses to the calls of a table of Euchre: found on some deals, measured on others.

One seat calls as it likes, in both rounds; all others keep to what they do.  What it does in the
second round is settled first, among the deals in which the others let it come to that; then the
first, reckoning with the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.row import SEATS
from simulate.games.euchre.views import PASS, make
from simulate.solving.euchre.auctions import Auctions, Node, nodes, seen_at, worth_of
from simulate.solving.euchre.calls_forked import ROUNDS
from simulate.solving.euchre.forked_deals import ForkedDeals, Outcome, Small
from simulate.solving.euchre.hand_kinds import CELLS, TOPS

#: In a finer cell, the mean of its coarse cell counts as much as this many deals.
_DRAWN = 100.0
#: Finer cells also tell apart which of the highest trumps below the bowers are held.
FINE = CELLS * TOPS


def fine_cells(deals: ForkedDeals, node: Node, at: Ints, suits: Ints, cells: Ints) -> Ints:
    """Return the finer cells of some deals."""
    fine: Ints = cells * TOPS + deals.tops[at, node.position, suits]
    return fine


@dataclass(frozen=True)
class Response:
    """What a seat calls in answer to the others.

    Attributes
    ----------
    position : int
    fine : bool
        Whether it goes by finer cells.
    moves : int64[ROUNDS, CELLS or FINE]
        By round: to pass, to call, or to call alone.
    """

    position: int
    fine: bool
    moves: Ints

    def calls(self, deals: ForkedDeals, order: Floats) -> Small:
        """Return its calls in both rounds: int8[deals, ROUNDS]."""
        everywhere = np.arange(len(deals))
        called = np.zeros((len(deals), ROUNDS), np.int8)
        for node in nodes(deals.players):
            if node.position == self.position:
                suits, cells = seen_at(deals, node, order, everywhere)
                if self.fine:
                    cells = fine_cells(deals, node, everywhere, suits, cells)
                move = self.moves[node.number][cells]
                called[:, node.number] = np.where(
                    move == 0, PASS, make(suits, np.maximum(move - 1, 0)))
        return called


def _means(cells: Ints, worth: Floats, count: int) -> tuple[Floats, Floats]:
    """Return totals by cell and move, and how often each cell came."""
    totals: Floats = np.stack(
        [np.bincount(cells, own, minlength=count) for own in worth.T], axis=1).astype(np.float64)
    return totals, np.bincount(cells, minlength=count).astype(np.float64)


def _best_moves(deals: ForkedDeals, node: Node, at: Ints, worth: Floats, order: Floats,
                fine: bool) -> Ints:
    """Return the best move of each cell."""
    suits, cells = seen_at(deals, node, order, at)
    totals, seen = _means(cells, worth, CELLS)
    if fine:
        coarse = totals / np.maximum(seen, 1)[:, None]
        finer = fine_cells(deals, node, at, suits, cells)
        totals = _means(finer, worth, FINE)[0] + _DRAWN * np.repeat(coarse, TOPS, axis=0)
    moves: Ints = totals.argmax(axis=1)
    return moves


def respond(auctions: Auctions, position: int, order: Floats, fine: bool) -> Response:
    """Find the best response of a position to the calls of the others."""
    deals, players = auctions.deals, auctions.deals.players
    response = Response(position, fine, np.zeros((ROUNDS, FINE if fine else CELLS), np.int64))
    calls = auctions.calls.copy()
    calls[:, :, position] = PASS
    for number in reversed(range(ROUNDS)):
        # In the second round the seat's own pass in the first is certain, since it chose to pass.
        own = Auctions(deals, calls, auctions.worth)
        node = Node(number, position, players)
        at = own.open[node.index]
        suits, _ = seen_at(deals, node, order, at)
        later = own.tails[node.index + 1]
        worth = [worth_of(Outcome(later.maker[at], later.value[at]), node.side, own.worth)]
        worth += [own.made_worth(node, at, make(suits, alone))
                  for alone in range(1 + (players == SEATS))]
        response.moves[number] = _best_moves(
            deals, node, at, np.stack(worth, axis=1), order, fine)
        calls[:, number, position] = response.calls(deals, order)[:, number]
    return response


def gains_of(auctions: Auctions, response: Response, order: Floats) -> Floats:
    """Return what a response gains in each deal above the seat's own calls: float64[deals]."""
    deals, calls = auctions.deals, auctions.calls.copy()
    calls[:, :, response.position] = response.calls(deals, order)
    side = Node(0, response.position, deals.players).side
    gain: Floats = (worth_of(deals.outcome(calls), side, auctions.worth)
                    - worth_of(auctions.tails[0], side, auctions.worth))
    return gain


def exploited(
    learned: Auctions, judged: Auctions, order: Floats, fine: bool,
    positions: Sequence[int] | None = None,
) -> Floats:
    """Return what best responses gain, by deal and position: float64[deals, positions].

    Parameters
    ----------
    learned, judged : Auctions
        The responses are found on the ones and measured on the others.
    order : float64[KINDS]
        Which suit a response names.
    fine : bool
    positions : sequence of int, optional
        All when not given.
    """
    asked = range(learned.deals.players) if positions is None else positions
    return np.stack([gains_of(judged, respond(learned, p, order, fine), order) for p in asked],
                    axis=1)
