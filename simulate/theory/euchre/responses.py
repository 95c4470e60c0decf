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
from simulate.games.euchre.views import PASS, make
from simulate.theory.euchre.auctions import Auctions, Node, nodes, seen_at, worth_of
from simulate.theory.euchre.calls_forked import ROUNDS
from simulate.theory.euchre.forked_deals import ForkedDeals, Small
from simulate.theory.euchre.hand_kinds import CELLS, TOPS

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

    ``fine``: whether it goes by finer cells. ``moves`` (``int64[ROUNDS, CELLS or FINE]``): by
    round: to pass, to call, or to call alone.
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


def respond(auctions: Auctions, position: int, order: Floats, fine: bool) -> Response:
    """Find the best response of a position to the calls of the others."""
    deals = auctions.deals
    response = Response(position, fine, np.zeros((ROUNDS, FINE if fine else CELLS), np.int64))
    calls = auctions.calls.copy()
    calls[:, :, position] = PASS
    for number in reversed(range(ROUNDS)):
        # In the second round the seat's own pass in the first is certain, since it chose to pass.
        node = Node(number, position, deals.players)
        asked = Auctions(deals, calls, auctions.worth).asked(node, order)
        totals = _totals(asked.cells, asked.worth, CELLS)
        if fine:
            seen = np.bincount(asked.cells, minlength=CELLS)
            coarse = totals / np.maximum(seen, 1)[:, None]
            cells = fine_cells(deals, node, asked.at, asked.suits, asked.cells)
            totals = _totals(cells, asked.worth, FINE) + _DRAWN * np.repeat(coarse, TOPS, axis=0)
        response.moves[number] = totals.argmax(axis=1)
        calls[:, number, position] = response.calls(deals, order)[:, number]
    return response


def _totals(cells: Ints, worth: Floats, count: int) -> Floats:
    """Return totals by cell and move: float64[cells, moves]."""
    return np.stack([np.bincount(cells, own, count) for own in worth.T], axis=1).astype(np.float64)


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

    ``learned``, ``judged``: the responses are found on the ones and measured on the others.
    ``order`` (``float64[KINDS]``): which suit a response names. ``positions``: all when not given.
    """
    asked = range(learned.deals.players) if positions is None else positions
    return np.stack([gains_of(judged, respond(learned, p, order, fine), order) for p in asked],
                    axis=1)
